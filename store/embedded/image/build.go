package image

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
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
	// Generation is the hash of the graph; zero: that of the sections is taken.
	Generation [32]byte
	Hash       [32]byte // hash of what the graph was made from
}

// Build returns the bytes of an image. The same input gives the same bytes; its
// slices are not changed. It fails for a property that cannot be stored and for a
// graph of more than 4,294,967,294 nodes or relationships.
func Build(in Input) ([]byte, error) {
	if len(in.Nodes) > maxCount || len(in.Relationships) > maxCount {
		return nil, fmt.Errorf("a graph of %d nodes and %d relationships is too large for the embedded store; use Neo4j", len(in.Nodes), len(in.Relationships))
	}
	b := &builder{in: in, labels: namesOf(nil), types: namesOf(nil), keys: namesOf(nil)}
	b.collectNames()
	b.orderNodes()
	b.orderRelationships()
	nodes, rels := b.columns()
	for i := range nodes {
		nodes[i].choose()
	}
	for i := range rels {
		rels[i].choose()
	}
	b.buildDictionary(nodes, rels)

	b.w.add(labelNames, 0, 0, texts(b.labels.texts))
	b.w.add(typeNames, 0, 0, texts(b.types.texts))
	b.w.add(keyNames, 0, 0, texts(b.keys.texts))
	b.writeLabelSets()
	b.writeAdjacency()
	b.w.add(dictionary, 0, 0, texts(b.dict))
	for kind, columns := range [2][]draft{nodes, rels} {
		for i := range columns {
			data, err := b.encode(&columns[i])
			if err != nil {
				return nil, err
			}
			b.w.add(nodeColumn+sectionKind(kind), columns[i].owner, columns[i].key, data)
		}
	}
	b.writeIndexes(nodes)
	return b.w.finish(header{
		nodes: uint64(len(in.Nodes)), rels: uint64(len(in.Relationships)), generation: in.Generation, input: in.Hash,
	}), nil
}

