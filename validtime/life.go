package validtime

import (
	"cmp"

	"bdgraph"
)

// none is the number of a node that is not in the graph.
const none = -1

// lives knows, for every document, the interval that its own words give it.
type lives struct {
	nodes    []bdgraph.Node
	byRef    map[bdgraph.NodeRef]int
	bySource map[string]int // node of a document by the id that edges name as their source
	stated   []bdgraph.Interval
}

func newLives(nodes []bdgraph.Node) *lives {
	l := &lives{
		nodes:    nodes,
		byRef:    make(map[bdgraph.NodeRef]int, len(nodes)),
		bySource: make(map[string]int, len(nodes)),
		stated:   make([]bdgraph.Interval, len(nodes)),
	}
	for i, n := range nodes {
		l.byRef[n.NodeRef] = i
		if isDocument(n.Label) && n.Label != bdgraph.MemoryLabel {
			l.bySource[n.Key] = i
		}
		l.stated[i] = statedLife(n.Life)
	}
	for i, n := range nodes { // a memory may be named like another document
		if n.Label == bdgraph.MemoryLabel {
			if _, taken := l.bySource[n.Key]; taken {
				l.bySource[bdgraph.MemoryPrefix+n.Key] = i
			} else {
				l.bySource[n.Key] = i
			}
		}
	}
	return l
}

func isDocument(l bdgraph.Label) bool {
	return l == bdgraph.IssueLabel || l == bdgraph.ADRLabel || l == bdgraph.MemoryLabel
}

// statedLife returns what a record says of itself, with unknown ends filled in
// as bounds. It holds for records that were never in force too, whose start
// still dates what they mention.
func statedLife(life *bdgraph.Life) bdgraph.Interval {
	if life == nil {
		return timeless
	}
	v := life.Stated
	if v.From.IsZero() {
		v.From = bdgraph.Endpoint{Earliest: bdgraph.MinDay, Latest: bdgraph.MaxDay, Basis: bdgraph.BasisUnknown}
	}
	if v.To.IsZero() {
		v.To = bdgraph.OpenEnd()
	}
	return v
}

// numberOf returns the number of a node, none if it is not in the graph.
func numberOf[K comparable](numbers map[K]int, key K) int {
	if n, ok := numbers[key]; ok {
		return n
	}
	return none
}

// inForce tells whether a document ever is in force. Nodes without a life of
// their own never fail to be.
func (l *lives) inForce(node int) bool {
	life := l.nodes[node].Life
	return life == nil || life.NeverInForce == ""
}

// closedDay returns the day on which an issue was closed, zero when it does not say.
func (l *lives) closedDay(node int) bdgraph.Day {
	if life := l.nodes[node].Life; life != nil {
		return life.Closed
	}
	return 0
}

// refName returns what messages and closed_by call a node.
func refName(r bdgraph.NodeRef) string { return r.Key }

// undatedEnd tells an end that the record claims without saying when.
func undatedEnd(v bdgraph.Interval) bool {
	return v.To.Latest != bdgraph.MaxDay && !dated(v.To)
}

func compareRefs(a, b bdgraph.NodeRef) int {
	return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Label, b.Label))
}
