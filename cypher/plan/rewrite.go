package plan

import (
	"slices"
	"strings"

	"bdgraph/cypher/syntax"
)

// Rewrites of finished stretches of a plan. Each gives the same rows, or rows that
// differ only in ways that what follows cannot see.

// distinctEnds makes walks into searches in breadth where whatever follows op
// does not care how often a row comes: DISTINCT, or EXISTS. It is sound only for
// walks of one hop after another with a least length of 0 or 1, whose
// relationships nobody reads.
func (b *builder) distinctEnds(op Op) {
	if b.options.Naive {
		return
	}
	for op != nil {
		switch o := op.(type) {
		case *Repeat:
			o.DistinctEnds = o.Min <= 1 && len(o.Hops) == 1 && o.Trail == NoSlot && len(o.Groups) == 0 &&
				(o.Max == NoMax || o.Max > 1) && (o.Hops[0].Direction != Both || len(o.FirstFilter) == 0 && !reads(o.Hops[0].Filter, o.First))
		case *Filter, *Raise, *Project, *Unwind, *NodeScan, *IndexSeek, *IDSeek, *RelScan, *RelEnds, *Expand, *FollowList, *BuildPath, *Optional, *Apply:
		default:
			return // it may count its rows
		}
		op = op.Input()
	}
}

// reads reports whether expressions read a slot.
func reads(es []syntax.Expr, s Slot) bool { return s != NoSlot && variables(es...).has(s) }

// ignoresRepeats reports whether an aggregation gives the same however often a
// row comes.
func ignoresRepeats(agg *Aggregate) bool {
	for _, item := range agg.Aggs {
		call, ok := item.Expr.(*syntax.FunctionCall)
		if !ok {
			return false
		}
		if name := strings.ToLower(call.Name.Value); !call.Distinct && name != "min" && name != "max" {
			return false
		}
	}
	return true
}

// countFast replaces counting rows one by one where the graph knows the number: all
// nodes or relationships of a kind, relationships by type, or the last hop of a pattern.
func (b *builder) countFast(agg *Aggregate) Op {
	if b.options.Naive || len(agg.Aggs) == 0 {
		return agg
	}
	if len(agg.Keys) == 0 && len(agg.Aggs) == 1 {
		if op := b.countAll(agg); op != nil {
			return op
		}
	}
	if op := b.countByType(agg); op != nil {
		return op
	}
	b.countLastHop(agg)
	return agg
}

// countAll answers count(*) of all nodes with some labels, or of all
// relationships of some types, from the graph's own counts.
func (b *builder) countAll(agg *Aggregate) Op {
	item := agg.Aggs[0]
	if in, ok := agg.In.(*NodeScan); ok && isStart(in.In) && counts(item.Expr, in.Node) {
		return &CountNodes{Base{In: in.In, Rows: 1}, item.Slot, in.Labels}
	}
	if p := onlyRelationships(agg.In); p != nil && counts(item.Expr, p.slots...) {
		return &CountRels{Base: Base{In: p.start, Rows: 1}, Slot: item.Slot, Types: p.types, From: p.from, To: p.to}
	}
	return nil
}

// countByType answers type(r), count(*) of all relationships of some types from
// the graph's own counts.
func (b *builder) countByType(agg *Aggregate) Op {
	p := onlyRelationships(agg.In)
	if p == nil || len(agg.Keys) != 1 {
		return nil
	}
	call, ok := agg.Keys[0].Expr.(*syntax.FunctionCall)
	if !ok || strings.ToLower(call.Name.Value) != "type" {
		return nil
	}
	if v, ok := call.Args[0].(*syntax.Variable); !ok || v.ID != p.rel {
		return nil
	}
	op := &CountByType{Type: agg.Keys[0].Slot, Types: p.types, From: p.from, To: p.to}
	op.Base = Base{In: p.start, Rows: float64(len(b.types(p.types)))}
	for _, item := range agg.Aggs {
		if !counts(item.Expr, p.slots...) {
			return nil
		}
		op.Counts = append(op.Counts, item.Slot)
	}
	return op
}

// relationships is a pattern of one relationship, from end to end.
type relationships struct {
	start           Op
	from, types, to syntax.LabelExpr
	rel             Slot
	slots           []Slot // what it fills; none is ever null
}

// onlyRelationships returns the pattern that a plan matches, nil where it does anything
// else or the graph does not count such patterns.
func onlyRelationships(in Op) *relationships {
	var p relationships
	var direction Direction
	switch in := in.(type) {
	case *RelScan:
		p = relationships{in.In, in.FromLabels, in.Types, in.ToLabels, in.Rel, []Slot{in.From, in.Rel, in.To}}
		direction = in.Direction
		if len(in.Unlike) > 0 {
			return nil
		}
	case *Expand:
		scan, ok := in.In.(*NodeScan)
		if !ok || in.Into || len(in.Unlike) > 0 {
			return nil
		}
		p = relationships{scan.In, scan.Labels, in.Types, in.Labels, in.Rel, []Slot{in.From, in.Rel, in.To}}
		direction = in.Direction
	default:
		return nil
	}
	if direction == Both || !isStart(p.start) || !singleOrNil(p.from) || !singleOrNil(p.to) {
		return nil
	}
	if direction == In {
		p.from, p.to = p.to, p.from
	}
	return &p
}

func isStart(op Op) bool {
	_, ok := op.(*Argument)
	return ok
}

func singleOrNil(l syntax.LabelExpr) bool {
	_, single := l.(*syntax.LabelName)
	return l == nil || single
}

// counts reports whether an aggregate is count(*), or count of a slot that is never null.
func counts(e syntax.Expr, filled ...Slot) bool {
	switch e := e.(type) {
	case *syntax.CountStar:
		return true
	case *syntax.FunctionCall:
		if strings.ToLower(e.Name.Value) != "count" || e.Distinct {
			return false
		}
		v, ok := e.Args[0].(*syntax.Variable)
		return ok && slices.Contains(filled, v.ID)
	}
	return false
}

// countLastHop makes the last hop of a pattern into a number where only the
// number of rows is wanted.
func (b *builder) countLastHop(agg *Aggregate) {
	hop, ok := agg.In.(*Expand)
	if !ok || hop.Into || !b.allEndsHave(hop) {
		return
	}
	for _, item := range agg.Aggs {
		if !counts(item.Expr, hop.Rel, hop.To) {
			return
		}
	}
	for _, k := range agg.Keys {
		if used := variables(k.Expr); used.has(hop.Rel) || used.has(hop.To) {
			return
		}
	}
	agg.Weight = b.newSlot()
	agg.In = &Degree{
		Base: Base{In: hop.In, Rows: hop.In.Estimate()},
		From: hop.From, Types: hop.Types, Direction: hop.Direction, Unlike: hop.Unlike, Slot: agg.Weight,
	}
}

// allEndsHave reports whether every node that a hop can lead to has the labels that it asks for.
func (b *builder) allEndsHave(hop *Expand) bool {
	if hop.Labels == nil {
		return true
	}
	if !singleOrNil(hop.Labels) {
		return false
	}
	return b.relCount(nil, hop.Types, hop.Direction, hop.Labels) == b.relCount(nil, hop.Types, hop.Direction, nil)
}
