package syntax

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// trees draws trees that the parser could have made; depth bounds their height.
type trees struct{ t *rapid.T }

func (g trees) pick(label string, n int) int { return rapid.IntRange(0, n-1).Draw(g.t, label) }

func (g trees) coin(label string) bool { return rapid.Bool().Draw(g.t, label) }

func (g trees) text() string {
	return rapid.SampledFrom([]string{"a", "b", "x1", "in", "not", "count", "null", "a b", "`", "", "ü", `\u0041`, "'", "\n", "case", "A$"}).Draw(g.t, "text")
}

func (g trees) name() Name { return Name{Value: g.text()} }

func (g trees) variable() *Variable { return &Variable{Name: g.text()} }

func (g trees) maybe(depth int) Expr {
	if g.coin("maybe") {
		return g.expr(depth)
	}
	return nil
}

func (g trees) exprs(depth, least int) []Expr {
	var list []Expr
	for range least + g.pick("more", 3) {
		list = append(list, g.expr(depth))
	}
	return list
}

func (g trees) leaf() Expr {
	switch g.pick("leaf", 8) {
	case 0:
		return &NullLit{}
	case 1:
		return &BoolLit{Value: g.coin("value")}
	case 2:
		return &IntegerLit{Value: rapid.Int64().Draw(g.t, "integer")}
	case 3:
		f := rapid.Float64().Draw(g.t, "float")
		if math.IsInf(f, -1) || math.IsNaN(f) {
			f = math.NaN()
		}
		return &FloatLit{Value: f}
	case 4:
		return &StringLit{Value: rapid.StringOf(rapid.SampledFrom([]rune("a'\"\\\n\tu0é😀\x00{"))).Draw(g.t, "string")}
	case 5:
		return &Parameter{Name: rapid.SampledFrom([]string{"p", "0", "12", "a b", "all"}).Draw(g.t, "parameter")}
	case 6:
		return &CountStar{}
	}
	return g.variable()
}

// expr draws an expression. Shapes that the parser turns into others are left
// out: a comparison of comparisons without parentheses is a Chain, for example, but
// printed with parentheses it stays what it is.
func (g trees) expr(depth int) Expr {
	if depth <= 0 {
		return g.leaf()
	}
	d := depth - 1
	switch g.pick("expr", 26) {
	case 0, 1, 2, 3:
		op := Op(1 + g.pick("op", int(OpPow)))
		if op == OpNot {
			return &Unary{Op: OpNot, X: g.expr(d)}
		}
		return &Binary{Op: op, X: g.expr(d), Y: g.expr(d)}
	case 4:
		return &Unary{Op: OpPlus + Op(g.pick("sign", 2)), X: g.expr(d)}
	case 5:
		c := &Chain{Operands: g.exprs(d, 3)}
		for range len(c.Operands) - 1 {
			c.Ops = append(c.Ops, OpEq+Op(g.pick("comparison", 6)))
		}
		return c
	case 6:
		return &IsNull{X: g.expr(d), Not: g.coin("not")}
	case 7:
		return &IsType{X: g.expr(d), Not: g.coin("not"), Type: g.typeExpr(2)}
	case 8:
		return &IsNormalized{X: g.expr(d), Not: g.coin("not"), Form: rapid.SampledFrom([]string{"NFC", "NFD", "NFKC", "NFKD"}).Draw(g.t, "form")}
	case 9:
		return &HasLabels{X: g.expr(d), Labels: g.label(2)}
	case 10, 11:
		return &Property{X: g.expr(d), Key: g.name()}
	case 12:
		return &Index{X: g.expr(d), Index: g.expr(d)}
	case 13:
		return &Slice{X: g.expr(d), From: g.expr(d), To: g.maybe(d)}
	case 14:
		f := &FunctionCall{Name: Name{Value: rapid.SampledFrom([]string{"f", "a.b", "reduce", "any", "toUpper", "not", "shortestPath", "a b"}).Draw(g.t, "function")}}
		if f.Args = g.exprs(d, 0); len(f.Args) > 0 {
			f.Distinct = g.coin("distinct")
		}
		return f
	case 15:
		return g.caseExpr(d)
	case 16:
		return &ListLit{Items: g.exprs(d, 0)}
	case 17:
		m := &MapLit{}
		for range g.pick("entries", 3) {
			m.Entries = append(m.Entries, MapEntry{g.name(), g.expr(d)})
		}
		return m
	case 18:
		return &ListComprehension{Var: g.variable(), List: g.expr(d), Where: g.maybe(d), Map: g.maybe(d)}
	case 19:
		return &Quantifier{Kind: QuantifierKind(g.pick("quantifier", 4)), Var: g.variable(), List: g.expr(d), Where: g.maybe(d)}
	case 20:
		return &Reduce{Acc: g.variable(), Init: g.expr(d), Var: g.variable(), List: g.expr(d), Step: g.expr(d)}
	case 21:
		return &MapProjection{Var: g.variable(), Items: []MapProjectionItem{{All: true}, {Key: g.name()}, {Key: g.name(), Value: g.expr(d)}}}
	case 22:
		return &PatternComprehension{Pattern: g.plainPath(d), Where: g.maybe(d), Map: g.expr(d)}
	case 23:
		return &PatternExpr{Pattern: g.plainPath(d), Exists: g.coin("exists")}
	case 24:
		return &SubqueryExpr{Kind: SubqueryKind(g.pick("subquery", 3)), Query: g.query(d)}
	}
	return g.leaf()
}

