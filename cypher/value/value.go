package value

import (
	"math"
	"unsafe"

	"bdgraph/cypher/temporal"
)

// Kind is the type of a value as far as it can be told from the value alone.
type Kind uint8

// The kinds, in Cypher's order of values of different types, except that null
// stands first here so that the zero Value is null.
const (
	KindNull Kind = iota
	KindMap
	KindNode
	KindRelationship
	KindList
	KindPath
	KindPoint
	KindDateTime
	KindLocalDateTime
	KindDate
	KindTime
	KindLocalTime
	KindDuration
	KindString
	KindBool
	KindInt
	KindFloat
)

// String returns Cypher's name of the type: INTEGER, ZONED DATETIME ….
func (k Kind) String() string { return kindNames[k] }

var kindNames = [...]string{
	KindNull:          "NULL",
	KindMap:           "MAP",
	KindNode:          "NODE",
	KindRelationship:  "RELATIONSHIP",
	KindList:          "LIST",
	KindPath:          "PATH",
	KindPoint:         "POINT",
	KindDateTime:      "ZONED DATETIME",
	KindLocalDateTime: "LOCAL DATETIME",
	KindDate:          "DATE",
	KindTime:          "ZONED TIME",
	KindLocalTime:     "LOCAL TIME",
	KindDuration:      "DURATION",
	KindString:        "STRING",
	KindBool:          "BOOLEAN",
	KindInt:           "INTEGER",
	KindFloat:         "FLOAT",
}

// Value is any Cypher value. The zero Value is null. Values are not comparable
// with ==: use [Equal], [Equivalent] or [Compare].
//
// Invariant: kind says what num and ptr hold, and every unsafe conversion below
// is guarded by it.
//
//	kind                       num                  ptr
//	bool, int, float           the bits             –
//	date, local time           days, nanoseconds    –
//	node, relationship         reference            – (a reference)
//	node, relationship         –                    *Node, *Relationship (detached)
//	string                     length in bytes      its bytes
//	list, map                  length in elements   its first element, *Value or *Entry
//	path, point, the others    –                    *Path, *Point, *temporal.…
type Value struct {
	_    [0]func() // not comparable
	ptr  unsafe.Pointer
	num  uint64
	kind Kind
}

// Null is the null value.
var Null Value

// True and False are the boolean values.
var (
	True  = Bool(true)
	False = Bool(false)
)

// Bool returns a BOOLEAN.
func Bool(b bool) Value {
	if b {
		return Value{kind: KindBool, num: 1}
	}
	return Value{kind: KindBool}
}

// Int returns an INTEGER.
func Int(n int64) Value { return Value{kind: KindInt, num: uint64(n)} }

// Float returns a FLOAT.
func Float(f float64) Value { return Value{kind: KindFloat, num: math.Float64bits(f)} }

// String returns a STRING.
func String(s string) Value {
	return Value{kind: KindString, num: uint64(len(s)), ptr: unsafe.Pointer(unsafe.StringData(s))}
}

// List returns a LIST of these elements. The slice must not change afterwards.
func List(elements []Value) Value {
	return Value{kind: KindList, num: uint64(len(elements)), ptr: unsafe.Pointer(unsafe.SliceData(elements))}
}

// ListOf returns a LIST of its arguments.
func ListOf(elements ...Value) Value { return List(elements) }

// FromMap returns a MAP. The Map must not change afterwards.
func FromMap(m Map) Value {
	return Value{kind: KindMap, num: uint64(len(m)), ptr: unsafe.Pointer(unsafe.SliceData(m))}
}

// NodeRef returns a reference to a node of the graph that the query runs on.
func NodeRef(id uint64) Value { return Value{kind: KindNode, num: id} }

// RelationshipRef returns a reference to a relationship of the graph that the
// query runs on.
func RelationshipRef(id uint64) Value { return Value{kind: KindRelationship, num: id} }

// FromNode returns a detached NODE; n is not nil.
func FromNode(n *Node) Value { return Value{kind: KindNode, ptr: unsafe.Pointer(n)} }

// FromRelationship returns a detached RELATIONSHIP; r is not nil.
func FromRelationship(r *Relationship) Value {
	return Value{kind: KindRelationship, ptr: unsafe.Pointer(r)}
}

// FromPath returns a PATH; p is not nil.
func FromPath(p *Path) Value { return Value{kind: KindPath, ptr: unsafe.Pointer(p)} }

// FromPoint returns a POINT.
func FromPoint(p Point) Value { return Value{kind: KindPoint, ptr: unsafe.Pointer(&p)} }

// Date returns a DATE.
func Date(d temporal.Date) Value { return Value{kind: KindDate, num: uint64(d.EpochDay())} }

// LocalTime returns a LOCAL TIME.
func LocalTime(t temporal.LocalTime) Value {
	return Value{kind: KindLocalTime, num: uint64(t.NanosOfDay())}
}

// Time returns a ZONED TIME.
func Time(t temporal.Time) Value { return Value{kind: KindTime, ptr: unsafe.Pointer(&t)} }

// LocalDateTime returns a LOCAL DATETIME.
func LocalDateTime(t temporal.LocalDateTime) Value {
	return Value{kind: KindLocalDateTime, ptr: unsafe.Pointer(&t)}
}

