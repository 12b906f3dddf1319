package syntax

// form prints expressions with brackets, words or clauses of their own.
func (w *printer) form(e Expr) {
	switch e := e.(type) {
	case *CountStar:
		w.put("count(*)")
	case *FunctionCall:
		w.functionCall(e)
	case *Case:
		w.caseExpr(e)
	case *CaseSubject:
		// stands for what is not written
	case *ListComprehension:
		w.put("[", quoteVariable(e.Var.Name), " IN ")
		w.beforeBar(e.List)
		if e.Where != nil {
			w.put(" WHERE ")
			w.beforeBar(e.Where)
		}
		if e.Map != nil {
			w.put(" | ")
			w.expr(e.Map, 0)
		}
		w.put("]")
	case *PatternComprehension:
		w.put("[")
		w.path(e.Pattern)
		if e.Where != nil {
			w.put(" WHERE ")
			w.beforeBar(e.Where)
		}
		w.put(" | ")
		w.expr(e.Map, 0)
		w.put("]")
	case *Quantifier:
		w.put(quantifierNames[e.Kind], "(", quoteVariable(e.Var.Name), " IN ")
		w.expr(e.List, 0)
		w.where(e.Where)
		w.put(")")
	case *Reduce:
		w.put("reduce(", quoteVariable(e.Acc.Name), " = ")
		w.beforeBar(e.Init)
		w.put(", ", quoteVariable(e.Var.Name), " IN ")
		w.beforeBar(e.List)
		w.put(" | ")
		w.expr(e.Step, 0)
		w.put(")")
	case *MapProjection:
		w.mapProjection(e)
	case *PatternExpr:
		if e.Exists {
			w.put("exists(")
		}
		w.path(e.Pattern)
		if e.Exists {
			w.put(")")
		}
	case *SubqueryExpr:
		w.put(subqueryNames[e.Kind], " { ")
		w.query(e.Query)
		w.put(" }")
	default:
		panic("syntax: unknown expression")
	}
}

// beforeBar prints what stands before the '|' of a comprehension: in parentheses
// where a label or type in it could take the bar for its own.
func (w *printer) beforeBar(e Expr) {
	least := 0
	Walk(e, func(n Node) bool {
		switch n.(type) {
		case *HasLabels, *IsType:
			least = bindAtom + 1
		}
		return least == 0
	})
	w.expr(e, least)
}

var (
	quantifierNames = [...]string{All: "all", Any: "any", None: "none", Single: "single"}
	subqueryNames   = [...]string{Exists: "EXISTS", Count: "COUNT", Collect: "COLLECT"}
)

// String is the word that stands before the quantifier.
func (k QuantifierKind) String() string { return quantifierNames[k] }

// String is the word that stands before the subquery.
func (k SubqueryKind) String() string { return subqueryNames[k] }

func (w *printer) where(e Expr) {
	if e != nil {
		w.put(" WHERE ")
		w.expr(e, 0)
	}
}

func (w *printer) functionCall(f *FunctionCall) {
	w.put(functionName(f), "(")
	switch {
	case f.Trim != "":
		w.put(f.Trim, " ")
		if len(f.Args) > 1 {
			w.expr(f.Args[1], 0)
			w.put(" ")
		}
		w.put("FROM ")
		w.expr(f.Args[0], 0)
	case hasNormalForm(f):
		w.expr(f.Args[0], 0)
		w.put(", ", f.Args[1].(*StringLit).Value)
	default:
		if f.Distinct {
			w.put("DISTINCT ")
		}
		w.exprs(f.Args)
	}
	w.put(")")
}

func (w *printer) caseExpr(c *Case) {
	w.put("CASE")
	if c.Subject != nil {
		w.put(" ")
		w.expr(c.Subject, 0)
	}
	for _, when := range c.Whens {
		w.put(" WHEN ")
		w.list(len(when.Tests), ", ", func(i int) {
			if is, ok := when.Tests[i].(*IsNull); ok && omitted(is.X) != "" {
				w.put(isWord(is.Not)[1:], "NULL")
				return
			}
			if is, ok := when.Tests[i].(*IsType); ok && omitted(is.X) != "" {
				w.bare(is) // without parentheses, which cannot stand around IS TYPED
				return
			}
			w.expr(when.Tests[i], 0)
		})
		w.put(" THEN ")
		w.expr(when.Then, 0)
	}
	if c.Else != nil {
		w.put(" ELSE ")
		w.expr(c.Else, 0)
	}
	w.put(" END")
}

