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

// reportSoft names the closers of a node that nobody has verified.
func (g *graph) reportSoft(node int, cs []closer) {
	for _, c := range cs {
		if !c.soft {
			continue
		}
		g.report("unverified_closer", bdgraph.Warning, g.edges[c.edge].Source,
			fmt.Sprintf("%s is said to be ended by %s, which nobody has verified: possible, not certain, from %s", refName(g.nodes[node].NodeRef), refName(c.by), c.on.Words()),
			"verify the extraction: bdgraph verify plan")
	}
}

func (g *graph) reportNarrowed(node int, code string) {
	n := g.nodes[node]
	switch code {
	case "inverted":
		why, remedy := "its date is probably that of the last change", "write the day of the decision as its date"
		if n.Label == bdgraph.IssueLabel { // begins when it was created, which nobody changes
			why, remedy = "probably it is the one that replaced the other", "look at the dependency in bd: the replaced issue depends on the one that replaced it"
		}
		g.report(code, bdgraph.Warning, refName(n.NodeRef),
			fmt.Sprintf("it begins on %s but was ended before that (by %s); %s", g.stated[node].From.Words(), closerName(g.ends[node]), why), remedy)
	case "empty_interval":
		g.report(code, bdgraph.Info, refName(n.NodeRef),
			fmt.Sprintf("it ends on the day on which it begins (%s, by %s), so it holds on no day", g.stated[node].From.Words(), closerName(g.ends[node])), "")
	}
}

func closerName(e ending) string {
	if e.to.IsZero() {
		return "its own status"
	}
	return refName(e.by)
}

// relation is a pair of nodes of which one supersedes or invalidates the other.
type relation struct{ newer, older int }

// reportRelations goes once through the supersessions and through the records
// that say they are superseded.
func (g *graph) reportRelations(circular map[int]bool) {
	sources := map[relation][]int{} // the documents that state a supersession, none among them
	idle := map[relation]int{}      // an edge that closes nothing, none where another source makes it count
	superseders := make([][]int, len(g.nodes))
	superseded := make([][]int, len(g.nodes))
	for i := range g.edges {
		e := &g.edges[i]
		if !closes(e.Type) || g.from(i) == none || g.to(i) == none {
			continue
		}
		p := relation{g.from(i), g.to(i)}
		if !circular[i] {
			if g.applies(i) {
				idle[p] = none
			} else if other, again := idle[p]; !again || other != none && e.Source < g.edges[other].Source {
				idle[p] = i
			}
		}
		if e.Type != bdgraph.Supersedes {
			continue
		}
		if sources[p] == nil {
			superseders[p.older] = append(superseders[p.older], p.newer)
			superseded[p.newer] = append(superseded[p.newer], p.older)
		}
		sources[p] = append(sources[p], g.source[i])
	}
	for _, edge := range idle {
		if edge != none {
			g.reportIdle(edge)
		}
	}
	for p, said := range sources {
		g.reportSilentSide(p, said)
		// newer → between → older makes newer → older redundant.
		shorter := superseders[p.older]
		if other := superseded[p.newer]; len(other) < len(shorter) {
			shorter = other
		}
		for _, between := range shorter {
			if between != p.newer && between != p.older && sources[relation{p.newer, between}] != nil && sources[relation{between, p.older}] != nil {
				newer, older := g.nameOf(p.newer), g.nameOf(p.older)
				g.report("redundant", bdgraph.Info, newer,
					fmt.Sprintf("%s supersedes %s, which %s, superseded by it as well, has already replaced", newer, older, g.nameOf(between)), "")
			}
		}
	}
	for i := range g.nodes {
		n := &g.nodes[i]
		if n.Life != nil && n.Life.Ended == string(bdgraph.StatusSuperseded) && len(superseders[i]) == 0 {
			g.report("missing_successor", bdgraph.Warning, g.nameOf(i),
				"its status says superseded, but nothing says by what", "name the successor on the status line")
		}
	}
}

// nameOf returns what messages call a node.
func (g *graph) nameOf(node int) string { return refName(g.nodes[node].NodeRef) }

// reportIdle tells of a supersession or invalidation that closes nothing because
// its newer side, or the record that states it, is not in force.
func (g *graph) reportIdle(edge int) {
	e, why := &g.edges[edge], g.whyIdle(edge)
	if life := g.nodes[g.to(edge)].Life; life != nil && life.Ended != "" && e.From.Label != bdgraph.RuleLabel {
		g.report("conflict", bdgraph.Warning, refName(e.To),
			fmt.Sprintf("it says that it was ended, but its successor %s is %s", refName(e.From), why),
			"set the status of one of the two right")
		return
	}
	g.report("overlap", bdgraph.Info, refName(e.From),
		fmt.Sprintf("it would end %s, but is %s and so closes nothing", refName(e.To), why), "")
}

