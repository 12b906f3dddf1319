package lib

import (
	"math/bits"
	"strings"
	"sync"

	"bdgraph/cypher/value"
)

// Kinds is a set of [value.Kind]s.
type Kinds uint32

// kindsOf returns the set of these kinds.
func kindsOf(kinds ...value.Kind) (set Kinds) {
	for _, k := range kinds {
		set |= 1 << k
	}
	return set
}

// anyKind is the set of all kinds.
const anyKind Kinds = 1<<(value.KindFloat+1) - 1

// Has reports whether the set holds a kind.
func (s Kinds) Has(k value.Kind) bool { return s&(1<<k) != 0 }

// Type is what an argument may be or a result is. Null belongs to every type
// and is not in the sets.
type Type struct {
	Kinds    Kinds // of the value
	Elements Kinds // of its elements, where it is a list
}

// AnyType is the type of every value.
var AnyType = Type{anyKind, anyKind}

// Accepts reports whether a value of a kind may be passed for the type: of one
// of its kinds, null, and an integer for a float.
func (t Type) Accepts(k value.Kind) bool {
	return k == value.KindNull || t.Kinds.Has(k) || k == value.KindInt && t.Kinds.Has(value.KindFloat)
}

// kindOrder is the order in which types are listed.
var kindOrder = []value.Kind{
	value.KindBool, value.KindString, value.KindInt, value.KindFloat,
	value.KindDate, value.KindLocalTime, value.KindTime, value.KindLocalDateTime, value.KindDateTime,
	value.KindDuration, value.KindPoint, value.KindNode, value.KindRelationship, value.KindMap,
	value.KindList, value.KindPath,
}

// String writes the type as signatures do: INTEGER | FLOAT, LIST<STRING>.
func (t Type) String() string {
	const all = anyKind &^ 1 // null aside
	if t.Kinds&all == all {
		return "ANY"
	}
	names := make([]string, 0, bits.OnesCount32(uint32(t.Kinds)))
	for _, k := range kindOrder {
		switch {
		case !t.Kinds.Has(k):
		case k == value.KindList:
			names = append(names, "LIST<"+Type{Kinds: t.Elements}.String()+">")
		default:
			names = append(names, k.String())
		}
	}
	return strings.Join(names, " | ")
}

// parseType reads what [Type.String] writes.
func parseType(text string) (t Type, ok bool) {
	for _, name := range splitTypes(text) {
		if inner, isList := strings.CutPrefix(name, "LIST<"); isList {
			element, ok := parseType(strings.TrimSuffix(inner, ">"))
			if !ok {
				return t, false
			}
			t.Kinds |= kindsOf(value.KindList)
			t.Elements |= element.Kinds
			continue
		}
		if name == "ANY" {
			t = AnyType
			continue
		}
		k, ok := kindByName()[name]
		if !ok {
			return t, false
		}
		t.Kinds |= kindsOf(k)
	}
	return t, true
}

var kindByName = sync.OnceValue(func() map[string]value.Kind {
	m := make(map[string]value.Kind)
	for _, k := range kindOrder {
		m[k.String()] = k
	}
	return m
})

// splitTypes cuts at the bars outside of angle brackets.
func splitTypes(text string) (names []string) {
	depth, start := 0, 0
	for i, c := range text {
		switch c {
		case '<':
			depth++
		case '>':
			depth--
		case '|':
			if depth == 0 {
				names = append(names, strings.TrimSpace(text[start:i]))
				start = i + 1
			}
		}
	}
	return append(names, strings.TrimSpace(text[start:]))
}
