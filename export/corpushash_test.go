package export

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"bdgraph"
)

// Every field that the records have counts, but for their places.
func TestEachFieldOfARecordCountsInTheCorpusHash(t *testing.T) {
	priority := 2
	full := func() bdgraph.Corpus {
		return bdgraph.Corpus{
			Issues: []bdgraph.Issue{{
				Priority: &priority, Labels: []string{"a"},
				Dependencies: []bdgraph.Dependency{{Target: "bd-1"}}, Comments: []bdgraph.Comment{{ID: "1"}},
			}},
			Memories: []bdgraph.Memory{{Key: "k"}},
			ADRs:     []bdgraph.ADR{{Path: "docs/adr/1.md"}},
		}
	}
	hash := func(c bdgraph.Corpus) string { return hashRecords(c).corpus(c.Documents) }
	plain := hash(full())
	if again := hash(full()); again != plain {
		t.Fatalf("the same corpus hashes to %s and %s", plain, again)
	}
	records := map[string]func(c *bdgraph.Corpus) reflect.Value{
		"issue":      func(c *bdgraph.Corpus) reflect.Value { return reflect.ValueOf(&c.Issues[0]).Elem() },
		"dependency": func(c *bdgraph.Corpus) reflect.Value { return reflect.ValueOf(&c.Issues[0].Dependencies[0]).Elem() },
		"comment":    func(c *bdgraph.Corpus) reflect.Value { return reflect.ValueOf(&c.Issues[0].Comments[0]).Elem() },
		"memory":     func(c *bdgraph.Corpus) reflect.Value { return reflect.ValueOf(&c.Memories[0]).Elem() },
		"adr":        func(c *bdgraph.Corpus) reflect.Value { return reflect.ValueOf(&c.ADRs[0]).Elem() },
	}
	other := 3
	values := map[reflect.Type]any{
		reflect.TypeFor[string](): "other", reflect.TypeFor[bool](): true, reflect.TypeFor[int](): 7,
		reflect.TypeFor[*int](): &other, reflect.TypeFor[time.Time](): time.Unix(1, 2).UTC(),
		reflect.TypeFor[json.RawMessage](): json.RawMessage("{}"), reflect.TypeFor[[]string](): []string{"a", ""},
		reflect.TypeFor[[]bdgraph.Dependency](): []bdgraph.Dependency{}, reflect.TypeFor[[]bdgraph.Comment](): []bdgraph.Comment{},
		reflect.TypeFor[bdgraph.ADRStatus](): bdgraph.StatusDraft, reflect.TypeFor[bdgraph.Date](): bdgraph.DateOfYear(2024),
		reflect.TypeFor[[]bdgraph.ADRRelation](): []bdgraph.ADRRelation{{}}, reflect.TypeFor[[]bdgraph.Section](): []bdgraph.Section{{}},
		reflect.TypeFor[bdgraph.Place](): bdgraph.Place{File: "other", Line: 3},
	}
	seen := map[string]string{plain: "nothing"}
	for kind, of := range records {
		c := full()
		record := of(&c)
		for i := range record.NumField() {
			field := record.Type().Field(i)
			value, ok := values[field.Type]
			if !ok {
				t.Fatalf("%s.%s has the type %s, for which the test has no value", kind, field.Name, field.Type)
			}
			c := full()
			of(&c).Field(i).Set(reflect.ValueOf(value))
			got := hash(c)
			if isPlace := field.Type == reflect.TypeFor[bdgraph.Place](); isPlace {
				if got != plain {
					t.Errorf("%s.%s changes the hash", kind, field.Name)
				}
				continue
			}
			if other, again := seen[got]; again {
				t.Errorf("a change of %s.%s hashes to the same as one of %s", kind, field.Name, other)
			}
			seen[got] = kind + "." + field.Name
		}
	}
	c := full()
	c.Issues[0].CreatedAt = time.Unix(1, 2).In(time.FixedZone("", 3600))
	if _, again := seen[hash(c)]; again {
		t.Error("the offset of a time does not count")
	}
	c = full()
	c.Documents = []bdgraph.Document{{ID: "bd-1", SHA256: "00"}}
	if hash(c) == plain {
		t.Error("a document does not count")
	}
}
