package exec

import (
	"cmp"
	"errors"
	"slices"
	"sort"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/plan"
	"bdgraph/cypher/syntax"
	"bdgraph/cypher/value"
)

// nodeAt returns the node in a slot; ok is false for null.
func nodeAt(r row, s plan.Slot) (n graph.NodeID, ok bool, err error) {
	v := r[s]
	if v.Kind() == value.KindNode && !v.Detached() {
		return graph.NodeID(v.NodeRef()), true, nil
	}
	if v.IsNull() {
		return 0, false, nil
	}
	return 0, false, wrongKind("node", v)
}

// fromNode goes on from the node in a slot; where it is null there is no row.
func fromNode(s plan.Slot, next func(row, graph.NodeID) error) operator {
	return func(r row) error {
		n, ok, err := nodeAt(r, s)
		if err != nil || !ok {
			return err
		}
		return next(r, n)
	}
}

func nodeValue(n graph.NodeID) value.Value { return value.NodeRef(uint64(n)) }

func relValue(r graph.RelID) value.Value { return value.RelationshipRef(uint64(r)) }

func (m *machine) nodeScan(op *plan.NodeScan, next operator) operator {
	ranges := plan.NodeRanges(m.g, op.Labels)
	return func(r row) error {
		for _, rg := range ranges {
			for n := rg.First; n < rg.End; n++ {
				if err := m.step(); err != nil {
					return err
				}
				r[op.Node] = nodeValue(n)
				if err := next(r); err != nil {
					return err
				}
			}
		}
		return nil
	}
}

// giveNodes hands on a row for each of some nodes.
func (m *machine) giveNodes(s plan.Slot, next operator) func(row, []graph.NodeID) error {
	return func(r row, nodes []graph.NodeID) error {
		for _, n := range nodes {
			if err := m.step(); err != nil {
				return err
			}
			r[s] = nodeValue(n)
			if err := next(r); err != nil {
				return err
			}
		}
		return nil
	}
}

func (m *machine) indexSeek(op *plan.IndexSeek, next operator) operator {
	l, _ := m.g.LabelID(op.Label)
	k, _ := m.g.KeyID(op.Key)
	index := m.g.Index(l, k)
	give := m.giveNodes(op.Node, next)
	if op.Kind == plan.Present {
		return func(r row) error { return give(r, index.All()) }
	}
	every := m.nodeScan(&plan.NodeScan{Node: op.Node, Labels: &syntax.LabelName{Value: op.Label}}, next)
	// failed leaves an error to the Filter that follows; a limit is no such error.
	failed := func(r row, err error) error {
		var failure *value.Error
		if errors.As(err, &failure) {
			return every(r)
		}
		return err
	}
	if op.Kind == plan.Range {
		lower, upper := m.bound(op.Lower), m.bound(op.Upper)
		return func(r row) error {
			lo, loOK, err := lower(r)
			if err != nil {
				return failed(r, err)
			}
			hi, hiOK, err := upper(r)
			if err != nil {
				return failed(r, err)
			}
			if !loOK || !hiOK {
				return nil
			}
			return give(r, index.Range(lo, hi))
		}
	}
	wanted := m.expr(op.Value)
	return func(r row) error {
		v, err := wanted(r)
		if err != nil {
			return failed(r, err)
		}
		if v.IsNull() {
			return nil
		}
		switch op.Kind {
		case plan.Prefix:
			if v.Kind() != value.KindString {
				return nil
			}
			return give(r, index.Prefix(v.Str()))
		case plan.AnyOf:
			return give(r, m.seekAll(index, value.AsList(v)))
		}
		return give(r, index.Equal(v))
	}
}

// bound computes an end of a range; ok is false for null, to which nothing compares.
func (m *machine) bound(b *plan.SeekBound) func(row) (out graph.Bound, ok bool, err error) {
	if b == nil {
		return func(row) (graph.Bound, bool, error) { return graph.Bound{}, true, nil }
	}
	x := m.expr(b.Value)
	return func(r row) (graph.Bound, bool, error) {
		v, err := x(r)
		return graph.Bound{Set: true, Inclusive: b.Inclusive, Value: v}, !v.IsNull(), err
	}
}

