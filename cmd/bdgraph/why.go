package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"bdgraph"
	"bdgraph/ask"
	"bdgraph/internal/term"
)

func (a *app) newWhy() *cobra.Command {
	return a.asks(&cobra.Command{
		Use:   "why ID|RULE|EDGE",
		Short: "Tell the whole life of a thing: who said it, why, what it replaced, how each date was derived",
		Long: "Tell the whole life of a thing: who said it and where, why, what lost, what it replaced and what replaced it,\n" +
			"and how each of its dates was derived. EDGE is the id of a relationship, as governs --json gives it.",
		Example: "  bdgraph why ADR-0004\n  bdgraph why 'Keep sessions in Postgres' --as-of 2025-01-15",
		Args:    notBlank(cobra.ExactArgs(1)),
	}, asking.why)
}

func (q asking) why() (reply, error) {
	l, err := q.Why(q.ctx, q.name(), q.day)
	return answered(l, printLife), err
}

func printLife(w io.Writer, l ask.Life) {
	io.WriteString(w, lifeText(l))
}

// lifeText tells a life in paragraphs.
func lifeText(l ask.Life) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("%s %s%s", l.Label, term.Line(l.Name), titleText(l.Title))
	if l.Placeholder {
		line("  %s", placeholderText)
	}
	lasts := lasting(l.State, l.Span, "")
	switch {
	case l.Label == string(bdgraph.IssueLabel) && l.Kind != "decision" && (l.State == bdgraph.Holds || l.State == ""): // that it is open would be another thing
		line("  on record%s", orNothing(" ", lasts))
	case l.State != "":
		line("  %s on %s%s", l.State, l.AsOf, orNothing("; ", lasts))
	}
	if l.Status != "" {
		line("  its source says: %s", term.Line(l.Status))
	}
	if l.Fact != "" {
		line("  it says: %s", term.Line(l.Fact))
	}
	section := func(title string, n int) {
		if n > 0 {
			line("\n%s", title)
		}
	}
	section("Stated by", len(l.StatedBy))
	for _, s := range l.StatedBy {
		line("  %s (%s), %s, %s%s", term.Line(s.EstablishedBy), term.Line(placeOf(s.Document, s.Line)), s.Confidence, s.State, quoteText(s.Quote))
	}
	section("Because", len(l.Because))
	told := "" // texts of reasons
	for _, r := range l.Because {
		rule := ""
		if len(l.Establishes) > 1 {
			rule = term.Line(r.Rule) + ": "
		}
		switch {
		case r.Names == "":
			line("  %s%s", rule, term.Line(r.Text))
		case strings.Contains(told, r.Text): // the rationale, which names the record
			line("  %s%s, says %s", rule, term.Line(r.Names), term.Line(placeOf(r.Document, r.Line)))
		default:
			line("  %s%s, says %s%s", rule, term.Line(r.Names), term.Line(placeOf(r.Document, r.Line)), quoteText(r.Text))
		}
		told += r.Text + "\n"
	}
	section("Alternatives that lost", len(l.Rejected))
	for _, r := range l.Rejected {
		line("  %s", term.Line(r))
	}
	for _, part := range []struct {
		title string
		links []ask.Link
	}{
		{"Establishes", l.Establishes},
		{"Components", l.Governs},
		{"Replaced", ofType(bdgraph.Supersedes, l.Replaced)},
		{"Ended", ofType(bdgraph.Invalidates, l.Replaced)},
		{"Replaced by", ofType(bdgraph.Supersedes, l.ReplacedBy)},
		{"Ended by", ofType(bdgraph.Invalidates, l.ReplacedBy)},
		{"Amends", l.Amends},
		{"Amended by", l.AmendedBy},
		{"Contradicts", l.Contradicts},
	} {
		section(part.title, len(part.links))
		before := ""
		for _, k := range part.links {
			text := fmt.Sprintf("  %s %s%s: %s%s", k.Type, term.Line(k.Thing.Name), titleText(k.Thing.Title), k.State,
				orNothing(", ", lasting(k.State, k.Span, term.Line(k.EndedBy))))
			if k.Scope != "" {
				text += " (" + term.Line(k.Scope) + ")"
			}
			place := term.Line(placeOf(k.Document, k.Line)) + quoteText(k.Quote)
			if text == before { // both records tell of it
				line("    and %s", place)
			} else {
				line("%s, says %s", text, place)
			}
			before = text
		}
	}
	section("How its dates were derived", len(l.Dates))
	for _, d := range l.Dates {
		line("  %s of %s: %s", d.End, term.Line(d.Of), term.Line(strings.Join(d.Steps, "; ")))
	}
	section("Verdicts", len(l.Verdicts))
	for _, v := range l.Verdicts {
		line("  %s: %s (%s)", term.Line(v.Claim), v.Verdict, v.Edge)
	}
	return b.String()
}

// ofType returns the links of one type.
func ofType(t bdgraph.RelType, links []ask.Link) []ask.Link {
	return slices.DeleteFunc(slices.Clone(links), func(k ask.Link) bool { return k.Type != t })
}

func quoteText(quote string) string {
	if quote == "" {
		return ""
	}
	return "\n    > " + term.Line(quote)
}
