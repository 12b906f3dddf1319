package plan

import (
	"strings"

	"bdgraph/cypher/syntax"
)

// volatile reports whether an expression may differ from row to row by itself, so that
// it has to be tested on whole matches only.
func (m *matcher) volatile(e syntax.Expr) bool {
	found := false
	inspect(e, func(e syntax.Expr) bool {
		if f, ok := e.(*syntax.FunctionCall); ok {
			switch strings.ToLower(f.Name.Value) {
			case "rand", "randomuuid":
				found = true
			}
		}
		return !found
	})
	return found
}

// The weights of expressions: without calls, with them, with a pattern to be matched.
const (
	plainWeight = iota
	functionWeight
	subqueryWeight
)

// weight orders predicates that stand together: cheap ones first, subqueries last.
func (b *builder) weight(e syntax.Expr) int {
	w := plainWeight
	inspect(e, func(e syntax.Expr) bool {
		switch e.(type) {
		case *syntax.SubqueryExpr, *syntax.PatternExpr, *syntax.PatternComprehension:
			w = subqueryWeight
			return false
		case *syntax.FunctionCall, *syntax.ListComprehension, *syntax.Quantifier, *syntax.Reduce:
			w = max(w, functionWeight)
		}
		return true
	})
	return w
}

// canFail reports whether evaluating an expression may end with an error rather
// than a value. It is sure only where it says no.
func canFail(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.NullLit, *syntax.BoolLit, *syntax.IntegerLit, *syntax.FloatLit, *syntax.StringLit,
		*syntax.Variable, *syntax.Parameter:
		return false
	case *syntax.ListLit:
		for _, x := range e.Items {
			if canFail(x) {
				return true
			}
		}
		return false
	case *syntax.Property:
		_, ok := e.X.(*syntax.Variable)
		return !ok // of a variable that holds neither node nor map it may fail, but is refused by package check
	case *syntax.HasLabels:
		return !Static(e.Labels)
	case *syntax.IsNull:
		return canFail(e.X)
	case *syntax.Chain:
		for _, x := range e.Operands {
			if canFail(x) {
				return true
			}
		}
		return false
	case *syntax.Unary:
		return e.Op != syntax.OpNot || !boolean(e.X)
	case *syntax.Binary:
		switch e.Op {
		case syntax.OpAnd, syntax.OpOr, syntax.OpXor:
			return !boolean(e.X) || !boolean(e.Y)
		case syntax.OpEq, syntax.OpNe, syntax.OpLt, syntax.OpLe, syntax.OpGt, syntax.OpGe,
			syntax.OpStartsWith, syntax.OpEndsWith, syntax.OpContains, syntax.OpIn:
			return canFail(e.X) || canFail(e.Y)
		}
	case *syntax.FunctionCall:
		switch strings.ToLower(e.Name.Value) {
		case "id", "elementid", "labels", "type", "exists":
			return canFail(e.Args[0])
		}
	case *syntax.SubqueryExpr, *syntax.PatternExpr:
		return true
	}
	return true
}

// boolean reports whether an expression cannot fail and gives true, false or null.
func boolean(e syntax.Expr) bool {
	if canFail(e) {
		return false
	}
	switch e := e.(type) {
	case *syntax.NullLit, *syntax.BoolLit, *syntax.HasLabels, *syntax.IsNull, *syntax.Chain, *syntax.Unary:
		return true
	case *syntax.Binary:
		return e.Op <= syntax.OpIn
	}
	return false
}
