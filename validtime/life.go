package validtime

import (
	"cmp"

	"bdgraph"
)

// none is the number of a node that is not in the graph.
const none = int(bdgraph.NoNode)

// lives knows, for every document, the interval that its own words give it.
type lives struct {
	nodes    []bdgraph.Node
	stated   []bdgraph.Interval
	bySource map[string]int // see sources; nil until somebody asks
}

func newLives(nodes []bdgraph.Node) *lives {
	l := &lives{nodes: nodes, stated: make([]bdgraph.Interval, len(nodes))}
	for i := range nodes {
		l.stated[i] = statedLife(nodes[i].Life)
	}
	return l
}

// sources returns the number of each document's node by the id that edges name as their source.
func sources(nodes []bdgraph.Node) map[string]int {
	numbers := make(map[string]int, len(nodes))
	for i := range nodes {
		if n := &nodes[i]; isNamedAlone(n) {
			numbers[n.Key] = i
		}
	}
	isOther := func(id string) bool {
		i, known := numbers[id]
		return known && nodes[i].Label != bdgraph.MemoryLabel
	}
	for i := range nodes {
		if n := &nodes[i]; n.Label == bdgraph.MemoryLabel && !n.Placeholder {
			numbers[bdgraph.MemoryID(n.Key, isOther)] = i
		}
	}
	for i := range nodes { // a document without its record, in a corpus made by hand
		if n := &nodes[i]; n.Placeholder && isDocument(n.Label) {
			if _, taken := numbers[n.Key]; !taken {
				numbers[n.Key] = i
			}
		}
	}
	return numbers
}

func isDocument(l bdgraph.Label) bool {
	return l == bdgraph.IssueLabel || l == bdgraph.ADRLabel || l == bdgraph.MemoryLabel
}

// isNamedAlone tells the documents whose key no other document has as its id. The key of a
// placeholder can be that of a memory.
func isNamedAlone(n *bdgraph.Node) bool {
	return isDocument(n.Label) && n.Label != bdgraph.MemoryLabel && !n.Placeholder
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
