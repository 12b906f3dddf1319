package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"bdgraph"
	"bdgraph/export"
	"bdgraph/internal/config"
	"bdgraph/internal/pipeline"
	"bdgraph/internal/term"
)

func (a *app) newStatus() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Say where things stand: project, corpus, graph, store, freshness",
		Long: "Say where things stand. The contents of the sources are compared with the stored corpus; the exit\n" +
			"code is 2 when they differ, when settings or extractions are newer than the graph, or when nothing has\n" +
			"been built yet. Findings are those of reading and building; bdgraph lint looks at the whole as well.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.status(cmd.Context(), cmd.OutOrStdout(), asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print it as JSON")
	return cmd
}

// statusResult is what status prints.
type statusResult struct {
	Root        string            `json:"root"`
	Config      string            `json:"config,omitempty"`
	StateDir    string            `json:"state_dir"`
	Store       string            `json:"store"`
	StoreReason string            `json:"store_reason"`
	Corpus      *corpusStatus     `json:"corpus,omitempty"`
	Graph       *graphStatus      `json:"graph,omitempty"`
	Freshness   bdgraph.Freshness `json:"freshness"`
	Next        string            `json:"next,omitempty"`
}

type corpusStatus struct {
	Hash        string         `json:"hash"`
	GeneratedAt time.Time      `json:"generated_at"`
	Commit      string         `json:"commit,omitempty"`
	Counts      map[string]int `json:"counts"`
}

type graphStatus struct {
	Generation    string                    `json:"generation"`
	GeneratedAt   time.Time                 `json:"generated_at"`
	Nodes         int                       `json:"nodes"`
	Edges         int                       `json:"edges"`
	OfCorpus      bool                      `json:"of_corpus"` // built from the stored corpus
	Extraction    pipeline.ExtractionReport `json:"extraction"`
	FindingCounts map[string]int            `json:"finding_counts"`
	Problem       string                    `json:"problem,omitempty"` // why the store does not answer from this graph
}

func (a *app) status(ctx context.Context, w io.Writer, asJSON bool) error {
	p, err := a.project()
	if err != nil {
		return err
	}
	s, err := a.findStatus(ctx, p)
	if err != nil {
		return err
	}
	a.talk.Done()
	if asJSON {
		err = writeJSON(w, s)
	} else {
		printStatus(w, s)
	}
	if err == nil && s.Next != "" {
		a.talk.Next("%s", s.Next)
		return errFindings
	}
	return err
}

func (a *app) findStatus(ctx context.Context, p config.Project) (statusResult, error) {
	defer paceGC(buildHeap).stop()
	s := statusResult{Root: p.Root, Config: p.File, StateDir: p.State()}
	s.Store, s.StoreReason = p.StoreName()
	in, err := a.inputs(p, false)
	if err != nil {
		return s, err
	}
	corpus, err := export.LoadForCompare(in.CorpusDir)
	if errors.Is(err, export.ErrNoCorpus) {
		s.Freshness = bdgraph.Freshness{Stale: "unknown", Reason: "nothing has been read yet"}
		s.Next = "bdgraph regenerate"
		return s, nil
	}
	if err != nil {
		return s, err
	}
	m := corpus.Manifest
	s.Corpus = &corpusStatus{m.CorpusHash, m.GeneratedAt, m.Commit, m.Counts}
	report, err := pipeline.ReadReport(reportFile(p))
	switch {
	case errors.Is(err, pipeline.ErrNoReport):
		s.Next = "bdgraph regenerate --offline"
	case err != nil:
		return s, err
	default:
		g := report.Graph
		s.Graph = &graphStatus{g.Generation, report.GeneratedAt, g.Nodes, g.Edges, report.Corpus.Hash == m.CorpusHash, report.Extraction, report.FindingCounts, ""}
		if !s.Graph.OfCorpus {
			s.Next = "bdgraph regenerate --offline"
		}
		s.Graph.Problem, s.Next = a.storeProblem(ctx, p, g.Generation, s.Next)
	}
	a.talk.Progress("comparing the sources …")
	if s.Freshness, err = export.Compare(ctx, in.Sources, corpus); err != nil {
		return s, err
	}
	s.Freshness = withSettings(p, s.Freshness)
	if s.Freshness.Stale != "no" {
		s.Next = "bdgraph regenerate"
	}
	return s, nil
}

// storeProblem compares the store with what the last report says was loaded
// into it. Without a problem the next step is as before.
func (a *app) storeProblem(ctx context.Context, p config.Project, generation, next string) (problem, nextCommand string) {
	r, err := openReader(p)
	if err != nil {
		return err.Error(), nextStep(err)
	}
	defer r.Close(ctx)
	switch meta, err := r.Meta(ctx); {
	case err != nil:
		return err.Error(), nextStep(err)
	case meta.Generation != generation:
		return "the store holds another generation, " + meta.Generation, "bdgraph regenerate"
	}
	return "", next
}

func printStatus(w io.Writer, s statusResult) {
	rows := [][]string{{"project", s.Root}, {"configuration", cmp.Or(s.Config, "none")}, {"store", fmt.Sprintf("%s (%s)", s.Store, s.StoreReason)}}
	if c := s.Corpus; c == nil {
		rows = append(rows, []string{"corpus", "none"})
	} else {
		rows = append(rows, []string{"corpus", fmt.Sprintf("%s, %s, %s, read %s", plural(c.Counts["issues"], "issue"),
			memories(c.Counts["memories"]), plural(c.Counts["adrs"], "ADR"), c.GeneratedAt.Format(time.RFC3339))})
	}
	switch g := s.Graph; {
	case g == nil:
		rows = append(rows, []string{"graph", "none"})
	case !g.OfCorpus:
		rows = append(rows, []string{"graph", "built from an earlier corpus"})
	default:
		rows = append(rows, []string{"graph", fmt.Sprintf("%s, %s, built %s", plural(g.Nodes, "node"),
			plural(g.Edges, "relationship"), g.GeneratedAt.Format(time.RFC3339))},
			[]string{"extracted", extraction(g.Extraction)}, []string{"generation", g.Generation}, []string{"findings", countList(g.FindingCounts)})
	}
	if g := s.Graph; g != nil && g.Problem != "" {
		rows = append(rows, []string{"problem", g.Problem})
	}
	stale := s.Freshness.Stale
	if s.Freshness.Reason != "" {
		stale += ": " + s.Freshness.Reason
	}
	term.Table(w, []string{"what", "state"}, append(rows, []string{"stale", stale}))
}
