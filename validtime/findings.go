package validtime

import (
	"fmt"
	"slices"
	"strings"

	"bdgraph"
)

func (g *graph) report(code string, severity bdgraph.Severity, document, message, remedy string) {
	g.findings = append(g.findings, bdgraph.Finding{
		Code: code, Severity: severity, Document: document, Message: message, Remedy: remedy, Count: 1,
	})
}

// reportCycles names the members of each circle of supersession.
func (g *graph) reportCycles(cycles [][]bdgraph.NodeRef) {
	for _, members := range cycles {
		names := make([]string, len(members))
		for i, m := range members {
			names[i] = refName(m)
		}
		g.report("cycle", bdgraph.Error, names[0],
			"these supersede each other in a circle, so none of them closes another: "+strings.Join(names, ", "),
			"correct the supersession line that points the wrong way")
	}
}

func (g *graph) reportSoft(node int, c closer) {
	g.report("unverified_closer", bdgraph.Warning, g.edges[c.edge].Source,
		fmt.Sprintf("%s is said to be ended by %s, which nobody has verified: possible, not certain, from %s", refName(g.nodes[node].NodeRef), refName(c.by), dayText(c.on)),
		"verify the extraction: bdgraph verify plan")
}

func (g *graph) reportNarrowed(node int, code string) {
	n := g.nodes[node]
	switch code {
	case "inverted":
		g.report(code, bdgraph.Warning, refName(n.NodeRef),
			fmt.Sprintf("it begins on %s but was ended before that (by %s); its date is probably that of the last change", dayText(g.stated[node].From), closerName(g.ends[node])),
			"write the day of the decision as its date")
	case "empty_interval":
		g.report(code, bdgraph.Info, refName(n.NodeRef),
			fmt.Sprintf("it ends on the day on which it begins (%s, by %s), so it holds on no day", dayText(g.stated[node].From), closerName(g.ends[node])), "")
	}
}

func closerName(e ending) string {
	if e.to.IsZero() {
		return "its own status"
	}
	return refName(e.by)
}

// reportRelations goes once through the supersessions and through the records
// that say they are superseded.
func (g *graph) reportRelations(circular map[int]bool) {
	type pair struct{ newer, older bdgraph.NodeRef }
	sources := map[pair][]string{}
	superseders := map[bdgraph.NodeRef][]bdgraph.NodeRef{}
	superseded := map[bdgraph.NodeRef][]bdgraph.NodeRef{}
	for i := range g.edges {
		e := &g.edges[i]
		if e.Type != bdgraph.SupersedesRel {
			continue
		}
		p := pair{e.From, e.To}
		if sources[p] == nil {
			superseders[e.To] = append(superseders[e.To], e.From)
			superseded[e.From] = append(superseded[e.From], e.To)
		}
		sources[p] = append(sources[p], e.Source)
		if !circular[i] && !g.applies(e) {
			g.reportIdle(e)
		}
	}
	for p, said := range sources {
		g.reportSilentSide(p.newer, p.older, said)
		for _, between := range superseded[p.newer] { // newer → between → older makes newer → older redundant
			if slices.Contains(superseders[p.older], between) && between != p.older {
				g.report("redundant", bdgraph.Info, refName(p.newer),
					fmt.Sprintf("%s supersedes %s, which %s, superseded by it as well, has already replaced", refName(p.newer), refName(p.older), refName(between)), "")
			}
		}
	}
	for i := range g.nodes {
		n := &g.nodes[i]
		if n.Life != nil && n.Life.Ended == string(bdgraph.StatusSuperseded) && len(superseders[n.NodeRef]) == 0 {
			g.report("missing_successor", bdgraph.Warning, refName(n.NodeRef),
				"its status says superseded, but nothing says by what", "name the successor on the status line")
		}
	}
}

// reportIdle tells of a supersession whose newer side is not in force.
func (g *graph) reportIdle(e *bdgraph.Edge) {
	from, ok := g.byRef[e.From]
	if !ok || g.nodes[from].Life == nil || g.nodes[from].Life.NeverInForce == "" {
		return
	}
	to, ok := g.byRef[e.To]
	if ok && g.nodes[to].Life != nil && g.nodes[to].Life.Ended != "" {
		g.report("conflict", bdgraph.Warning, refName(e.To),
			fmt.Sprintf("it says that it was ended, but its successor %s is %s", refName(e.From), g.nodes[from].Life.NeverInForce),
			"set the status of one of the two right")
		return
	}
	g.report("overlap", bdgraph.Info, refName(e.From),
		fmt.Sprintf("it would supersede %s, but is %s and so closes nothing", refName(e.To), g.nodes[from].Life.NeverInForce), "")
}

// reportSilentSide tells which of two decision records does not mention the supersession.
func (g *graph) reportSilentSide(newer, older bdgraph.NodeRef, said []string) {
	if newer.Label != bdgraph.ADRLabel || older.Label != bdgraph.ADRLabel {
		return
	}
	for _, side := range []bdgraph.NodeRef{newer, older} {
		i, ok := g.byRef[side]
		if ok && !g.nodes[i].Placeholder && !slices.Contains(said, side.Key) {
			g.report("not_reciprocal", bdgraph.Info, refName(side),
				fmt.Sprintf("%s supersedes %s, but this record does not say so", refName(newer), refName(older)),
				"add the line to its header")
		}
	}
}

// reportScheduled names what begins or ends after the day of the closure.
func (g *graph) reportScheduled(on bdgraph.Day) {
	for i := range g.nodes {
		v := g.nodes[i].Valid
		if v == nil {
			continue
		}
		name := refName(g.nodes[i].NodeRef)
		if v.From.Earliest > on && dated(v.From) {
			g.report("scheduled", bdgraph.Info, name, "it begins on "+dayText(v.From)+", after this graph was made", "")
		}
		if v.To.Earliest > on && v.To.Latest != bdgraph.MaxDay {
			g.report("scheduled", bdgraph.Info, name, "it ends on "+dayText(v.To)+", after this graph was made", "")
		}
	}
}

// dayText says a date as it is known.
func dayText(e bdgraph.Endpoint) string {
	switch {
	case e.Text != "":
		return e.Text
	case e.Earliest == bdgraph.MinDay && e.Latest == bdgraph.MaxDay:
		return "an unknown day"
	case e.Earliest == bdgraph.MinDay:
		return e.Latest.String() + " at the latest"
	case e.Latest == bdgraph.MaxDay:
		return e.Earliest.String() + " at the earliest"
	}
	return e.Earliest.String() + " to " + e.Latest.String()
}
