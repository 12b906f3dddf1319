package image_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/value"
	"bdgraph/store/embedded/image"
)

// withTexts builds an image of nodes with one title each.
func withTexts(t interface{ Fatal(...any) }, titles ...string) *image.Image {
	in := image.Input{FullText: []image.FullTextSpec{{Name: "words", Labels: []string{"Doc"}, Properties: []string{"title", "more"}}}}
	for i, title := range titles {
		in.Nodes = append(in.Nodes, image.Node{Labels: []string{"Doc"}, Key: fmt.Sprintf("%04d", i), Properties: []image.Property{
			{Key: "more", Value: value.ListOf(value.String("list"), value.String("of "+title))}, {Key: "title", Value: value.String(title)},
		}})
	}
	in.Nodes = append(in.Nodes, image.Node{Labels: []string{"Other"}, Key: "x", Properties: []image.Property{{Key: "title", Value: value.String("alpha")}}})
	data, err := build(in)
	if err != nil {
		t.Fatal(err)
	}
	im, err := image.Open(aligned(data))
	if err != nil {
		t.Fatal(err)
	}
	if err := im.Verify(); err != nil {
		t.Fatal(err)
	}
	return im
}

func found(im *image.Image, query string) (nodes []int, err error) {
	err = im.QueryNodes("words", query, func(n graph.NodeID, _ float64) bool {
		nodes = append(nodes, int(n))
		return true
	})
	return nodes, err
}

func TestSearch(t *testing.T) {
	im := withTexts(t, "alpha beta", "beta gamma gamma", "gamma alpha", "delta image.go", "存储的规则", "规则存储")
	for query, want := range map[string]string{
		"beta":               "0 1",
		"ALPHA delta":        "0 2 3",
		"gamma":              "1 2",
		"alpha AND gamma":    "2",
		"+beta -gamma":       "0",
		"NOT beta":           "",
		"gamma NOT beta":     "2",
		`"alpha beta"`:       "0",
		`"beta alpha"`:       "",
		"gam* -alpha":        "1",
		"image.go":           "3",
		"存储":                 "4 5",
		"规则存储":               "5",
		"alpha OR nothing":   "0 2",
		"nothing":            "",
		"":                   "",
		"alpha && \"gamma\"": "2",
	} {
		got, err := found(im, query)
		slices.Sort(got)
		if text := strings.Trim(fmt.Sprint(got), "[]"); err != nil || text != want {
			t.Errorf("%s: %s (%v), want %s", query, text, err, want)
		}
	}
	if got, _ := found(im, "gamma"); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("the node with more of the word does not come first: %v", got)
	}
	for _, query := range []string{`"open`, "a~1", "title:x", "[a TO b]", "*", "a*b", "(a)"} {
		if _, err := found(im, query); err == nil {
			t.Errorf("%s: no error", query)
		}
	}
	if err := im.QueryNodes("none", "x", nil); err == nil {
		t.Error("an unknown index: no error")
	}
}

// TestSearchesFindTheWords compares searches for words with looking at each text.
func TestSearchesFindTheWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"ab", "cd", "ef", "gh", "ij"})
		texts := rapid.SliceOfN(rapid.SliceOfN(word, 0, 6), 1, 20).Draw(t, "texts")
		titles := make([]string, len(texts))
		for i, ws := range texts {
			titles[i] = strings.Join(ws, " ")
		}
		im := withTexts(t, titles...)
		some, demanded, refused := word.Draw(t, "some"), word.Draw(t, "demanded"), word.Draw(t, "refused")
		got, err := found(im, some+" +"+demanded+" -"+refused)
		if err != nil {
			t.Fatal(err)
		}
		var want []int
		for i, ws := range texts {
			if slices.Contains(ws, demanded) && !slices.Contains(ws, refused) {
				want = append(want, i)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("%v in %v, want %v", got, titles, want)
		}
	})
}
