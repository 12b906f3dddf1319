package plan

import "bdgraph/cypher/syntax"

// Direction is the way in which a relationship is followed.
type Direction int

// The directions, seen from the node that an operator starts at.
const (
	Out Direction = iota
	In
	Both
)

// Reverse returns the direction seen from the other end.
func (d Direction) Reverse() Direction {
	switch d {
	case Out:
		return In
	case In:
		return Out
	}
	return Both
}

// NodeScan gives a row for each node that satisfies a label expression; nil means all.
type NodeScan struct {
	Base
	Node   Slot
	Labels syntax.LabelExpr
}

// IndexSeek gives a row for each node that an index finds. It may give
// others: the predicate it was made of follows as a Filter. Where a value cannot be
// computed it gives every node of the label, so that the error comes from the
// Filter, and only if a row gets that far.
type IndexSeek struct {
	Base
	Node  Slot
	Label string
	Key   string
	Kind  SeekKind
	// Value is the value of Equal, the list of AnyOf, the text of Prefix.
	Value syntax.Expr
	// Lower and Upper are the bounds of Range, at least one of them set.
	Lower, Upper *SeekBound
}

// SeekBound is an end of a range.
type SeekBound struct {
	Value     syntax.Expr
	Inclusive bool
}

// SeekKind is how an index is asked.
type SeekKind int

// The kinds of seek.
const (
	Equal SeekKind = iota
	AnyOf
	Range
	Prefix
	Present
)

// IDSeek gives the node, or the relationship with its ends, that an id or
// element id names, if there is one.
type IDSeek struct {
	Base
	Node  Slot
	Value syntax.Expr
	// Element says that Value is an element id.
	Element bool
	// Many says that Value is a list of ids.
	Many bool
}

// RelScan gives a row for each relationship of some types, with its ends. With
// Both a relationship comes twice, once each way, a loop once.
type RelScan struct {
	Base
	From, Rel, To Slot
	Types         syntax.LabelExpr // nil means all
	Direction     Direction
	// FromLabels and ToLabels are what the ends must satisfy; nil means nothing.
	FromLabels, ToLabels syntax.LabelExpr
	Unlike               []Slot
}

// RelEnds gives a row for each way in which a relationship that is already bound fits: it
// fills or compares its ends.
type RelEnds struct {
	Base
	From, Rel, To      Slot
	FromBound, ToBound bool
	Types              syntax.LabelExpr
	Direction          Direction
	Unlike             []Slot
}

// Expand gives a row for each relationship of a node, with the node at its other end.
type Expand struct {
	Base
	From, Rel, To Slot
	Types         syntax.LabelExpr // nil means all
	Direction     Direction
	// Into says that To is bound: only relationships between the two count.
	Into bool
	// Labels is what the node at the other end must satisfy; nil means nothing.
	Labels syntax.LabelExpr
	// Unlike holds the relationships, and lists of them, that Rel must differ from.
	Unlike []Slot
}

// Repeat follows a pattern of one or more hops again and again, at least Min times and
// at most Max, never along the same relationship twice.
type Repeat struct {
	Base
	Walk
	// Into says that To is bound.
	Into bool
	// DistinctEnds says that each end is wanted once for each row of the input, however many
	// walks lead there.
	DistinctEnds bool
}

// Walk is what is repeated, as [Repeat] and [Shortest] do.
type Walk struct {
	From, To Slot
	// First is the node at which each repetition starts, where it has a name or
	// a condition of its own.
	First       Slot
	FirstFilter []syntax.Expr
	Hops        []Hop
	Min         int
	Max         int // NoMax: unbounded
	// Trail receives the list of all relationships, in the pattern's order.
	Trail  Slot
	Groups []Group
	// Reversed says that the walk goes against the order in which the pattern is
	// written, so lists are turned round.
	Reversed bool
	// Unlike holds the relationships, and lists of them, that the walk must avoid.
	Unlike []Slot
}

// NoMax stands for no upper bound of repetitions.
const NoMax = -1

// Hop is one relationship of a repeated pattern and the node it leads to.
type Hop struct {
	Types     syntax.LabelExpr
	Direction Direction
	Rel, Node Slot // NoSlot where nothing reads them
	Filter    []syntax.Expr
}

// Group is a variable inside a repeated pattern and the list outside.
type Group struct{ Inner, Outer Slot }

// FollowList gives a row if a list of relationships that is already bound leads from a
// node, of which the other end is filled in or compared.
type FollowList struct {
	Base
	From, List, To Slot
	Types          syntax.LabelExpr
	Direction      Direction
	Min, Max       int
	ToBound        bool
	Reversed       bool
}

// Shortest finds shortest walks between two nodes that are bound.
type Shortest struct {
	Base
	Walk
	// Legacy says that equal ends are an error, as shortestPath has it.
	Legacy bool
	// Count is how many walks, or with Groups how many lengths, are wanted for each pair of ends.
	Count  int64
	Groups bool
	// Path receives the path.
	Path Slot
	// Start is where the path starts: From, or To where the walk is reversed.
	Start Slot
	// Search holds the predicates that a walk must satisfy to be counted.
	Search []syntax.Expr
}

// SelectPaths runs a plan that matches a path pattern and keeps, for each pair
// of end nodes, the shortest paths.
type SelectPaths struct {
	Base
	Inner    Op
	From, To Slot
	Path     Slot
	Count    int64
	Groups   bool
	Live     []Slot
}

// BuildPath makes a path of relationships and lists of them, walking from a node.
type BuildPath struct {
	Base
	Path  Slot
	Start Slot
	Steps []Slot
}

// HashJoin gives the rows of two plans that agree in a value: it keeps the rows of Right, which
// does not depend on the input, in a table, and looks up each row of its input.
type HashJoin struct {
	Base
	Right             Op
	LeftKey, RightKey syntax.Expr
	Live              []Slot // what Right fills
}

// Degree gives the number of relationships of a node that an [Expand] would
// follow, unless it is 0.
type Degree struct {
	Base
	From      Slot
	Types     syntax.LabelExpr
	Direction Direction
	Unlike    []Slot
	Slot      Slot
}

// CountRels counts the relationships of some types, between nodes with some
// labels, without visiting them.
type CountRels struct {
	Base
	Slot     Slot
	From, To syntax.LabelExpr // single labels, or nil
	Types    syntax.LabelExpr
}

// CountByType gives a row for each type that has relationships between nodes with
// some labels: its name and, in each of Counts, their number. It visits none.
type CountByType struct {
	Base
	Type     Slot
	Counts   []Slot
	From, To syntax.LabelExpr // single labels, or nil
	Types    syntax.LabelExpr
}

// CountNodes counts the nodes that satisfy a label expression without visiting them.
type CountNodes struct {
	Base
	Slot   Slot
	Labels syntax.LabelExpr
}
