package eval_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bdgraph"
	"bdgraph/demo"
	"bdgraph/eval"
	"bdgraph/export"
	"bdgraph/export/adr"
	"bdgraph/export/beads"
	"bdgraph/internal/config"
	"bdgraph/internal/testenv"
	"bdgraph/phase2"
)

// project is a corpus with its vocabulary and gold.
type project struct {
	corpus     bdgraph.Corpus
	vocabulary bdgraph.Vocabulary
	gold       eval.Gold
	checker    *phase2.Checker
}

// readProject reads a folder with settings beside it.
func readProject(t *testing.T, dir, settings, gold string) project {
	t.Helper()
	p, err := config.Load(config.Options{Dir: dir, File: settings})
	if err != nil {
		t.Fatal(err)
	}
	corpus, err := export.Read(context.Background(), export.Sources{
		Root: dir, Zone: time.UTC, Now: demo.Now.AddDate(1, 0, 0),
		Beads: beads.Options{Mode: "files"}, ADR: adr.Options{Folders: p.ADR.Folders},
	})
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(gold)
	if err != nil {
		t.Fatal(err)
	}
	g, err := eval.ReadGold(data)
	if err != nil {
		t.Fatal(err)
	}
	return project{corpus, p.Vocabulary(), g, phase2.NewChecker(corpus, p.Vocabulary(), phase2.Patterns(func() bdgraph.Fragment { return goldRules(g) }))}
}

// goldRules sets the gold's rules: claims are planted one by one, without what sets theirs.
func goldRules(g eval.Gold) bdgraph.Fragment {
	var f bdgraph.Fragment
	for _, d := range g.Documents {
		for _, e := range d.Edges {
			for _, end := range []bdgraph.NodeRef{e.From, e.To} {
				if end.Label == bdgraph.RuleLabel {
					f.Edges = append(f.Edges, bdgraph.Edge{Type: bdgraph.Establishes, To: end, Source: "gold"})
				}
			}
		}
	}
	return f
}

func demoProject(t *testing.T) project {
	dir := filepath.Join(t.TempDir(), "demo")
	if err := demo.Write(dir); err != nil {
		t.Fatal(err)
	}
	return readProject(t, dir, filepath.Join(dir, "bdgraph.toml"), filepath.Join(testenv.Root(t), "demo", "gold.json"))
}

func neomagi(t *testing.T) project {
	return readProject(t, testenv.Shared(t, "corpora", "neomagi"), "testdata/neomagi.toml", "testdata/neomagi.gold.json")
}

// claim is a right claim of the gold, made into an extracted relationship with
// the whole lines that its quotes stand on.
type claim struct {
	project  *project
	document bdgraph.Document
	edge     phase2.Edge
}

// claims returns the gold's claims that have a date which the document states.
func claims(t *testing.T, p *project) []claim {
	t.Helper()
	var all []claim
	documents := map[string]bdgraph.Document{}
	for _, d := range p.corpus.Documents {
		documents[d.ID] = d
	}
	for _, g := range p.gold.Documents {
		d, ok := documents[g.ID]
		if !ok || d.SHA256 != g.SHA256 {
			t.Fatalf("%s is not the text that the gold was written for", g.ID)
		}
		for i, e := range g.Edges {
			x := phase2.Edge{Type: e.Type, From: phase2.End{Label: e.From.Label, Key: e.From.Key}, To: phase2.End{Label: e.To.Label, Key: e.To.Key}, Fact: "it says so"}
			for _, quote := range e.Quotes {
				line, number := lineWith(d.Text, quote)
				if number == 0 {
					t.Fatalf("%s, edge %d: the document does not have %q", g.ID, i, quote)
				}
				x.Evidence = append(x.Evidence, bdgraph.Quote{Text: line, Line: number})
			}
			if line, number := lineWith(d.Text, e.ValidFrom); e.ValidFrom != "" && number > 0 {
				x.Dates = []phase2.Date{{Value: e.ValidFrom, Role: phase2.ValidFrom, Quote: line}}
			}
			all = append(all, claim{p, d, x})
		}
	}
	return all
}

func lineWith(text, part string) (string, int) {
	for i, line := range strings.Split(text, "\n") {
		if strings.Contains(line, part) {
			return strings.TrimSpace(string([]rune(line)[:min(len([]rune(line)), 390)])), i + 1
		}
	}
	return "", 0
}

// refused reports whether the gates refuse an extraction that makes just this claim.
func (c claim) refused(t *testing.T, e phase2.Edge) (bool, []phase2.Problem) {
	t.Helper()
	data, err := json.Marshal(phase2.Extraction{
		Document: c.document.ID, SHA256: c.document.SHA256, LinesRead: strings.Count(c.document.Text, "\n") + 1, Edges: []phase2.Edge{e},
	})
	if err != nil {
		t.Fatal(err)
	}
	checked := c.project.checker.Check(bdgraph.FileName(c.document.ID)+phase2.Extension, data)
	return checked.Extraction == nil, checked.Problems
}

