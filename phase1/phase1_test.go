package phase1

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"testing"

	"pgregory.net/rapid"

	"bdgraph"
)

func TestComponents(t *testing.T) {
	f := Extract(bdgraph.Corpus{}, bdgraph.Vocabulary{Components: []bdgraph.Component{
		{Name: "mail", Parent: "core", Aliases: []string{"mailer"}, Paths: []string{"src/mail"}},
		{Name: "core", DependsOn: []string{"db", "mailer", "core"}},
		{Name: "mail"},
	}})
	equal(t, "edges", edgesOf(f, bdgraph.PartOf, bdgraph.DependsOn), []string{
		"DEPENDS_ON core>db", "DEPENDS_ON core>mail", "PART_OF mail>core",
	})
	equal(t, "findings", codes(f), []string{"dangling", "duplicate_component", "self_edge"})
	if e := f.Edges[0]; e.Source != ConfigSource || e.Stated.From.Latest != bdgraph.MinDay {
		t.Errorf("%+v", e)
	}
	if !nodeOf(t, f, "db").Placeholder || nodeOf(t, f, "mail").Placeholder {
		t.Error("only db is a placeholder")
	}
}

// randomCorpus draws a corpus with every kind of trouble in it.
func randomCorpus(t *rapid.T) (bdgraph.Corpus, bdgraph.Vocabulary) {
	ids := []string{"a-1", "a-2", "a-3", "a-3.1", "b/1"}
	words := append([]string{
		"see", "ADR-1", "ADR 2", "adr/0002-b.md", "mail", "src/mail/x.go", "never", "#12", "PR 3", "\n", "\n## Rationale\n", "\n# mail\n", "use-the-outbox-always",
	}, ids...)
	text := rapid.Map(rapid.SliceOfN(rapid.SampledFrom(words), 0, 20), func(ws []string) string {
		s := ""
		for _, w := range ws {
			s += w + " "
		}
		return s
	})
	types := []string{"blocks", "waits-for", "relates-to", "supersedes", "parent-child", "duplicates", "strange"}
	var issues []bdgraph.Issue
	for _, id := range ids {
		i := issue(id, fmt.Sprintf("2026-01-%02d", rapid.IntRange(1, 28).Draw(t, "created")), "")
		if rapid.Bool().Draw(t, "closed") {
			i.Status, i.ClosedAt = "closed", at("2026-02-02")
		}
		i.Type = rapid.SampledFrom([]string{"task", "decision"}).Draw(t, "type")
		i.Description = text.Draw(t, "description")
		i.CloseReason = rapid.SampledFrom([]string{"", "rejected", "done because of a-1"}).Draw(t, "reason")
		for range rapid.IntRange(0, 4).Draw(t, "dependencies") {
			d := dep(rapid.SampledFrom(types).Draw(t, "type"), rapid.SampledFrom(append(ids, "gone")).Draw(t, "target"))
			d.Trusted = rapid.Bool().Draw(t, "trusted")
			i.Dependencies = append(i.Dependencies, d)
		}
		issues = append(issues, i)
	}
	c := corpus(issues...)
	for n, p := range []string{"adr/0001-a.md", "adr/0002-b.md", "web/0001-c.md"} {
		a := bdgraph.ADR{
			Path: p, ID: p, Title: "T" + p, Number: fmt.Sprintf("000%d", n%2+1),
			Status: rapid.SampledFrom([]bdgraph.ADRStatus{"", "accepted", "proposed", "superseded"}).Draw(t, "status"),
		}
		kind := rapid.SampledFrom([]bdgraph.ADRRelationKind{bdgraph.ADRSupersedes, bdgraph.ADRAmendedBy, bdgraph.ADRRelates}).Draw(t, "relation")
		a.Relations = []bdgraph.ADRRelation{{Kind: kind, Target: rapid.SampledFrom([]string{"", "adr/0001-a.md", "adr/9.md"}).Draw(t, "to"), Written: "ADR 7", Line: 1, Quote: "q"}}
		c = withADR(c, a, "# T"+p+"\n"+text.Draw(t, "adr"), "", "2026-06-01")
	}
	c.Memories = []bdgraph.Memory{{Key: "use-the-outbox-always"}}
	c.Documents = append(c.Documents, bdgraph.Document{
		ID: "use-the-outbox-always", Key: "use-the-outbox-always", Kind: bdgraph.MemoryDocument,
		Title: "use-the-outbox-always", Text: "# use-the-outbox-always\n\n" + text.Draw(t, "memory"),
	})
	return sorted(c), bdgraph.Vocabulary{
		Components: []bdgraph.Component{{Name: "mail", Paths: []string{"src/mail"}, Parent: "core"}},
		Rules:      []bdgraph.KnownRule{{Name: "Outbox", Aliases: []string{"use-the-outbox-always"}}},
	}
}

// dump writes a fragment in full, so that equal dumps are equal bytes.
func dump(f bdgraph.Fragment) string {
	b, err := json.Marshal(f)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func TestAnyCorpusGivesASoundGraphInOneOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, v := randomCorpus(t)
		f := Extract(c, v)
		want := dump(f)
		g := bdgraph.Merge(f, bdgraph.Fragment{})
		if broken := g.Check(); len(broken) > 0 {
			t.Fatalf("%+v", broken[0])
		}
		if again := dump(Extract(c, v)); again != want {
			t.Fatal("the same corpus gives two fragments")
		}
		r := rand.New(rand.NewSource(rapid.Int64().Draw(t, "order")))
		for _, i := range c.Issues {
			r.Shuffle(len(i.Dependencies), func(a, b int) {
				i.Dependencies[a], i.Dependencies[b] = i.Dependencies[b], i.Dependencies[a]
			})
		}
		if shuffled := dump(Extract(c, v)); shuffled != want {
			t.Fatal("the order of dependencies changes the fragment")
		}
	})
}
