package exchange

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"

	"bdgraph"
	"bdgraph/cypher/value"
)

// ErrText is returned (wrapped) when a line is not a node or relationship; the
// message names file, line and what was expected.
var ErrText = errors.New("not a graph in JSON Lines")

// Text is one file of lines. The graph that is read of it shares its memory, so it
// must not change as long as that is used.
type Text struct {
	Name string // for messages
	Data []byte
}

// ReadJSONL reads the lines of one or more texts as one graph, in any order of
// lines. Besides what WriteJSONL writes it takes label and key in place of id and labels, [label, key] as an end,
// and props for properties. Every end must be a node of the texts.
func ReadJSONL(texts ...Text) (Graph, error) {
	var parts []*part
	for i := range texts {
		parts = append(parts, split(&texts[i])...)
	}
	if err := inParallel(parts, (*part).read); err != nil {
		return Graph{}, err
	}
	var g Graph
	nodes, relationships := 0, 0
	for _, p := range parts {
		nodes, relationships = nodes+len(p.nodes), relationships+len(p.pending)
	}
	g.Nodes, g.Relationships = make([]Node, 0, nodes), make([]Relationship, 0, relationships)
	for _, p := range parts {
		g.Nodes = append(g.Nodes, p.nodes...)
	}
	places, err := g.sortNodes()
	if err != nil {
		return Graph{}, err
	}
	if err := inParallel(parts, func(p *part) error { return p.resolve(places) }); err != nil {
		return Graph{}, err
	}
	for _, p := range parts {
		g.Relationships = append(g.Relationships, p.relationships...)
	}
	g.sortRelationships()
	return g, nil
}

// part is some lines of a text, which are read on their own.
type part struct {
	text  *Text
	first int // where the lines begin
	data  []byte

	nodes         []Node
	pending       []pending
	relationships []Relationship
}

// pending is a relationship whose ends are still names, and where it stands.
type pending struct {
	typ, from, to string
	properties    value.Map
	offset        int // in the part
}

// partSize is about how long a part is, in bytes.
const partSize = 1 << 20

// split cuts a text between lines.
func split(t *Text) []*part {
	var parts []*part
	for first := 0; first < len(t.Data); {
		end := len(t.Data)
		if first+partSize < end {
			if n := bytes.IndexByte(t.Data[first+partSize:], '\n'); n >= 0 {
				end = first + partSize + n + 1
			}
		}
		parts = append(parts, &part{text: t, first: first, data: t.Data[first:end]})
		first = end
	}
	return parts
}

// inParallel does something to each part, and returns the error of the first
// part that has one.
func inParallel(parts []*part, do func(*part) error) error {
	errs := make([]error, len(parts))
	bdgraph.InParallel(len(parts), func(i int) { errs[i] = do(parts[i]) })
	return cmp.Or(errs...)
}

func (p *part) read() error {
	d := decoder{intern: map[string]string{}}
	offset := 0
	for line := range bytes.Lines(p.data) {
		start := offset
		offset += len(line)
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		d.start(line)
		r, err := d.record()
		if err != nil {
			return fmt.Errorf("%w: %s:%d:%d: %v", ErrText, p.text.Name, p.lineAt(start), d.InputOffset()+1, err)
		}
		if r.typ != "" {
			p.pending = append(p.pending, pending{r.typ, r.from, r.to, r.properties, start})
			continue
		}
		p.nodes = append(p.nodes, Node{ID: r.id, Labels: r.labels, Properties: r.properties})
	}
	return nil
}

// lineAt returns the number, from 1, of the line that begins at an offset of the part.
func (p *part) lineAt(offset int) int {
	return 1 + bytes.Count(p.text.Data[:p.first+offset], []byte{'\n'})
}

// resolve finds the nodes at the ends of the relationships.
func (p *part) resolve(places map[string]int) error {
	p.relationships = make([]Relationship, len(p.pending))
	for i := range p.pending {
		r := &p.pending[i]
		from, ok := places[r.from]
		to, known := places[r.to]
		if !ok || !known {
			missing := r.from
			if ok {
				missing = r.to
			}
			return fmt.Errorf("%w: %s:%d: an end of this %s is no node: %q", ErrText, p.text.Name, p.lineAt(r.offset), r.typ, missing)
		}
		p.relationships[i] = Relationship{r.typ, from, to, r.properties}
	}
	p.pending = nil
	return nil
}

// sortNodes brings the nodes into order and returns the place of each id.
func (g *Graph) sortNodes() (map[string]int, error) {
	byID := func(x, y Node) int { return cmp.Compare(x.ID, y.ID) }
	if !slices.IsSortedFunc(g.Nodes, byID) {
		slices.SortFunc(g.Nodes, byID)
	}
	places := make(map[string]int, len(g.Nodes))
	for i := range g.Nodes {
		id := g.Nodes[i].ID
		if _, twice := places[id]; twice {
			return nil, fmt.Errorf("%w: two nodes are called %q", ErrText, id)
		}
		places[id] = i
	}
	return places, nil
}