// DateTime returns a ZONED DATETIME.
func DateTime(t temporal.DateTime) Value { return Value{kind: KindDateTime, ptr: unsafe.Pointer(&t)} }

// Duration returns a DURATION.
func Duration(d temporal.Duration) Value { return Value{kind: KindDuration, ptr: unsafe.Pointer(&d)} }

// Kind returns the kind of the value.
func (v Value) Kind() Kind { return v.kind }

// IsNull reports whether the value is null.
func (v Value) IsNull() bool { return v.kind == KindNull }

// IsNumber reports whether the value is an INTEGER or a FLOAT.
func (v Value) IsNumber() bool { return v.kind >= KindInt }

// IsTemporal reports whether the value is an instant or a time of day; a
// DURATION is none.
func (v Value) IsTemporal() bool { return v.kind >= KindDateTime && v.kind <= KindLocalTime }

// The accessors below panic where the value is of another kind.

// Bool returns a BOOLEAN's value.
func (v Value) Bool() bool {
	v.want(KindBool)
	return v.num != 0
}

// Int returns an INTEGER's value.
func (v Value) Int() int64 {
	v.want(KindInt)
	return int64(v.num)
}

// Float returns a FLOAT's value.
func (v Value) Float() float64 {
	v.want(KindFloat)
	return math.Float64frombits(v.num)
}

// Number returns the value of an INTEGER, rounded to the nearest float, or of a
// FLOAT.
func (v Value) Number() float64 {
	if v.kind == KindInt {
		return float64(int64(v.num))
	}
	return v.Float()
}

// Str returns a STRING's value. (String prints any value.)
func (v Value) Str() string {
	v.want(KindString)
	return unsafe.String((*byte)(v.ptr), int(v.num))
}

// List returns a LIST's elements, which the caller must not change.
func (v Value) List() []Value {
	v.want(KindList)
	n := int(v.num)
	return unsafe.Slice((*Value)(v.ptr), n)[:n:n]
}

// Map returns a MAP's entries, which the caller must not change.
func (v Value) Map() Map {
	v.want(KindMap)
	n := int(v.num)
	return Map(unsafe.Slice((*Entry)(v.ptr), n)[:n:n])
}

// Detached reports whether a NODE or RELATIONSHIP carries its own data; if not
// it is a reference.
func (v Value) Detached() bool { return v.ptr != nil }

// NodeRef returns the number that a reference to a node holds.
func (v Value) NodeRef() uint64 {
	v.wantReference(KindNode)
	return v.num
}

// RelationshipRef returns the number that a reference to a relationship holds.
func (v Value) RelationshipRef() uint64 {
	v.wantReference(KindRelationship)
	return v.num
}

// Node returns a detached node.
func (v Value) Node() *Node {
	v.wantDetached(KindNode)
	return (*Node)(v.ptr)
}

// Relationship returns a detached relationship.
func (v Value) Relationship() *Relationship {
	v.wantDetached(KindRelationship)
	return (*Relationship)(v.ptr)
}

// Path returns a PATH, which the caller must not change.
func (v Value) Path() *Path {
	v.want(KindPath)
	return (*Path)(v.ptr)
}

// Point returns a POINT.
func (v Value) Point() Point {
	v.want(KindPoint)
	return *(*Point)(v.ptr)
}

// Date returns a DATE.
func (v Value) Date() temporal.Date {
	v.want(KindDate)
	d, err := temporal.DateOfEpochDay(int64(v.num))
	if err != nil {
		panic(err) // it was made from a Date
	}
	return d
}

// LocalTime returns a LOCAL TIME.
func (v Value) LocalTime() temporal.LocalTime {
	v.want(KindLocalTime)
	return temporal.LocalTimeOfNanos(int64(v.num))
}

// Time returns a ZONED TIME.
func (v Value) Time() temporal.Time {
	v.want(KindTime)
	return *(*temporal.Time)(v.ptr)
}

// LocalDateTime returns a LOCAL DATETIME.
func (v Value) LocalDateTime() temporal.LocalDateTime {
	v.want(KindLocalDateTime)
	return *(*temporal.LocalDateTime)(v.ptr)
}

// DateTime returns a ZONED DATETIME.
func (v Value) DateTime() temporal.DateTime {
	v.want(KindDateTime)
	return *(*temporal.DateTime)(v.ptr)
}

// Duration returns a DURATION.
func (v Value) Duration() temporal.Duration {
	v.want(KindDuration)
	return *(*temporal.Duration)(v.ptr)
}

func (v Value) want(k Kind) {
	if v.kind != k {
		wrongKind(k, v.kind)
	}
}

func (v Value) wantReference(k Kind) {
	if v.kind != k || v.ptr != nil {
		wrongKind(k, v.kind)
	}
}

func (v Value) wantDetached(k Kind) {
	if v.kind != k || v.ptr == nil {
		wrongKind(k, v.kind)
	}
}

// wrongKind stands apart so that the accessors can be inlined.
//
//go:noinline
func wrongKind(want, got Kind) {
	panic("value: " + want.String() + " wanted of " + got.String() + " (or of its other form, reference or detached)")
}
