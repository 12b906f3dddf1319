package syntax

// Pattern is what stands after MATCH or CREATE: path patterns parted by commas.
type Pattern struct {
	Span
	Mode  MatchMode
	Paths []*PathPattern
}

// MatchMode is the optional mode before a pattern.
type MatchMode int

// The match modes. DifferentRelationships is what no mode means too.
const (
	DefaultMode MatchMode = iota
	DifferentRelationships
	RepeatableElements
)

// PathPattern is [var =] [selector] elements.
type PathPattern struct {
	Span
	Var      *Variable // nil where absent
	Selector *Selector // nil where absent
	Legacy   LegacyShortest
	// Elements alternate between nodes and relationships, except around a
	// GroupPattern, which joins directly to the node patterns beside it.
	Elements []PathElement
}

// LegacyShortest tells shortestPath(...) and allShortestPaths(...) from a plain pattern.
type LegacyShortest int

// The legacy shortest path functions.
const (
	NotShortest LegacyShortest = iota
	ShortestPath
	AllShortestPaths
)

// Selector is SHORTEST k and its relatives, which choose among the paths between
// each pair of end nodes.
type Selector struct {
	Span
	Kind  SelectorKind
	Count int64 // k of SelectAny, SelectShortest and SelectShortestGroups; 1 where none is written
}

// SelectorKind is the kind of a [Selector].
type SelectorKind int

// The selectors.
const (
	SelectAll            SelectorKind = iota // ALL [PATHS]: every path
	SelectAny                                // ANY [k] [PATHS]: k paths, whichever
	SelectShortest                           // SHORTEST k [PATHS], ANY SHORTEST: the k shortest
	SelectAllShortest                        // ALL SHORTEST: all of the least length
	SelectShortestGroups                     // SHORTEST k GROUPS: all of the k least lengths
)

// PathElement is a *NodePattern, *RelPattern or *GroupPattern.
type PathElement interface {
	Node
	pathElement()
}

// NodePattern is (var:Labels {properties} WHERE where); each part may be absent.
type NodePattern struct {
	Span
	Var        *Variable
	Labels     LabelExpr
	Properties Expr // *MapLit or *Parameter
	Where      Expr
}

// Direction is the direction of a relationship pattern.
type Direction int

// The directions, as seen from the left node.
const (
	Either   Direction = iota // --, <-->
	Outgoing                  // -->
	Incoming                  // <--
)

// RelPattern is -[var:TYPE {properties} WHERE where]->, with a length or a
// quantifier. At most one of Length and Quantifier is set; with either the
// variable is a list.
type RelPattern struct {
	Span
	Direction  Direction
	Var        *Variable
	Types      LabelExpr
	Length     *Length // *1..3
	Properties Expr    // *MapLit or *Parameter
	Where      Expr
	Quantifier *PathQuantifier // -[]->+
	// Groups is set by check for a quantified relationship with a variable: the
	// relationship inside (in Where) and the list of them outside are two variables.
	Groups []Group
}

// GroupPattern is a parenthesised path pattern ((a)-->(b) WHERE where){1,3}. With
// a quantifier it is a quantified path pattern and its variables are lists outside.
type GroupPattern struct {
	Span
	Path       *PathPattern // Var is allowed inside: (p = (a)-->(b))
	Where      Expr
	Quantifier *PathQuantifier // nil: a plain parenthesis
	// Groups is set by check where there is a quantifier, one for each variable inside.
	Groups []Group
}

// Group is a group variable of a quantified pattern.
type Group struct {
	Name  string
	Inner int // Variable.ID of the single value inside the pattern
	Outer int // Variable.ID of the list outside
}

// Length is * [min] [.. [max]] of a variable-length relationship.
type Length struct {
	Span
	Min *int64 // nil: 1
	Max *int64 // nil: unbounded
}

// PathQuantifier is {min,max}, +, * or {n}.
type PathQuantifier struct {
	Span
	Min int64
	Max *int64 // nil: unbounded
}

func (*NodePattern) pathElement()  {}
func (*RelPattern) pathElement()   {}
func (*GroupPattern) pathElement() {}

// LabelExpr is an expression over labels or relationship types.
type LabelExpr interface {
	Node
	labelExpr()
}

type (
	// LabelName is a label or relationship type by name.
	LabelName struct {
		Span
		Value string
	}
	// LabelAnd is x & y; Colon where it is written x:y.
	LabelAnd struct {
		Span
		X, Y  LabelExpr
		Colon bool
	}
	// LabelOr is x | y; Colon where it is written x|:y.
	LabelOr struct {
		Span
		X, Y  LabelExpr
		Colon bool
	}
	// LabelNot is !x.
	LabelNot struct {
		Span
		X LabelExpr
	}
	// LabelAny is %: at least one label.
	LabelAny struct{ Span }
	// LabelDynamic is $(expr), $all(expr) or $any(expr).
	LabelDynamic struct {
		Span
		X   Expr
		Any bool
	}
)

func (*LabelName) labelExpr()    {}
func (*LabelAnd) labelExpr()     {}
func (*LabelOr) labelExpr()      {}
func (*LabelNot) labelExpr()     {}
func (*LabelAny) labelExpr()     {}
func (*LabelDynamic) labelExpr() {}
