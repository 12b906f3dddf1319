package ask

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// words splits a text into the terms that search compares: words in small
// letters without their usual endings, and each two neighbours of scripts that are
// written without spaces.
func words(text string) []string {
	var out []string
	eachWord(text, func(term []byte) { out = append(out, string(term)) })
	return out
}

// eachWord calls a function for every term of a text, in order. The term is valid during the call.
func eachWord(text string, do func(term []byte)) {
	var run []byte
	flush := func() {
		if len(run) > 0 {
			do(stem(run))
			run = run[:0]
		}
	}
	before, alone := rune(0), false // the ideograph before, and whether it has no neighbour yet
	var pair []byte
	flushIdeographs := func() {
		if alone {
			do(utf8.AppendRune(pair[:0], before))
		}
		before, alone = 0, false
	}
	for _, r := range text {
		switch {
		case r < utf8.RuneSelf:
			if 'A' <= r && r <= 'Z' {
				r += 'a' - 'A'
			}
			if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
				flushIdeographs()
				run = append(run, byte(r))
				continue
			}
			flush()
			flushIdeographs()
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana):
			flush()
			if before != 0 {
				pair = utf8.AppendRune(utf8.AppendRune(pair[:0], before), r)
				do(pair)
			}
			alone, before = before == 0, r
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r):
			flushIdeographs()
			run = utf8.AppendRune(run, unicode.ToLower(r))
		default:
			flush()
			flushIdeographs()
		}
	}
	flush()
	flushIdeographs()
}

// endings are common endings of English words, the longer before those that they end in.
var endings = [][]byte{
	[]byte("ations"), []byte("ation"), []byte("ings"), []byte("ing"), []byte("ies"), []byte("ied"), []byte("ers"),
	[]byte("ed"), []byte("es"), []byte("s"), []byte("e"), []byte("y"),
}

// stem cuts common English endings, so that sessions finds session. What is
// left is always a part of the word, which a lexical scan can look for.
func stem(word []byte) []byte {
	for _, ending := range endings {
		if rest, ok := bytes.CutSuffix(word, ending); ok && len(rest) >= 4 {
			return rest
		}
	}
	if rest, ok := bytes.CutSuffix(word, []byte("s")); ok && len(rest) >= 3 && rest[len(rest)-1] != 's' {
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
		set[string(stem([]byte(w)))] = true
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
			eachWord(part.text, func(w []byte) {
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
