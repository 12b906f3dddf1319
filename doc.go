// Package bdgraph holds the words that every stage of the pipeline shares.
//
// A project's work items (beads), memories and decision records become a
// property graph that can be asked as of a day. Data moves one way, and each
// stage is a function from values to values:
//
//	export.Read(ctx, export.Sources) (Corpus, error)
//	phase1.Extract(Corpus, Vocabulary, ...phase1.Option) Fragment
//	phase2.Read(Corpus, Vocabulary, fs.FS, ...phase2.Option) Fragment
//	verify.Apply(Fragment, []Verdict) Fragment
//	Merge(phase1, phase2 Fragment) Graph
//	validtime.Close(Graph, Day) Graph
//	store.Writer.Load(ctx, Graph, Meta) (store.Loaded, error)
//	store.Reader.Query(ctx, store.Query) (store.Result, error)
//
// The sources stay the truth and the graph is disposable: equal inputs give
// equal nodes and edges, and [Graph.Generation] is their hash.
//
// The package imports nothing but the standard library. Reading sources,
// deriving edges, closing intervals, storing and asking are left to the
// packages named above.
package bdgraph
