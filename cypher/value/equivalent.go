package value

import (
	"hash/maphash"
	"math/bits"

	"bdgraph/cypher/temporal"
)

// Equivalent is the relation of DISTINCT, grouping and UNION. It differs from
// [Equal] in that null is equivalent to null, also inside of lists and maps, so
// that the answer is always known. NaN is not equivalent to anything, itself
// included: each NaN is a group of its own.
func Equivalent(a, b Value) bool {
	switch {
	case a.kind == KindNull || b.kind == KindNull:
		return a.kind == b.kind
	case a.kind == KindList && b.kind == KindList:
		x, y := a.List(), b.List()
		if len(x) != len(y) {
			return false
		}
		for i := range x {
			if !Equivalent(x[i], y[i]) {
				return false
			}
		}
		return true
	case a.kind == KindMap && b.kind == KindMap:
		x, y := a.Map(), b.Map()
		if len(x) != len(y) {
			return false
		}
		for i := range x {
			if x[i].Key != y[i].Key || !Equivalent(x[i].Value, y[i].Value) {
				return false
			}
		}
		return true
	}
	return equalScalars(a, b)
}

// Same reports whether two values are the same bits in the same place, and so
// equivalent. It is quick, and may say no of values that are equivalent.
func Same(a, b Value) bool {
	return a.num == b.num && a.ptr == b.ptr && a.kind == b.kind && !mayHoldNaN[a.kind]
}

// mayHoldNaN are the kinds whose values need not be equivalent to themselves.
var mayHoldNaN = [...]bool{KindFloat: true, KindList: true, KindMap: true, KindPoint: true}

// Trace mixes the bits of a value into h, quickly: it is equal for values that are [Same].
func Trace(h uint64, v Value) uint64 {
	return bits.RotateLeft64(h, 21) ^ (v.num+uint64(uintptr(v.ptr))+uint64(v.kind))*0x9e3779b97f4a7c15
}

var seed = maphash.MakeSeed() // of this process: texts of strangers cannot be made to collide

// Hash mixes the value into h: equivalent values give equal results for equal
// h. A key of several values is hashed by passing the result on. Results differ
// between processes.
func Hash(h uint64, v Value) uint64 {
	kind := v.kind
	switch kind {
	case KindFloat:
		// Whole floats hash as the integer that equals them.
		kind = KindInt
		f := v.Float()
		n := Truncate(f)
		if float64(n) != f {
			return mix(h^uint64(KindFloat), v.num)
		}
		return mix(h^uint64(kind), uint64(n))
	case KindString:
		return mix(h^uint64(kind), maphash.String(seed, v.Str()))
	case KindList:
		h = mix(h^uint64(kind), v.num)
		for _, e := range v.List() {
			h = Hash(h, e)
		}
		return h
	case KindMap:
		h = mix(h^uint64(kind), v.num)
		for _, e := range v.Map() {
			h = Hash(mix(h, maphash.String(seed, e.Key)), e.Value)
		}
		return h
	case KindNode:
		if v.ptr != nil {
			return mix(h^uint64(kind), maphash.String(seed, v.Node().ElementID))
		}
	case KindRelationship:
		if v.ptr != nil {
			return mix(h^uint64(kind), maphash.String(seed, v.Relationship().ElementID))
		}
	case KindPath:
		h = mix(h^uint64(kind), uint64(len(v.Path().Nodes)))
		for _, n := range v.Path().Nodes {
			h = Hash(h, n)
		}
		for _, r := range v.Path().Relationships {
			h = Hash(h, r)
		}
		return h
	case KindPoint:
		p := v.Point()
		h = mix(h^uint64(kind), uint64(p.CRS))
		return Hash(Hash(Hash(h, Float(p.X)), Float(p.Y)), Float(p.Z))
	case KindTime:
		return mix(h^uint64(kind), maphash.Comparable[temporal.Time](seed, v.Time()))
	case KindLocalDateTime:
		return mix(h^uint64(kind), maphash.Comparable[temporal.LocalDateTime](seed, v.LocalDateTime()))
	case KindDateTime:
		return mix(h^uint64(kind), maphash.Comparable[temporal.DateTime](seed, v.DateTime()))
	case KindDuration:
		return mix(h^uint64(kind), maphash.Comparable[temporal.Duration](seed, v.Duration()))
	}
	return mix(h^uint64(kind), v.num)
}

// mix folds the 128 bits of a product: every bit of both inputs reaches every
// bit of the result.
func mix(h, x uint64) uint64 {
	high, low := bits.Mul64(h^0x9e3779b97f4a7c15, x^0xd6e8feb86659fd93)
	return high ^ low
}
