package ask

import (
	_ "embed"
	"math"
	"slices"
	"strings"
	"sync"

	"bdgraph/internal/names"
	"bdgraph/internal/wordlist"
)

//go:embed words.txt
var wordFile string

// wordLists are those of words.txt, as terms.
var wordLists = sync.OnceValue(func() wordlist.Lists { return wordlist.Read(wordFile, names.Words) })

// queryTerms are the distinct terms of a question, without stop words; none where it has no others.
func queryTerms(text string) []string {
	said := slices.DeleteFunc(names.Words(text), func(t string) bool { return wordLists().Has("stop", t) })
	terms := slices.DeleteFunc(slices.Clone(said), func(t string) bool { return wordLists().Has("weak", t) })
	if len(terms) == 0 {
		terms = said
	}
	slices.Sort(terms)
	return slices.Compact(terms)
}

// text is a document of the index: a title that weighs more, and a body.
type text struct {
	Key   string `col:"key"`
	Title string `col:"title"`
	Body  string `col:"text"`
}

// BM25 with a title that counts as three mentions.
const (
	saturation  = 1.2
	lengthShare = 0.75
	titleWeight = 3
)

// rank returns for each text how well it answers the terms (Okapi BM25), 0 when
// it holds none. The texts are all that hold any of the terms, of a total of so many.
func rank(terms []string, texts []text, total int) []float64 {
	number := map[string]int{} // of a term
	for i, t := range terms {
		number[t] = i
	}
	counts := make([]int, len(texts)*len(terms)) // by text, then by term
	lengths := make([]int, len(texts))
	frequency := make([]int, len(terms))
	length := 0
	for i, t := range texts {
		of := counts[i*len(terms) : (i+1)*len(terms)]
		for _, part := range []struct {
			text   string
			weight int
		}{{t.Title, titleWeight}, {t.Body, 1}} {
			names.EachWord(part.text, func(w []byte) {
				lengths[i]++
				if n, wanted := number[string(w)]; wanted {
					of[n] += part.weight
				}
			})
		}
		length += lengths[i]
		for n, count := range of {
			if count > 0 {
				frequency[n]++
			}
		}
	}
	scores := make([]float64, len(texts))
	if length == 0 {
		return scores
	}
	average := float64(length) / float64(len(texts))
	all := float64(max(total, len(texts)))
	for i := range texts {
		for k := range terms { // in order, so that sums are the same everywhere
			n := float64(counts[i*len(terms)+k])
			if n == 0 {
				continue
			}
			idf := math.Log(1 + (all-float64(frequency[k])+0.5)/(float64(frequency[k])+0.5))
			scores[i] += idf * n * (saturation + 1) / (n + saturation*(1-lengthShare+lengthShare*float64(lengths[i])/average))
		}
		scores[i] = math.Round(scores[i]*1e6) / 1e6
	}
	return scores
}

// lineWith returns the line of a text that holds most of the terms, shortened; "" when
// none holds any.
func lineWith(terms []string, body string) (line string) {
	most := 0
	for candidate := range strings.SplitSeq(body, "\n") {
		have := names.Words(candidate)
		if found := len(keep(terms, func(t string) bool { return slices.Contains(have, t) })); found > most {
			most, line = found, candidate
		}
	}
	return shorten(strings.TrimSpace(line), 200)
}

// shorten cuts a text to so many characters.
func shorten(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return strings.TrimSpace(string(r[:most-1])) + "…"
	}
	return s
}
