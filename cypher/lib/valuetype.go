package lib

import (
	"slices"
	"strings"

	"bdgraph/cypher/value"
)

// valueType names the most precise type of a value, as valueType() does:
// INTEGER NOT NULL, LIST<STRING | FLOAT> NOT NULL, NULL.
func valueType(v value.Value) string {
	t := valueTypeOf(v)
	return t.text(!v.IsNull())
}

// exactType is the type of one value: its kind, and for a list the types of its
// elements.
type exactType struct {
	kind     value.Kind
	elements []exactType // distinct, in order; of a list
	nullable bool        // the list holds null
}

func valueTypeOf(v value.Value) exactType {
	t := exactType{kind: v.Kind()}
	if v.Kind() != value.KindList {
		return t
	}
	for _, e := range v.List() {
		if e.IsNull() {
			t.nullable = true
			continue
		}
		t.add(valueTypeOf(e))
	}
	// A list of nothing is also a list of anything else.
	if len(t.elements) > 1 {
		t.elements = slices.DeleteFunc(t.elements, func(e exactType) bool {
			return e.kind == value.KindList && len(e.elements) == 0 && !e.nullable &&
				slices.ContainsFunc(t.elements, func(o exactType) bool { return o.kind == value.KindList && len(o.elements) > 0 })
		})
	}
	slices.SortFunc(t.elements, compareTypes)
	return t
}

func (t *exactType) add(e exactType) {
	for _, have := range t.elements {
		if compareTypes(have, e) == 0 {
			return
		}
	}
	t.elements = append(t.elements, e)
}

func compareTypes(a, b exactType) int {
	if a.kind != b.kind {
		return slices.Index(kindOrder, a.kind) - slices.Index(kindOrder, b.kind)
	}
	if c := slices.CompareFunc(a.elements, b.elements, compareTypes); c != 0 {
		return c
	}
	switch {
	case a.nullable == b.nullable:
		return 0
	case b.nullable:
		return -1
	}
	return 1
}

func (t exactType) text(notNull bool) string {
	var b strings.Builder
	switch {
	case t.kind != value.KindList:
		b.WriteString(t.kind.String())
	case len(t.elements) == 0 && t.nullable:
		b.WriteString("LIST<NULL>")
	case len(t.elements) == 0:
		b.WriteString("LIST<NOTHING>")
	default:
		b.WriteString("LIST<")
		for i, e := range t.elements {
			if i > 0 {
				b.WriteString(" | ")
			}
			b.WriteString(e.text(!t.nullable))
		}
		b.WriteString(">")
	}
	if notNull {
		b.WriteString(" NOT NULL")
	}
	return b.String()
}
