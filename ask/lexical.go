package ask

import (
	"math"
	"slices"
	"strings"
	"unicode"
)

// words splits a text into the terms that search compares: words in small
// letters without their usual endings, and each two neighbours of scripts that are
// written without spaces.
func words(text string) []string {
	var out []string
	var run []rune
	flush := func() {
		if len(run) > 0 {
			out = append(out, stem(string(run)))
			run = run[:0]
		}
	}
	var ideographs []rune
	flushIdeographs := func() {
		for i := 0; i+1 < len(ideographs); i++ {
			out = append(out, string(ideographs[i:i+2]))
		}
		if len(ideographs) == 1 {
			out = append(out, string(ideographs))
		}
		ideographs = ideographs[:0]
	}
	for _, r := range strings.ToLower(text) {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana):
			flush()
			ideographs = append(ideographs, r)
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r):
			flushIdeographs()
			run = append(run, r)
		default:
			flush()
			flushIdeographs()
		}
	}
	flush()
	flushIdeographs()
	return out
}

// stem cuts common English endings, so that sessions finds session. What is
// left is always a part of the word, which a lexical scan can look for.
func stem(word string) string {
	for _, ending := range []string{"ations", "ation", "ings", "ing", "ies", "ied", "ers", "ed", "es", "s", "e", "y"} {
		if rest, ok := strings.CutSuffix(word, ending); ok && len(rest) >= 4 {
			return rest
		}
	}
	if rest, ok := strings.CutSuffix(word, "s"); ok && len(rest) >= 3 && !strings.HasSuffix(rest, "s") {
		return rest
	}
	return word
}

// stopWords say nothing about what a text is about.
var stopWords = func() map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(`a about add after all also an and any are as at be been before but by can could de der die das do does
		done each for from get has have how if in into is it its just let like make may more must need needs new no not now of
		off on one only or our out over should so some such than that the their them then there these they this those to too
		under up use used using via was we were what when where which who why will with without would you your
		le la les un une des et ou el los las y und oder fix implement please task`) {
		set[stem(w)] = true
	}
	for _, w := range []string{"的", "了", "是", "在", "和", "与", "及", "或"} {
		set[w] = true
	}
	return set
}()

// queryTerms are the distinct terms of a question, without stop words unless
// nothing else is left.
func queryTerms(text string) []string {
	all := words(text)
	terms := slices.DeleteFunc(slices.Clone(all), func(t string) bool { return stopWords[t] })
	if len(terms) == 0 {
		terms = all
	}
	slices.Sort(terms)
	return slices.Compact(terms)
}

// text is a document of the index: a title that weighs more, and a body.
type text struct {
	title, body string
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
	counts := make([]map[string]int, len(texts))
	lengths := make([]int, len(texts))
	wanted := map[string]bool{}
	for _, t := range terms {
		wanted[t] = true
	}
	frequency := map[string]int{}
	length := 0
	for i, t := range texts {
		counts[i] = map[string]int{}
		for _, part := range []struct {
			text   string
			weight int
		}{{t.title, titleWeight}, {t.body, 1}} {
			for _, w := range words(part.text) {
				lengths[i]++
				if wanted[w] {
					counts[i][w] += part.weight
				}
			}
		}
		length += lengths[i]
		for w := range counts[i] {
			frequency[w]++
		}
	}
	scores := make([]float64, len(texts))
	if length == 0 {
		return scores
	}
	average := float64(length) / float64(len(texts))
	all := float64(max(total, len(texts)))
	for i := range texts {
		for _, t := range terms { // in order, so that sums are the same everywhere
			n := float64(counts[i][t])
			if n == 0 {
				continue
			}
			idf := math.Log(1 + (all-float64(frequency[t])+0.5)/(float64(frequency[t])+0.5))
			scores[i] += idf * n * (saturation + 1) / (n + saturation*(1-lengthShare+lengthShare*float64(lengths[i])/average))
		}
		scores[i] = math.Round(scores[i]*1e6) / 1e6
	}
	return scores
}

// lineWith returns the line of a text that holds most of the terms, shortened,
// and its number from 1; "" when none holds any.
func lineWith(terms []string, body string) (line string, number int) {
	most := 0
	at := 0
	for candidate := range strings.SplitSeq(body, "\n") {
		at++
		found := 0
		have := words(candidate)
		for _, t := range terms {
			if slices.Contains(have, t) {
				found++
			}
		}
		if found > most {
			most, line, number = found, candidate, at
		}
	}
	return shorten(strings.TrimSpace(line), 200), number
}

// shorten cuts a text to so many characters.
func shorten(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return strings.TrimSpace(string(r[:most-1])) + "…"
	}
	return s
}
