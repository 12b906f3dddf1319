package exec

import (
	"bdgraph/cypher/syntax"
	"bdgraph/cypher/value"
)

// isType tests x IS [NOT] :: type.
func (m *machine) isType(e *syntax.IsType) predicate {
	x := m.expr(e.X)
	return func(r row) (value.Truth, error) {
		v, err := x(r)
		return value.TruthOf(ofType(v, e.Type) != e.Not), err
	}
}

var kindOfName = map[string]value.Kind{
	"BOOLEAN": value.KindBool, "STRING": value.KindString, "INTEGER": value.KindInt, "FLOAT": value.KindFloat,
	"DATE": value.KindDate, "LOCAL TIME": value.KindLocalTime, "LOCAL DATETIME": value.KindLocalDateTime,
	"ZONED TIME": value.KindTime, "ZONED DATETIME": value.KindDateTime, "DURATION": value.KindDuration,
	"POINT": value.KindPoint, "NODE": value.KindNode, "RELATIONSHIP": value.KindRelationship, "MAP": value.KindMap, "PATH": value.KindPath,
}

// ofType reports whether a value is of a type; null is of every type that does
// not exclude it.
func ofType(v value.Value, t *syntax.TypeExpr) bool {
	if len(t.Union) > 0 {
		for _, u := range t.Union {
			if ofType(v, u) {
				return true
			}
		}
		return false
	}
	if v.IsNull() {
		return !t.NotNull && t.Name != "NOTHING"
	}
	switch t.Name {
	case "ANY":
		return true
	case "NOTHING", "NULL":
		return false
	case "PROPERTY VALUE":
		return storable(v)
	case "LIST":
		if v.Kind() != value.KindList {
			return false
		}
		for _, x := range v.List() {
			if !ofType(x, t.Element) {
				return false
			}
		}
		return true
	}
	kind, known := kindOfName[t.Name]
	return known && v.Kind() == kind
}

// storable reports whether a property may have a value: a scalar, or a list of
// scalars of one kind.
func storable(v value.Value) bool {
	if v.Kind() != value.KindList {
		return scalar(v)
	}
	list := v.List()
	for i, x := range list {
		if !scalar(x) || i > 0 && x.Kind() != list[0].Kind() {
			return false
		}
	}
	return true
}

func scalar(v value.Value) bool {
	switch v.Kind() {
	case value.KindNull, value.KindMap, value.KindNode, value.KindRelationship, value.KindPath, value.KindList:
		return false
	}
	return true
}
