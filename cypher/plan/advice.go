package plan

import (
	"fmt"
	"strings"
)

// Advice says what makes a plan costly, for the author of a query that has
// reached a limit: walks without an upper bound, and patterns that nothing
// connects. It is empty where neither occurs. Names are as for [Plan.Describe].
func (p *Plan) Advice(names []string) string {
	d := describer{plan: p, names: names}
	var advice []string
	add := func(format string, args ...any) {
		if text := fmt.Sprintf(format, args...); len(advice) == 0 || advice[len(advice)-1] != text {
			advice = append(advice, text)
		}
	}
	var visit func(op Op)
	visit = func(op Op) {
		if in := op.Input(); in != nil {
			visit(in)
		}
		for _, inner := range inners(op) {
			visit(inner)
		}
		switch op := op.(type) {
		case *Repeat:
			if op.Max == NoMax && !op.DistinctEnds {
				add("%s has no upper bound: write one, such as *1..3, or ask for DISTINCT ends only", d.walk(&op.Walk))
			}
		case *Shortest:
			if op.Max == NoMax && (len(op.Search) > 0 || op.Count > 1) {
				add("%s has no upper bound: write one, such as *..6", d.walk(&op.Walk))
			}
		case *NodeScan:
			if op.In.Estimate() > 1 {
				add("%s is combined with every row found before it: connect the patterns by a relationship or by an equality", d.node(op.Node, op.Labels))
			}
		}
	}
	visit(p.Root)
	return strings.Join(advice, "; ")
}
