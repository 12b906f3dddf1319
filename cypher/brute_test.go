package cypher

import (
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"bdgraph/cypher/memgraph"
	"bdgraph/cypher/value"
)

// A toy graph and a toy pattern language, matched by trying every assignment.
// The text of a toy pattern goes through the engine; both must give the same rows.

type toyNode struct {
	labels []string
	k      int // 0: no property k
}

type toyRel struct {
	typ      string
	from, to int
	k        int
}

type toyGraph struct {
	nodes []toyNode
	rels  []toyRel
}

func drawGraph(t *rapid.T) *toyGraph {
	g := &toyGraph{}
	n := rapid.IntRange(1, 6).Draw(t, "nodes")
	for range n {
		g.nodes = append(g.nodes, toyNode{
			labels: rapid.SampledFrom([][]string{nil, {"A"}, {"B"}, {"A", "B"}}).Draw(t, "labels"),
			k:      rapid.IntRange(0, 3).Draw(t, "k"),
		})
	}
	for range rapid.IntRange(0, 8).Draw(t, "relationships") {
		g.rels = append(g.rels, toyRel{
			typ:  rapid.SampledFrom([]string{"R", "S"}).Draw(t, "type"),
			from: rapid.IntRange(0, n-1).Draw(t, "from"),
			to:   rapid.IntRange(0, n-1).Draw(t, "to"),
			k:    rapid.IntRange(0, 2).Draw(t, "k"),
		})
	}
	return g
}

// build makes the real graph; id numbers nodes and relationships, and n holds
// an index where there is one.
func (g *toyGraph) build(indexed bool) *memgraph.Graph {
	var b memgraph.Builder
	property := func(id, k int) map[string]value.Value {
		p := map[string]value.Value{"id": value.Int(int64(id))}
		if k > 0 {
			p["k"] = value.Int(int64(k))
		}
		return p
	}
	var nodes []memgraph.Node
	for i, n := range g.nodes {
		nodes = append(nodes, b.AddNode(n.labels, property(i, n.k)))
	}
	for i, r := range g.rels {
		b.AddRelationship(r.typ, nodes[r.from], nodes[r.to], property(i, r.k))
	}
	if indexed {
		b.AddIndex("A", "k", false)
		b.AddIndex("B", "k", false)
		b.AddIndex("A", "id", true)
	}
	return b.Build()
}

// toyEnd is a node pattern: a variable and conditions on it.
type toyEnd struct {
	name  int // nodes of one name are the same node
	label string
	k     int
}

// toyStep is a relationship pattern. With max > 0 it has a variable length.
type toyStep struct {
	types    []string
	dir      int // 0 either, 1 out, 2 in
	k        int
	min, max int
}

type toyPath struct {
	ends  []toyEnd
	steps []toyStep
}

// toyWhere compares k of two nodes, or of a node with a number.
type toyWhere struct {
	left, right int // right < 0: the number -right
	op          string
}

type toyPattern struct {
	paths []toyPath
	where []toyWhere
	names int // node variables: 0 to names-1
	first int // the number of the first relationship variable
}

