package store_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"bdgraph"
	"bdgraph/cypher/value"
	"bdgraph/store"
)

type span struct {
	From bdgraph.Day `col:"from"`
}

type ruleRow struct {
	Name  string   `col:"name"`
	Names []string `col:"names"`
	Edge  struct {
		Line int `col:"line"`
		span
	} `col:"edge"`
	span
}

func TestDecodeFillsStructsByColumn(t *testing.T) {
	day := bdgraph.NewDay(2024, 3, 1)
	edge := value.FromMap(value.NewMap(
		value.Entry{Key: "line", Value: value.Int(7)},
		value.Entry{Key: "from", Value: store.DateOf(day)},
		value.Entry{Key: "unknown", Value: value.True}))
	r := store.Result{
		Columns: []string{"names", "name", "edge", "from"},
		Rows: [][]value.Value{
			{value.ListOf(value.String("a"), value.String("b")), value.String("r"), edge, store.DateOf(day)},
			{value.Null, value.Null, value.Null, value.Null},
		},
	}
	got, err := store.Decode[ruleRow](r)
	if err != nil {
		t.Fatal(err)
	}
	want := make([]ruleRow, 2)
	want[0].Name, want[0].Names, want[0].From = "r", []string{"a", "b"}, day
	want[0].Edge.Line, want[0].Edge.From = 7, day
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestDecodeTakesAnyValueAsJSON(t *testing.T) {
	r := store.Result{Columns: []string{"value", "values"}, Rows: [][]value.Value{
		{store.DateOf(bdgraph.NewDay(2024, 3, 1)), value.ListOf(value.Int(1), value.String("a"), value.Null)},
		{value.Null, value.Null},
	}}
	got, err := store.Decode[struct {
		Value  json.RawMessage   `col:"value"`
		Values []json.RawMessage `col:"values"`
	}](r)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := json.Marshal(got); err != nil || string(b) != `[{"Value":"2024-03-01","Values":[1,"a",null]},{"Value":null,"Values":null}]` {
		t.Errorf("%s, %v", b, err)
	}
}

func TestDecodeRefusesWhatDoesNotFit(t *testing.T) {
	for want, r := range map[string]store.Result{
		`no field for column "other"`: {Columns: []string{"other"}},
		"4 fields, the result 1":      {Columns: []string{"name"}},
		"column name: a INTEGER is no string": {
			Columns: []string{"name", "names", "edge", "from"},
			Rows:    [][]value.Value{{value.Int(1), value.Null, value.Null, value.Null}},
		},
	} {
		if _, err := store.Decode[ruleRow](r); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want an error with %q", err, want)
		}
	}
}