// Of 200 right claims the gates refuse next to none, and of the wrong ones made of
// them nearly all. The figures stand in docs/extraction.md.
func TestGatesOnPlantedFaults(t *testing.T) {
	projects := []project{demoProject(t), neomagi(t)}
	random := rand.New(rand.NewPCG(7, 7))
	var right []claim
	for i := range projects {
		right = append(right, claims(t, &projects[i])...)
	}
	random.Shuffle(len(right), func(i, j int) { right[i], right[j] = right[j], right[i] })
	planters := []struct {
		name  string
		least float64 // share to be caught; 0 where verifiers must
		plant func(claim) (phase2.Edge, bool)
	}{
		{"date shifted by days", 0.95, shifted(func(d time.Time) time.Time { return d.AddDate(0, 0, 1+random.IntN(6)) })},
		{"date shifted by months", 0.95, shifted(func(d time.Time) time.Time { return d.AddDate(0, 1+random.IntN(10), 0) })},
		{"date shifted by years", 0.95, shifted(func(d time.Time) time.Time { return d.AddDate(-1-random.IntN(2), 0, 0) })},
		{"wrong component", 0.60, func(c claim) (phase2.Edge, bool) { return wrongComponent(c, random) }},
		{"ends flipped", 0, flipped},
		{"fabricated quote", 0.95, func(c claim) (phase2.Edge, bool) { return fabricated(c, right, random) }},
	}
	const wanted = 200
	refused, shown := 0, 0
	for _, c := range right[:min(wanted, len(right))] {
		if bad, problems := c.refused(t, c.edge); bad {
			refused++
			t.Logf("a right claim is refused: %s %s %s→%s: %+v", c.document.ID, c.edge.Type, c.edge.From.Key, c.edge.To.Key, problems)
		}
		shown++
	}
	t.Logf("right claims: %d of %d refused (%.1f %%)", refused, shown, 100*float64(refused)/float64(shown))
	if shown < wanted || float64(refused) > 0.01*float64(shown) {
		t.Errorf("%d of %d right claims are refused, more than 1 %%", refused, shown)
	}
	for _, p := range planters {
		planted, caught := 0, 0
		for round := 0; planted < wanted && round < 8; round++ {
			for _, c := range right {
				e, ok := p.plant(c)
				if !ok || planted == wanted {
					continue
				}
				planted++
				if bad, _ := c.refused(t, e); bad {
					caught++
				}
			}
		}
		share := float64(caught) / float64(max(1, planted))
		t.Logf("%s: %d of %d caught (%.1f %%)", p.name, caught, planted, 100*share)
		if planted < 100 || share < p.least {
			t.Errorf("%s: %d of %d caught, at least %.0f %% are wanted", p.name, caught, planted, 100*p.least)
		}
	}
}

// shifted moves the date of a claim and leaves the words that state it.
func shifted(by func(time.Time) time.Time) func(claim) (phase2.Edge, bool) {
	return func(c claim) (phase2.Edge, bool) {
		e := c.edge
		if len(e.Dates) == 0 {
			return e, false
		}
		e.Dates = slices.Clone(e.Dates)
		d, err := bdgraph.ParseDay(e.Dates[0].Value)
		if err != nil {
			return e, false
		}
		e.Dates[0].Value = bdgraph.DayOf(by(d.Time())).String()
		return e, true
	}
}

// wrongComponent links to a component that the gold does not link the passage to.
func wrongComponent(c claim, random *rand.Rand) (phase2.Edge, bool) {
	e := c.edge
	if e.To.Label != bdgraph.ComponentLabel {
		return e, false
	}
	right := map[string]bool{}
	for _, g := range c.project.gold.Documents {
		for _, x := range g.Edges {
			if g.ID == c.document.ID && x.To.Label == bdgraph.ComponentLabel && strings.Contains(e.Evidence[0].Text, x.Quotes[0]) {
				right[x.To.Key] = true
			}
		}
	}
	components := c.project.vocabulary.Components
	for _, i := range random.Perm(len(components)) {
		if name := components[i].Name; !right[name] {
			e.To.Key = name
			return e, true
		}
	}
	return e, false
}

func flipped(c claim) (phase2.Edge, bool) {
	e := c.edge
	e.From, e.To = e.To, e.From
	return e, e.Type != bdgraph.Contradicts
}

// fabricated rests a claim on words that are not in the document: those of
// another document, the right ones with a word changed, or the claim's own.
func fabricated(c claim, all []claim, random *rand.Rand) (phase2.Edge, bool) {
	e := c.edge
	e.Evidence = slices.Clone(e.Evidence)
	q := &e.Evidence[0]
	switch random.IntN(3) {
	case 0:
		other := all[random.IntN(len(all))]
		if other.document.ID == c.document.ID || strings.Contains(c.document.Text, other.edge.Evidence[0].Text) {
			return e, false
		}
		q.Text = other.edge.Evidence[0].Text
	case 1:
		r := []rune(q.Text)
		at := len(r) / 2
		q.Text = string(r[:at]) + " and always " + string(r[at:])
	default:
		q.Text = fmt.Sprintf("%s applies to %s without exception", e.From.Key, e.To.Key)
	}
	return e, true
}
