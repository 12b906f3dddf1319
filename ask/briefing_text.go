package ask

import (
	"fmt"
	"strings"

	"bdgraph"
)

// Text returns the briefing for an agent to read, as Markdown.
func (b *Briefing) Text() string {
	text := b.head()
	entries := b.entries()
	for _, section := range sections {
		if list := entries[section.name]; len(list) > 0 {
			text += section.heading() + strings.Join(list, "")
		}
	}
	return text
}

func (b *Briefing) head() string {
	text := fmt.Sprintf("# Context as of %s (graph %.12s)\n", b.AsOf, b.Generation)
	if len(b.Subjects) > 0 {
		text += "Components: " + strings.Join(componentsOf(b.Subjects), ", ") + "\n"
	}
	if n := len(b.Dropped); n > 0 {
		var parts []string
		for _, s := range sections {
			if d := b.Dropped[s.name]; d > 0 {
				parts = append(parts, fmt.Sprintf("%d %s", d, s.name))
			}
		}
		text += "Left out for the budget: " + strings.Join(parts, ", ") + "\n"
	}
	return text
}

// entries returns the text of each entry by section.
func (b *Briefing) entries() map[string][]string {
	out := map[string][]string{}
	for _, w := range b.Warnings {
		out["warnings"] = append(out["warnings"], "- "+bdgraph.OneLine(w)+"\n")
	}
	for _, r := range b.Rules {
		out["rules"] = append(out["rules"], r.text())
	}
	for _, i := range b.Blockers {
		out["blockers"] = append(out["blockers"], fmt.Sprintf("- %s %s (%s) blocks %s\n", i.Name, bdgraph.OneLine(i.Title), i.Status, i.Blocks))
	}
	for _, o := range b.Superseded {
		out["superseded"] = append(out["superseded"], o.text())
	}
	for _, e := range b.Changes {
		text := fmt.Sprintf("- %s: %s %s", e.When(), bdgraph.OneLine(e.Rule), e.Kind)
		if e.Cause.By != "" && e.Kind != RuleBegan {
			text += " by " + e.Cause.By
		}
		out["changes"] = append(out["changes"], text+"\n")
	}
	return out
}

// The most tokens that a quote and a reason take in a briefing.
const (
	quoteTokens  = 60
	reasonTokens = 40
)

// cut shortens a text to so many tokens.
func cut(s string, most int) string {
	quarters := 0 // of a token
	for i, r := range s {
		if r < 0x80 {
			quarters++
		} else {
			quarters += 4
		}
		if quarters > 4*most {
			return strings.TrimSpace(s[:i]) + "…"
		}
	}
	return s
}

func (r ContextRule) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "- **%s** (%s", bdgraph.OneLine(r.Rule), r.Kind)
	if r.State != bdgraph.Holds {
		b.WriteString(", not certain")
	}
	if since := r.SinceWords(); since != "" {
		b.WriteString(", since " + since)
	}
	if len(r.Components) > 0 {
		b.WriteString(", " + strings.Join(r.Components, ", "))
	}
	b.WriteString(")\n")
	for _, fact := range r.Facts {
		b.WriteString("  " + cut(bdgraph.OneLine(fact), quoteTokens) + "\n")
	}
	for i, s := range r.Support {
		if i == 0 && s.Quote != "" {
			fmt.Fprintf(&b, "  > %s (%s:%d)\n", cut(bdgraph.OneLine(s.Quote), quoteTokens), s.Document, s.Line)
		} else {
			fmt.Fprintf(&b, "  also: %s\n", s.EstablishedBy)
		}
	}
	if len(r.Because) > 0 {
		b.WriteString("  because: " + cut(bdgraph.OneLine(r.Because[0].Text), reasonTokens) + "\n")
	}
	for _, c := range r.Caveats {
		fmt.Fprintf(&b, "  %s by %s%s\n", strings.ReplaceAll(c.Kind, "_", " "), bdgraph.OneLine(c.By), scopeText(c.Scope))
	}
	return b.String()
}

func scopeText(scope string) string {
	if scope == "" {
		return ""
	}
	return ": " + bdgraph.OneLine(scope)
}

func (o Outdated) text() string {
	text := "- " + bdgraph.OneLine(o.Rule) + ": over since " + o.Ended
	if o.EndedBy != "" {
		text += ", ended by " + o.EndedBy
	}
	if len(o.Instead) > 0 {
		text += "; instead: " + strings.Join(o.Instead, "; ")
	}
	var places []string
	for _, s := range o.FoundIn {
		places = append(places, fmt.Sprintf("%s:%d", s.Document, s.Line))
	}
	if len(places) > 0 {
		text += " (still written in " + strings.Join(distinct(places), ", ") + ")"
	}
	return text + "\n"
}
