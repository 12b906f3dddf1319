// Package pipeline runs the stages one after the other: sources in, stored
// graph and report out. What each stage does is left to its package; here stand
// their order, and what one hands to the next.
package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"runtime"
	"strconv"
	"strings"
	"time"

	"bdgraph"
	"bdgraph/export"
	"bdgraph/phase1"
	"bdgraph/phase2"
	"bdgraph/store"
	"bdgraph/validtime"
	"bdgraph/verify"
)

// Inputs is everything a graph is built from, and where the corpus is kept.
type Inputs struct {
	Sources    export.Sources // Previous is filled in by ReadCorpus
	CorpusDir  string
	Offline    bool // take the stored corpus as it is
	Vocabulary bdgraph.Vocabulary
	SeedRules  bool
	SeedLinks  []string  // what links documents to components, see [phase1.LinkBy]; nil: its default
	Extracted  Folder    // agents' extractions
	Verdicts   Folder    // applied verdicts
	Now        time.Time // when the build happens; [Now] gives it
	// KeepTime lets what a build finds unchanged keep the time at which it was made: the
	// corpus of the same day, and the graph, where the store would write all of it anew
	// for its time. Without it they bear the time Now.
	KeepTime bool
	// Progress is told what is being done; nil when nobody wants to know.
	Progress func(step string)
}

// Folder is a folder of files. A nil FS is one that does not exist.
type Folder struct {
	FS   fs.FS
	Path string // as findings name it, relative to the project
}

// below returns findings with their files as paths of the project.
func (f Folder) below(findings []bdgraph.Finding) []bdgraph.Finding {
	for i := range findings {
		if name := findings[i].Place.File; name != "" {
			findings[i].Place.File = path.Join(f.Path, name)
		}
	}
	return findings
}

func (in Inputs) progress(step string) {
	if in.Progress != nil {
		in.Progress(step)
	}
}

// today returns the build's day in the project's zone.
func (in Inputs) today() bdgraph.Day {
	zone := in.Sources.Zone
	if zone == nil {
		zone = time.UTC
	}
	return bdgraph.DayOf(in.Now.In(zone))
}

// Built is a graph with what it was built from.
type Built struct {
	Corpus    bdgraph.Corpus
	Graph     bdgraph.Graph
	Meta      bdgraph.Meta
	Extracted []string // documents with an accepted extraction
}

// Findings returns what all stages found, sorted.
func (b Built) Findings() []bdgraph.Finding {
	all := append(append([]bdgraph.Finding{}, b.Corpus.Findings...), b.Graph.Findings...)
	bdgraph.SortFindings(all)
	return all
}

// Regenerate runs the whole chain: it reads the sources, stores the corpus,
// derives the graph and loads it. On an error the store holds what it held before. Of
// the corpus it returns what a report tells of: the manifest and the findings.
func Regenerate(ctx context.Context, in Inputs, w store.Writer) (Built, store.Loaded, error) {
	corpus, err := ReadCorpus(ctx, in)
	if err != nil {
		return Built{}, store.Loaded{}, err
	}
	// What reading leaves behind is at its largest now, and what lives at its smallest: later a
	// collection would cost several times as much, and get in the way of those who write.
	runtime.GC()
	written := make(chan error, 1)
	go func() { written <- in.writeCorpus(corpus) }()
	structure, judged := in.phases(corpus)
	if err := <-written; err != nil {
		return Built{}, store.Loaded{}, err
	}
	// What is large, and stored by now, would be held beside the graph.
	corpus = bdgraph.Corpus{Manifest: corpus.Manifest, Findings: corpus.Findings}
	built := in.join(corpus, structure, judged)
	if d, ok := w.(store.Describer); ok && in.KeepTime {
		keepTime(ctx, &built.Meta, d)
	}
	in.progress("loading the graph")
	loaded, err := w.Load(ctx, built.Graph, built.Meta)
	return built, loaded, err
}

// keepTime gives a graph the time of the one that is stored, where that is described
// by all else as it is.
func keepTime(ctx context.Context, meta *bdgraph.Meta, d store.Describer) {
	stored, err := d.Meta(ctx)
	if err != nil {
		return // there is none that could be kept
	}
	same := *meta
	same.GeneratedAt = stored.GeneratedAt
	if same == stored {
		*meta = stored
	}
}

// writeCorpus stores a corpus that was read anew.
func (in Inputs) writeCorpus(c bdgraph.Corpus) error {
	if in.Offline {
		return nil
	}
	return export.Write(in.CorpusDir, c)
}