func (g trees) caseExpr(d int) Expr {
	c := &Case{Subject: g.maybe(d), Else: g.maybe(d)}
	tests := 1
	if c.Subject != nil {
		tests += g.pick("tests", 2)
	}
	w := When{Then: g.expr(d)}
	for range tests {
		w.Tests = append(w.Tests, g.expr(d))
	}
	if c.Subject != nil {
		op := rapid.SampledFrom([]Op{OpEq, OpNe, OpLt, OpGe, OpRegex, OpStartsWith, OpEndsWith}).Draw(g.t, "test")
		w.Tests = append(w.Tests, &Binary{Op: op, X: &CaseSubject{}, Y: g.expr(d)}, &IsNull{X: &CaseSubject{}, Not: g.coin("not")},
			&IsType{X: &CaseSubject{}, Type: g.typeExpr(1)}, &IsNormalized{X: &CaseSubject{}, Form: "NFD"})
	}
	c.Whens = []When{w}
	return c
}

func (g trees) typeExpr(depth int) *TypeExpr {
	if depth > 0 && g.coin("union") {
		u := &TypeExpr{}
		for range 2 + g.pick("alternatives", 2) {
			u.Union = append(u.Union, g.plainType(depth-1))
		}
		return u
	}
	return g.plainType(depth)
}

func (g trees) plainType(depth int) *TypeExpr {
	if depth > 0 && g.coin("list") {
		return &TypeExpr{Name: "LIST", Element: g.typeExpr(depth - 1), NotNull: g.coin("notNull")}
	}
	name := rapid.SampledFrom([]string{"INTEGER", "ANY", "ZONED DATETIME", "PROPERTY VALUE", "NULL"}).Draw(g.t, "type")
	return &TypeExpr{Name: name, NotNull: g.coin("notNull")}
}

func (g trees) label(depth int) LabelExpr {
	if depth <= 0 {
		return &LabelName{Value: g.text()}
	}
	switch d := depth - 1; g.pick("label", 6) {
	case 0:
		return &LabelAnd{X: g.label(d), Y: g.label(d), Colon: g.coin("colon")}
	case 1:
		return &LabelOr{X: g.label(d), Y: g.label(d), Colon: g.coin("colon")}
	case 2:
		return &LabelNot{X: g.label(d)}
	case 3:
		return &LabelAny{}
	case 4:
		return &LabelDynamic{X: g.expr(1), Any: g.coin("any")}
	}
	return &LabelName{Value: g.text()}
}

func (g trees) node(d int) *NodePattern {
	n := &NodePattern{Where: g.maybe(d)}
	if g.coin("named") {
		n.Var = g.variable()
	}
	if g.coin("labels") {
		n.Labels = g.label(2)
	}
	if g.coin("properties") {
		n.Properties = &MapLit{Entries: []MapEntry{{g.name(), g.expr(d)}}}
	}
	return n
}

func (g trees) relationship(d int) *RelPattern {
	r := &RelPattern{Direction: Direction(g.pick("direction", 3)), Where: g.maybe(d)}
	if g.coin("named") {
		r.Var = g.variable()
	}
	if g.coin("types") {
		r.Types = g.label(2)
	}
	if g.coin("length") {
		r.Length = &Length{}
		if g.coin("min") {
			r.Length.Min = new(int64(g.pick("n", 3)))
		}
		if g.coin("max") {
			r.Length.Max = new(int64(g.pick("n", 3)))
		}
	}
	return r
}

// plainPath draws a path of nodes and relationships only.
func (g trees) plainPath(d int) *PathPattern {
	return &PathPattern{Elements: []PathElement{g.node(d), g.relationship(d), g.node(d)}}
}

func (g trees) path(d int) *PathPattern {
	p := g.plainPath(d)
	if g.coin("pathVariable") {
		p.Var = g.variable()
	}
	if g.coin("quantified") {
		p.Elements[1].(*RelPattern).Quantifier = g.quantifier()
	}
	switch g.pick("path", 4) {
	case 0:
		p.Legacy = ShortestPath
	case 1:
		p.Selector = &Selector{Kind: SelectorKind(g.pick("selector", 5)), Count: 1}
		if k := p.Selector.Kind; k != SelectAll && k != SelectAllShortest {
			p.Selector.Count += int64(g.pick("count", 3))
		}
	case 2:
		if d > 0 {
			p.Elements = append(p.Elements, &GroupPattern{Path: g.path(d - 1), Where: g.maybe(d), Quantifier: g.quantifier()}, g.node(d))
		}
	}
	return p
}

func (g trees) quantifier() *PathQuantifier {
	q := &PathQuantifier{Min: int64(g.pick("min", 3))}
	if g.coin("max") {
		q.Max = new(int64(g.pick("max", 3)))
	}
	return q
}