func drawPattern(t *rapid.T) *toyPattern {
	p := &toyPattern{names: rapid.IntRange(1, 4).Draw(t, "variables")}
	end := func() toyEnd {
		return toyEnd{
			name:  rapid.IntRange(0, p.names-1).Draw(t, "variable"),
			label: rapid.SampledFrom([]string{"", "", "A", "B"}).Draw(t, "label"),
			k:     max(0, rapid.IntRange(-3, 3).Draw(t, "k")),
		}
	}
	for range rapid.IntRange(1, 2).Draw(t, "paths") {
		path := toyPath{ends: []toyEnd{end()}}
		for range rapid.IntRange(0, 2).Draw(t, "steps") {
			s := toyStep{
				types: rapid.SampledFrom([][]string{nil, {"R"}, {"S"}, {"R", "S"}}).Draw(t, "types"),
				dir:   rapid.IntRange(0, 2).Draw(t, "direction"),
				k:     max(0, rapid.IntRange(-4, 2).Draw(t, "k")),
			}
			if rapid.IntRange(0, 3).Draw(t, "repeated") == 0 {
				s.min = rapid.IntRange(0, 2).Draw(t, "min")
				s.max = s.min + rapid.IntRange(0, 2).Draw(t, "more")
				s.max = max(1, s.max)
			}
			path.steps = append(path.steps, s)
			path.ends = append(path.ends, end())
		}
		p.paths = append(p.paths, path)
	}
	// Only variables that occur can be compared.
	var used []int
	for _, path := range p.paths {
		for _, e := range path.ends {
			used = append(used, e.name)
		}
	}
	for range rapid.IntRange(0, 2).Draw(t, "conditions") {
		w := toyWhere{
			left: rapid.SampledFrom(used).Draw(t, "left"),
			op:   rapid.SampledFrom([]string{"=", "<>", "<", ">="}).Draw(t, "op"),
		}
		if rapid.Bool().Draw(t, "number") {
			w.right = -rapid.IntRange(1, 3).Draw(t, "right")
		} else {
			w.right = rapid.SampledFrom(used).Draw(t, "right")
		}
		p.where = append(p.where, w)
	}
	return p
}

func (p *toyPattern) used() []int {
	var out []int
	for _, path := range p.paths {
		for _, e := range path.ends {
			if !slices.Contains(out, e.name) {
				out = append(out, e.name)
			}
		}
	}
	slices.Sort(out)
	return out
}

// patternText writes the pattern; reversed writes each path from its other end.
func (p *toyPattern) patternText(reversed bool) string {
	var paths []string
	number := p.first
	for _, path := range p.paths {
		var parts []string
		for i, e := range path.ends {
			text := fmt.Sprintf("(n%d", e.name)
			if e.label != "" {
				text += ":" + e.label
			}
			if e.k > 0 {
				text += fmt.Sprintf(" {k: %d}", e.k)
			}
			parts = append(parts, text+")")
			if i == len(path.steps) {
				break
			}
			s := path.steps[i]
			inner := fmt.Sprintf("r%d", number)
			number++
			if s.types != nil {
				inner += ":" + strings.Join(s.types, "|")
			}
			if s.max > 0 {
				inner += fmt.Sprintf("*%d..%d", s.min, s.max)
			}
			if s.k > 0 {
				inner += fmt.Sprintf(" {k: %d}", s.k)
			}
			dir := s.dir
			if reversed {
				dir = []int{0, 2, 1}[dir]
			}
			parts = append(parts, []string{"-[%s]-", "-[%s]->", "<-[%s]-"}[dir])
			parts[len(parts)-1] = fmt.Sprintf(parts[len(parts)-1], inner)
		}
		if reversed {
			slices.Reverse(parts)
		}
		paths = append(paths, strings.Join(parts, ""))
	}
	return strings.Join(paths, ", ")
}

func (p *toyPattern) conditions() []string {
	var out []string
	for _, w := range p.where {
		right := fmt.Sprintf("n%d.k", w.right)
		if w.right < 0 {
			right = fmt.Sprint(-w.right)
		}
		out = append(out, fmt.Sprintf("n%d.k %s %s", w.left, w.op, right))
	}
	return out
}

// returned lists the columns: id of each node and relationship. Lists of
// relationships are given in the direction in which the path is written.
func (p *toyPattern) returned(reversed bool) string {
	var out []string
	for _, n := range p.used() {
		out = append(out, fmt.Sprintf("n%d.id", n))
	}
	number := p.first
	for _, path := range p.paths {
		for _, s := range path.steps {
			switch {
			case s.max > 0 && reversed:
				out = append(out, fmt.Sprintf("[x IN reverse(r%d) | x.id] AS r%d", number, number))
			case s.max > 0:
				out = append(out, fmt.Sprintf("[x IN r%d | x.id] AS r%d", number, number))
			default:
				out = append(out, fmt.Sprintf("r%d.id", number))
			}
			number++
		}
	}
	return strings.Join(out, ", ")
}

