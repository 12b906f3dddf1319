package neo4j

import (
	"strings"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"bdgraph/store"
)

// planOf converts the plan of an EXPLAIN query.
func planOf(p neo4j.Plan) *store.Plan {
	out := operator(p.Operator(), p.Arguments())
	for _, c := range p.Children() {
		out.Children = append(out.Children, planOf(c))
	}
	return out
}

// profileOf converts the plan of a PROFILE query.
func profileOf(p neo4j.ProfiledPlan) *store.Plan {
	out := operator(p.Operator(), p.Arguments())
	rows := p.Records()
	out.Rows = &rows
	for _, c := range p.Children() {
		out.Children = append(out.Children, profileOf(c))
	}
	return out
}

func operator(name string, arguments map[string]any) *store.Plan {
	name, _, _ = strings.Cut(name, "@") // the database's name follows
	details, _ := arguments["Details"].(string)
	estimated, _ := arguments["EstimatedRows"].(float64)
	return &store.Plan{Operator: name, Details: details, EstimatedRows: estimated}
}
