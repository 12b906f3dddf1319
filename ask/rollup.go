package ask

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"bdgraph"
)

// Rollup is the answer to "what came out of this epic?".
type Rollup struct {
	Header
	Epic Thing `json:"epic"`
	// Issues counts the issues below the epic, at any depth, without itself; Open those of them that are not closed.
	Issues   int           `json:"issues"`
	Open     int           `json:"open"`
	Records  []Outcome     `json:"decisions"` // decision records and issues of type decision
	Rules    []OutcomeRule `json:"rules"`
	Memories []Outcome     `json:"memories"`
	PRs      []Outcome     `json:"prs"`
}

// Outcome is a record that an issue below the epic led to.
type Outcome struct {
	Thing
	Status string        `json:"status,omitempty"`
	State  bdgraph.State `json:"state"` // on the day; HOLDS for what has no life of its own
	Span
	Depth int    `json:"depth"` // of the issue below the epic, 0 for the epic itself
	From  string `json:"from"`  // that issue
}

// OutcomeRule is a rule that came out of an epic.
type OutcomeRule struct {
	Rule  string        `json:"rule"`
	Kind  string        `json:"kind"`
	State bdgraph.State `json:"state"`
	Span
	EndedBy string `json:"ended_by,omitempty"`
	Depth   int    `json:"depth"`
	From    string `json:"from"` // the document that establishes it
}

// Rollup gathers the decisions, rules, memories and pull requests that came
// out of an epic, at any depth below it. Circles end where they began.
func (a *Asker) Rollup(ctx context.Context, epic string, day bdgraph.Day) (Rollup, error) {
	return answerAbout(ctx, a, day, epic, (*session).rollup, bdgraph.IssueLabel)
}

// place is where below the epic a document was found.
type place struct {
	depth int
	from  string
}

type belowRow struct {
	Of   string `col:"of"`
	Type string `col:"type"`
	Node node   `col:"node"`
}

type outcomeRow struct {
	Of   string `col:"of"`
	Type string `col:"type"`
	Edge edge   `col:"edge"`
	Node node   `col:"node"`
}

func (s *session) rollup(epic node) (Rollup, error) {
	r := Rollup{
		Header: s.header, Epic: epic.thing(),
		Records: []Outcome{}, Rules: []OutcomeRule{}, Memories: []Outcome{}, PRs: []Outcome{},
	}
	issues := map[string]place{epic.Key: {0, epic.Key}}
	records := map[string]place{}
	if isDecision(epic) {
		r.Records = append(r.Records, s.outcome(epic, issues[epic.Key]))
	}
	for level := []string{epic.Key}; len(level) > 0; {
		rows, err := query[belowRow](s, "below", params{"issues": anyList(level)})
		if err != nil {
			return r, err
		}
		slices.SortFunc(rows, func(a, b belowRow) int {
			return cmp.Or(cmp.Compare(a.Of, b.Of), cmp.Compare(a.Type, b.Type), cmp.Compare(a.Node.Key, b.Node.Key))
		})
		var next []string
		for _, row := range rows {
			at := issues[row.Of]
			switch bdgraph.RelType(row.Type) {
			case bdgraph.ChildOf:
				if _, seen := issues[row.Node.Key]; seen {
					continue
				}
				issues[row.Node.Key] = place{at.depth + 1, row.Node.Key}
				next = append(next, row.Node.Key)
				r.Issues++
				if !row.Node.closed() {
					r.Open++
				}
				if isDecision(row.Node) {
					r.Records = append(r.Records, s.outcome(row.Node, issues[row.Node.Key]))
				}
			case bdgraph.TrackedIn:
				if _, seen := records[row.Node.Key]; !seen {
					records[row.Node.Key] = place{at.depth, row.Of}
					r.Records = append(r.Records, s.outcome(row.Node, records[row.Node.Key]))
				}
			}
		}
		level = distinct(next)
	}
	return r, s.addOutcomes(&r, issues, records)
}

// addOutcomes adds what the issues and records led to.
func (s *session) addOutcomes(r *Rollup, issues, records map[string]place) error {
	rows, err := query[outcomeRow](s, "outcomes", params{"issues": keysOf(issues), "records": keysOf(records)})
	if err != nil {
		return err
	}
	at := func(row outcomeRow) place {
		if p, ok := records[row.Of]; ok {
			return p
		}
		return issues[row.Of]
	}
	slices.SortFunc(rows, func(a, b outcomeRow) int {
		return cmp.Or(cmp.Compare(at(a).depth, at(b).depth), cmp.Compare(a.Node.Label, b.Node.Label), cmp.Compare(a.Node.Key, b.Node.Key),
			cmp.Compare(a.Of, b.Of), compareEdges(a.Edge, b.Edge))
	})
	edges := map[string][]edge{}
	var rules []outcomeRow
	seen := map[string]bool{}
	for _, row := range rows {
		key := row.Node.Label + "\x00" + row.Node.Key
		switch bdgraph.Label(row.Node.Label) {
		case bdgraph.RuleLabel:
			if row.Edge.Confidence == string(bdgraph.Unsupported) {
				continue
			}
			edges[row.Node.Key] = append(edges[row.Node.Key], row.Edge)
			if !seen[key] {
				rules = append(rules, row)
			}
		case bdgraph.MemoryLabel:
			if !seen[key] {
				r.Memories = append(r.Memories, s.outcome(row.Node, at(row)))
			}
		case bdgraph.PRLabel:
			if !seen[key] {
				r.PRs = append(r.PRs, s.outcome(row.Node, at(row)))
			}
		}
		seen[key] = true
	}
	var ids []string
	for _, row := range rows {
		ids = append(ids, row.Edge.Source, row.Edge.ClosedBy)
	}
	docs, err := s.documents(ids)
	if err != nil {
		return err
	}
	for _, row := range rules {
		life := newRuleLife(row.Node.Key, row.Node.Kind, edges[row.Node.Key])
		rule := OutcomeRule{
			Rule: row.Node.Key, Kind: row.Node.Kind, State: life.state(s.day), Depth: at(row).depth, From: docs.name(row.Edge.Source),
		}
		if w, ok := life.window(s.day); ok {
			rule.Span = spanOf(w.interval)
			rule.EndedBy = docs.name(life.last(w).ClosedBy)
		}
		r.Rules = append(r.Rules, rule)
	}
	slices.SortStableFunc(r.Records, func(a, b Outcome) int {
		return cmp.Or(cmp.Compare(a.Depth, b.Depth), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Key, b.Key))
	})
	return nil
}

func (s *session) outcome(n node, at place) Outcome {
	v := n.interval()
	return Outcome{Thing: n.thing(), Status: n.Status, State: v.StateOn(s.day), Span: spanOf(v), Depth: at.depth, From: at.from}
}

func isDecision(n node) bool {
	return n.Label == string(bdgraph.IssueLabel) && strings.EqualFold(n.Type, "decision")
}

func keysOf[V any](m map[string]V) []any {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	return anyList(distinct(keys))
}