func (p *toyPattern) text() string {
	text := "MATCH " + p.patternText(false)
	if c := p.conditions(); len(c) > 0 {
		text += " WHERE " + strings.Join(c, " AND ")
	}
	return text + " RETURN " + p.returned(false)
}

// match tries every assignment of nodes to variables and of walks to steps.
func (g *toyGraph) match(p *toyPattern) []string {
	var out []string
	used := p.used()
	nodes := make(map[int]int)
	var steps []toyStep
	var ends [][2]int
	for _, path := range p.paths {
		for i, s := range path.steps {
			steps = append(steps, s)
			ends = append(ends, [2]int{path.ends[i].name, path.ends[i+1].name})
		}
	}
	walks := make([][]int, len(steps))
	var walk func(i int, taken []int)
	walk = func(i int, taken []int) {
		if i == len(steps) {
			if g.holds(p, nodes) {
				out = append(out, rowText(used, nodes, steps, walks))
			}
			return
		}
		for _, w := range g.walks(nodes[ends[i][0]], nodes[ends[i][1]], steps[i]) {
			if slices.ContainsFunc(w, func(r int) bool { return slices.Contains(taken, r) }) {
				continue
			}
			walks[i] = w
			walk(i+1, append(slices.Clip(taken), w...))
		}
	}
	var assign func(i int)
	assign = func(i int) {
		if i == len(used) {
			walk(0, nil)
			return
		}
		for n := range g.nodes {
			nodes[used[i]] = n
			assign(i + 1)
		}
	}
	assign(0)
	slices.Sort(out)
	return out
}

func rowText(used []int, nodes map[int]int, steps []toyStep, walks [][]int) string {
	var cells []string
	for _, n := range used {
		cells = append(cells, fmt.Sprint(nodes[n]))
	}
	for i, s := range steps {
		if s.max == 0 {
			cells = append(cells, fmt.Sprint(walks[i][0]))
			continue
		}
		cells = append(cells, "["+strings.Trim(strings.ReplaceAll(fmt.Sprint(walks[i]), " ", ", "), "[]")+"]")
	}
	return strings.Join(cells, " | ")
}

// walks lists the walks from one node to another that a step allows.
func (g *toyGraph) walks(from, to int, s toyStep) [][]int {
	least, most := 1, 1
	if s.max > 0 {
		least, most = s.min, s.max
	}
	var out [][]int
	var extend func(at int, w []int)
	extend = func(at int, w []int) {
		if len(w) >= least && at == to {
			out = append(out, slices.Clone(w))
		}
		if len(w) == most {
			return
		}
		for i, r := range g.rels {
			if slices.Contains(w, i) || s.types != nil && !slices.Contains(s.types, r.typ) || s.k > 0 && r.k != s.k {
				continue
			}
			if r.from == at && s.dir != 2 {
				extend(r.to, append(slices.Clip(w), i))
			}
			if r.to == at && s.dir != 1 && (s.dir == 2 || r.from != r.to) {
				extend(r.from, append(slices.Clip(w), i))
			}
		}
	}
	extend(from, nil)
	return out
}

// holds tests labels, properties and conditions of an assignment.
func (g *toyGraph) holds(p *toyPattern, nodes map[int]int) bool {
	for _, path := range p.paths {
		for _, e := range path.ends {
			n := g.nodes[nodes[e.name]]
			if e.label != "" && !slices.Contains(n.labels, e.label) || e.k > 0 && n.k != e.k {
				return false
			}
		}
	}
	for _, w := range p.where {
		left := g.nodes[nodes[w.left]].k
		right := -w.right
		if w.right >= 0 {
			right = g.nodes[nodes[w.right]].k
		}
		if left == 0 || right == 0 {
			return false // null
		}
		ok := map[string]bool{"=": left == right, "<>": left != right, "<": left < right, ">=": left >= right}[w.op]
		if !ok {
			return false
		}
	}
	return true
}
