package validtime_test

import (
	"slices"
	"strings"
	"testing"

	"bdgraph"
	"bdgraph/validtime"
)

// The tests write a small graph as lines:
//
//	A 2024-01-01            a decision record A, accepted on that day
//	A 2024-01-01 proposed   never in force
//	A 2024-01-01 ended      its status says superseded, no day (text first seen 2026-01-01)
//	A 2024-01-01 review=DAY provisional, its window ends on that day
//	A ? …                   its start is unknown, seen 2026-01-01 at the latest
//	A > B [DAY] [conf]      A supersedes B, on the line's day
//	A ~ B                   A amends B
//	A + r [DAY]             A establishes rule r [stated from that day]
//	A x r [DAY] [conf]      A invalidates rule r
//	r => s [DAY] by A       rule r supersedes rule s, as A says
//
// and an expectation as NAME: span of states, one letter per month of 2024
// (H holds, p possible, - no), looked at on the 15th.
func graphOf(t *testing.T, text string) bdgraph.Graph {
	t.Helper()
	var f bdgraph.Fragment
	adr := func(k string) bdgraph.NodeRef { return bdgraph.NodeRef{Label: bdgraph.ADRLabel, Key: k} }
	rule := func(k string) bdgraph.NodeRef { return bdgraph.NodeRef{Label: bdgraph.RuleLabel, Key: k} }
	seen := map[bdgraph.NodeRef]bool{}
	for line := range strings.Lines(text) {
		w := strings.Fields(line)
		if len(w) == 0 {
			continue
		}
		e := bdgraph.Edge{Source: w[0], Confidence: bdgraph.Structural}
		switch w[1] {
		case ">":
			e.Type, e.From, e.To = bdgraph.Supersedes, adr(w[0]), adr(w[2])
		case "~":
			e.Type, e.From, e.To = bdgraph.Amends, adr(w[0]), adr(w[2])
		case "+":
			e.Type, e.From, e.To = bdgraph.Establishes, adr(w[0]), rule(w[2])
		case "x":
			e.Type, e.From, e.To = bdgraph.Invalidates, adr(w[0]), rule(w[2])
		case "=>":
			e.Type, e.From, e.To = bdgraph.Supersedes, rule(w[0]), rule(w[2])
			e.Source = w[len(w)-1]
		default:
			n := bdgraph.Node{NodeRef: adr(w[0]), Life: &bdgraph.Life{}}
			seenBy := day(t, "2026-01-01").Earliest
			if w[1] == "?" {
				n.Life.Stated.From = bdgraph.StartBy(seenBy, bdgraph.BasisFirstSeen)
			} else {
				n.Life.Stated.From = bdgraph.At(day(t, w[1]), bdgraph.BasisHeader)
			}
			for _, word := range w[2:] {
				switch {
				case word == "ended":
					n.Life.Ended = "superseded"
					n.Life.Stated.To = bdgraph.Endpoint{Earliest: n.Life.Stated.From.Earliest, Latest: seenBy, Basis: bdgraph.BasisUnknown}
				case strings.HasPrefix(word, "until="):
					n.Life.Stated.To = bdgraph.At(day(t, word[6:]), bdgraph.BasisHeader)
				case strings.HasPrefix(word, "review="):
					n.Life.ReviewBy = day(t, word[7:])
				default:
					n.Life.NeverInForce = word
				}
			}
			f.Nodes = append(f.Nodes, n)
			continue
		}
		for _, word := range w[3:] {
			switch word {
			case "unverified", "unsupported":
				e.Confidence = bdgraph.Confidence(word)
			case "by", e.Source:
			default:
				basis := bdgraph.BasisSupersessionLine
				if e.Type == bdgraph.Establishes {
					basis = bdgraph.BasisStated
				}
				e.Stated.From = bdgraph.At(day(t, word), basis)
			}
		}
		e.ID = e.ComputeID()
		f.Edges = append(f.Edges, e)
		for _, r := range []bdgraph.NodeRef{e.From, e.To} {
			if r.Label == bdgraph.RuleLabel && !seen[r] {
				seen[r] = true
				f.Nodes = append(f.Nodes, bdgraph.Node{NodeRef: r})
			}
		}
	}
	bdgraph.SortNodes(f.Nodes)
	bdgraph.SortEdges(f.Edges)
	return bdgraph.Graph{Nodes: f.Nodes, Edges: f.Edges}
}

