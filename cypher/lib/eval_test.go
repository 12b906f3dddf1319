package lib_test

import (
	"context"
	"testing"
	"time"

	"bdgraph/cypher"
	"bdgraph/cypher/memgraph"
	"bdgraph/cypher/value"
)

// testTime is the clock of the tests.
var testTime = time.Date(2026, 5, 17, 10, 20, 30, 123456789, time.UTC)

var engine = func() *cypher.Engine {
	e := cypher.NewEngine()
	e.Now = func() time.Time { return testTime }
	return e
}()

// expression evaluates the text of an expression over an empty graph.
func expression(text string) (value.Value, error) {
	var empty memgraph.Builder
	result, err := engine.Query(context.Background(), empty.Build(), "RETURN "+text+" AS x", nil, cypher.DefaultLimits)
	if err != nil {
		return value.Null, err
	}
	rows, err := result.All()
	if err != nil {
		return value.Null, err
	}
	return rows[0][0], nil
}

// mustEval evaluates an expression that has to succeed.
func mustEval(t testing.TB, text string) value.Value {
	t.Helper()
	v, err := expression(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}