// builder holds what the steps share. Numbers are those of the image: node
// order[i] of the input has number i.
type builder struct {
	in                  Input
	w                   writer
	labels, types, keys *names

	sets      []labelSet
	setOf     []uint32 // by number of the node
	order     []int    // input place by number
	number    []uint32 // number by input place
	relOrder  []int    // input place by number
	typeStart []uint32 // first relationship of each type, and the end
	from, to  []uint32 // by number of the relationship

	dict  []string
	ranks map[string]uint32
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
	labels, types, keys := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for i := range b.in.Nodes {
		for _, l := range b.in.Nodes[i].Labels {
			labels[l] = true
		}
		for _, p := range b.in.Nodes[i].Properties {
			keys[p.Key] = true
		}
	}
	for i := range b.in.Relationships {
		types[b.in.Relationships[i].Type] = true
		for _, p := range b.in.Relationships[i].Properties {
			keys[p.Key] = true
		}
	}
	b.labels, b.types, b.keys = namesOf(labels), namesOf(types), namesOf(keys)
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

func (b *builder) writeLabelSets() {
	var ws []uint32
	for _, s := range b.sets {
		ws = append(ws, s.first, s.end, uint32(len(s.labels)))
		ws = append(ws, s.labels...)
	}
	b.w.add(labelSets, 0, 0, words(ws...))
}

// writeAdjacency writes both directions, and the counts by pattern. A type's
// ranges begin at the first node that has one, and end at the last.
func (b *builder) writeAdjacency() {
	b.w.add(typeStarts, 0, 0, words(b.typeStart...))
	b.w.add(sources, 0, 0, words(b.from...))
	b.w.add(targets, 0, 0, words(b.to...))
	var counts []uint32
	for t := range b.types.texts {
		first, end := b.typeStart[t], b.typeStart[t+1]
		starts := rangesOf(b.from[first:end])
		b.w.add(outStarts, uint32(t), 0, words(starts...))

		starts = rangesOf(b.to[first:end])
		b.w.add(inStarts, uint32(t), 0, words(starts...))
		base, next := starts[0], slices.Clone(starts[2:])
		in := make([]uint32, end-first)
		for r := first; r < end; r++ {
			n := b.to[r] - base
			in[next[n]] = r
			next[n]++
		}
		b.w.add(inRels, uint32(t), 0, words(in...))

		bySets := map[[2]uint32]uint32{}
		for r := first; r < end; r++ {
			bySets[[2]uint32{b.setOf[b.from[r]], b.setOf[b.to[r]]}]++
		}
		pairs := make([][2]uint32, 0, len(bySets))
		for p := range bySets {
			pairs = append(pairs, p)
		}
		slices.SortFunc(pairs, func(x, y [2]uint32) int { return slices.Compare(x[:], y[:]) })
		for _, p := range pairs {
			counts = append(counts, p[0], uint32(t), p[1], bySets[p])
		}
	}
	b.w.add(patternCounts, 0, 0, words(counts...))
}

// rangesOf returns base, 0 and then, for each node from base to the last one
// that occurs, the number of ends before it, and the total.
func rangesOf(nodes []uint32) []uint32 {
	if len(nodes) == 0 {
		return []uint32{0, 0, 0}
	}
	low, high := slices.Min(nodes), slices.Max(nodes)
	starts := make([]uint32, 2+int(high-low)+2)
	starts[0] = low
	counts := starts[2:]
	for _, n := range nodes {
		counts[n-low+1]++
	}
	for i := 1; i < len(counts); i++ {
		counts[i] += counts[i-1]
	}
	return starts
}

// draft is a column on its way into the image.
type draft struct {
	owner, key uint32
	values     []value.Value // by row; null where there is none
	encoding   encoding
}

// columns gathers the values of each property by owner, sorted by owner and key.
func (b *builder) columns() (nodes, rels []draft) {
	for s, set := range b.sets {
		nodes = b.gather(nodes, uint32(s), int(set.end-set.first), func(row int) []Property {
			return b.in.Nodes[b.order[int(set.first)+row]].Properties
		})
	}
	for t := range b.types.texts {
		first := int(b.typeStart[t])
		rels = b.gather(rels, uint32(t), int(b.typeStart[t+1])-first, func(row int) []Property {
			return b.in.Relationships[b.relOrder[first+row]].Properties
		})
	}
	return nodes, rels
}

func (b *builder) gather(to []draft, owner uint32, rows int, properties func(row int) []Property) []draft {
	values := make([][]value.Value, len(b.keys.texts))
	for row := range rows {
		for _, p := range properties(row) {
			k := b.keys.ids[p.Key]
			if values[k] == nil {
				values[k] = make([]value.Value, rows)
			}
			values[k][row] = p.Value
		}
	}
	for k, vs := range values {
		if vs != nil {
			to = append(to, draft{owner: owner, key: uint32(k), values: vs})
		}
	}
	return to
}

// choose picks the encoding that fits all values of a column.
func (d *draft) choose() {
	d.encoding = 0
	for _, v := range d.values {
		if v.IsNull() {
			continue
		}
		e := encodingOf(v)
		if d.encoding == 0 {
			d.encoding = e
		}
		if e != d.encoding {
			d.encoding = anything
		}
		if d.encoding == anything {
			return
		}
	}
	if d.encoding == ranks && mostlyDistinct(d.values) {
		d.encoding = longText
	}
}

func encodingOf(v value.Value) encoding {
	switch v.Kind() {
	case value.KindInt:
		return ints
	case value.KindFloat:
		return floats
	case value.KindBool:
		return bools
	case value.KindString:
		return ranks
	case value.KindDate:
		if d := v.Date().EpochDay(); d == int64(int32(d)) {
			return dates
		}
	case value.KindDateTime:
		if v.DateTime().Zone().String() == "Z" {
			return instants
		}
	case value.KindList:
		for _, e := range v.List() {
			if e.Kind() != value.KindString {
				return anything
			}
		}
		return rankList
	}
	return anything
}

// mostlyDistinct looks at up to 1,024 rows: texts that hardly repeat gain
// nothing from the dictionary.
func mostlyDistinct(values []value.Value) bool {
	const sample = 1024
	step := max(1, len(values)/sample)
	seen, rows := map[string]bool{}, 0
	for i := 0; i < len(values); i += step {
		if !values[i].IsNull() {
			seen[values[i].Str()] = true
			rows++
		}
	}
	return rows >= 16 && len(seen) > rows/2
}

// buildDictionary collects the strings of all columns that refer to them.
func (b *builder) buildDictionary(nodes, rels []draft) {
	b.ranks = map[string]uint32{}
	for _, columns := range [2][]draft{nodes, rels} {
		for i := range columns {
			d := &columns[i]
			for _, v := range d.values {
				switch {
				case v.IsNull():
				case d.encoding == ranks:
					b.ranks[v.Str()] = 0
				case d.encoding == rankList:
					for _, e := range v.List() {
						b.ranks[e.Str()] = 0
					}
				}
			}
		}
	}
	b.dict = make([]string, 0, len(b.ranks))
	for s := range b.ranks {
		b.dict = append(b.dict, s)
	}
	slices.Sort(b.dict)
	for i, s := range b.dict {
		b.ranks[s] = uint32(i)
	}
}

// encode writes a column section.
func (b *builder) encode(d *draft) ([]byte, error) {
	le := binary.LittleEndian
	rows := len(d.values)
	bitmap := make([]byte, (rows+63)/64*8)
	missing := false
	for row, v := range d.values {
		if v.IsNull() {
			missing = true
		} else {
			bitmap[row>>3] |= 1 << (row & 7)
		}
	}
	out := make([]byte, 0, columnHead+len(bitmap)+9*rows)
	out = le.AppendUint32(out, uint32(d.encoding))
	out = le.AppendUint32(out, uint32(rows))
	if missing {
		out = le.AppendUint64(out, 1)
		out = append(out, bitmap...)
	} else {
		out = le.AppendUint64(out, 0)
	}
	word := func(v value.Value, f func(value.Value) uint64) uint64 {
		if v.IsNull() {
			return 0
		}
		return f(v)
	}
	each64 := func(f func(value.Value) uint64) {
		for _, v := range d.values {
			out = le.AppendUint64(out, word(v, f))
		}
	}
	each32 := func(f func(value.Value) uint64) {
		for _, v := range d.values {
			out = le.AppendUint32(out, uint32(word(v, f)))
		}
		out = pad(out)
	}
	switch d.encoding {
	case ints:
		each64(func(v value.Value) uint64 { return uint64(v.Int()) })
	case floats:
		each64(func(v value.Value) uint64 { return math.Float64bits(v.Float()) })
	case bools:
		each32(func(v value.Value) uint64 {
			if v.Bool() {
				return 1
			}
			return 0
		})
	case dates:
		each32(func(v value.Value) uint64 { return uint64(v.Date().EpochDay()) })
	case instants:
		each64(func(v value.Value) uint64 { return uint64(v.DateTime().EpochSecond()) })
		each32(func(v value.Value) uint64 { return uint64(v.DateTime().Nanosecond()) })
	case ranks:
		each32(func(v value.Value) uint64 { return uint64(b.ranks[v.Str()]) })
	case longText:
		return b.encodeBlob(out, d, func(body []byte, v value.Value) ([]byte, error) { return append(body, v.Str()...), nil })
	case anything:
		return b.encodeBlob(out, d, encodeValue)
	case rankList:
		var all []uint32
		for _, v := range d.values {
			out = le.AppendUint32(out, uint32(len(all)))
			if !v.IsNull() {
				for _, e := range v.List() {
					all = append(all, b.ranks[e.Str()])
				}
			}
		}
		out = pad(le.AppendUint32(out, uint32(len(all))))
		out = append(out, words(all...)...)
	}
	return out, nil
}

// encodeBlob writes offsets and then the values one behind the other.
func (b *builder) encodeBlob(out []byte, d *draft, encode func([]byte, value.Value) ([]byte, error)) ([]byte, error) {
	var body []byte
	for _, v := range d.values {
		out = binary.LittleEndian.AppendUint64(out, uint64(len(body)))
		if v.IsNull() {
			continue
		}
		var err error
		if body, err = encode(body, v); err != nil {
			return nil, fmt.Errorf("property %s: %w", b.keys.texts[d.key], err)
		}
	}
	out = binary.LittleEndian.AppendUint64(out, uint64(len(body)))
	return append(out, body...), nil
}

func pad(b []byte) []byte {
	for len(b)%alignment != 0 {
		b = append(b, 0)
	}
	return b
}

// writeIndexes writes the wanted indexes whose label and key exist.
func (b *builder) writeIndexes(nodes []draft) {
	specs := slices.Clone(b.in.Indexes)
	slices.SortFunc(specs, func(x, y IndexSpec) int { return cmp.Or(cmp.Compare(x.Label, y.Label), cmp.Compare(x.Key, y.Key)) })
	specs = slices.CompactFunc(specs, func(x, y IndexSpec) bool { return x.Label == y.Label && x.Key == y.Key })
	type entry struct {
		node uint32
		v    value.Value
	}
	for _, s := range specs {
		label, ok := b.labels.ids[s.Label]
		key, known := b.keys.ids[s.Key]
		if !ok || !known {
			continue
		}
		var entries []entry
		for i := range nodes {
			d := &nodes[i]
			set := b.sets[d.owner]
			if d.key != key || !slices.Contains(set.labels, label) {
				continue
			}
			for row, v := range d.values {
				if !v.IsNull() {
					entries = append(entries, entry{set.first + uint32(row), v})
				}
			}
		}
		slices.SortFunc(entries, func(x, y entry) int {
			return cmp.Or(value.Compare(x.v, y.v), cmp.Compare(x.node, y.node))
		})
		ws := make([]uint32, 2, 2+len(entries))
		if s.Unique {
			ws[0] = 1
		}
		for _, e := range entries {
			ws = append(ws, e.node)
		}
		b.w.add(index, label, key, words(ws...))
	}
}
