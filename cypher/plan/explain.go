package plan

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"bdgraph/cypher/syntax"
)

// Description is an operator as EXPLAIN and PROFILE show it.
type Description struct {
	Name      string
	Details   string  // what it works on, in the query's own names
	Estimated float64 // rows
	Rows      int64   // rows that it gave, -1 where they were not counted
	Children  []Description
}

// Describe returns the plan as a tree. Names are the variables of the query by
// slot, as package check lists them; rows, which may be nil, are the counts of a run.
func (p *Plan) Describe(names []string, rows map[Op]int64) Description {
	d := describer{plan: p, names: names, rows: rows}
	root := d.op(p.Root)
	columns := make([]string, len(p.Columns))
	for i, c := range p.Columns {
		columns[i] = c.Name
	}
	result := Description{
		Name: "ProduceResults", Details: strings.Join(columns, ", "),
		Estimated: root.Estimated, Rows: root.Rows, Children: []Description{root},
	}
	return result
}

// String draws the tree, the last operator first:
//
//	Operator              Rows estimated  Rows
//	ProduceResults  n                  3     2
//	└ Filter  n.k > 1                  3     2
//	  └ NodeScan  (n:A)               10    10
func (d Description) String() string {
	var lines [][3]string
	var collect func(d Description, indent string)
	collect = func(d Description, indent string) {
		rows := ""
		if d.Rows >= 0 {
			rows = strconv.FormatInt(d.Rows, 10)
		}
		text := indent + d.Name
		if d.Details != "" {
			text += "  " + d.Details
		}
		lines = append(lines, [3]string{text, estimate(d.Estimated), rows})
		inner := strings.NewReplacer("└", " ", "├", "│").Replace(indent)
		for i, c := range d.Children {
			branch := "├ "
			if i == len(d.Children)-1 {
				branch = "└ "
			}
			collect(c, inner+branch)
		}
	}
	collect(d, "")
	head := [3]string{"Operator", "Rows estimated", ""}
	for _, l := range lines {
		if l[2] != "" {
			head[2] = "Rows"
		}
	}
	lines = append([][3]string{head}, lines...)
	var width [3]int
	for _, l := range lines {
		for i := range l {
			width[i] = max(width[i], len([]rune(l[i])))
		}
	}
	var b strings.Builder
	for _, l := range lines {
		fmt.Fprintf(&b, "%s%s  %*s", l[0], strings.Repeat(" ", width[0]-len([]rune(l[0]))), width[1], l[1])
		if width[2] > 0 {
			fmt.Fprintf(&b, "  %*s", width[2], l[2])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func estimate(rows float64) string {
	if rows > 1e15 {
		return "many"
	}
	return strconv.FormatInt(int64(math.Ceil(rows)), 10)
}

type describer struct {
	plan  *Plan
	names []string
	rows  map[Op]int64
}

func (d *describer) op(op Op) Description {
	out := Description{Estimated: op.Estimate(), Rows: -1}
	if d.rows != nil {
		out.Rows = d.rows[op]
	}
	out.Name, _ = strings.CutPrefix(fmt.Sprintf("%T", op), "*plan.")
	out.Details = d.details(op)
	if in := op.Input(); in != nil && !isStart(in) {
		out.Children = append(out.Children, d.op(in))
	}
	for _, inner := range inners(op) {
		out.Children = append(out.Children, d.op(inner))
	}
	for _, e := range expressions(op) {
		inspect(e, func(e syntax.Expr) bool {
			if sub := d.plan.Subplans[e]; sub != nil {
				out.Children = append(out.Children, d.op(sub.Root))
				return false
			}
			return true
		})
	}
	return out
}

// inners returns the plans that an operator runs beside its input.
func inners(op Op) []Op {
	switch op := op.(type) {
	case *Optional:
		return []Op{op.Inner}
	case *Apply:
		return []Op{op.Inner}
	case *SelectPaths:
		return []Op{op.Inner}
	case *HashJoin:
		return []Op{op.Right}
	case *Union:
		var out []Op
		for _, b := range op.Branches {
			out = append(out, b.Root)
		}
		return out
	}
	return nil
}

// expressions returns the expressions of an operator in which subqueries may stand.
func expressions(op Op) []syntax.Expr {
	items := func(list ...[]Item) (out []syntax.Expr) {
		for _, l := range list {
			for _, item := range l {
				out = append(out, item.Expr)
			}
		}
		return out
	}
	switch op := op.(type) {
	case *Filter:
		return op.Predicates
	case *Project:
		return items(op.Items)
	case *Aggregate:
		return items(op.Keys, op.Aggs)
	case *Sort:
		var out []syntax.Expr
		for _, k := range op.Keys {
			out = append(out, k.Expr)
		}
		return out
	case *Unwind:
		return []syntax.Expr{op.List}
	case *CallProcedure:
		return op.Args
	case *Shortest:
		return op.Search
	}
	return nil
}

func (d *describer) name(s Slot) string {
	if s < len(d.names) {
		return d.names[s]
	}
	return ""
}

func (d *describer) slots(slots []Slot) string {
	var out []string
	for _, s := range slots {
		if n := d.name(s); n != "" {
			out = append(out, n)
		}
	}
	return strings.Join(out, ", ")
}

func (d *describer) node(s Slot, l syntax.LabelExpr) string {
	return "(" + d.name(s) + labelText(l) + ")"
}

func (d *describer) rel(s Slot, types syntax.LabelExpr, length string, dir Direction) string {
	left, right := "-", "-"
	switch dir {
	case Out:
		right = "->"
	case In:
		left = "<-"
	}
	inner := d.name(s) + labelText(types) + length
	if inner == "" {
		return left + right
	}
	return left + "[" + inner + "]" + right
}

func labelText(l syntax.LabelExpr) string {
	if l == nil {
		return ""
	}
	return ":" + syntax.LabelString(l)
}

func (d *describer) walk(w *Walk) string {
	length := "*" + strconv.Itoa(w.Min) + ".."
	if w.Max != NoMax {
		length += strconv.Itoa(w.Max)
	}
	var b strings.Builder
	b.WriteString(d.node(w.From, nil))
	for i, h := range w.Hops {
		l := ""
		if len(w.Hops) == 1 {
			l = length
		}
		if i > 0 {
			b.WriteString("()")
		}
		b.WriteString(d.rel(w.Trail, h.Types, l, h.Direction))
	}
	b.WriteString(d.node(w.To, nil))
	if len(w.Hops) > 1 {
		b.WriteString(length)
	}
	return b.String()
}

func (d *describer) details(op Op) string {
	switch op := op.(type) {
	case *NodeScan:
		return d.node(op.Node, op.Labels)
	case *IndexSeek:
		return fmt.Sprintf("(%s:%s) by %s: %s", d.name(op.Node), op.Label, op.Key, d.seek(op))
	case *IDSeek:
		return d.name(op.Node) + " = " + d.expr(op.Value)
	case *RelScan:
		return d.node(op.From, op.FromLabels) + d.rel(op.Rel, op.Types, "", op.Direction) + d.node(op.To, op.ToLabels)
	case *RelEnds:
		return d.node(op.From, nil) + d.rel(op.Rel, op.Types, "", op.Direction) + d.node(op.To, nil)
	case *Expand:
		text := d.node(op.From, nil) + d.rel(op.Rel, op.Types, "", op.Direction) + d.node(op.To, op.Labels)
		if op.Into {
			text += " both ends known"
		}
		return text
	case *Degree:
		return "number of " + d.node(op.From, nil) + d.rel(NoSlot, op.Types, "", op.Direction) + "()"
	case *Repeat:
		text := d.walk(&op.Walk)
		if op.DistinctEnds {
			text += " distinct ends"
		}
		return text
	case *Shortest:
		return d.walk(&op.Walk)
	case *FollowList:
		return d.name(op.List)
	case *Filter:
		parts := make([]string, len(op.Predicates))
		for i, e := range op.Predicates {
			parts[i] = d.expr(e)
			if b, ok := e.(*syntax.Binary); ok && b.Op < syntax.OpAnd && len(parts) > 1 {
				parts[i] = "(" + parts[i] + ")"
			}
		}
		return strings.Join(parts, " AND ")
	case *Project:
		return d.items(op.Items)
	case *Aggregate:
		text := d.items(op.Aggs)
		if len(op.Keys) > 0 {
			text = strings.TrimPrefix(text+" by "+d.items(op.Keys), " ")
		}
		return text
	case *Distinct:
		return d.slots(op.Slots)
	case *Sort:
		var keys []string
		for _, k := range op.Keys {
			text := d.expr(k.Expr)
			if k.Descending {
				text += " DESC"
			}
			keys = append(keys, text)
		}
		text := strings.Join(keys, ", ")
		if len(op.Top) > 0 {
			text += " first " + d.exprs(op.Top, " + ")
		}
		return text
	case *Skip:
		return d.expr(op.Count)
	case *Limit:
		return d.expr(op.Count)
	case *Unwind:
		return d.expr(op.List) + " AS " + d.name(op.Slot)
	case *BuildPath:
		return d.name(op.Path)
	case *HashJoin:
		return d.expr(op.LeftKey) + " = " + d.expr(op.RightKey)
	case *CallProcedure:
		return op.Name.Value + "(" + d.exprs(op.Args, ", ") + ")"
	case *Show:
		return op.What
	case *CountNodes:
		return d.node(NoSlot, op.Labels)
	case *CountRels:
		return d.node(NoSlot, op.From) + d.rel(NoSlot, op.Types, "", Out) + d.node(NoSlot, op.To)
	case *CountByType:
		return d.node(NoSlot, op.From) + d.rel(NoSlot, op.Types, "", Out) + d.node(NoSlot, op.To)
	}
	return ""
}

func (d *describer) seek(op *IndexSeek) string {
	switch op.Kind {
	case Equal:
		return "= " + d.expr(op.Value)
	case AnyOf:
		return "IN " + d.expr(op.Value)
	case Prefix:
		return "STARTS WITH " + d.expr(op.Value)
	case Range:
		var parts []string
		for i, b := range []*SeekBound{op.Lower, op.Upper} {
			if b == nil {
				continue
			}
			sign := []string{">", "<"}[i]
			if b.Inclusive {
				sign += "="
			}
			parts = append(parts, sign+" "+d.expr(b.Value))
		}
		return strings.Join(parts, " AND ")
	}
	return "IS NOT NULL"
}

func (d *describer) items(items []Item) string {
	var out []string
	for _, item := range items {
		text := d.expr(item.Expr)
		if n := d.name(item.Slot); n != "" && n != text {
			text += " AS " + n
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

func (d *describer) expr(e syntax.Expr) string { return syntax.ExprString(e) }

func (d *describer) exprs(es []syntax.Expr, separator string) string {
	out := make([]string, len(es))
	for i, e := range es {
		out[i] = d.expr(e)
	}
	return strings.Join(out, separator)
}
