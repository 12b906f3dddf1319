package validtime

import (
	"slices"

	"bdgraph"
)

// circularEdges returns the closing relations inside a strongly connected
// component of the supersession graph (Tarjan's algorithm, without recursion), and
// the members of each such component. Circular edges close nothing.
func (g *graph) circularEdges() (edges map[int]bool, members [][]bdgraph.NodeRef) {
	next := make(map[int][]int) // node → edges out of it
	for i := range g.edges {
		e := &g.edges[i]
		if closes(e.Type) && e.Confidence != bdgraph.Unsupported && g.applies(e) {
			from := g.byRef[e.From]
			next[from] = append(next[from], i)
		}
	}
	roots := make([]int, 0, len(next))
	for n := range next {
		roots = append(roots, n)
	}
	slices.Sort(roots)

	t := tarjan{g: g, next: next, index: map[int]int{}, low: map[int]int{}, component: map[int]int{}}
	for _, n := range roots {
		if _, seen := t.index[n]; !seen {
			t.visit(n)
		}
	}
	edges = map[int]bool{}
	circular := map[int]bool{} // components that hold such an edge; a node alone does by a self-loop
	for n, out := range next {
		for _, i := range out {
			to, ok := g.byRef[g.edges[i].To]
			if ok && t.component[n] == t.component[to] {
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

type tarjan struct {
	g          *graph
	next       map[int][]int
	index, low map[int]int
	stack      []int
	component  map[int]int // node → number of its component, from 1
	components [][]int
}

type frame struct{ node, edge int }

func (t *tarjan) visit(root int) {
	frames := []frame{{node: root}}
	t.open(root)
	for len(frames) > 0 {
		f := &frames[len(frames)-1]
		if f.edge < len(t.next[f.node]) {
			to, ok := t.g.byRef[t.g.edges[t.next[f.node][f.edge]].To]
			f.edge++
			if !ok {
				continue
			}
			if _, seen := t.index[to]; !seen {
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
	t.index[n] = len(t.index) + 1
	t.low[n] = t.index[n]
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
