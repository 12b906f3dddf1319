package plan

import "bdgraph/cypher/syntax"

// inspect calls visit for an expression and, where visit returns true, for the
// expressions that it is made of, those of subqueries and patterns included.
func inspect(e syntax.Expr, visit func(syntax.Expr) bool) {
	if e != nil {
		inspectNode(e, visit)
	}
}

// inspectNode does the same for any node of the tree.
func inspectNode(n syntax.Node, visit func(syntax.Expr) bool) {
	star := func(p *syntax.Projection) {
		if p.Star {
			for _, c := range p.Columns {
				inspect(c.Expr, visit)
			}
		}
	}
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case syntax.Expr:
			return visit(n)
		case *syntax.With:
			star(&n.Projection)
		case *syntax.Return:
			star(&n.Projection)
		}
		return true
	})
}

// variables returns the slots of all variables that occur in expressions, those
// that are declared inside them included.
func variables(es ...syntax.Expr) slotSet {
	var used slotSet
	for _, e := range es {
		inspect(e, func(e syntax.Expr) bool {
			if v, ok := e.(*syntax.Variable); ok {
				used.add(v.ID)
			}
			return true
		})
	}
	return used
}
