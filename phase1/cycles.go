package phase1

import (
	"fmt"
	"maps"
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
		next := map[string][]string{}
		for _, e := range x.edges {
			if e.Type == kind.relation && e.From.Label == bdgraph.IssueLabel && e.To.Label == bdgraph.IssueLabel {
				next[e.From.Key] = append(next[e.From.Key], e.To.Key)
			}
		}
		for _, circle := range circles(next) {
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
			if i := x.issues[circle[0]]; i != nil {
				f.Place = i.Place
			}
			x.find(f)
		}
	}
}

// circles returns the groups of two or more nodes each of which can be reached
// from the others (strongly connected components, Tarjan 1972), without recursion: chains may be
// long. Groups and their members are sorted.
func circles(next map[string][]string) [][]string {
	type frame struct {
		node string
		at   int // of its next neighbour
	}
	index, low, onStack := map[string]int{}, map[string]int{}, map[string]bool{}
	var found [][]string
	var stack []string
	for _, root := range slices.Sorted(maps.Keys(next)) {
		if _, seen := index[root]; seen {
			continue
		}
		for calls := []frame{{node: root}}; len(calls) > 0; {
			top := &calls[len(calls)-1]
			node := top.node
			if _, seen := index[node]; !seen {
				index[node], low[node] = len(index), len(index)
				stack, onStack[node] = append(stack, node), true
			}
			if top.at < len(next[node]) {
				to := next[node][top.at]
				top.at++
				if _, seen := index[to]; !seen {
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
					slices.Sort(group)
					found = append(found, group)
				}
			}
		}
	}
	slices.SortFunc(found, func(a, b []string) int { return strings.Compare(a[0], b[0]) })
	return found
}
