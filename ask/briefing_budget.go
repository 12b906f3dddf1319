package ask

import (
	"bdgraph/internal/names"
)

// section is a part of a briefing, with the share of the budget that it may take before
// the others have had theirs.
type section struct {
	name, title string
	share       float64
}

func (s section) heading() string { return "\n## " + s.title + "\n" }

// sections are in the order in which they are told and the budget is spent.
var sections = []section{
	{"warnings", "Warnings", 0.1},
	{"rules", "Rules in force", 0.6},
	{"blockers", "Open blockers", 0.1},
	{"superseded", "No longer so (do not follow, even where documents still say it)", 0.15},
	{"changes", "Recent changes", 0.05},
}

// fit cuts the sections so that the text of the briefing takes no more tokens
// than the budget: first each section up to its share, then in order what there is room for.
func (b *Briefing) fit() {
	entries := b.entries()
	for name, list := range entries { // as long as the head can become
		b.Dropped[name] = len(list) + b.beyond[name]
	}
	left := b.Budget - names.Tokens(b.head())
	clear(b.Dropped)
	for _, section := range sections {
		if len(entries[section.name]) > 0 {
			left -= names.Tokens(section.heading()) + 1
		}
	}
	kept := map[string]int{}
	for round := range 2 {
		for _, section := range sections {
			room := left
			if round == 0 {
				room = min(left, int(section.share*float64(b.Budget)))
			}
			for _, entry := range entries[section.name][kept[section.name]:] {
				n := names.Tokens(entry)
				if n > room {
					break
				}
				room, left = room-n, left-n
				kept[section.name]++
			}
		}
	}
	for name, list := range entries {
		if n := len(list) - kept[name] + b.beyond[name]; n > 0 {
			b.Dropped[name] = n
		}
	}
	b.Rules, b.Blockers, b.Superseded = b.Rules[:kept["rules"]], b.Blockers[:kept["blockers"]], b.Superseded[:kept["superseded"]]
	b.Changes, b.Warnings = b.Changes[:kept["changes"]], b.Warnings[:kept["warnings"]]
	b.Tokens = names.Tokens(b.Text())
}
