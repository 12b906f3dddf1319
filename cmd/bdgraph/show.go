package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bdgraph"
	"bdgraph/export"
	"bdgraph/internal/config"
	"bdgraph/internal/pipeline"
	"bdgraph/internal/term"
)

type showOptions struct {
	asOf string
	text bool
	json bool
}

func (a *app) newShow() *cobra.Command {
	var o showOptions
	cmd := &cobra.Command{
		Use:   "show ID",
		Short: "Show an issue, memory, ADR, rule, component or PR with its relationships",
		Long: "Show what ID names, with its relationships and the state of each on a day. ID is an issue id, a memory's\n" +
			"key, an ADR's path, id or number, or the name of a rule, component or PR.",
		Example: "  bdgraph show ADR-0004\n  bdgraph show ADR-0004 --text",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.show(cmd.Context(), cmd.OutOrStdout(), args[0], o)
		},
	}
	cmd.Flags().StringVar(&o.asOf, "as-of", "", "the day whose states are shown, YYYY-MM-DD (default: today)")
	cmd.Flags().BoolVar(&o.text, "text", false, "print the document's canonical text with line numbers, and nothing more")
	cmd.Flags().BoolVar(&o.json, "json", false, "print it as JSON")
	return cmd
}

func (a *app) show(ctx context.Context, w io.Writer, id string, o showOptions) error {
	day, err := dayFlag("as-of", o.asOf)
	if err != nil {
		return err
	}
	p, err := a.project()
	if err != nil {
		return err
	}
	built, err := a.derive(ctx, p, true)
	if errors.Is(err, export.ErrNoCorpus) {
		built, err = a.derive(ctx, p, false)
	}
	if err != nil {
		return err
	}
	a.talk.Done()
	node, err := findNode(built.Graph, id)
	if err != nil {
		return err
	}
	if o.text {
		return printText(w, built.Corpus, node, o.json)
	}
	shown := describeNode(built, node, cmp.Or(day, built.Meta.ClosedOn))
	if o.json {
		return writeJSON(w, shown)
	}
	when := "today"
	if day != 0 {
		when = "on " + day.String()
	}
	return printShown(w, shown, when)
}

// findNode finds the one node that a person's word names: by key, else by the
// id or number of an ADR, else by an alias.
func findNode(g bdgraph.Graph, word string) (bdgraph.Node, error) {
	ways := []func(bdgraph.Node) bool{
		func(n bdgraph.Node) bool { return n.Key == word },
		func(n bdgraph.Node) bool { return n.Attributes["id"] == word },
		func(n bdgraph.Node) bool { return strings.EqualFold(n.Key, word) },
		func(n bdgraph.Node) bool {
			return n.Label == bdgraph.ADRLabel && sameNumber(n.Attributes["number"], word)
		},
		func(n bdgraph.Node) bool {
			aliases, _ := n.Attributes["aliases"].([]string)
			return slices.ContainsFunc(aliases, func(alias string) bool { return strings.EqualFold(alias, word) })
		},
	}
	for _, matches := range ways {
		var found []bdgraph.Node
		for _, n := range g.Nodes {
			if matches(n) {
				found = append(found, n)
			}
		}
		switch len(found) {
		case 0:
			continue
		case 1:
			return found[0], nil
		}
		names := make([]string, len(found))
		for i, n := range found {
			names[i] = n.String()
		}
		return bdgraph.Node{}, &failure{
			err:  fmt.Errorf("%q names %d nodes: %s", word, len(found), strings.Join(names, ", ")),
			next: "bdgraph show with the whole key of the one you mean",
		}
	}
	var words []string
	for _, n := range g.Nodes {
		words = append(words, n.Key)
		if id, ok := n.Attributes["id"].(string); ok {
			words = append(words, id)
		}
	}
	return bdgraph.Node{}, &failure{
		err:  fmt.Errorf("nothing is named %q%s", word, config.DidYouMean(word, words)),
		next: "bdgraph search " + quoted(word) + ", or bdgraph regenerate if it is new",
	}
}

// sameNumber compares an ADR's number with a word such as 7, 0007 or ADR-7.
func sameNumber(number any, word string) bool {
	text, _ := number.(string)
	word = strings.TrimLeft(strings.TrimPrefix(strings.ToLower(word), "adr"), "- ")
	a, errA := strconv.Atoi(text)
	b, errB := strconv.Atoi(word)
	return errA == nil && errB == nil && a == b
}

