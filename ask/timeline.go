package ask

import (
	"cmp"
	"context"
	"slices"

	"bdgraph"
)

// Timeline is the answer to "when did it hold?": lanes of intervals.
type Timeline struct {
	Header
	Thing
	Lanes []Lane `json:"lanes"`
}

// Lane is one thing over time.
type Lane struct {
	Name string `json:"name"`
	// Is says what the lane shows: the label of a node, or the type of a relationship.
	Is        string         `json:"is"`
	Fact      string         `json:"fact,omitempty"`
	Intervals []LaneInterval `json:"intervals"`
}

// LaneInterval is one interval of a lane, with all its bounds. The end is not included.
type LaneInterval struct {
	Span
	FromEarliest bdgraph.Day `json:"from_earliest"`
	FromLatest   bdgraph.Day `json:"from_latest"`
	ToEarliest   bdgraph.Day `json:"to_earliest"`
	ToLatest     bdgraph.Day `json:"to_latest"`
	EndedBy      string      `json:"ended_by,omitempty"`
}

// Timeline draws the life of what a word names: of a rule with its claims and
// with what it replaced, of a record with its rules and with what replaced it, of a
// component with each rule about it. It fails with [*UnknownError] or [*AmbiguousError].
func (a *Asker) Timeline(ctx context.Context, word string, day bdgraph.Day) (Timeline, error) {
	return answerAbout(ctx, a, day, word, (*session).timeline)
}

func (s *session) timeline(n node) (Timeline, error) {
	t := Timeline{Header: s.header, Thing: n.thing(), Lanes: []Lane{}}
	rows, docs, err := s.around(n)
	if err != nil {
		return t, err
	}
	if n.ToLatest != 0 {
		t.addLane(Lane{Name: n.name(), Is: n.Label}, n.interval(), n.ClosedBy, docs)
	}
	lanes := map[laneKey]*laneEdges{}
	var order []laneKey
	for _, r := range rows {
		key, ok := laneOf(n, r)
		if !ok {
			continue
		}
		if lanes[key] == nil {
			lanes[key] = &laneEdges{}
			order = append(order, key)
		}
		lanes[key].edges = append(lanes[key].edges, r.Edge)
		lanes[key].node = r.Node
	}
	first := func(k laneKey) bdgraph.Day { return lanes[k].edges[0].FromEarliest }
	slices.SortStableFunc(order, func(a, b laneKey) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(first(a), first(b)), cmp.Compare(a.name, b.name), cmp.Compare(a.fact, b.fact))
	})
	for _, key := range order {
		of := lanes[key]
		if key.rank == rankRecords { // the life of the other record, not of the relationship to it
			if of.node.ToLatest != 0 && of.node.Label != string(bdgraph.RuleLabel) {
				t.addLane(Lane{Name: of.node.name(), Is: key.is}, of.node.interval(), of.node.ClosedBy, docs)
			}
			continue
		}
		life := newRuleLife(key.name, "", of.edges)
		lane := Lane{Name: key.name, Is: key.is, Fact: key.fact, Intervals: []LaneInterval{}}
		for _, c := range life.intervals {
			lane.Intervals = append(lane.Intervals, laneInterval(c.interval, life.last(c).ClosedBy, docs))
		}
		t.Lanes = append(t.Lanes, lane)
	}
	return t, nil
}

type laneKey struct {
	rank           int
	name, is, fact string
}

type laneEdges struct {
	edges []edge
	node  node
}

// The order of lanes.
const (
	rankSupports = iota
	rankClaims
	rankRecords
)

// laneOf returns the lane that a relationship of a node belongs to.
func laneOf(n node, r around) (laneKey, bool) {
	switch t := bdgraph.RelType(r.Type); t {
	case bdgraph.Establishes:
		return laneKey{rankSupports, r.Node.name(), r.Type, ""}, true
	case bdgraph.Governs, bdgraph.Constrains:
		return laneKey{rankClaims, r.Node.name(), r.Type, r.Edge.Fact}, true
	case bdgraph.Supersedes, bdgraph.Invalidates:
		if n.Label == string(bdgraph.ComponentLabel) {
			return laneKey{}, false
		}
		is := "replaced by it"
		if !r.Out {
			is = "replaced it"
		}
		return laneKey{rankRecords, r.Node.name(), is, ""}, true
	}
	return laneKey{}, false
}

func (t *Timeline) addLane(l Lane, v bdgraph.Interval, closedBy string, docs documents) {
	l.Intervals = []LaneInterval{}
	if !neverHeld(v) {
		l.Intervals = append(l.Intervals, laneInterval(v, closedBy, docs))
	}
	t.Lanes = append(t.Lanes, l)
}

func laneInterval(v bdgraph.Interval, closedBy string, docs documents) LaneInterval {
	return LaneInterval{
		Span: spanOf(v), FromEarliest: v.From.Earliest, FromLatest: v.From.Latest,
		ToEarliest: v.To.Earliest, ToLatest: v.To.Latest, EndedBy: docs.name(closedBy),
	}
}