// seekAll finds the nodes for any of several values, each node once.
func (m *machine) seekAll(index graph.Index, values []value.Value) []graph.NodeID {
	var nodes []graph.NodeID
	for _, v := range values {
		nodes = append(nodes, index.Equal(v)...)
	}
	slices.Sort(nodes)
	return slices.Compact(nodes)
}

func (m *machine) idSeek(op *plan.IDSeek, next operator) operator {
	wanted, give := m.expr(op.Value), m.giveNodes(op.Node, next)
	find := func(v value.Value) (graph.NodeID, bool) {
		switch {
		case op.Element && v.Kind() == value.KindString:
			return m.g.NodeByElementID(v.Str())
		case !op.Element && v.Kind() == value.KindInt && v.Int() >= 0 && v.Int() < int64(m.g.NodeCount()):
			return graph.NodeID(v.Int()), true
		}
		return 0, false
	}
	return func(r row) error {
		v, err := wanted(r)
		if err != nil {
			return err
		}
		ids := []value.Value{v}
		if op.Many {
			ids = value.AsList(v)
		}
		var nodes []graph.NodeID
		for _, id := range ids {
			if n, ok := find(id); ok {
				nodes = append(nodes, n)
			}
		}
		slices.Sort(nodes)
		return give(r, slices.Compact(nodes))
	}
}

func (m *machine) relScan(op *plan.RelScan, next operator) operator {
	types := plan.Types(m.g, op.Types)
	differs := m.differs(op.Unlike)
	fromSet, toSet := m.nodeSet(op.FromLabels), m.nodeSet(op.ToLabels)
	return func(r row) error {
		give := func(from graph.NodeID, rel graph.RelID, to graph.NodeID) error {
			if !fromSet.contains(from) || !toSet.contains(to) {
				return nil
			}
			r[op.From], r[op.Rel], r[op.To] = nodeValue(from), relValue(rel), nodeValue(to)
			return next(r)
		}
		sources, targets := m.sources(), m.targets()
		for _, t := range types {
			rg := m.g.RelsOfType(t)
			for rel := rg.First; rel < rg.End; rel++ {
				if err := m.step(); err != nil {
					return err
				}
				if !differs(r, rel) {
					continue
				}
				s, e := sources[rel], targets[rel]
				if op.Direction != plan.In {
					if err := give(s, rel, e); err != nil {
						return err
					}
				}
				if op.Direction == plan.In || op.Direction == plan.Both && s != e {
					if err := give(e, rel, s); err != nil {
						return err
					}
				}
			}
		}
		return nil
	}
}

// differs returns a function that reports whether a relationship is none of those in some slots.
func (m *machine) differs(slots []plan.Slot) func(row, graph.RelID) bool {
	if len(slots) == 0 {
		return func(row, graph.RelID) bool { return true }
	}
	return func(r row, rel graph.RelID) bool {
		for _, s := range slots {
			switch v := r[s]; v.Kind() {
			case value.KindRelationship:
				if graph.RelID(v.RelationshipRef()) == rel {
					return false
				}
			case value.KindList:
				for _, x := range v.List() {
					if x.Kind() == value.KindRelationship && graph.RelID(x.RelationshipRef()) == rel {
						return false
					}
				}
			}
		}
		return true
	}
}

