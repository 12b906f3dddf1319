package ask_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bdgraph"
	"bdgraph/ask"
	"bdgraph/internal/testenv"
	"bdgraph/store/embedded"
	"bdgraph/validtime"
	"bdgraph/validtime/validtimetest"
)

// governsKey is what one row of governs speaks of.
type governsKey struct {
	rule, fact string
	relation   bdgraph.RelType
}

// Governs says of every claim and day what the definitions say: the best state
// of its statements, and that what is over is no longer there.
func TestGovernsAgreesWithTheDefinitions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "graph.bdg")
	w := embedded.NewWriter(path, embedded.Options{})
	r := embedded.NewReader(path, embedded.Options{InMemory: true})
	defer r.Close(context.Background())
	a := ask.New(r, ask.Options{})
	cases, most := 0, testenv.Times(t, 5_000, "graphs")
	rapid.Check(t, func(t *rapid.T) {
		if cases++; cases > most {
			return // a graph takes its time to be stored; ./test.sh --long tries them all
		}
		g := validtimetest.Graph(t, validtimetest.Options{})
		ref := validtimetest.NewReference(g)
		closed := validtime.Close(g, validtimetest.Last)
		if _, err := w.Load(context.Background(), closed, bdgraph.NewMeta(closed, bdgraph.Manifest{}, time.Unix(0, 0), validtimetest.Last)); err != nil {
			t.Fatal(err)
		}
		for d := validtimetest.First; d <= validtimetest.Last; d += 9 {
			want := map[governsKey]bdgraph.State{}
			for _, e := range closed.Edges {
				if e.Type != bdgraph.Governs || e.Confidence == bdgraph.Unsupported {
					continue
				}
				key := governsKey{e.From.Key, e.Fact, e.Type}
				if key.fact == "" {
					key.fact = key.rule
				}
				if state := ref.Claim(e, d); want[key] == "" || state == bdgraph.Holds || state == bdgraph.Possible && want[key] == bdgraph.No {
					want[key] = state
				}
			}
			answer, err := a.Governs(context.Background(), validtimetest.Component.Key, d)
			if err != nil {
				t.Fatal(err)
			}
			got := map[governsKey]bdgraph.State{}
			for _, row := range answer.Rules {
				key := governsKey{row.Rule, row.Fact, row.Type}
				if got[key] != bdgraph.Holds {
					got[key] = row.State
				}
			}
			for key, state := range want {
				if state == bdgraph.No {
					state = ""
				}
				if got[key] != state {
					t.Fatalf("%+v on %s: %q, by definition %q", key, d, got[key], state)
				}
			}
			for key := range got {
				if want[key] == "" {
					t.Fatalf("%+v on %s is nowhere stated", key, d)
				}
			}
			for _, row := range answer.NoLonger {
				if row.State != bdgraph.No {
					t.Fatalf("%s on %s is no longer, and %s", row.Rule, d, row.State)
				}
			}
		}
	})
}
