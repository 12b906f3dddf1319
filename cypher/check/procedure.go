package check

import (
	"fmt"
	"strings"

	"bdgraph/cypher/syntax"
)

// procedureCall checks CALL name(args) YIELD ... alone is true where it is the only clause.
func (c *checker) procedureCall(call *syntax.ProcedureCall, alone bool) {
	p, ok := c.procedure(call)
	switch {
	case call.HasArgs:
		c.argumentCount(call.Name.Span, "procedure", p.Name, len(call.Args), p.Args, false)
		for i, arg := range call.Args {
			c.withAggregation(noAggregates, func() { c.want(arg, p.Args[i].Type) })
		}
	case !alone || len(call.Yield) > 0:
		c.fail(call.Name.Span, "InvalidArgumentPassingMode", "Procedure call is missing parentheses: "+p.Name,
			fmt.Sprintf("Write CALL %s", signature(p.Name, p.Args, false)))
	default:
		c.implicitArguments(call, p)
	}
	if !ok {
		return
	}
	inQuery := !alone || c.place != topLevel
	switch {
	case call.YieldStar && inQuery:
		c.fail(call.Span, "UnexpectedSyntax", "Cannot use `YIELD *` outside standalone call", "Name the columns: YIELD "+argumentNames(p.Columns))
	case len(call.Yield) > 0:
		call.Columns = call.Yield
	case inQuery && len(p.Columns) > 0:
		c.fail(call.Span, "UndefinedVariable",
			"Procedure call inside a query does not support naming results implicitly (name explicitly using `YIELD` instead)",
			"Add YIELD "+argumentNames(p.Columns))
	default:
		for _, column := range p.Columns {
			name := syntax.Name{Span: call.Span, Value: column.Name}
			call.Columns = append(call.Columns, &syntax.YieldItem{Span: call.Span, Name: name, Var: &syntax.Variable{Span: call.Span, Name: column.Name}})
		}
	}
	c.yield(call.Columns, p.Columns, "procedure")
	if call.Where != nil {
		if alone {
			c.fail(call.Where.Extent(), "InvalidClauseComposition", "Cannot use standalone call with WHERE", "Add what is to come out: CALL … YIELD … WHERE … RETURN *")
		}
		c.withAggregation(noAggregates, func() { c.boolean(call.Where) })
	}
}

func (c *checker) procedure(call *syntax.ProcedureCall) (Procedure, bool) {
	name := call.Name.Value
	if c.env.Signatures != nil {
		if p, ok := c.env.Signatures.Procedure(name); ok {
			if p.Writes && !c.env.AllowWrites {
				c.failAs(syntax.SemanticError, call.Span, "ReadOnly", fmt.Sprintf("read-only graph: CALL %s at %s", name, call.Start), "")
			}
			if p.Deprecated != "" {
				c.warn("FeatureDeprecationWarning", call.Span, fmt.Sprintf("The query used a deprecated procedure: `%s`.", name), p.Deprecated)
			}
			return p, true
		}
	}
	hint := "SHOW PROCEDURES lists what there is"
	if c.env.Signatures != nil {
		if meant := didYouMean(name, c.env.Signatures.ProcedureNames()); meant != "" {
			hint = meant
		}
	}
	c.failAs(syntax.ProcedureError, call.Name.Span, "ProcedureNotFound",
		fmt.Sprintf("There is no procedure with the name `%s` registered for this database instance. Please ensure you've spelled the procedure name correctly", name), hint)
	return Procedure{}, false
}

// implicitArguments takes the arguments of a standalone call without parentheses
// from the parameters of the same names.
func (c *checker) implicitArguments(call *syntax.ProcedureCall, p Procedure) {
	for _, arg := range p.Args {
		if arg.Optional {
			continue
		}
		t, given := c.env.Parameters[arg.Name]
		if c.env.Parameters != nil && !given {
			c.failAs(syntax.ParameterMissing, call.Name.Span, "MissingParameter", "Expected parameter(s): "+arg.Name,
				fmt.Sprintf("Without parentheses the arguments are parameters: give $%s, or write CALL %s", arg.Name, signature(p.Name, p.Args, false)))
		}
		if given && !t.Meets(widenedFloat(arg.Type)) {
			c.fail(call.Name.Span, "InvalidArgumentType", fmt.Sprintf("Type mismatch for parameter '%s': expected %s but was %s", arg.Name, arg.Type, t), "")
		}
	}
}

// yield binds what a procedure or SHOW gives.
func (c *checker) yield(items []*syntax.YieldItem, columns []Argument, what string) {
	for _, item := range items {
		i := 0
		for i < len(columns) && columns[i].Name != item.Name.Value {
			i++
		}
		if i == len(columns) {
			c.fail(item.Name.Span, "UndefinedVariable", fmt.Sprintf("Unknown %s output: `%s`", what, item.Name.Value), "It gives "+argumentNames(columns))
		}
		c.declare(item.Var, columns[i].Type)
	}
}

func argumentNames(args []Argument) string {
	names := make([]string, len(args))
	for i, a := range args {
		names[i] = a.Name
	}
	return strings.Join(names, ", ")
}

// show checks SHOW FUNCTIONS and its kin. What it lists are variables of the query.
func (c *checker) show(s *syntax.Show) {
	var columns []Argument
	ok := false
	if c.env.Signatures != nil {
		columns, ok = c.env.Signatures.ShowColumns(s.What)
	}
	if !ok {
		c.fail(s.Span, "UnexpectedSyntax", fmt.Sprintf("SHOW %s is not available", s.What), "SHOW FUNCTIONS, PROCEDURES, INDEXES and CONSTRAINTS are")
	}
	s.Columns = s.Yield
	if len(s.Yield) == 0 {
		for _, column := range columns {
			name := syntax.Name{Span: s.Span, Value: column.Name}
			s.Columns = append(s.Columns, &syntax.YieldItem{Span: s.Span, Name: name, Var: &syntax.Variable{Span: s.Span, Name: column.Name}})
		}
	}
	c.yield(s.Columns, columns, "SHOW")
	c.withAggregation(noAggregates, func() {
		for _, key := range s.OrderBy {
			c.expr(key.Expr)
		}
		if s.Where != nil {
			c.boolean(s.Where)
		}
	})
	c.rowCount(s.Skip, "SKIP")
	c.rowCount(s.Limit, "LIMIT")
}