// whyIdle says in words what keeps a relation from closing anything.
func (g *graph) whyIdle(edge int) string {
	e, from, source := &g.edges[edge], g.from(edge), g.source[edge]
	switch life := g.nodes[from].Life; {
	case life != nil && life.NeverInForce != "":
		return life.NeverInForce
	case e.From.Label == bdgraph.RuleLabel && !g.ruleInForce(from):
		return "established by no record in force"
	case source != none && !g.inForce(source):
		return fmt.Sprintf("said to do so by %s alone, which is %s", e.Source, g.nodes[source].Life.NeverInForce)
	}
	panic("validtime: a relation that applies is not idle")
}

// reportSilentSide tells which of two decision records does not mention the supersession.
func (g *graph) reportSilentSide(p relation, said []int) {
	newer, older := &g.nodes[p.newer], &g.nodes[p.older]
	if newer.Label != bdgraph.ADRLabel || older.Label != bdgraph.ADRLabel {
		return
	}
	for _, side := range []int{p.newer, p.older} {
		if !g.nodes[side].Placeholder && !slices.Contains(said, side) {
			g.report("not_reciprocal", bdgraph.Info, g.nameOf(side),
				newer.Key+" supersedes "+older.Key+", but this record does not say so",
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
			g.report("scheduled", bdgraph.Info, name, "it begins on "+v.From.Words()+", after this graph was made", "")
		}
		if v.To.Earliest > on && v.To.Latest != bdgraph.MaxDay {
			g.report("scheduled", bdgraph.Info, name, "it ends on "+v.To.Words()+", after this graph was made", "")
		}
	}
}

// reportOverdue names the provisional records whose window has passed while they still hold.
func (g *graph) reportOverdue(on bdgraph.Day) {
	for i := range g.nodes {
		n := &g.nodes[i]
		if n.Life == nil || n.Life.ReviewBy.IsZero() || on <= n.Life.ReviewBy.Latest || n.Valid.StateOn(on) == bdgraph.No {
			continue
		}
		g.report("review_overdue", bdgraph.Warning, refName(n.NodeRef),
			fmt.Sprintf("its window passed on %s without a decision; it goes on to hold", bdgraph.At(n.Life.ReviewBy, "").Words()),
			"decide: accept it, end it, or give it a new date")
	}
}

// reportUnknownStarts counts, by what bounds them, the documents of which
// nothing says since when they hold.
func (g *graph) reportUnknownStarts() {
	type group struct {
		label bdgraph.Label
		bound string // what bounds the start
	}
	members := map[group][]string{}
	for i := range g.nodes {
		n := &g.nodes[i]
		if n.Valid != nil && !n.Placeholder && n.Life.NeverInForce == "" && !dated(n.Life.Stated.From) {
			k := group{n.Label, boundText(n.Life.Stated.From)}
			members[k] = append(members[k], refName(n.NodeRef))
		}
	}
	for k, names := range members {
		slices.Sort(names)
		shown := strings.Join(names[:min(3, len(names))], ", ")
		if len(names) > 3 {
			shown += " …"
		}
		g.findings = append(g.findings, bdgraph.Finding{
			Code: "unknown_start", Severity: bdgraph.Info, Count: len(names),
			Message: fmt.Sprintf("%d of label %s do not say since when they hold (%s): %s", len(names), k.label, k.bound, shown),
			Remedy:  datingRemedy(k.label) + "it is possible before the bound and holds from it",
		})
	}
}

// datingRemedy says how a document gets a start; bd keeps no time of a memory.
func datingRemedy(label bdgraph.Label) string {
	switch label {
	case bdgraph.ADRLabel:
		return "write a date into the record; until then "
	case bdgraph.IssueLabel:
		return "give it a created_at; until then "
	}
	return ""
}

// boundText says what bounds an unknown start.
func boundText(from bdgraph.Endpoint) string {
	switch {
	case from.Basis == bdgraph.BasisGitFirstAdd:
		return "the commit that added the file bounds it"
	case from.Basis == bdgraph.BasisFirstSeen:
		return "the build that first saw the text bounds it"
	case from.Earliest > bdgraph.MinDay && from.Latest < bdgraph.MaxDay:
		return "their creation and the build that first saw the text bound it"
	case from.Latest < bdgraph.MaxDay:
		return "the build that first saw the text bounds it"
	}
	return "nothing bounds it"
}
