package check

import (
	"math/bits"
	"strings"

	"bdgraph/cypher/value"
)

// Type is what is known about a value before it is computed: the set of kinds it
// may have, and for lists the type of the elements. Every type includes null.
type Type struct {
	kinds uint32 // bit 1<<kind of each value.Kind but null
	elem  *Type  // of lists; nil: unknown
}

const allKinds = uint32(1)<<(value.KindFloat+1) - 2

// Any is the type of everything.
var Any = Type{kinds: allKinds}

// Of is the type of values of any of the kinds.
func Of(kinds ...value.Kind) Type {
	var t Type
	for _, k := range kinds {
		t.kinds |= 1 << k
	}
	t.kinds &= allKinds
	return t
}

// ListOf is the type of lists of elements of the type.
func ListOf(elem Type) Type { return Type{kinds: 1 << value.KindList, elem: &elem} }

// The types that have a name of their own.
var (
	Null         = Type{}
	Boolean      = Of(value.KindBool)
	Integer      = Of(value.KindInt)
	Float        = Of(value.KindFloat)
	Number       = Of(value.KindInt, value.KindFloat)
	String       = Of(value.KindString)
	Map          = Of(value.KindMap)
	Node         = Of(value.KindNode)
	Relationship = Of(value.KindRelationship)
	Path         = Of(value.KindPath)
	Point        = Of(value.KindPoint)
	List         = Of(value.KindList)
	Duration     = Of(value.KindDuration)
	Temporal     = Of(value.KindDateTime, value.KindLocalDateTime, value.KindDate, value.KindTime, value.KindLocalTime)
)

// Or is the type of values of either type.
func (t Type) Or(o Type) Type {
	u := Type{kinds: t.kinds | o.kinds}
	tl, ol := t.Has(value.KindList), o.Has(value.KindList)
	switch {
	case tl && ol && t.elem != nil && o.elem != nil:
		e := t.elem.Or(*o.elem)
		u.elem = &e
	case tl && !ol:
		u.elem = t.elem
	case ol && !tl:
		u.elem = o.elem
	}
	return u
}

// Common is what is known of an element of a list in which both types stand: as in Neo4j
// nothing, unless they are of one kind or numbers.
func (t Type) Common(o Type) Type {
	switch {
	case t.kinds == List.kinds && o.kinds == List.kinds:
		return ListOf(t.Elem().Common(o.Elem()))
	case t.kinds == o.kinds, !t.IsNull() && !o.IsNull() && t.Or(o).Within(Number):
		return t.Or(o)
	}
	return Any
}

// Has reports whether the value may be of the kind.
func (t Type) Has(k value.Kind) bool { return t.kinds&(1<<k) != 0 }

// Elem is the type of the elements of a list.
func (t Type) Elem() Type {
	if t.elem == nil {
		return Any
	}
	return *t.elem
}

// IsAny reports whether nothing is known.
func (t Type) IsAny() bool { return t.kinds == allKinds }

// IsNull reports whether the value is null for certain.
func (t Type) IsNull() bool { return t.kinds == 0 }

// Within reports whether every value of the type is of the other type.
func (t Type) Within(o Type) bool { return t.kinds&^o.kinds == 0 }

// Meets reports whether a value of the type may be of the other type; null always may.
func (t Type) Meets(o Type) bool {
	common := t.kinds & o.kinds
	if t.kinds == 0 || o.kinds == 0 {
		return true
	}
	if common == 1<<value.KindList && t.elem != nil && o.elem != nil && t.kinds == common {
		return t.elem.Meets(*o.elem)
	}
	return common != 0
}

var typeNames = [...]string{
	value.KindMap: "Map", value.KindNode: "Node", value.KindRelationship: "Relationship", value.KindList: "List",
	value.KindPath: "Path", value.KindPoint: "Point", value.KindDateTime: "DateTime", value.KindLocalDateTime: "LocalDateTime",
	value.KindDate: "Date", value.KindTime: "Time", value.KindLocalTime: "LocalTime", value.KindDuration: "Duration",
	value.KindString: "String", value.KindBool: "Boolean", value.KindInt: "Integer", value.KindFloat: "Float",
}

// order is the order in which the names of several types are listed.
var order = []value.Kind{
	value.KindMap, value.KindNode, value.KindRelationship, value.KindBool, value.KindFloat, value.KindInt, value.KindString,
	value.KindPath, value.KindPoint, value.KindDuration, value.KindDate, value.KindTime, value.KindLocalTime,
	value.KindLocalDateTime, value.KindDateTime, value.KindList,
}

// String names the type as Neo4j's messages do: Integer, List<Node>, Float or Integer.
func (t Type) String() string {
	switch {
	case t.IsAny():
		return "Any"
	case t.IsNull():
		return "Null"
	case t.kinds == storable.kinds:
		return "PropertyValue" // anything that a property may hold
	}
	var names []string
	for _, k := range order {
		if !t.Has(k) {
			continue
		}
		name := typeNames[k]
		if k == value.KindList {
			name = "List<T>"
			if t.elem != nil && !t.elem.IsAny() {
				name = "List<" + t.elem.String() + ">"
			}
		}
		names = append(names, name)
	}
	if bits.OnesCount32(t.kinds) == 1 {
		return names[0]
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// OfValue is the type of a value, as of a parameter.
func OfValue(v value.Value) Type {
	k := v.Kind()
	if k == value.KindList {
		list := v.List()
		elem := Null
		for _, x := range list {
			elem = elem.Or(OfValue(x))
		}
		if len(list) == 0 {
			elem = Any
		}
		return ListOf(elem)
	}
	return Of(k)
}