// relEnds checks a relationship that is bound against its pattern.
func (m *machine) relEnds(op *plan.RelEnds, next operator) operator {
	types := plan.Types(m.g, op.Types)
	differs := m.differs(op.Unlike)
	return func(r row) error {
		v := r[op.Rel]
		if v.IsNull() {
			return nil
		}
		if v.Kind() != value.KindRelationship || v.Detached() {
			return wrongKind("relationship", v)
		}
		rel := graph.RelID(v.RelationshipRef())
		if !slices.Contains(types, m.g.RelType(rel)) || !differs(r, rel) {
			return m.step()
		}
		give := func(from, to graph.NodeID) error {
			if err := m.step(); err != nil {
				return err
			}
			if op.FromBound {
				if n, ok, err := nodeAt(r, op.From); err != nil || !ok || n != from {
					return err
				}
			}
			r[op.From] = nodeValue(from)
			if op.ToBound {
				if n, ok, err := nodeAt(r, op.To); err != nil || !ok || n != to {
					return err
				}
			}
			r[op.To] = nodeValue(to)
			return next(r)
		}
		s, e := m.sources()[rel], m.targets()[rel]
		if op.Direction != plan.In {
			if err := give(s, e); err != nil {
				return err
			}
		}
		if op.Direction == plan.In || op.Direction == plan.Both && s != e {
			return give(e, s)
		}
		return nil
	}
}

// expand follows the relationships of a node.
func (m *machine) expand(op *plan.Expand, next operator) operator {
	types := plan.Types(m.g, op.Types)
	differs := m.differs(op.Unlike)
	if op.Into {
		return m.expandInto(op, types, differs, next)
	}
	set := m.nodeSet(op.Labels)
	checked := len(op.Unlike) > 0
	give := func(r row, rel graph.RelID, to graph.NodeID) error {
		if err := m.step(); err != nil {
			return err
		}
		if !set.contains(to) || checked && !differs(r, rel) {
			return nil
		}
		r[op.Rel], r[op.To] = relValue(rel), nodeValue(to)
		return next(r)
	}
	return fromNode(op.From, func(r row, from graph.NodeID) error {
		if err := m.step(); err != nil {
			return err
		}
		for _, t := range types {
			if op.Direction != plan.In {
				rg, targets := m.g.Out(from, t), m.targets()
				for rel := rg.First; rel < rg.End; rel++ {
					if err := give(r, rel, targets[rel]); err != nil {
						return err
					}
				}
			}
			if op.Direction != plan.Out {
				sources := m.sources()
				for _, rel := range m.g.In(from, t) {
					to := sources[rel]
					if to == from && op.Direction == plan.Both {
						continue // a loop is found once
					}
					if err := give(r, rel, to); err != nil {
						return err
					}
				}
			}
		}
		return nil
	})
}

// expandInto finds the relationships between two nodes by binary search, since
// the relationships of a node stand in the order of their other ends.
func (m *machine) expandInto(op *plan.Expand, types []graph.TypeID, differs func(row, graph.RelID) bool, next operator) operator {
	give := func(r row, rel graph.RelID) error {
		if err := m.step(); err != nil {
			return err
		}
		if !differs(r, rel) {
			return nil
		}
		r[op.Rel] = relValue(rel)
		return next(r)
	}
	return fromNode(op.From, func(r row, from graph.NodeID) error {
		to, ok, err := nodeAt(r, op.To)
		if err != nil || !ok {
			return err
		}
		if err := m.step(); err != nil {
			return err
		}
		for _, t := range types {
			if op.Direction != plan.In {
				rg := m.between(m.g.Out(from, t), to)
				for rel := rg.First; rel < rg.End; rel++ {
					if err := give(r, rel); err != nil {
						return err
					}
				}
			}
			if op.Direction == plan.In || op.Direction == plan.Both && from != to {
				rg := m.between(m.g.Out(to, t), from)
				for rel := rg.First; rel < rg.End; rel++ {
					if err := give(r, rel); err != nil {
						return err
					}
				}
			}
		}
		return nil
	})
}

// between narrows the outgoing relationships of a node to those that end at another.
func (m *machine) between(rg graph.RelRange, to graph.NodeID) graph.RelRange {
	targets := m.targets()[rg.First:rg.End]
	first, found := slices.BinarySearch(targets, to)
	if !found {
		return graph.RelRange{}
	}
	n := sort.Search(len(targets)-first, func(i int) bool { return cmp.Compare(targets[first+i], to) > 0 })
	return graph.RelRange{First: rg.First + graph.RelID(first), End: rg.First + graph.RelID(first+n)}
}
