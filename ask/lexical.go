package ask

import (
	"math"
	"slices"
	"strings"
	"sync"

	"bdgraph/internal/names"
)

// stopWords say nothing about what a text is about, in English, German, French, Spanish, Portuguese and Chinese.
var stopWords = sync.OnceValue(func() map[string]bool {
	return wordSet(`a about add after all also an and any are as at be been before but by can could do does
	done each for from get has have how if in into is it its just let may more must no not now of
	off on one only or our out over should so some such than that the their them then there these they this those to too
	under up via was we were what when where which who why will with without would you your
	aber als am auf aus bei bis das dem den der des die du ein eine einem einen einer er es für haben ich ihr im ist kein keine mit nach
	nicht nur oder sein sie sind und vom von vor werden wie wir wird zu zum zur über
	au aux avec ce ces cette dans de du elle en est et il ils la le les leur mais ne nous ou où par pas pour qui que sa se ses si
	son sont sur un une vous
	al como con cuando del desde donde el ella entre esta este las lo los más muy ni nos o para pero porque ser sin sobre su sus una y ya
	ao aos com da dos e ela ele em essa esse foi mas na nas não o os pela pelo por sem seu sua são também um uma
	的 了 是 在 和 与 及 或`)
})

// weakWords are what most tasks say: they count where a text says nothing else.
var weakWords = sync.OnceValue(func() map[string]bool {
	return wordSet(`fix implement like make need needs new please task use used using`)
})

// wordSet returns the terms of words.
func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range names.Words(list) {
		set[w] = true
	}
	return set
}

// queryTerms are the distinct terms of a question, without stop words; none where it has no others.
func queryTerms(text string) []string {
	said := slices.DeleteFunc(names.Words(text), func(t string) bool { return stopWords()[t] })
	terms := slices.DeleteFunc(slices.Clone(said), func(t string) bool { return weakWords()[t] })
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
