package store

import "bdgraph/cypher/value"

// perValue is what any value takes up beside its text or elements.
const perValue = 24

// Size returns about how many bytes values take up in memory, with all that
// they hold. It is what the byte limit counts, the same on every store.
func Size(values ...value.Value) int64 {
	var n int64
	for _, v := range values {
		n += perValue + contents(v)
	}
	return n
}

func contents(v value.Value) int64 {
	switch v.Kind() {
	case value.KindString:
		return int64(len(v.Str()))
	case value.KindList:
		return Size(v.List()...)
	case value.KindMap:
		return sizeOfMap(v.Map())
	case value.KindNode:
		if !v.Detached() {
			return 0
		}
		n := sizeOfMap(v.Node().Properties)
		for _, label := range v.Node().Labels {
			n += int64(len(label))
		}
		return n
	case value.KindRelationship:
		if !v.Detached() {
			return 0
		}
		return int64(len(v.Relationship().Type)) + sizeOfMap(v.Relationship().Properties)
	case value.KindPath:
		return Size(v.Path().Nodes...) + Size(v.Path().Relationships...)
	}
	return 0
}

func sizeOfMap(m value.Map) int64 {
	var n int64
	for _, e := range m {
		n += int64(len(e.Key)) + Size(e.Value)
	}
	return n
}