func day(t *testing.T, s string) bdgraph.Date {
	t.Helper()
	d, err := bdgraph.ParseDate(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// year draws the states of an interval in 2024, one letter a month.
func year(v bdgraph.Interval) string {
	var b strings.Builder
	for m := 1; m <= 12; m++ {
		switch v.StateOn(bdgraph.NewDay(2024, 0, 15).Add(31 * m)) {
		case bdgraph.Holds:
			b.WriteByte('H')
		case bdgraph.Possible:
			b.WriteByte('p')
		default:
			b.WriteByte('-')
		}
	}
	return b.String()
}

func TestClosureByCase(t *testing.T) {
	cases := []struct {
		name, graph string
		want        map[string]string // document, or document+rule for an ESTABLISHES edge
		codes       []string
	}{
		{"alone", "A 2024-03-01", map[string]string{"A": "--HHHHHHHHHH"}, nil},
		{"partial start", "A 2024-03", map[string]string{"A": "--pHHHHHHHHH"}, nil},
		{"unknown start", "A ?", map[string]string{"A": "pppppppppppp"}, []string{"unknown_start"}},
		{"successor's start", "A 2024-01-01\nB 2024-06-01\nB > A", map[string]string{"A": "HHHHH-------", "B": "-----HHHHHHH"}, []string{"not_reciprocal"}},
		{"date on the line", "A 2024-01-01\nB 2024-06-01\nB > A 2024-04-01", map[string]string{"A": "HHH---------"}, []string{"not_reciprocal"}},
		{"status without a day, dated successor", "A 2024-01-01 ended\nB 2024-06-01\nB > A", map[string]string{"A": "HHHHH-------"}, []string{"not_reciprocal"}},
		{"status without day or target", "A 2024-03-01 ended", map[string]string{"A": "--pppppppppp"}, []string{"missing_successor"}},
		{"chain", "A 2024-01-01\nB 2024-04-01\nC 2024-08-01\nB > A\nC > B", map[string]string{"A": "HHH---------", "B": "---HHHH-----", "C": "-------HHHHH"}, []string{"not_reciprocal", "not_reciprocal"}},
		{"no revival", "A 2024-01-01\nB 2024-04-01\nC 2024-08-01\nB > A\nC > B", map[string]string{"A": "HHH---------"}, []string{"not_reciprocal", "not_reciprocal"}},
		{"diamond", "A 2024-01-01\nB 2024-04-01\nC 2024-08-01\nB > A\nC > A\nC > B", map[string]string{"A": "HHH---------"}, []string{"not_reciprocal", "not_reciprocal", "not_reciprocal", "redundant"}},
		{"split", "A 2024-01-01\nB 2024-06-01\nC 2024-04-01\nB > A\nC > A", map[string]string{"A": "HHH---------"}, []string{"not_reciprocal", "not_reciprocal"}},
		{"merge", "A 2024-01-01\nB 2024-02-01\nC 2024-04-01\nC > A\nC > B", map[string]string{"A": "HHH---------", "B": "-HH---------"}, []string{"not_reciprocal", "not_reciprocal"}},
		{"cycle", "A 2024-01-01\nB 2024-04-01\nA > B\nB > A", map[string]string{"A": "HHHHHHHHHHHH", "B": "---HHHHHHHHH"}, []string{"cycle", "not_reciprocal", "not_reciprocal"}},
		{"self-loop", "A 2024-01-01\nA > A", map[string]string{"A": "HHHHHHHHHHHH"}, []string{"cycle"}},
		{"same day", "A 2024-04-01\nB 2024-04-01\nB > A", map[string]string{"A": "------------", "B": "---HHHHHHHHH"}, []string{"empty_interval", "not_reciprocal"}},
		{"year start, first day end", "A 2024 until=2024-01-01", map[string]string{"A": "------------"}, []string{"empty_interval"}},
		{"closed before it began", "A 2024-08-01\nB 2024-04-01\nB > A", map[string]string{"A": "ppppppp-----"}, []string{"inverted", "not_reciprocal"}},
		{"proposed closes nothing", "A 2024-01-01\nB 2024-04-01 proposed\nB > A", map[string]string{"A": "HHHHHHHHHHHH", "B": "------------"}, []string{"not_reciprocal", "overlap"}},
		{"withdrawn successor", "A 2024-01-01 ended\nB 2024-04-01 withdrawn\nB > A", map[string]string{"A": "pppppppppppp"}, []string{"conflict", "not_reciprocal"}},
		{"unverified makes possible", "A 2024-01-01\nB 2024-04-01\nB > A unverified", map[string]string{"A": "HHHppppppppp"}, []string{"not_reciprocal", "unverified_closer"}},
		{"unsupported does nothing", "A 2024-01-01\nB 2024-04-01\nB > A unsupported", map[string]string{"A": "HHHHHHHHHHHH"}, []string{"not_reciprocal"}},
		{"undated successor", "A 2024-02-01\nB ?\nB > A", map[string]string{"A": "-ppppppppppp"}, []string{"not_reciprocal", "unknown_start"}},
		{"amending closes nothing", "A 2024-01-01\nB 2024-04-01\nB ~ A", map[string]string{"A": "HHHHHHHHHHHH"}, nil},
		{"claims die with their document", "A 2024-01-01\nB 2024-06-01\nA + r\nB > A", map[string]string{"A+r": "HHHHH-------"}, []string{"not_reciprocal"}},
		{"what is restated lives on", "A 2024-01-01\nB 2024-06-01\nA + r\nB + r\nB > A", map[string]string{"A+r": "HHHHH-------", "B+r": "-----HHHHHHH"}, []string{"not_reciprocal"}},
		{"stated later than the document", "A 2024-01-01\nA + r 2024-05-01", map[string]string{"A+r": "----HHHHHHHH"}, nil},
		{"stated by an undated document", "A ?\nA + r 2024-05-01", map[string]string{"A+r": "----HHHHHHHH"}, []string{"unknown_start"}},
		{"invalidated rule", "A 2024-01-01\nB 2024-05-01\nA + r\nB x r", map[string]string{"A+r": "HHHH--------", "A": "HHHHHHHHHHHH"}, nil},
		{"invalidated and reopened", "A 2024-01-01\nB 2024-05-01\nC 2024-09-01\nA + r\nB x r\nC + r", map[string]string{"A+r": "HHHH--------", "C+r": "--------HHHH"}, nil},
		{"reopened and closed again", "A 2024-01-01\nB 2024-03-01\nC 2024-05-01\nD 2024-09-01\nA + r\nB x r\nC + r\nD x r", map[string]string{"A+r": "HH----------", "C+r": "----HHHH----"}, nil},
		{"what only a proposed record said before is not reopened", "A 2024-01-01 proposed\nB 2024-03-01\nC 2024-05-01\nA + r\nB x r\nC + r", map[string]string{"A+r": "------------", "C+r": "pppp--------"}, nil},
		{"window passed, still holds", "A 2024-01-01 review=2024-06", map[string]string{"A": "HHHHHHHHHHHH"}, []string{"review_overdue"}},
		{"window to come", "A 2024-01-01 review=2026-06", map[string]string{"A": "HHHHHHHHHHHH"}, nil},
		{"invalidated by a proposed record", "A 2024-01-01\nB 2024-05-01 proposed\nA + r\nB x r", map[string]string{"A+r": "HHHHHHHHHHHH"}, []string{"overlap"}},
		{"rule replaces rule, document stays", "A 2024-01-01\nB 2024-05-01\nA + r\nA + q\nB + s\ns => r by B", map[string]string{"A+r": "HHHH--------", "A+q": "HHHHHHHHHHHH", "B+s": "----HHHHHHHH"}, nil},
		{"rule of a proposed record", "A 2024-01-01\nB 2024-05-01 proposed\nA + r\nB + s\ns => r by B", map[string]string{"A+r": "HHHHHHHHHHHH", "B+s": "------------"}, []string{"overlap"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			g := validtime.Close(graphOf(t, c.graph), day(t, "2026-01-01").Earliest)
			got := map[string]string{}
			for _, n := range g.Nodes {
				if n.Valid != nil {
					got[n.Key] = year(*n.Valid)
				}
			}
			for _, e := range g.Edges {
				if e.Type == bdgraph.Establishes {
					got[e.From.Key+"+"+e.To.Key] = year(e.Valid)
				}
			}
			for name, want := range c.want {
				if got[name] != want {
					t.Errorf("%s is %s, want %s", name, got[name], want)
				}
			}
			var codes []string
			for _, f := range g.Findings {
				codes = append(codes, f.Code)
			}
			if !slices.Equal(codes, c.codes) {
				t.Errorf("findings %q, want %q", codes, c.codes)
			}
		})
	}
}

// Nobody writes the day of an issue: what is wrong is the dependency.
func TestAnIssueEndedBeforeItBeganWasPerhapsTheSuccessor(t *testing.T) {
	issue := func(key, created string) bdgraph.Node {
		life := &bdgraph.Life{Stated: bdgraph.Interval{From: bdgraph.At(day(t, created), bdgraph.BasisBDCreated)}}
		return bdgraph.Node{NodeRef: bdgraph.NodeRef{Label: bdgraph.IssueLabel, Key: key}, Life: life}
	}
	old, young := issue("bd-1", "2024-02-03"), issue("bd-2", "2024-07-03")
	e := bdgraph.Edge{Type: bdgraph.Supersedes, From: old.NodeRef, To: young.NodeRef, Source: "bd-2", Confidence: bdgraph.Structural}
	e.Stated.From = bdgraph.At(day(t, "2024-03-01"), bdgraph.BasisDepCreated)
	e.ID = e.ComputeID()
	g := bdgraph.Graph{Nodes: []bdgraph.Node{old, young}, Edges: []bdgraph.Edge{e}}
	found := validtime.Close(g, day(t, "2026-02-01").Earliest).Findings
	i := slices.IndexFunc(found, func(f bdgraph.Finding) bool { return f.Code == "inverted" })
	if i < 0 || !strings.Contains(found[i].Message, "it is the one that replaced") || !strings.Contains(found[i].Remedy, "the dependency in bd") {
		t.Errorf("findings %+v", found)
	}
}

// The issue that a dependency names may be missing and have the name of a memory.
func TestAPlaceholderStatesNothing(t *testing.T) {
	memory := bdgraph.NodeRef{Label: bdgraph.MemoryLabel, Key: "x"}
	seen := bdgraph.StartBy(day(t, "2026-01-01").Earliest, bdgraph.BasisFirstSeen)
	for _, label := range []bdgraph.Label{bdgraph.IssueLabel, bdgraph.ADRLabel} {
		missing := bdgraph.NodeRef{Label: label, Key: "x"}
		component := bdgraph.NodeRef{Label: bdgraph.ComponentLabel, Key: "Api"}
		g := bdgraph.Graph{
			Nodes: []bdgraph.Node{
				{NodeRef: missing, Placeholder: true},
				{NodeRef: component},
				{NodeRef: memory, Life: &bdgraph.Life{Stated: bdgraph.Interval{From: seen}}},
			},
			Edges: []bdgraph.Edge{
				{Type: bdgraph.About, From: memory, To: component, Source: "x", Confidence: bdgraph.Textual},
				{Type: bdgraph.MotivatedBy, From: memory, To: missing, Source: "x", Confidence: bdgraph.Textual},
			},
		}
		bdgraph.SortNodes(g.Nodes)
		for _, e := range validtime.Close(g, day(t, "2026-02-01").Earliest).Edges {
			if e.Valid.From != seen {
				t.Errorf("beside the missing %s, %s begins %+v, want %+v as the memory does", label, e.Type, e.Valid.From, seen)
			}
		}
	}
}

// Nobody can write a date into a memory of bd.
func TestWhatHasNoDateIsToldHowItGetsOne(t *testing.T) {
	var nodes []bdgraph.Node
	for _, label := range []bdgraph.Label{bdgraph.ADRLabel, bdgraph.IssueLabel, bdgraph.MemoryLabel} {
		seen := bdgraph.StartBy(day(t, "2026-01-01").Earliest, bdgraph.BasisFirstSeen)
		nodes = append(nodes, bdgraph.Node{NodeRef: bdgraph.NodeRef{Label: label, Key: "x"}, Life: &bdgraph.Life{Stated: bdgraph.Interval{From: seen}}})
	}
	var got []string
	for _, f := range validtime.Close(bdgraph.Graph{Nodes: nodes}, day(t, "2026-02-01").Earliest).Findings {
		remedy, _, _ := strings.Cut(f.Remedy, ";")
		got = append(got, remedy)
	}
	slices.Sort(got)
	if want := []string{"give it a created_at", "it is possible before the bound and holds from it", "write a date into the record"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
