package check

import (
	"fmt"
	"slices"
	"strings"

	"bdgraph/cypher/syntax"
)

// aggregation says what an aggregating function may do at a place.
type aggregation int

const (
	noAggregates aggregation = iota
	aggregates               // in the items of WITH and RETURN
	inAggregate              // inside of another
	inListBody               // in what is evaluated for each element of a list
)

// withAggregation runs f where other rules for aggregation hold.
func (c *checker) withAggregation(a aggregation, f func()) {
	around := c.aggregation
	c.aggregation = a
	f()
	c.aggregation = around
}

// mayAggregate refuses an aggregating function where there must be none.
func (c *checker) mayAggregate(e syntax.Expr, name string) {
	switch c.aggregation {
	case noAggregates:
		text := e.Extent().Text(c.text)
		c.fail(e.Extent(), "InvalidAggregation", fmt.Sprintf("Invalid use of aggregating function %s(...) in this context", name),
			fmt.Sprintf("Aggregate in a WITH before and use its column: WITH n, %s AS value WHERE value > 1; WITH %s AS value MATCH ... WHERE ... = value compares with that of all rows", text, text))
	case inAggregate:
		c.fail(e.Extent(), "NestedAggregation", "Can't use aggregate functions inside of aggregate functions.", "Aggregate in steps: WITH x, count(*) AS c RETURN max(c)")
	case inListBody:
		c.fail(e.Extent(), "InvalidAggregation", "Can't use aggregating expressions inside of expressions executing over lists", "Aggregate in WITH before, and use its column here")
	}
}

// aggregateName is the name of an aggregating function, empty for other expressions.
func (c *checker) aggregateName(e syntax.Node) string {
	switch e := e.(type) {
	case *syntax.CountStar:
		return "count"
	case *syntax.FunctionCall:
		if f := c.function(e.Name.Value); f != nil && f.Aggregate {
			return f.Name
		}
	}
	return ""
}

// hasAggregate reports whether an expression aggregates rows, other than inside a subquery.
func (c *checker) hasAggregate(e syntax.Expr) bool {
	found := false
	syntax.Walk(e, func(n syntax.Node) bool {
		if _, ok := n.(*syntax.SubqueryExpr); ok {
			return false
		}
		found = found || c.aggregateName(n) != ""
		return !found
	})
	return found
}

// groupingKeys refuses items that mix aggregates with values that are not
// grouping keys. Keys are projected variables and projected properties of a variable;
// constants and parameters need not be keys.
func (c *checker) groupingKeys(p *syntax.Projection, firstLocal int) {
	var ids []int
	var properties []string
	if p.Star {
		for _, n := range c.scope.names {
			ids = append(ids, n.id)
		}
	}
	for _, item := range p.Items {
		switch e := item.Expr.(type) {
		case *syntax.Variable:
			ids = append(ids, e.ID)
		default:
			if _, ok := propertyOf(e); ok {
				properties = append(properties, syntax.ExprString(e))
			}
		}
	}
	for _, item := range p.Items {
		if !c.hasAggregate(item.Expr) {
			continue
		}
		var illegal []string
		syntax.Walk(item.Expr, func(n syntax.Node) bool {
			if c.aggregateName(n) != "" {
				return false
			}
			e, isExpr := n.(syntax.Expr)
			if !isExpr {
				return true
			}
			v, isVariable := e.(*syntax.Variable)
			text := ""
			if isVariable {
				text = v.Name
			} else if v, isVariable = propertyOf(e); isVariable {
				text = syntax.ExprString(e)
			}
			if isVariable && !c.isKey(v, ids, firstLocal) && !slices.Contains(properties, text) {
				illegal = append(illegal, text)
			}
			return !isVariable
		})
		if len(illegal) > 0 {
			c.fail(item.Span, "AmbiguousAggregationExpression",
				"Aggregation column contains implicit grouping expressions. "+
					"For example, in 'RETURN n.a, n.a + n.b + count(*)' the aggregation expression 'n.a + n.b + count(*)' includes the implicit grouping key 'n.b'. "+
					"It may be possible to rewrite the query by extracting these grouping/aggregation expressions into a preceding WITH clause. "+
					"Illegal expression(s): "+strings.Join(slices.Compact(illegal), ", "),
				fmt.Sprintf("Project %s first: WITH %s AS key, count(*) AS c RETURN ...", illegal[0], illegal[0]))
		}
	}
}

// propertyOf returns the variable of v.key or v['key'].
func propertyOf(e syntax.Expr) (v *syntax.Variable, ok bool) {
	switch e := e.(type) {
	case *syntax.Property:
		v, ok = e.X.(*syntax.Variable)
	case *syntax.Index:
		if _, literal := e.Index.(*syntax.StringLit); literal {
			v, ok = e.X.(*syntax.Variable)
		}
	}
	return v, ok
}

// isKey reports whether a variable beside an aggregate has one value in each group:
// it is a key, is made inside the item, or comes from outside of the query.
func (c *checker) isKey(v *syntax.Variable, keys []int, firstLocal int) bool {
	if v.ID >= firstLocal || slices.Contains(keys, v.ID) {
		return true
	}
	_, own := find(c.scope.names, v.Name)
	return !own
}