func (g trees) query(d int) *Query {
	q := &Query{Parts: []*Part{g.part(d)}}
	for g.pick("union", 4) == 0 {
		q.Unions = append(q.Unions, Union{All: g.coin("all")})
		q.Parts = append(q.Parts, g.part(d))
	}
	return q
}

func (g trees) part(d int) *Part {
	p := &Part{}
	for range g.pick("clauses", 3) {
		c := g.clause(d)
		if _, ok := c.(*OrderLimit); ok && len(p.Clauses) > 0 {
			continue // after WITH it would belong to it
		}
		p.Clauses = append(p.Clauses, c)
	}
	p.Clauses = append(p.Clauses, &Return{Projection: g.projection(d)})
	return p
}

func (g trees) projection(d int) Projection {
	p := Projection{Distinct: g.coin("distinct"), Star: g.coin("star")}
	for range 1 + g.pick("items", 2) {
		item := &Item{Expr: g.expr(d), As: g.coin("as")}
		if item.As {
			item.Alias = g.variable()
		}
		p.Items = append(p.Items, item)
	}
	if g.coin("order") {
		p.OrderBy = []*SortItem{{Expr: g.expr(d), Descending: g.coin("descending")}}
	}
	p.Skip, p.Limit = g.maybe(d), g.maybe(d)
	return p
}

func (g trees) clause(d int) Clause {
	switch g.pick("clause", 7) {
	case 0:
		return &Unwind{List: g.expr(d), Var: g.variable()}
	case 1:
		return &With{Projection: g.projection(d), Where: g.maybe(d)}
	case 2:
		return &OrderLimit{OrderBy: []*SortItem{{Expr: g.expr(d)}}, Skip: g.maybe(d), Limit: g.maybe(d)}
	case 3:
		return &ProcedureCall{
			Name: Name{Value: "db.labels"}, HasArgs: true, Args: g.exprs(d, 0),
			Yield: []*YieldItem{{Name: g.name(), Var: g.variable()}}, Where: g.maybe(d),
		}
	case 4:
		if d > 0 {
			return &Subquery{HasScope: true, Imports: []*Variable{g.variable()}, Query: g.query(d - 1)}
		}
	}
	return &Match{Optional: g.coin("optional"), Pattern: &Pattern{Mode: MatchMode(g.pick("mode", 3)), Paths: []*PathPattern{g.path(d)}}, Where: g.maybe(d)}
}

// TestPrintedTreesParseBack holds for trees of any shape.
func TestPrintedTreesParseBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := trees{t}
		stmt := &Statement{Mode: Mode(g.pick("mode", 3)), Query: g.query(2)}
		printed := stmt.String()
		again, err := Parse(printed)
		if err != nil {
			t.Fatalf("%s\n%v", printed, err)
		}
		if d := difference(stmt, again); d != "" {
			t.Fatalf("%s\nparses to another tree: %s", printed, d)
		}
	})
}

// TestPrinted gives the exact text of some.
func TestPrinted(t *testing.T) {
	for _, c := range []struct{ query, want string }{
		{"match (n:A|B {x:1})-[r:R*1..3]->() where n.x>1 and not(n.y=2) return n.x as x order by x desc limit 3", "MATCH (n:A|B {x: 1})-[r:R*1..3]->() WHERE n.x > 1 AND NOT n.y = 2 RETURN n.x AS x ORDER BY x DESC LIMIT 3"},
		{"RETURN ((1+2))*3, 1+(2*3), -(1), - -1, 2^-1", "RETURN (1 + 2) * 3, 1 + 2 * 3, -(1), --1, 2 ^ -1"},
		{"RETURN `a`, `b c`, 'it\\'s', \"x\"", "RETURN a, `b c`, 'it\\'s', 'x'"},
		{"RETURN (a<b)<c, a<b<c, (a=b)=(c=d)", "RETURN (a < b) < c, a < b < c, (a = b) = (c = d)"},
		{"RETURN exists { (a)-->(b) where a.x } as e", "RETURN EXISTS { MATCH (a)-[]->(b) WHERE a.x } AS e"},
		{"CYPHER runtime=slotted explain return 1.0, 1e30, nan", "CYPHER runtime=slotted EXPLAIN RETURN 1.0, 1e+30, NaN"},
	} {
		stmt, err := Parse(c.query)
		if err != nil {
			t.Errorf("%s: %v", c.query, err)
			continue
		}
		if got := stmt.String(); got != c.want {
			t.Errorf("%s\nis printed as\n%s\nwant\n%s", c.query, got, c.want)
		}
	}
}

func ExampleParse() {
	stmt, err := Parse("MATCH (n:Rule) WHERE n.name CONTAINS 'retry' RETURN n.name AS name LIMIT 5")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range stmt.Query.Parts[0].Clauses {
		fmt.Println(c.Pos(), ClauseName(c))
	}
	fmt.Println(ExprString(stmt.Query.Parts[0].Clauses[0].(*Match).Where))
	// Output:
	// 1:1 MATCH
	// 1:46 RETURN
	// n.name CONTAINS 'retry'
}
