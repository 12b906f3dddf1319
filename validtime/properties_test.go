package validtime_test

import (
	"flag"
	"os"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"bdgraph"
	"bdgraph/validtime"
	"bdgraph/validtime/validtimetest"
)

// Each property is tried on ten thousand graphs unless the command line says otherwise.
func TestMain(m *testing.M) {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	if !given && !testing.Short() {
		flag.Set("rapid.checks", "10000")
	}
	os.Exit(m.Run())
}

var closedOn = validtimetest.Last.Add(30)

// days are all that random graphs happen on, with two before and after.
func days() []bdgraph.Day {
	var out []bdgraph.Day
	for d := validtimetest.First.Add(-2); d <= validtimetest.Last.Add(2); d++ {
		out = append(out, d)
	}
	return out
}

func isClaim(e bdgraph.Edge) bool {
	return e.Type == bdgraph.Establishes || e.Type == bdgraph.Governs
}

func TestClosureAgreesWithTheDefinitions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := validtimetest.Graph(t, validtimetest.Options{})
		ref := validtimetest.NewReference(g)
		closed := validtime.Close(g, closedOn)
		// A draw of days; every one of ten thousand graphs times ninety takes long.
		on := rapid.SliceOfN(rapid.SampledFrom(days()), 8, 8).Draw(t, "days")
		for _, n := range closed.Nodes {
			if n.Life == nil {
				continue
			}
			for _, d := range on {
				if got, want := n.Valid.StateOn(d), ref.Node(n, d); got != want {
					t.Fatalf("%s on %s: %s, by definition %s (%+v)", n, d, got, want, *n.Valid)
				}
			}
		}
		for _, e := range closed.Edges {
			if !isClaim(e) {
				continue
			}
			for _, d := range on {
				if got, want := e.Valid.StateOn(d), ref.Claim(e, d); got != want {
					t.Fatalf("%s of %s by %s on %s: %s, by definition %s (%+v)", e.Type, e.To, e.Source, d, got, want, e.Valid)
				}
			}
		}
	})
}

func TestClosingTwiceIsClosingOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		once := validtime.Close(validtimetest.Graph(t, validtimetest.Options{}), closedOn)
		if twice := validtime.Close(once, closedOn); !reflect.DeepEqual(once, twice) {
			t.Fatalf("closed once %+v, twice %+v", once, twice)
		}
	})
}

func TestInputOrderNeverChangesTheClosure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := validtimetest.Graph(t, validtimetest.Options{})
		shuffled := bdgraph.Graph{
			Nodes: rapid.Permutation(g.Nodes).Draw(t, "nodes"), Edges: rapid.Permutation(g.Edges).Draw(t, "edges"),
		}
		want, got := validtime.Close(g, closedOn), validtime.Close(shuffled, closedOn)
		bdgraph.SortNodes(got.Nodes)
		bdgraph.SortEdges(got.Edges)
		if !reflect.DeepEqual(want.Nodes, got.Nodes) || !slices.EqualFunc(want.Edges, got.Edges, sameEdge) || !slices.Equal(want.Findings, got.Findings) {
			t.Fatalf("in order %+v, shuffled %+v", want, got)
		}
	})
}

func sameEdge(a, b bdgraph.Edge) bool { return reflect.DeepEqual(a, b) }

// What the closure makes keeps every invariant of a graph: no text says more than its bounds.
func TestClosedGraphsAreSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, f := range validtime.Close(validtimetest.Graph(t, validtimetest.Options{}), closedOn).Check() {
			t.Fatal(f.Message)
		}
	})
}

// Over the days an interval is NO, then at most once HOLDS, then NO for good.
func TestHoldsOnceThenNo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		closed := validtime.Close(validtimetest.Graph(t, validtimetest.Options{}), closedOn)
		check := func(v bdgraph.Interval) {
			stretches, before, over := 0, bdgraph.No, false
			for _, d := range days() {
				state := v.StateOn(d)
				if state == bdgraph.Holds && before != bdgraph.Holds {
					stretches++
				}
				if over && state != bdgraph.No {
					t.Fatalf("%+v: %s on %s, after it was over", v, state, d)
				}
				over = over || before != bdgraph.No && state == bdgraph.No
				before = state
			}
			if stretches > 1 {
				t.Fatalf("%+v holds %d times", v, stretches)
			}
			if v.From.Earliest > v.From.Latest || v.To.Earliest > v.To.Latest {
				t.Fatalf("%+v: bounds in the wrong order", v)
			}
		}
		for _, n := range closed.Nodes {
			if n.Valid != nil {
				check(*n.Valid)
			}
		}
		for _, e := range closed.Edges {
			check(e.Valid)
		}
	})
}

