package store_test

import (
	"errors"
	"strings"
	"testing"

	"bdgraph"
	"bdgraph/cypher/value"
	"bdgraph/store"
)

func TestParamValues(t *testing.T) {
	values, err := store.ParamValues(map[string]any{
		"day": bdgraph.NewDay(2024, 2, 29), "none": bdgraph.Day(0), "list": []any{bdgraph.MinDay, []any{bdgraph.MaxDay}},
		"days": []bdgraph.Day{1}, "map": map[string]any{"d": bdgraph.MaxDay}, "n": 1, "v": value.True,
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"day": "2024-02-29", "none": "null", "list": "[0001-01-01, [9999-12-31]]", "days": "[0001-01-01]", "map": "{d: 9999-12-31}", "n": "1", "v": "true",
	} {
		if got := values[name].String(); got != want {
			t.Errorf("$%s is %s, want %s", name, got, want)
		}
	}
	_, err = store.ParamValues(map[string]any{"good": 1, "bad": []any{1, make(chan int)}})
	if !errors.Is(err, store.ErrQuery) || !strings.Contains(err.Error(), "$bad") {
		t.Errorf("error %v, want one of the kind query that names $bad", err)
	}
}

func TestDaysAndDates(t *testing.T) {
	for _, day := range []bdgraph.Day{bdgraph.MinDay, bdgraph.NewDay(1969, 12, 31), bdgraph.NewDay(1970, 1, 1), bdgraph.NewDay(2024, 2, 29), bdgraph.MaxDay} {
		if got := store.DayOf(store.DateOf(day)); got != day {
			t.Errorf("%s came back as %q", day, got)
		}
	}
	if got := store.DayOf(value.String("2024-01-01")); got != 0 {
		t.Errorf("a text is the day %s", got)
	}
}

func TestErrorsTellKindAndCause(t *testing.T) {
	cause := errors.New("cause")
	var err error = &store.Error{Kind: store.ErrAuth, Message: "refused", Err: cause}
	if !errors.Is(err, store.ErrAuth) || !errors.Is(err, cause) || errors.Is(err, store.ErrQuery) || err.Error() != "refused" {
		t.Errorf("error %v does not tell its kind and cause", err)
	}
}
