package ask

import (
	"bdgraph/internal/names"
)

// The sections of a briefing, in the order in which the budget is spent, each with
// the share that it may take before the others have had theirs.
var sections = []struct {
	name  string
	share float64
}{
	{"warnings", 0.1}, {"rules", 0.6}, {"blockers", 0.1}, {"superseded", 0.15}, {"changes", 0.05},
}

// fit cuts the sections so that the text of the briefing takes no more tokens
// than the budget: first each section up to its share, then in order what there is room for.
func (p *Briefing) fit() {
	entries := p.entries()
	for name, list := range entries { // as long as the head can become
		p.Dropped[name] = len(list) + p.beyond[name]
	}
	left := p.Budget - names.Tokens(p.head())
	clear(p.Dropped)
	for _, section := range sections {
		if len(entries[section.name]) > 0 {
			left -= names.Tokens("\n## "+titles[section.name]+"\n") + 1
		}
	}
	kept := map[string]int{}
	for round := range 2 {
		for _, section := range sections {
			room := left
			if round == 0 {
				room = min(left, int(section.share*float64(p.Budget)))
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
		if n := len(list) - kept[name] + p.beyond[name]; n > 0 {
			p.Dropped[name] = n
		}
	}
	p.Rules, p.Blockers, p.Superseded = p.Rules[:kept["rules"]], p.Blockers[:kept["blockers"]], p.Superseded[:kept["superseded"]]
	p.Changes, p.Warnings = p.Changes[:kept["changes"]], p.Warnings[:kept["warnings"]]
	p.Tokens = names.Tokens(p.Text())
}
