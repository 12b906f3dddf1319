package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"bdgraph/ask"
)

func (a *app) newImpact() *cobra.Command {
	var limit int
	cmd := a.asks(&cobra.Command{
		Use:   "impact ID|COMPONENT|RULE",
		Short: "List what depends on a thing, near and far, and what cites it",
		Long: "List what depends on a thing, near and far, and what cites it: issues that wait for it or are a part of it,\n" +
			"rules that it establishes or is a reason for, components that those govern, each with the way that leads there.",
		Example: "  bdgraph impact ADR-0004\n  bdgraph impact Store",
		Args:    notBlank(cobra.ExactArgs(1)),
		PreRunE: func(*cobra.Command, []string) error { return atLeastOne("limit", limit) },
	}, func(q asking) (reply, error) { return q.impact(limit) })
	cmd.Flags().IntVar(&limit, "limit", ask.ImpactLimit, "list at most so many of each")
	return cmd
}

func (q asking) impact(limit int) (reply, error) {
	i, err := q.Impact(q.ctx, q.name(), q.day, limit)
	r := answered(i, printImpact)
	if i.Truncated {
		r.warning = fmt.Sprintf("the lists were cut at %d; raise --limit", limit)
	}
	return r, err
}

func printImpact(w io.Writer, i ask.Impact) {
	listing(w, []string{"depends on it", "title", "status", "distance", "state", "way"}, dependentRows(i.Dependents))
	if len(i.Dependents) > 0 && len(i.Cited) > 0 {
		fmt.Fprintln(w)
	}
	listing(w, []string{"cites it", "title", "status", "distance", "state", "way"}, dependentRows(i.Cited))
	counts := maps.Clone(i.Counts)
	cited := counts["cited_by"]
	delete(counts, "cited_by")
	fmt.Fprintf(w, "(depend on it: %s; cite it: %s)\n", cmp.Or(countList(counts), "none"), plural(cited, "document"))
}

func dependentRows(list []ask.Dependent) [][]string {
	rows := make([][]string, len(list))
	for i, d := range list {
		var way []string
		for _, s := range d.Path {
			arrow := "-" + string(s.Type) + "->"
			if s.Into {
				arrow = "<-" + string(s.Type) + "-"
			}
			way = append(way, arrow+" "+s.Name)
		}
		rows[i] = []string{d.Label + " " + d.Name, d.Title, d.Status, strconv.Itoa(d.Distance), string(d.State), strings.Join(way, " ")}
	}
	return rows
}
