package validtime

import (
	"slices"

	"bdgraph"
)

// circularEdges returns the closing relations inside a strongly connected
// component of the supersession graph (Tarjan's algorithm, without recursion), and
// the members of each such component. Circular edges close nothing.
func (g *graph) circularEdges() (edges map[int]bool, members [][]bdgraph.NodeRef) {
	t := tarjan{
		to: g.to, next: make([][]int, len(g.nodes)),
		index: make([]int, len(g.nodes)), low: make([]int, len(g.nodes)), component: make([]int, len(g.nodes)),
	}
	for i := range g.edges {
		e := &g.edges[i]
		if closes(e.Type) && e.Confidence != bdgraph.Unsupported && g.to(i) != none && g.applies(i) {
			t.next[g.from(i)] = append(t.next[g.from(i)], i)
		}
	}
	for n, out := range t.next {
		if len(out) > 0 && t.index[n] == 0 {
			t.visit(n)
		}
	}
	edges = map[int]bool{}
	circular := map[int]bool{} // components that hold such an edge; a node alone does by a self-loop
	for n, out := range t.next {
		for _, i := range out {
			if t.component[n] == t.component[g.to(i)] {
				edges[i] = true
				circular[t.component[n]] = true
			}
		}
	}
	for number, c := range t.components {
		if circular[number+1] {
			refs := make([]bdgraph.NodeRef, len(c))
			for i, n := range c {
				refs[i] = g.nodes[n].NodeRef
			}
			slices.SortFunc(refs, compareRefs)
			members = append(members, refs)
		}
	}
	return edges, members
}

// tarjan holds where edges lead and, by the number of a node: the edges out of it, when it was first
// visited (from 1), the first visited node that it leads back to, and its component (from 1).
type tarjan struct {
	to                    func(edge int) int
	next                  [][]int
	index, low, component []int
	visited               int
	stack                 []int
	components            [][]int
}

type frame struct{ node, edge int }

func (t *tarjan) visit(root int) {
	frames := []frame{{node: root}}
	t.open(root)
	for len(frames) > 0 {
		f := &frames[len(frames)-1]
		if f.edge < len(t.next[f.node]) {
			to := t.to(t.next[f.node][f.edge])
			f.edge++
			if t.index[to] == 0 {
				t.open(to)
				frames = append(frames, frame{node: to})
			} else if t.component[to] == 0 {
				t.low[f.node] = min(t.low[f.node], t.index[to])
			}
			continue
		}
		if t.low[f.node] == t.index[f.node] {
			t.close(f.node)
		}
		done := f.node
		frames = frames[:len(frames)-1]
		if len(frames) > 0 {
			parent := frames[len(frames)-1].node
			t.low[parent] = min(t.low[parent], t.low[done])
		}
	}
}

func (t *tarjan) open(n int) {
	t.visited++
	t.index[n], t.low[n] = t.visited, t.visited
	t.stack = append(t.stack, n)
}

func (t *tarjan) close(root int) {
	at := len(t.stack) - 1 // from the top, where the component lies
	for t.stack[at] != root {
		at--
	}
	c := slices.Clone(t.stack[at:])
	t.stack = t.stack[:at]
	t.components = append(t.components, c)
	for _, n := range c {
		t.component[n] = len(t.components)
	}
}
