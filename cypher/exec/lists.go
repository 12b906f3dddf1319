package exec

import (
	"bdgraph/cypher/graph"
	"bdgraph/cypher/syntax"
	"bdgraph/cypher/value"
)

// Expressions that run over the elements of a list. The element lies in a slot
// of its own.

// elements calls visit for each element of a list, which lies in the slot then;
// it reports whether the list was null.
func (m *machine) elements(list eval, slot int, r row, visit func() (done bool, err error)) (null bool, err error) {
	v, err := list(r)
	if err != nil || v.IsNull() {
		return true, err
	}
	for _, x := range value.AsList(v) {
		if err := m.step(); err != nil {
			return false, err
		}
		r[slot] = x
		if done, err := visit(); done || err != nil {
			return false, err
		}
	}
	return false, nil
}

func (m *machine) listComprehension(e *syntax.ListComprehension) eval {
	list := m.expr(e.List)
	where := func(row) (value.Truth, error) { return value.Yes, nil }
	if e.Where != nil {
		where = m.predicate(e.Where)
	}
	each := m.slot(e.Var.ID)
	if e.Map != nil {
		each = m.expr(e.Map)
	}
	return func(r row) (value.Value, error) {
		out := m.newList()
		null, err := m.elements(list, e.Var.ID, r, func() (bool, error) {
			yes, err := where(r)
			if err != nil || yes != value.Yes {
				return false, err
			}
			v, err := each(r)
			if err != nil {
				return false, err
			}
			return false, out.add(v)
		})
		if null || err != nil {
			out.done()
			return value.Null, err
		}
		return out.done(), nil
	}
}

// listBuilder collects a list and counts its memory while it grows. What becomes
// of the list later is counted by whoever keeps it.
type listBuilder struct {
	m     *machine
	items []value.Value
	bytes int
}

func (m *machine) newList() *listBuilder { return &listBuilder{m: m} }

func (l *listBuilder) add(v value.Value) error {
	if err := value.CheckList(len(l.items) + 1); err != nil {
		return err
	}
	n := sizeOf(v)
	l.bytes += n
	l.items = append(l.items, v)
	return l.m.keep(n)
}

func (l *listBuilder) done() value.Value {
	l.m.release(l.bytes)
	l.bytes = 0
	return value.List(l.items)
}

func (m *machine) quantifier(e *syntax.Quantifier) predicate {
	list, where := m.expr(e.List), m.predicate(e.Where)
	return func(r row) (value.Truth, error) {
		yes, unknown := 0, 0
		result := value.Unknown
		decided := false
		null, err := m.elements(list, e.Var.ID, r, func() (bool, error) {
			t, err := where(r)
			if err != nil {
				return false, err
			}
			switch t {
			case value.Yes:
				yes++
			case value.Unknown:
				unknown++
			}
			switch {
			case e.Kind == syntax.Any && t == value.Yes:
				result, decided = value.Yes, true
			case e.Kind == syntax.All && t == value.No, e.Kind == syntax.None && t == value.Yes, e.Kind == syntax.Single && yes > 1:
				result, decided = value.No, true
			}
			return decided, nil
		})
		switch {
		case null || err != nil || decided:
			return result, err
		case unknown > 0:
			return value.Unknown, nil
		}
		switch e.Kind {
		case syntax.Any:
			return value.No, nil
		case syntax.Single:
			return value.TruthOf(yes == 1), nil
		}
		return value.Yes, nil
	}
}

func (m *machine) reduce(e *syntax.Reduce) eval {
	start, list, next := m.expr(e.Init), m.expr(e.List), m.expr(e.Step)
	return func(r row) (value.Value, error) {
		acc, err := start(r)
		if err != nil {
			return acc, err
		}
		null, err := m.elements(list, e.Var.ID, r, func() (bool, error) {
			r[e.Acc.ID] = acc
			acc, err = next(r)
			return false, err
		})
		if null || err != nil {
			return value.Null, err
		}
		return acc, nil
	}
}

// mapProjection is v {.key, .*, key: value}.
func (m *machine) mapProjection(e *syntax.MapProjection) eval {
	subject := m.expr(e.Var)
	values := make([]eval, len(e.Items))
	for i, item := range e.Items {
		if item.Value != nil {
			values[i] = m.expr(item.Value)
		}
	}
	return func(r row) (value.Value, error) {
		v, err := subject(r)
		if err != nil || v.IsNull() {
			return value.Null, err
		}
		var entries []value.Entry
		for i, item := range e.Items {
			switch {
			case item.All:
				all, err := m.properties(v)
				if err != nil {
					return value.Null, m.at(e, err)
				}
				entries = append(entries, all...)
			case values[i] != nil:
				x, err := values[i](r)
				if err != nil {
					return value.Null, err
				}
				entries = append(entries, value.Entry{Key: item.Key.Value, Value: x})
			default:
				x, err := m.propertyOf(v, item.Key.Value)
				if err != nil {
					return value.Null, m.at(e, err)
				}
				entries = append(entries, value.Entry{Key: item.Key.Value, Value: x})
			}
		}
		return value.FromMap(value.NewMap(entries...)), nil
	}
}

// propertyOf is v.name of anything.
func (m *machine) propertyOf(v value.Value, name string) (value.Value, error) {
	if isReference(v) {
		return m.entityProperty(v, name), nil
	}
	return value.Property(v, name)
}

// properties returns all properties of a node, relationship or map.
func (m *machine) properties(v value.Value) (value.Map, error) {
	switch {
	case v.Kind() == value.KindMap:
		return v.Map(), nil
	case isReference(v) && v.Kind() == value.KindNode:
		return nodeProperties(m.g, graph.NodeID(v.NodeRef())), nil
	case isReference(v):
		return relProperties(m.g, graph.RelID(v.RelationshipRef())), nil
	case v.Kind() == value.KindNode:
		return v.Node().Properties, nil
	case v.Kind() == value.KindRelationship:
		return v.Relationship().Properties, nil
	}
	return nil, wrongKind("map, node or relationship", v)
}

func nodeProperties(g graph.Graph, n graph.NodeID) value.Map {
	return entries(g, g.NodeKeys(n, nil), func(k graph.KeyID) value.Value { return g.NodeProperty(n, k) })
}

func relProperties(g graph.Graph, r graph.RelID) value.Map {
	return entries(g, g.RelKeys(r, nil), func(k graph.KeyID) value.Value { return g.RelProperty(r, k) })
}

func entries(g graph.Graph, keys []graph.KeyID, property func(graph.KeyID) value.Value) value.Map {
	entries := make([]value.Entry, len(keys))
	for i, k := range keys {
		entries[i] = value.Entry{Key: g.KeyName(k), Value: property(k)}
	}
	return value.NewMap(entries...)
}
