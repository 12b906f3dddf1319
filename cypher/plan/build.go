package plan

import (
	"fmt"
	"strconv"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/syntax"
)

// Options change how a plan is made.
type Options struct {
	// Naive matches patterns in the order in which they are written, by scans alone, and
	// tests predicates last. It is what the planner is compared with.
	Naive bool
	// Aggregating reports whether a function name, in lower case, is an aggregating
	// function. It is required.
	Aggregating func(name string) bool
	// ShownColumns returns how many columns SHOW gives that names none; nil: all.
	ShownColumns func(what string) int
}

// Build plans a checked statement. Names are those of its variables, by number; the first,
// of number 0, is not used.
func Build(st *syntax.Statement, names []string, g graph.Graph, o Options) (*Plan, error) {
	b := &builder{
		g:       g,
		options: o,
		names:   names,
		next:    max(1, len(names)),
		plan: &Plan{
			Mode:     st.Mode,
			Subplans: make(map[syntax.Expr]*Subplan),
			Computed: make(map[syntax.Expr]Slot),
		},
	}
	b.countUses(st.Query)
	root, columns, err := b.query(st.Query, nil)
	if err != nil {
		return nil, err
	}
	b.plan.Root, b.plan.Columns, b.plan.Width = root, columns, b.next
	return b.plan, nil
}

// builder plans one statement.
type builder struct {
	g       graph.Graph
	options Options
	names   []string
	next    Slot
	plan    *Plan
	uses    map[Slot]int // how often each variable is read

	constraints []graph.Constraint // of the graph, once they have been asked for
}

// newSlot returns a slot that no variable has.
func (b *builder) newSlot() Slot {
	b.next++
	return b.next - 1
}

// variable returns an expression that reads a slot.
func (b *builder) variable(s Slot, at syntax.Span) *syntax.Variable {
	v := &syntax.Variable{Span: at, ID: s, Name: "anon" + strconv.Itoa(s)}
	if s < len(b.names) {
		v.Name = b.names[s]
	}
	return v
}

// stream is a plan in the making: the operator so far, and what it has filled.
type stream struct {
	op    Op
	bound slotSet
	outer slotSet // what was filled around it, which a WITH does not take away
}

func (s *stream) rows() float64 { return s.op.Estimate() }

// query plans a query that starts from a row in which some slots are filled.
func (b *builder) query(q *syntax.Query, bound slotSet) (Op, []Column, error) {
	if len(q.Parts) == 1 {
		return b.part(q.Parts[0], bound)
	}
	u := &Union{Distinct: !q.Unions[0].All}
	var columns []Column
	for i, part := range q.Parts {
		op, cols, err := b.part(part, bound)
		if err != nil {
			return nil, nil, err
		}
		if i == 0 {
			columns = cols
			for _, c := range cols {
				u.Slots = append(u.Slots, c.Slot)
			}
		}
		slots := make([]Slot, len(columns))
		for j, c := range columns {
			for _, d := range cols {
				if d.Name == c.Name {
					slots[j] = d.Slot
				}
			}
		}
		u.Branches = append(u.Branches, Branch{Root: op, Slots: slots})
		u.Rows += op.Estimate()
	}
	return u, columns, nil
}

// part plans clauses up to the end of a query or to UNION.
func (b *builder) part(p *syntax.Part, bound slotSet) (Op, []Column, error) {
	s := &stream{op: &Argument{Base{Rows: 1}}, bound: bound.clone(), outer: bound}
	var columns []Column
	for _, c := range p.Clauses {
		var err error
		switch c := c.(type) {
		case *syntax.Match:
			err = b.match(s, c)
		case *syntax.Unwind:
			err = b.unwind(s, c)
		case *syntax.With:
			err = b.with(s, c)
		case *syntax.Return:
			columns, err = b.projection(s, &c.Projection, nil)
		case *syntax.OrderLimit:
			err = b.orderLimit(s, c.OrderBy, c.Skip, c.Limit, s.bound)
		case *syntax.Finish:
			s.op = &Empty{Base{In: s.op}}
		case *syntax.Subquery:
			err = b.subquery(s, c)
		case *syntax.ProcedureCall:
			columns, err = b.procedure(s, c, len(p.Clauses) == 1)
		case *syntax.Show:
			columns, err = b.show(s, c, len(p.Clauses) == 1)
		default:
			// Package check refuses writing clauses and commands.
			err = fmt.Errorf("plan: no operator for %T at %s", c, c.Pos())
		}
		if err != nil {
			return nil, nil, err
		}
	}
	return s.op, columns, nil
}

func (b *builder) match(s *stream, c *syntax.Match) error {
	if !c.Optional {
		return b.pattern(s, c.Pattern.Paths, c.Where)
	}
	inner := &stream{op: &Argument{Base{Rows: 1}}, bound: s.bound.clone()}
	if err := b.pattern(inner, c.Pattern.Paths, c.Where); err != nil {
		return err
	}
	var nulls []Slot
	for _, x := range inner.bound.list() {
		if !s.bound.has(x) {
			nulls = append(nulls, x)
		}
	}
	s.op = &Optional{Base{In: s.op, Rows: s.rows() * max(1, inner.rows())}, inner.op, nulls}
	s.bound = inner.bound
	return nil
}

// unwindEstimate is how long a list is taken to be that is not a literal.
const unwindEstimate = 10

