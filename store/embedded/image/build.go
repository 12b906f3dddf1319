package image

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bdgraph/cypher/value"
)

// Property is one property of a node or relationship; its value is not null.
type Property = value.Entry

// Node is a node to be built. Key orders the nodes of one label set; equal
// keys keep the order in which they were added.
type Node struct {
	Labels     []string
	Key        string
	Properties []Property
}

// Relationship is a relationship to be built; From and To are the places of
// its ends in the order in which nodes were added.
type Relationship struct {
	Type       string
	From, To   int
	Properties []Property
}

// IndexSpec asks for an index on a property of the nodes with a label.
type IndexSpec struct {
	Label, Key string
	Unique     bool
}

// Input is what an image is built from.
type Input struct {
	Nodes         []Node
	Relationships []Relationship
	Indexes       []IndexSpec
	FullText      []FullTextSpec
	// NodeProperties and RelationshipProperties, where they are set, append the properties
	// of the node or relationship at a place, so that those of all need not be held at once.
	NodeProperties         func(i int, to []Property) ([]Property, error)
	RelationshipProperties func(i int, to []Property) ([]Property, error)
	// Generation is the hash of the graph; zero: that of the sections is taken.
	Generation [32]byte
}

// Build returns the bytes of an image in parts, one behind the other. The same
// input gives the same bytes; its slices are not changed. It fails for a property that
// cannot be stored and for a graph of more than 4,294,967,294 nodes or relationships.
func Build(in Input) (parts [][]byte, err error) {
	if len(in.Nodes) > maxCount || len(in.Relationships) > maxCount {
		return nil, fmt.Errorf("a graph of %d nodes and %d relationships is too large for the embedded store; use Neo4j", len(in.Nodes), len(in.Relationships))
	}
	b := &builder{in: in, strings: newPool()}
	b.collectNames()
	b.orderNodes()
	b.orderRelationships()
	if err := b.gatherAll(); err != nil {
		return nil, err
	}
	b.nameKeys()
	b.strings.sort()

	b.w.add(labelNames, 0, 0, texts(b.labels.texts))
	b.w.add(typeNames, 0, 0, texts(b.types.texts))
	b.w.add(keyNames, 0, 0, texts(b.keys.texts))
	b.writeLabelSets()
	b.writeAdjacency()
	b.w.add(dictionary, 0, 0, texts(b.strings.texts))
	b.writeColumns()
	b.writeIndexes()
	b.writeTexts()
	return b.w.finish(header{nodes: uint64(len(in.Nodes)), rels: uint64(len(in.Relationships)), generation: in.Generation}), nil
}

// builder holds what the steps share. Numbers are those of the image: node
// order[i] of the input has number i.
type builder struct {
	in            Input
	w             writer
	labels, types *names
	keys          *names // known when all columns are

	sets      []labelSet
	setOf     []uint32 // by number of the node
	order     []int    // input place by number
	number    []uint32 // number by input place
	relOrder  []int    // input place by number
	typeStart []uint32 // first relationship of each type, and the end
	from, to  []uint32 // by number of the relationship

	nodes, rels []draft
	strings     *pool
	free        [][]value.Value // columns that are encoded and may be used again
	indexed     []indexDraft
	texts       []*textDraft
}

type labelSet struct {
	labels     []uint32
	first, end uint32
}

// names numbers texts in their sorted order.
type names struct {
	ids   map[string]uint32
	texts []string
}

func namesOf(set map[string]bool) *names {
	n := &names{ids: make(map[string]uint32, len(set))}
	for t := range set {
		n.texts = append(n.texts, t)
	}
	slices.Sort(n.texts)
	for i, t := range n.texts {
		n.ids[t] = uint32(i)
	}
	return n
}

func (b *builder) collectNames() {
	labels, types := map[string]bool{}, map[string]bool{}
	for i := range b.in.Nodes {
		for _, l := range b.in.Nodes[i].Labels {
			labels[l] = true
		}
	}
	for i := range b.in.Relationships {
		types[b.in.Relationships[i].Type] = true
	}
	b.labels, b.types = namesOf(labels), namesOf(types)
}

// orderNodes numbers the nodes by label set, the sets in the order of their
// labels' names, then by key.
func (b *builder) orderNodes() {
	ids := make(map[string]int)
	members := map[int][]int{}
	for i := range b.in.Nodes {
		ls := make([]uint32, 0, len(b.in.Nodes[i].Labels))
		for _, l := range b.in.Nodes[i].Labels {
			ls = append(ls, b.labels.ids[l])
		}
		slices.Sort(ls)
		ls = slices.Compact(ls)
		key := string(words(ls...))
		id, ok := ids[key]
		if !ok {
			id = len(b.sets)
			ids[key] = id
			b.sets = append(b.sets, labelSet{labels: ls})
		}
		members[id] = append(members[id], i)
	}
	sorted := make([]int, len(b.sets))
	for i := range sorted {
		sorted[i] = i
	}
	slices.SortFunc(sorted, func(x, y int) int { return slices.Compare(b.sets[x].labels, b.sets[y].labels) })

	b.order = make([]int, 0, len(b.in.Nodes))
	b.setOf = make([]uint32, 0, len(b.in.Nodes))
	sets := make([]labelSet, 0, len(b.sets))
	for place, id := range sorted {
		ms := members[id]
		slices.SortStableFunc(ms, func(x, y int) int { return strings.Compare(b.in.Nodes[x].Key, b.in.Nodes[y].Key) })
		first := uint32(len(b.order))
		b.order = append(b.order, ms...)
		for range ms {
			b.setOf = append(b.setOf, uint32(place))
		}
		sets = append(sets, labelSet{labels: b.sets[id].labels, first: first, end: uint32(len(b.order))})
	}
	b.sets = sets
	b.number = make([]uint32, len(b.order))
	for n, place := range b.order {
		b.number[place] = uint32(n)
	}
}

// orderRelationships numbers the relationships by type, source and target;
// equal ones keep their order.
func (b *builder) orderRelationships() {
	byType := make([][]int, len(b.types.texts))
	for i := range b.in.Relationships {
		t := b.types.ids[b.in.Relationships[i].Type]
		byType[t] = append(byType[t], i)
	}
	n := len(b.in.Relationships)
	b.relOrder, b.from, b.to = make([]int, 0, n), make([]uint32, 0, n), make([]uint32, 0, n)
	ends := make([]uint64, n)
	for i := range b.in.Relationships {
		r := &b.in.Relationships[i]
		ends[i] = uint64(b.number[r.From])<<32 | uint64(b.number[r.To])
	}
	for _, rels := range byType {
		b.typeStart = append(b.typeStart, uint32(len(b.relOrder)))
		slices.SortFunc(rels, func(x, y int) int { return cmp.Or(cmp.Compare(ends[x], ends[y]), cmp.Compare(x, y)) })
		for _, i := range rels {
			b.relOrder = append(b.relOrder, i)
			b.from, b.to = append(b.from, uint32(ends[i]>>32)), append(b.to, uint32(ends[i]))
		}
	}
	b.typeStart = append(b.typeStart, uint32(len(b.relOrder)))
}
