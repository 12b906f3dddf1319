package check

import (
	"fmt"
	"strings"

	"bdgraph/cypher/syntax"
)

// place is where a query stands.
type place int

const (
	topLevel place = iota
	inCall         // CALL { }
	inExists
	inCount
	inCollect
)

var placeNames = [...]string{inExists: "An Exists Expression", inCount: "A Count Expression", inCollect: "A Collect Expression"}

// union is what the parts of a query with UNION share.
type union struct {
	columns []named // of the first part, with the IDs of the whole
}

// query checks the parts of a query, each in a scope of its own that is inside
// the present one. It returns the columns; returns is false where there is no RETURN.
func (c *checker) query(q *syntax.Query, where place) (columns []named, returns bool) {
	aggregation, around, outside, style := c.aggregation, c.union, c.place, c.style
	c.aggregation, c.union, c.place = aggregates, nil, where
	if len(q.Parts) > 1 {
		c.union = &union{}
	}
	distinct := len(q.Unions) > 0 && !q.Unions[0].All
	for i, u := range q.Unions {
		if u.All != q.Unions[0].All {
			c.fail(q.Unions[i].Span, "InvalidClauseComposition", "Invalid combination of UNION and UNION ALL",
				"Use one of them throughout, or put one into CALL { ... }")
		}
	}
	for i, part := range q.Parts {
		var partColumns []named
		var partReturns bool
		c.inside(&scope{}, func() { partColumns, partReturns = c.part(part, where, distinct) })
		if i == 0 {
			columns, returns = partColumns, partReturns
			if c.union != nil {
				c.union.columns = columns
			}
			continue
		}
		if !sameColumns(columns, partColumns) {
			c.fail(q.Unions[i-1].Span, "DifferentColumnsInUnion",
				"All sub queries in an UNION must have the same return column names",
				fmt.Sprintf("One part returns (%s), another (%s): rename with AS", columnNames(columns), columnNames(partColumns)))
		}
	}
	c.aggregation, c.union, c.place, c.style = aggregation, around, outside, style
	return columns, returns
}

func sameColumns(a, b []named) bool {
	if len(a) != len(b) {
		return false
	}
	for _, n := range a {
		if _, ok := find(b, n.name); !ok {
			return false
		}
	}
	return true
}

func columnNames(columns []named) string {
	names := make([]string, len(columns))
	for i, n := range columns {
		names[i] = n.name
	}
	return strings.Join(names, ", ")
}

const mayConclude = "(must be a RETURN clause, a FINISH clause, an update clause, a unit subquery call, or a procedure call with no YIELD)."

// part checks clauses in their order; distinct is as of conclusion, and what it returns as of query.
func (c *checker) part(part *syntax.Part, where place, distinct bool) (columns []named, returns bool) {
	var previous syntax.Clause
	for i, clause := range part.Clauses {
		switch previous.(type) {
		case *syntax.Return, *syntax.Finish:
			word := syntax.ClauseName(previous)
			c.fail(previous.Extent(), "InvalidClauseComposition", word+" can only be used at the end of the query.",
				"Use WITH for a step before the last one; ORDER BY, SKIP and LIMIT follow it in this order, each once")
		}
		c.order(previous, clause)
		if where >= inExists && syntax.Updates(clause) {
			c.fail(clause.Extent(), "InvalidClauseComposition", placeNames[where]+" cannot contain any updates", "")
		}
		c.style = labelStyle{}
		columns, returns = c.clause(clause, part, i)
		previous = clause
	}
	if !returns {
		columns = nil
	}
	c.conclusion(part, where, distinct)
	return columns, returns
}

// order refuses to read after writing without a WITH between.
func (c *checker) order(previous, clause syntax.Clause) {
	if previous == nil || !syntax.Updates(previous) || syntax.Updates(clause) {
		return
	}
	switch clause.(type) {
	case *syntax.Match, *syntax.Unwind, *syntax.ProcedureCall, *syntax.Subquery, *syntax.LoadCSV:
		c.fail(clause.Extent(), "InvalidClauseComposition", fmt.Sprintf("WITH is required between %s and %s",
			syntax.ClauseName(previous), syntax.ClauseName(clause)), "")
	}
}

// conclusion refuses a part that ends in the middle; distinct says that it is one of a UNION.
func (c *checker) conclusion(part *syntax.Part, where place, distinct bool) {
	last := part.Clauses[len(part.Clauses)-1]
	cannot := func(what, hint string) {
		c.fail(last.Extent(), "InvalidClauseComposition", "Query cannot conclude with "+what, hint)
	}
	if _, ok := last.(*syntax.Finish); ok && where >= inExists {
		c.fail(last.Extent(), "InvalidClauseComposition", placeNames[where]+" cannot contain a query ending with FINISH.", "End it with RETURN")
	}
	if (where == inExists || where == inCount) && !distinct {
		return // EXISTS { MATCH ... } needs no RETURN, but UNION has to know which rows are the same
	}
	switch last := last.(type) {
	case *syntax.Return, *syntax.Finish, *syntax.Show:
		return
	case *syntax.ProcedureCall:
		if len(part.Clauses) == 1 && where == topLevel {
			return
		}
		if len(last.Yield) > 0 && where != inCall {
			cannot("CALL together with YIELD", "Add RETURN after it")
		}
		return
	case *syntax.Subquery:
		if len(subqueryColumns(last)) == 0 {
			return
		}
	default:
		if syntax.Updates(last) {
			return
		}
	}
	cannot(syntax.ClauseName(last)+" "+mayConclude, "Add RETURN with what you want to see")
}

// subqueryColumns lists the columns that a subquery returns.
func subqueryColumns(s *syntax.Subquery) []*syntax.Item {
	clauses := s.Query.Parts[0].Clauses
	if r, ok := clauses[len(clauses)-1].(*syntax.Return); ok {
		return r.Columns
	}
	return nil
}