func (w *printer) mapProjection(m *MapProjection) {
	w.put(quoteVariable(m.Var.Name), " {")
	w.list(len(m.Items), ", ", func(i int) {
		switch item := m.Items[i]; {
		case item.All:
			w.put(".*")
		case item.Value == nil:
			w.put(".", quoteName(item.Key.Value))
		default:
			if v, ok := item.Value.(*Variable); ok && v.Name == item.Key.Value && v.Span == item.Key.Span {
				w.put(quoteName(v.Name))
				return
			}
			w.put(quoteName(item.Key.Value), ": ")
			w.expr(item.Value, 0)
		}
	})
	w.put("}")
}

// Patterns.

func (w *printer) pattern(p *Pattern) {
	switch p.Mode {
	case DifferentRelationships:
		w.put("DIFFERENT RELATIONSHIPS ")
	case RepeatableElements:
		w.put("REPEATABLE ELEMENTS ")
	}
	w.list(len(p.Paths), ", ", func(i int) { w.path(p.Paths[i]) })
}

func (w *printer) path(p *PathPattern) {
	if p.Var != nil {
		w.put(quoteVariable(p.Var.Name), " = ")
	}
	if s := p.Selector; s != nil {
		count := formatInt(s.Count)
		w.put([...]string{
			SelectAll: "ALL PATHS ", SelectAny: "ANY " + count + " PATHS ", SelectShortest: "SHORTEST " + count + " PATHS ",
			SelectAllShortest: "ALL SHORTEST PATHS ", SelectShortestGroups: "SHORTEST " + count + " PATHS GROUPS ",
		}[s.Kind])
	}
	if p.Legacy != NotShortest {
		w.put(pick(p.Legacy == ShortestPath, "shortestPath(", "allShortestPaths("))
		defer w.put(")")
	}
	w.list(len(p.Elements), "", func(i int) {
		switch e := p.Elements[i].(type) {
		case *NodePattern:
			w.node(e)
		case *RelPattern:
			w.relationship(e)
		case *GroupPattern:
			w.put("(")
			w.path(e.Path)
			w.where(e.Where)
			w.put(")")
			w.quantifier(e.Quantifier)
		}
	})
}

func (w *printer) node(n *NodePattern) {
	w.put("(")
	w.element(n.Var, n.Labels, nil, n.Properties, n.Where)
	w.put(")")
}

// element prints what nodes and relationships share.
func (w *printer) element(v *Variable, labels LabelExpr, length *Length, properties, where Expr) {
	if v != nil {
		w.put(quoteVariable(v.Name))
	}
	if labels != nil {
		w.put(":")
		w.label(labels, 0)
	}
	if length != nil {
		w.put("*")
		if length.Min != nil {
			w.put(formatInt(*length.Min))
		}
		if length.Min != nil || length.Max != nil {
			w.put("..")
		}
		if length.Max != nil {
			w.put(formatInt(*length.Max))
		}
	}
	if properties != nil {
		w.put(" ")
		w.expr(properties, 0)
	}
	w.where(where)
}

func (w *printer) relationship(r *RelPattern) {
	w.put(pick(r.Direction == Incoming, "<-[", "-["))
	w.element(r.Var, r.Types, r.Length, r.Properties, r.Where)
	w.put(pick(r.Direction == Outgoing, "]->", "]-"))
	w.quantifier(r.Quantifier)
}

func (w *printer) quantifier(q *PathQuantifier) {
	switch {
	case q == nil:
	case q.Max == nil:
		w.put("{", formatInt(q.Min), ",}")
	default:
		w.put("{", formatInt(q.Min), ",", formatInt(*q.Max), "}")
	}
}