// shownNode is what show prints.
type shownNode struct {
	Label         bdgraph.Label  `json:"label"`
	Key           string         `json:"key"`
	State         bdgraph.State  `json:"state,omitempty"`
	Properties    map[string]any `json:"properties"`
	Relationships []shownEdge    `json:"relationships"`
}

type shownEdge struct {
	Type       bdgraph.RelType    `json:"type"`
	Direction  string             `json:"direction"` // out or in
	Other      bdgraph.NodeRef    `json:"other"`
	State      bdgraph.State      `json:"state"`
	ValidFrom  string             `json:"valid_from,omitempty"`
	InvalidAt  string             `json:"invalid_at,omitempty"`
	Source     string             `json:"source"`
	Line       int                `json:"line,omitempty"`
	Quote      string             `json:"quote,omitempty"`
	Confidence bdgraph.Confidence `json:"confidence"`
}

func describeNode(b pipeline.Built, n bdgraph.Node, day bdgraph.Day) shownNode {
	s := shownNode{Label: n.Label, Key: n.Key, Properties: n.Properties(), Relationships: []shownEdge{}}
	delete(s.Properties, bdgraph.HashProperty)
	if n.Valid != nil {
		s.State = n.Valid.StateOn(day)
	}
	for _, e := range b.Graph.Edges {
		for _, end := range []struct {
			direction   string
			here, other bdgraph.NodeRef
		}{{"out", e.From, e.To}, {"in", e.To, e.From}} {
			if end.here != n.NodeRef {
				continue
			}
			shown := shownEdge{
				Type: e.Type, Direction: end.direction, Other: end.other, State: e.Valid.StateOn(day),
				ValidFrom: e.Valid.From.Text, InvalidAt: e.Valid.To.Text, Source: e.Source, Confidence: e.Confidence,
			}
			if len(e.Evidence) > 0 {
				shown.Quote, shown.Line = e.Evidence[0].Text, e.Evidence[0].Line
			}
			s.Relationships = append(s.Relationships, shown)
		}
	}
	return s
}

func printShown(w io.Writer, s shownNode, when string) error {
	var rows [][]string
	for _, name := range sortedKeys(s.Properties) {
		var text string
		switch v := s.Properties[name].(type) {
		case []string:
			text = strings.Join(v, ", ")
		case time.Time:
			text = v.Format(time.RFC3339)
		case bdgraph.Day:
			if v == bdgraph.MinDay || v == bdgraph.MaxDay {
				continue // no bound
			}
			text = v.String()
		default:
			text = fmt.Sprint(v)
		}
		if strings.Contains(text, "\n") {
			text = fmt.Sprintf("(%s; --text prints the document)", plural(strings.Count(text, "\n")+1, "line"))
		}
		rows = append(rows, []string{name, text})
	}
	if s.State != "" && (s.Label != bdgraph.IssueLabel || s.State != bdgraph.Holds) { // its status tells whether it is open
		rows = append(rows, []string{"state " + when, string(s.State)})
	}
	if err := term.Table(w, []string{string(s.Label), s.Key}, rows); err != nil {
		return err
	}
	if len(s.Relationships) == 0 {
		_, err := fmt.Fprintln(w, "\nno relationships")
		return err
	}
	rows = rows[:0]
	for _, e := range s.Relationships {
		arrow := "-> "
		if e.Direction == "in" {
			arrow = "<- "
		}
		source := e.Source
		if e.Line > 0 {
			source += ":" + itoa(e.Line)
		}
		rows = append(rows, []string{arrow + string(e.Type), e.Other.String(), string(e.State), e.ValidFrom, e.InvalidAt, source, e.Quote})
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	return term.Table(w, []string{"relationship", "with", when, "from", "until", "source", "quote"}, rows)
}

func printText(w io.Writer, c bdgraph.Corpus, n bdgraph.Node, asJSON bool) error {
	for _, d := range c.Documents {
		if d.Ref() != n.NodeRef {
			continue
		}
		if asJSON {
			return writeJSON(w, d)
		}
		for i, line := range strings.Split(d.Text, "\n") {
			if _, err := fmt.Fprintf(w, "%4d  %s\n", i+1, term.Safe(line)); err != nil {
				return err
			}
		}
		return nil
	}
	return &failure{err: fmt.Errorf("%s is no document: it has no text", n.NodeRef), next: "bdgraph show without --text"}
}
