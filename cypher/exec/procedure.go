package exec

import (
	"fmt"

	"bdgraph/cypher/plan"
)

func (m *machine) callProcedure(op *plan.CallProcedure, next operator) operator {
	m.fail(fmt.Errorf("no procedures"))
	return next
}

func (m *machine) show(op *plan.Show, next operator) operator {
	m.fail(fmt.Errorf("no SHOW"))
	return next
}
