package phase1

import (
	"fmt"
	"slices"
	"strings"

	"bdgraph"
)

// findCycles reports issues that are each other's parents in a circle, and such
// that wait for each other. Their relationships are kept: which of them is wrong
// nobody knows.
func (x *extractor) findCycles() {
	for _, kind := range [...]struct {
		relation bdgraph.RelType
		says     string
	}{
		{bdgraph.ChildOf, "are each other's parents in a circle"},
		{bdgraph.DependsOn, "wait for each other in a circle, so none can begin"},
	} {
		next := make([][]int32, len(x.list))
		for i := range x.edges {
			e := &x.edges[i]
			if e.Type == kind.relation && e.From.Label == bdgraph.IssueLabel && e.To.Label == bdgraph.IssueLabel {
				from := x.ends[i].From
				next[from] = append(next[from], x.ends[i].To)
			}
		}
		for _, circle := range x.named(circles(next)) {
			const examples = 6
			names := strings.Join(circle[:min(len(circle), examples)], ", ")
			if len(circle) > examples {
				names += " …"
			}
			f := bdgraph.Finding{
				Code: "dependency_cycle", Severity: bdgraph.Warning, Document: circle[0], Count: len(circle),
				Message: fmt.Sprintf("%d issues %s: %s", len(circle), kind.says, names),
				Remedy:  "remove the dependency that is wrong: bd dep cycles, bd dep remove",
			}
			if i := x.recordOf(issueRef(circle[0])).issue; i != nil {
				f.Place = i.Place
			}
			x.find(f)
		}
	}
}

// named returns the keys of the nodes in circles, both in order.
func (x *extractor) named(circles [][]int32) [][]string {
	named := make([][]string, len(circles))
	for i, circle := range circles {
		for _, node := range circle {
			named[i] = append(named[i], x.list[node].Key)
		}
		slices.Sort(named[i])
	}
	slices.SortFunc(named, slices.Compare)
	return named
}

// circles returns the groups of two or more nodes, by number, each of which can be
// reached from the others (strongly connected components, Tarjan 1972), without recursion:
// chains may be long.
func circles(next [][]int32) [][]int32 {
	type frame struct {
		node int32
		at   int // of its next neighbour
	}
	seen := 0
	index := make([]int, len(next)) // when a node was seen, from 1; 0 when it was not
	low, onStack := make([]int, len(next)), make([]bool, len(next))
	var found [][]int32
	var stack []int32
	var calls []frame
	for root := range next {
		if index[root] != 0 || len(next[root]) == 0 {
			continue
		}
		for calls = append(calls[:0], frame{node: int32(root)}); len(calls) > 0; {
			top := &calls[len(calls)-1]
			node := top.node
			if index[node] == 0 {
				seen++
				index[node], low[node] = seen, seen
				stack, onStack[node] = append(stack, node), true
			}
			if top.at < len(next[node]) {
				to := next[node][top.at]
				top.at++
				if index[to] == 0 {
					calls = append(calls, frame{node: to})
				} else if onStack[to] {
					low[node] = min(low[node], index[to])
				}
				continue
			}
			calls = calls[:len(calls)-1]
			if len(calls) > 0 {
				parent := calls[len(calls)-1].node
				low[parent] = min(low[parent], low[node])
			}
			if low[node] == index[node] {
				from := len(stack) - 1
				for stack[from] != node {
					from--
				}
				group := slices.Clone(stack[from:])
				stack = stack[:from]
				for _, member := range group {
					onStack[member] = false
				}
				if len(group) > 1 {
					found = append(found, group)
				}
			}
		}
	}
	return found
}
