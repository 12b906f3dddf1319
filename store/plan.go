package store

import "bdgraph/cypher/plan"

// Plan is an operator of the plan of a query that began with EXPLAIN or
// PROFILE, and those below it, which feed it. Operators are the store's own.
type Plan struct {
	Operator string `json:"operator"`
	// Details says what it works on, in the query's names; "" where nothing is to be said.
	Details string `json:"details,omitempty"`
	// EstimatedRows is what the planner expected.
	EstimatedRows float64 `json:"estimated_rows"`
	// Rows is how many rows it gave; nil with EXPLAIN, which runs nothing.
	Rows     *int64  `json:"rows,omitempty"`
	Children []*Plan `json:"children,omitempty"`
}

// PlanOf returns the plan that the engine describes.
func PlanOf(d plan.Description) *Plan {
	p := &Plan{Operator: d.Name, Details: d.Details, EstimatedRows: d.Estimated}
	if d.Rows >= 0 {
		p.Rows = &d.Rows
	}
	for _, c := range d.Children {
		p.Children = append(p.Children, PlanOf(c))
	}
	return p
}

// String draws the tree, the last operator first, with estimated and actual rows.
func (p *Plan) String() string { return p.description().String() }

func (p *Plan) description() plan.Description {
	d := plan.Description{Name: p.Operator, Details: p.Details, Estimated: p.EstimatedRows, Rows: -1}
	if p.Rows != nil {
		d.Rows = *p.Rows
	}
	for _, c := range p.Children {
		d.Children = append(d.Children, c.description())
	}
	return d
}