// ReadCorpus reads the sources, or the stored corpus when offline. It writes
// nothing. Texts that the stored corpus has too keep the day on which they were first seen.
func ReadCorpus(ctx context.Context, in Inputs) (bdgraph.Corpus, error) {
	if in.Offline {
		in.progress("loading the corpus")
		return export.Load(in.CorpusDir)
	}
	in.progress("reading the sources")
	previous, err := export.LoadSeen(in.CorpusDir)
	lost := errors.Is(err, export.ErrDamagedCorpus)
	if err != nil && !lost && !errors.Is(err, export.ErrNoCorpus) {
		return bdgraph.Corpus{}, err
	}
	in.Sources.Previous = previous
	in.Sources.Now = in.Now
	corpus, err := export.Read(ctx, in.Sources)
	if was := previous.Manifest; in.KeepTime && err == nil && was.CorpusHash == corpus.Manifest.CorpusHash &&
		bdgraph.DayOf(was.GeneratedAt.UTC()) == bdgraph.DayOf(in.Now.UTC()) {
		corpus.Manifest.GeneratedAt = was.GeneratedAt
	}
	if err == nil && lost {
		corpus.Findings = append(corpus.Findings, bdgraph.Finding{
			Code: "corpus_history_lost", Severity: bdgraph.Warning, Count: 1, Place: bdgraph.Place{File: in.CorpusDir},
			Message: "the stored corpus was damaged; texts count as first seen today",
		})
		bdgraph.SortFindings(corpus.Findings)
	}
	return corpus, err
}

// Derive builds the graph of a corpus. Beside its arguments it reads the two
// folders, and equal inputs give equal graphs.
func Derive(corpus bdgraph.Corpus, in Inputs) Built {
	structure, judged := in.phases(corpus)
	return in.join(corpus, structure, judged)
}

// phases derives what records and patterns give, and what agents extracted as it was judged.
func (in Inputs) phases(corpus bdgraph.Corpus) (structure, judged bdgraph.Fragment) {
	in.progress("deriving the graph")
	structure = in.Structure(corpus)
	return structure, in.judge(in.extractions(corpus, structure))
}

// join makes the graph of what both phases derived.
func (in Inputs) join(corpus bdgraph.Corpus, structure, judged bdgraph.Fragment) Built {
	graph := validtime.CloseInPlace(bdgraph.Merge(structure, judged), in.today())
	return Built{
		Corpus: corpus, Graph: graph, Meta: bdgraph.NewMeta(graph, corpus.Manifest, in.Now, in.today()),
		Extracted: judged.Extracted,
	}
}

// Structure runs phase 1 as the configuration wants it.
func (in Inputs) Structure(corpus bdgraph.Corpus) bdgraph.Fragment {
	options := []phase1.Option{phase1.InZone(in.Sources.Zone)}
	if !in.SeedRules {
		options = append(options, phase1.WithoutRules())
	}
	if in.SeedLinks != nil {
		options = append(options, phase1.LinkBy(in.SeedLinks...))
	}
	return phase1.Extract(corpus, in.Vocabulary, options...)
}

// extractions reads what agents extracted. They may name rules that patterns found.
func (in Inputs) extractions(corpus bdgraph.Corpus, structure bdgraph.Fragment) bdgraph.Fragment {
	f := phase2.Read(corpus, in.Vocabulary, in.Extracted.FS, phase2.DateOrder(in.Sources.ADR.DateOrder),
		phase2.Patterns(func() bdgraph.Fragment { return structure }))
	f.Findings = in.Extracted.below(f.Findings)
	return f
}

// judge applies the verdicts to the extractions.
func (in Inputs) judge(extracted bdgraph.Fragment) bdgraph.Fragment {
	verdicts, findings := readVerdicts(in.Verdicts)
	judged := verify.Apply(extracted, verdicts)
	judged.Findings = append(judged.Findings, findings...)
	return judged
}

// readVerdicts reads the verdicts that were applied; none where there is no such file.
func readVerdicts(f Folder) ([]bdgraph.Verdict, []bdgraph.Finding) {
	if f.FS == nil {
		return nil, nil
	}
	file, err := f.FS.Open(verify.AppliedFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, []bdgraph.Finding{{
			Code: "unreadable_verdicts", Severity: bdgraph.Error, Count: 1,
			Place:   bdgraph.Place{File: path.Join(f.Path, verify.AppliedFile)},
			Message: fmt.Sprintf("no verdict was read, every extraction is unverified: %v", err), Remedy: "make the file readable",
		}}
	}
	defer file.Close()
	verdicts, findings := verify.ReadApplied(file)
	return verdicts, f.below(findings)
}

// A build can happen in these years. The beginning of the one before and the end of the one
// behind stand for "not given" and "never", and a zone may be a day behind or ahead.
const firstYear, lastYear = 2, 9998

// Now returns the time of a build: SOURCE_DATE_EPOCH where it is set, in whole
// seconds since 1970, else the clock's.
func Now(environ []string, clock func() time.Time) (time.Time, error) {
	value, ok := givenTime(environ)
	if !ok {
		return clock().UTC(), nil
	}
	seconds, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("SOURCE_DATE_EPOCH=%q is no number of seconds since 1970", value)
	}
	now := time.Unix(seconds, 0).UTC()
	if year := now.Year(); year < firstYear || year > lastYear {
		return time.Time{}, fmt.Errorf("SOURCE_DATE_EPOCH=%q is no time of the years %d to %d", value, firstYear, lastYear)
	}
	return now, nil
}

// IsTimeGiven reports whether SOURCE_DATE_EPOCH is set, so that what is built has to
// bear that time.
func IsTimeGiven(environ []string) bool {
	_, ok := givenTime(environ)
	return ok
}

func givenTime(environ []string) (string, bool) {
	for _, pair := range environ {
		if value, ok := strings.CutPrefix(pair, "SOURCE_DATE_EPOCH="); ok && value != "" {
			return value, true
		}
	}
	return "", false
}
