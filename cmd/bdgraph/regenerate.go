package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"bdgraph"
	"bdgraph/internal/config"
	"bdgraph/internal/pipeline"
	"bdgraph/internal/term"
)

type regenerateOptions struct {
	offline     bool
	forceShared bool
	json        bool
}

func (a *app) newRegenerate() *cobra.Command {
	var o regenerateOptions
	cmd := &cobra.Command{
		Use:   "regenerate",
		Short: "Read the sources, build the graph and load it into the store",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return a.regenerate(cmd.Context(), cmd.OutOrStdout(), o) },
	}
	cmd.Flags().BoolVar(&o.offline, "offline", false, "use the stored corpus as it is")
	cmd.Flags().BoolVar(&o.forceShared, "force-shared", false, "load into a Neo4j database that holds others' nodes too")
	cmd.Flags().BoolVar(&o.json, "json", false, "print the report as JSON")
	return cmd
}

func (a *app) regenerate(ctx context.Context, w io.Writer, o regenerateOptions) error {
	pace := paceGC(buildHeap)
	defer pace.stop()
	p, err := a.project()
	if err != nil {
		return err
	}
	in, err := a.inputs(p, o.offline)
	if err != nil {
		return err
	}
	in.Sources.Beads.Reading = pace.expect
	lock, err := lockState(p, "regenerate")
	if err != nil {
		return err
	}
	defer lock.Release()
	_, report, err := build(ctx, p, in, o.forceShared)
	if err != nil {
		return err
	}
	a.talk.Done()
	a.sayFindings(report.FindingCounts)
	if o.json {
		return writeJSON(w, report)
	}
	printReport(w, report)
	return nil
}

// build runs the pipeline into the project's store and keeps the report.
func build(ctx context.Context, p config.Project, in pipeline.Inputs, forceShared bool) (pipeline.Built, pipeline.Report, error) {
	writer, err := openWriter(p, forceShared)
	if err != nil {
		return pipeline.Built{}, pipeline.Report{}, err
	}
	defer writer.Close(ctx)
	built, loaded, err := pipeline.Regenerate(ctx, in, writer)
	if err != nil {
		return pipeline.Built{}, pipeline.Report{}, err
	}
	name, reason := p.StoreName()
	report := pipeline.NewReport(built, loaded, name, reason)
	return built, report, pipeline.WriteReport(reportFile(p), report)
}

// sayFindings tells that there is something to look at.
func (a *app) sayFindings(counts map[string]int) {
	errors, warnings := counts[string(bdgraph.Error)], counts[string(bdgraph.Warning)]
	if errors+warnings > 0 {
		a.talk.Say("%s, %s: bdgraph lint shows them", plural(errors, "error"), plural(warnings, "warning"))
	}
}

func printReport(w io.Writer, r pipeline.Report) {
	rows := [][]string{
		{"corpus", strings.Join([]string{
			plural(r.Corpus.Counts["issues"], "issue"), memories(r.Corpus.Counts["memories"]), plural(r.Corpus.Counts["adrs"], "ADR"),
		}, ", ")},
		{"extracted", extraction(r.Extraction)},
		{"graph", fmt.Sprintf("%s, %s", plural(r.Graph.Nodes, "node"), plural(r.Graph.Edges, "relationship"))},
	}
	rows = append(rows, countRows("labels", r.Graph.Labels)...)
	rows = append(rows, countRows("placeholders", r.Graph.Placeholders)...)
	rows = append(rows, countRows("types", r.Graph.Types)...)
	rows = append(rows,
		[]string{"closed", plural(r.Graph.Closed, "interval")},
		[]string{"store", fmt.Sprintf("%s (%s): %s", r.Store, r.StoreReason, plural(r.Loaded.Changes(), "change"))},
		[]string{"generation", r.Graph.Generation})
	term.Table(w, []string{"what", "how much"}, rows)
}

func extraction(x pipeline.ExtractionReport) string {
	if x.Accepted == 0 {
		return "phase 1 only: no document has an accepted extraction"
	}
	return fmt.Sprintf("%d of %s", x.Accepted, plural(x.Documents, "document"))
}

// countRows prints counts as rows of a table, several to a row.
func countRows(what string, counts map[string]int) [][]string {
	var rows [][]string
	for part := range slices.Chunk(countParts(counts), 5) {
		rows = append(rows, []string{what, strings.Join(part, ", ")})
		what = ""
	}
	return rows
}
