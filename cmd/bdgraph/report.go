package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"bdgraph"
	"bdgraph/eval"
	"bdgraph/internal/config"
	"bdgraph/internal/files"
	"bdgraph/internal/names"
	"bdgraph/internal/pipeline"
	"bdgraph/internal/term"
	"bdgraph/phase2"
	"bdgraph/prompts"
)

type reportOptions struct{ json, markdown bool }

func (a *app) newReport() *cobra.Command {
	var o reportOptions
	cmd := &cobra.Command{
		Use:   "report",
		Short: "Say how much of the project is in the graph, how well it is known, and what has changed",
		Long: "Look at the stored corpus, the extractions and the verdicts: documents by state, relationships by type and\n" +
			"confidence, what has no start, no rule or no component. The report is kept, so that the next one of another\n" +
			"graph shows the trend.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.reportCoverage(cmd.Context(), cmd.OutOrStdout(), o)
		},
	}
	cmd.Flags().BoolVar(&o.json, "json", false, "print it as JSON")
	cmd.Flags().BoolVar(&o.markdown, "markdown", false, "print it for a comment on a pull request")
	cmd.MarkFlagsMutuallyExclusive("json", "markdown")
	return cmd
}

// coverageReport is what report prints.
type coverageReport struct {
	eval.Coverage
	Trend []eval.Change `json:"trend"` // against the last report of another graph; none without one
	Since string        `json:"since,omitempty"`
}

// coverageHistory is what report keeps: its last coverage, and the one before of another graph.
type coverageHistory struct {
	Last   eval.Coverage  `json:"last"`
	Before *eval.Coverage `json:"before,omitempty"`
}

func (a *app) reportCoverage(ctx context.Context, w io.Writer, o reportOptions) error {
	p, corpus, err := a.exported()
	if err != nil {
		return err
	}
	in, err := a.inputs(p, true)
	if err != nil {
		return err
	}
	built := pipeline.Derive(corpus, in)
	versions := phase2.VersionsOf(prompts.Extraction)
	proposed, err := proposals(p, corpus)
	if err != nil {
		return err
	}
	linted, err := lintGraph(ctx, built)
	if err != nil {
		return err
	}
	plan, err := phase2.NewPlan(corpus, p.Vocabulary(), in.Extracted.FS, versions, phase2.PlanOptions{Proposals: proposed}, reading(p, corpus)...)
	if err != nil {
		return err
	}
	input := eval.CoverageInput{
		Graph: built.Graph, Generation: built.Meta.Generation, Day: built.Meta.ClosedOn, Documents: make(map[string]int),
		Accepted: built.Extracted, Findings: built.Findings(), ComponentsWithoutRules: linted.BareComponents,
	}
	for _, x := range linted.Citing {
		input.Citing = append(input.Citing, x.Document+" → "+x.Cited)
	}
	slices.Sort(input.Citing)
	for _, d := range plan.Documents {
		input.Documents[string(d.State)]++
		if d.State == phase2.Stale {
			input.Stale = append(input.Stale, d.ID)
		}
	}
	var rules []string
	for _, n := range built.Graph.Nodes {
		if n.Label == bdgraph.RuleLabel {
			rules = append(rules, n.Key)
		}
	}
	input.NearDuplicates = names.NearDuplicates(rules)
	report := coverageReport{Coverage: eval.NewCoverage(input), Trend: []eval.Change{}}
	if err := remember(p, &report); err != nil {
		return err
	}
	a.talk.Done()
	switch {
	case o.json:
		return writeJSON(w, report)
	case o.markdown:
		printCoverageMarkdown(w, report)
		return nil
	}
	printCoverage(w, report)
	return nil
}

// remember compares a report with the last one of another graph, and keeps it.
func remember(p config.Project, r *coverageReport) error {
	path := coverageFile(p)
	var history coverageHistory
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, &history)
	}
	known := err == nil
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("read the last report: %w", err)
	}
	if known && len(history.Last.Trend(r.Coverage)) > 0 {
		before := history.Last
		history.Before = &before
	}
	history.Last = r.Coverage
	if history.Before != nil {
		r.Trend, r.Since = r.Coverage.Trend(*history.Before), history.Before.Day.String()
	}
	return files.WriteJSON(path, history, 0o644)
}

// coverageRows returns the report as rows of two cells.
func coverageRows(r coverageReport) [][]string {
	rows := [][]string{{"documents", countList(r.Documents)}}
	if r.WithEdges.Of > 0 {
		rows = append(rows, []string{"accepted with relationships", fmt.Sprintf("%d of %d", r.WithEdges.Right, r.WithEdges.Of)})
	}
	for _, typ := range sortedKeys(r.Edges) {
		rows = append(rows, []string{typ, countList(r.Edges[typ])})
	}
	rows = append(rows, []string{"turned down", strconv.Itoa(r.TurnedDown)}, []string{"unknown starts", countList(r.UnknownStarts)})
	for _, x := range []struct {
		name string
		list []string
	}{
		{"components without rules", r.ComponentsWithoutRules},
		{"rules without components", r.RulesWithoutComponents},
		{"stale extractions", r.Stale},
		{"in force, citing ended", r.Citing},
	} {
		rows = append(rows, []string{x.name, listed(x.list)})
	}
	var near []string
	for _, pair := range r.NearDuplicates {
		near = append(near, pair[0]+" / "+pair[1])
	}
	return append(rows, []string{"near duplicates", listed(near)}, []string{"findings (time, links, verdicts)", cmp.Or(countList(r.Findings), "0")})
}

func trendRows(r coverageReport) [][]string {
	var rows [][]string
	for _, c := range r.Trend {
		rows = append(rows, []string{c.What, strconv.Itoa(c.Was), strconv.Itoa(c.Is), fmt.Sprintf("%+d", c.Is-c.Was)})
	}
	return rows
}

func printCoverage(w io.Writer, r coverageReport) {
	term.Table(w, []string{"what", "how much"}, coverageRows(r))
	if len(r.Trend) == 0 {
		return
	}
	fmt.Fprintf(w, "\nsince %s:\n", r.Since)
	term.Table(w, []string{"what", "was", "is", "change"}, trendRows(r))
}

func printCoverageMarkdown(w io.Writer, r coverageReport) {
	var b strings.Builder
	table := func(columns []string, rows [][]string) {
		fmt.Fprintf(&b, "| %s |\n|%s\n", strings.Join(columns, " | "), strings.Repeat(" --- |", len(columns)))
		for _, row := range rows {
			for i, cell := range row {
				row[i] = strings.ReplaceAll(term.Line(cell), "|", `\|`)
			}
			fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
		}
	}
	fmt.Fprintf(&b, "### Coverage of the graph\n\n")
	table([]string{"What", "How much"}, coverageRows(r))
	if len(r.Trend) > 0 {
		fmt.Fprintf(&b, "\nSince %s:\n\n", r.Since)
		table([]string{"What", "Was", "Is", "Change"}, trendRows(r))
	}
	io.WriteString(w, b.String())
}
