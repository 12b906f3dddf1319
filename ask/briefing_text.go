package ask

import (
	"fmt"
	"strings"

	"bdgraph"
)

// Text returns the briefing for an agent to read, as Markdown.
func (p *Briefing) Text() string {
	var b strings.Builder
	b.WriteString(p.head())
	entries := p.entries()
	for _, section := range sections {
		list := entries[section.name]
		if len(list) == 0 {
			continue
		}
		b.WriteString("\n## " + titles[section.name] + "\n")
		for _, entry := range list {
			b.WriteString(entry)
		}
	}
	return b.String()
}

var titles = map[string]string{
	"warnings": "Warnings", "rules": "Rules in force", "blockers": "Open blockers",
	"superseded": "No longer so (do not follow, even where documents still say it)", "changes": "Recent changes",
}

func (p *Briefing) head() string {
	text := fmt.Sprintf("# Context as of %s (graph %.12s)\n", p.AsOf, p.Generation)
	if len(p.Subjects) > 0 {
		text += "Components: " + strings.Join(componentsOf(p.Subjects), ", ") + "\n"
	}
	if n := len(p.Dropped); n > 0 {
		var parts []string
		for _, s := range sections {
			if d := p.Dropped[s.name]; d > 0 {
				parts = append(parts, fmt.Sprintf("%d %s", d, s.name))
			}
		}
		text += "Left out for the budget: " + strings.Join(parts, ", ") + "\n"
	}
	return text
}

// entries returns the text of each entry by section.
func (p *Briefing) entries() map[string][]string {
	out := map[string][]string{}
	for _, w := range p.Warnings {
		out["warnings"] = append(out["warnings"], "- "+bdgraph.OneLine(w)+"\n")
	}
	for _, r := range p.Rules {
		out["rules"] = append(out["rules"], r.text())
	}
	for _, b := range p.Blockers {
		out["blockers"] = append(out["blockers"], fmt.Sprintf("- %s %s (%s) blocks %s\n", b.Name, bdgraph.OneLine(b.Title), b.Status, b.Blocks))
	}
	for _, o := range p.Superseded {
		out["superseded"] = append(out["superseded"], o.text())
	}
	for _, e := range p.Changes {
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
