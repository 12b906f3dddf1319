package image_test

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/value"
	"bdgraph/store/embedded/image"
)

// texts returns so many texts of which some are empty, and others the only ones with
// their word.
func texts(count int) [][]string {
	random := rand.New(rand.NewPCG(uint64(count), 1))
	all := make([][]string, count)
	for i := range all {
		switch i % 7 {
		case 3: // no document
			continue
		case 5:
			all[i] = append(all[i], fmt.Sprint("only", i))
		}
		for range random.IntN(9) {
			all[i] = append(all[i], fmt.Sprintf("w%d", random.IntN(1+random.IntN(60))))
		}
	}
	if count > 0 {
		all[count-1] = append(all[count-1], "last", "last")
	}
	return all
}

// withFacts asks for an index on nodes of two label sets and one on relationships of two types, with
// the same texts.
func withFacts(texts [][]string) image.Input {
	in := image.Input{FullText: []image.FullTextSpec{
		{Name: "texts", Labels: []string{"A", "B"}, Properties: []string{"text", "more"}},
		{Name: "facts", Types: []string{"R", "S"}, Properties: []string{"more", "text"}},
		{Name: "none", Labels: []string{"None"}, Properties: []string{"text"}},
	}}
	half := len(texts) / 2
	for i, words := range texts {
		label, typ := "A", "R"
		if i >= half {
			label, typ = "B", "S"
		}
		var properties []image.Property
		if len(words) > 0 {
			cut := len(words) / 2
			var more []value.Value
			for _, w := range words[cut:] {
				more = append(more, value.String(w))
			}
			properties = []image.Property{{Key: "more", Value: value.List(more)}, {Key: "text", Value: value.String(fmt.Sprint(words[:cut]))}}
		}
		in.Nodes = append(in.Nodes, image.Node{Labels: []string{label}, Key: fmt.Sprintf("%06d", i), Properties: properties})
		in.Relationships = append(in.Relationships, image.Relationship{Type: typ, From: i, To: i, Properties: properties})
	}
	return in
}

type scored struct {
	id    int
	score float64
}

// plainly scores the texts that have a word, by BM25 and without an index.
func plainly(texts [][]string, word string) []scored {
	documents, having, total := 0.0, 0.0, 0.0
	for _, words := range texts {
		if len(words) == 0 {
			continue
		}
		documents++
		total += float64(len(words))
		if slices.Contains(words, word) {
			having++
		}
	}
	var out []scored
	for i, words := range texts {
		often := 0.0
		for _, w := range words {
			if w == word {
				often++
			}
		}
		if often > 0 {
			length := float64(len(words)) / (total / documents)
			out = append(out, scored{i, math.Log(1+(documents-having+0.5)/(having+0.5)) * often / (often + 1.2*(0.25+0.75*length))})
		}
	}
	slices.SortFunc(out, func(a, b scored) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.id, b.id)) })
	return out
}

// The parts of a full-text index that cores make are joined to the same bytes, however many
// cores there are, and every word is found where it stands.
func TestFullTextIsTheSameInAnyParts(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, count := range []int{0, 1, 2, 255, 256, 257, 511, 512, 513, 1023, 1026, 2100} {
		texts := texts(count)
		var first []byte
		for _, cores := range []int{1, 2, 3, 8} {
			runtime.GOMAXPROCS(cores)
			data, err := build(withFacts(texts))
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = data
			}
			if !bytes.Equal(data, first) {
				t.Fatalf("%d texts: other bytes with %d cores", count, cores)
			}
		}
		im, err := image.Open(aligned(first))
		if err != nil {
			t.Fatal(err)
		}
		if err := im.Verify(); err != nil {
			t.Fatalf("%d texts: %v", count, err)
		}
		for _, word := range slices.Compact(slices.Sorted(slices.Values(append(slices.Concat(texts...), "missing")))) {
			var nodes, rels []scored
			err := im.QueryNodes("texts", word, func(n graph.NodeID, score float64) bool {
				nodes = append(nodes, scored{int(n), score})
				return true
			})
			if err == nil {
				err = im.QueryRelationships("facts", word, func(r graph.RelID, score float64) bool {
					rels = append(rels, scored{int(r), score})
					return true
				})
			}
			if err != nil {
				t.Fatal(err)
			}
			want := plainly(texts, word)
			near := func(a, b scored) bool { return a.id == b.id && math.Abs(a.score-b.score) < 1e-12 }
			if !slices.EqualFunc(nodes, want, near) || !slices.EqualFunc(rels, want, near) {
				t.Fatalf("%d texts, %s: nodes %v, relationships %v, want %v", count, word, nodes, rels, want)
			}
		}
	}
}
