package main

import (
	"context"
	"io"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"bdgraph"
	"bdgraph/export"
	"bdgraph/internal/files"
	"bdgraph/internal/pipeline"
	"bdgraph/internal/term"
)

type exportOptions struct {
	docs string
	json bool
}

func (a *app) newExport() *cobra.Command {
	var o exportOptions
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Read the sources into the corpus, and nothing more",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return a.export(cmd.Context(), cmd.OutOrStdout(), o) },
	}
	cmd.Flags().StringVar(&o.docs, "docs", "", "also write the canonical text of each document to this folder")
	cmd.Flags().BoolVar(&o.json, "json", false, "print the manifest as JSON")
	return cmd
}

func (a *app) export(ctx context.Context, w io.Writer, o exportOptions) error {
	p, err := a.project()
	if err != nil {
		return err
	}
	in, err := a.inputs(p, false)
	if err != nil {
		return err
	}
	lock, err := lockState(p, "export")
	if err != nil {
		return err
	}
	defer lock.Release()
	corpus, err := pipeline.ReadCorpus(ctx, in)
	if err != nil {
		return err
	}
	if err := export.Write(in.CorpusDir, corpus); err != nil {
		return err
	}
	if o.docs != "" {
		if err := writeDocuments(o.docs, corpus.Documents); err != nil {
			return err
		}
	}
	a.talk.Done()
	counts := map[string]int{}
	for _, f := range corpus.Findings {
		counts[string(f.Severity)] += max(1, f.Count)
	}
	a.sayFindings(counts)
	if o.json {
		return writeJSON(w, corpus.Manifest)
	}
	printCounts(w, corpus.Manifest)
	return nil
}

// writeDocuments writes one text file a document.
func writeDocuments(dir string, docs []bdgraph.Document) error {
	for _, d := range docs {
		name := bdgraph.FileName(d.ID) + ".txt"
		if err := files.Write(filepath.Join(dir, name), []byte(d.Text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func printCounts(w io.Writer, m bdgraph.Manifest) {
	var rows [][]string
	for _, count := range []struct {
		kind   string
		counts map[string]int
	}{{"read", m.Counts}, {"left out", m.Skipped}} {
		for _, name := range sortedKeys(count.counts) {
			rows = append(rows, []string{count.kind, name, strconv.Itoa(count.counts[name])})
		}
	}
	term.Table(w, []string{"did", "what", "count"}, rows)
}