// With days alone and nothing unknown, POSSIBLE appears only where a record
// ended before it began.
func TestDaysAloneAreNeverPossible(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		closed := validtime.Close(validtimetest.Graph(t, validtimetest.Options{DaysOnly: true}), closedOn)
		inverted := map[string]bool{}
		for _, n := range closed.Nodes {
			inverted[n.Key] = n.Valid != nil && n.Valid.From.Earliest == bdgraph.MinDay
		}
		for _, e := range closed.Edges {
			if !isClaim(e) || inverted[e.Source] {
				continue
			}
			for _, d := range days() {
				if e.Valid.StateOn(d) == bdgraph.Possible && e.Valid.From.Earliest != bdgraph.MinDay {
					t.Fatalf("%s of %s is possible on %s: %+v", e.Type, e.To, d, e.Valid)
				}
			}
		}
	})
}

// closingEdges returns the indices of edges that end something.
func closingEdges(g bdgraph.Graph) []int {
	var out []int
	for i, e := range g.Edges {
		if e.Type == bdgraph.Supersedes || e.Type == bdgraph.Invalidates {
			out = append(out, i)
		}
	}
	return out
}

// without returns a graph without one edge.
func without(g bdgraph.Graph, i int) bdgraph.Graph {
	g.Edges = slices.Delete(slices.Clone(g.Edges), i, i+1)
	return g
}

// A closer never lengthens what it closes, but that an interval which ended
// before it began may have held before; and without it everything is as it was.
func TestClosingOnlyNarrowsAndIsUndone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := validtimetest.Graph(t, validtimetest.Options{})
		closers := closingEdges(g)
		if len(closers) == 0 {
			return
		}
		i := rapid.SampledFrom(closers).Draw(t, "closer")
		target := g.Edges[i].To
		before, after := validtime.Close(without(g, i), closedOn), validtime.Close(g, closedOn)
		for k, n := range after.Nodes {
			if n.NodeRef != target || n.Valid == nil || n.Valid.From.Earliest < before.Nodes[k].Valid.From.Earliest {
				continue
			}
			if hasCircle(after) || hasCircle(before) {
				continue // the closer may have taken others out of force by closing a circle
			}
			for _, d := range days() {
				was, is := before.Nodes[k].Valid.StateOn(d), n.Valid.StateOn(d)
				// A record that says it is over, but not since when, may learn the day.
				learnt := n.Life.Ended != "" && was == bdgraph.Possible
				if was == bdgraph.No && is != bdgraph.No || was == bdgraph.Possible && is == bdgraph.Holds && !learnt {
					t.Fatalf("%s on %s: %s without the closer, %s with it", n, d, was, is)
				}
			}
		}
		again := validtime.Close(without(after, i), closedOn)
		again.Findings, before.Findings = nil, nil
		if !reflect.DeepEqual(again, before) {
			t.Fatalf("without the closer %+v, with it removed again %+v", before, again)
		}
	})
}

func hasCircle(g bdgraph.Graph) bool {
	return slices.ContainsFunc(g.Findings, func(f bdgraph.Finding) bool { return f.Code == "cycle" })
}

func TestAmendingChangesNoInterval(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := validtimetest.Graph(t, validtimetest.Options{})
		plain := bdgraph.Graph{Nodes: g.Nodes}
		for _, e := range g.Edges {
			if e.Type != bdgraph.Amends {
				plain.Edges = append(plain.Edges, e)
			}
		}
		with, without := validtime.Close(g, closedOn), validtime.Close(plain, closedOn)
		with.Edges = slices.DeleteFunc(with.Edges, func(e bdgraph.Edge) bool { return e.Type == bdgraph.Amends })
		sameEdges := len(with.Edges)+len(without.Edges) == 0 || reflect.DeepEqual(with.Edges, without.Edges)
		if !sameEdges || !reflect.DeepEqual(with.Nodes, without.Nodes) || !reflect.DeepEqual(with.Findings, without.Findings) {
			t.Fatalf("with amendments %+v, without %+v", with, without)
		}
	})
}