func (b *builder) unwind(s *stream, c *syntax.Unwind) error {
	if err := b.prepare(c.List, s.bound); err != nil {
		return err
	}
	n := float64(unwindEstimate)
	if list, ok := c.List.(*syntax.ListLit); ok {
		n = float64(len(list.Items))
	}
	s.op = &Unwind{Base{In: s.op, Rows: s.rows() * n}, c.List, c.Var.ID}
	s.bound.add(c.Var.ID)
	return nil
}

// subquery plans CALL { }. IN TRANSACTIONS only says when writes take effect, so
// that here it changes nothing.
func (b *builder) subquery(s *stream, c *syntax.Subquery) error {
	if t := c.InTransactions; t != nil && t.Report != nil {
		return &syntax.Error{
			Type: syntax.SemanticError, Detail: "ReadOnly", Pos: t.Report.Pos(), End: t.Report.Extent().End, Err: syntax.ErrReadOnly,
			Message: "read-only graph: there are no transactions of which REPORT STATUS could tell",
			Hint:    "Leave REPORT STATUS out",
		}
	}
	inner, columns, err := b.query(c.Query, s.bound)
	if err != nil {
		return err
	}
	if unit(c.Query) {
		// It is run, and each row goes on as it came.
		s.op = &Optional{Base: Base{In: s.op, Rows: s.rows()}, Inner: &Empty{Base{In: inner}}}
		return nil
	}
	rows := s.rows() * inner.Estimate()
	if c.Optional {
		o := &Optional{Base: Base{In: s.op, Rows: max(rows, s.rows())}, Inner: inner}
		for _, col := range columns {
			o.Nulls = append(o.Nulls, col.Slot)
		}
		s.op = o
	} else {
		s.op = &Apply{Base{In: s.op, Rows: rows}, inner}
	}
	for _, col := range columns {
		s.bound.add(col.Slot)
	}
	return nil
}

// unit reports whether a query ends without RETURN.
func unit(q *syntax.Query) bool {
	clauses := q.Parts[0].Clauses
	_, returns := clauses[len(clauses)-1].(*syntax.Return)
	return !returns
}

// procedureEstimate is how many rows a procedure is taken to give.
const procedureEstimate = 20

// procedure plans CALL. A call that is the whole query gives its columns as
// the result.
func (b *builder) procedure(s *stream, c *syntax.ProcedureCall, standalone bool) ([]Column, error) {
	for _, a := range c.Args {
		if err := b.prepare(a, s.bound); err != nil {
			return nil, err
		}
	}
	call := &CallProcedure{
		Base: Base{In: s.op, Rows: s.rows() * procedureEstimate},
		Name: c.Name, Args: c.Args, Implicit: !c.HasArgs, Void: len(c.Columns) == 0 && !standalone,
	}
	yielded := s.bound.clone()
	var columns []Column
	for _, y := range c.Columns {
		call.Yield = append(call.Yield, Yield{y.Name.Value, y.Var.ID})
		columns = append(columns, Column{y.Var.Name, y.Var.ID})
		yielded.add(y.Var.ID)
	}
	if c.Optional {
		inner := &stream{op: call, bound: yielded}
		call.In = &Argument{Base{Rows: 1}}
		if err := b.filter(inner, c.Where); err != nil {
			return nil, err
		}
		o := &Optional{Base: Base{In: s.op, Rows: call.Rows}, Inner: inner.op}
		for _, y := range call.Yield {
			o.Nulls = append(o.Nulls, y.Slot)
		}
		s.op, s.bound = o, yielded
	} else {
		s.op, s.bound = call, yielded
		if err := b.filter(s, c.Where); err != nil {
			return nil, err
		}
	}
	if !standalone {
		columns = nil
	}
	return columns, nil
}

func (b *builder) show(s *stream, c *syntax.Show, standalone bool) ([]Column, error) {
	show := &Show{Base: Base{In: s.op, Rows: procedureEstimate}, What: c.What, Filter: c.Filter}
	var columns []Column
	for _, y := range c.Columns {
		show.Yield = append(show.Yield, Yield{y.Name.Value, y.Var.ID})
		columns = append(columns, Column{y.Var.Name, y.Var.ID})
		s.bound.add(y.Var.ID)
	}
	if !c.HasYield && b.options.ShownColumns != nil {
		columns = columns[:min(len(columns), b.options.ShownColumns(c.What))]
	}
	s.op = show
	if err := b.orderLimit(s, c.OrderBy, c.Skip, c.Limit, s.bound); err != nil {
		return nil, err
	}
	if err := b.filter(s, c.Where); err != nil {
		return nil, err
	}
	if !standalone {
		columns = nil
	}
	return columns, nil
}

// filter adds a WHERE after a clause that is no pattern.
func (b *builder) filter(s *stream, where syntax.Expr) error {
	if where == nil {
		return nil
	}
	if err := b.prepare(where, s.bound); err != nil {
		return err
	}
	predicates := conjuncts(where, nil)
	rows := s.rows()
	for _, p := range predicates {
		rows *= b.selectivity(p)
	}
	s.op = &Filter{Base: Base{In: s.op, Rows: rows}, Predicates: predicates}
	return nil
}

// conjuncts appends the parts of an expression that AND joins.
func conjuncts(e syntax.Expr, out []syntax.Expr) []syntax.Expr {
	if e == nil {
		return out
	}
	if and, ok := e.(*syntax.Binary); ok && and.Op == syntax.OpAnd {
		return conjuncts(and.Y, conjuncts(and.X, out))
	}
	return append(out, e)
}
