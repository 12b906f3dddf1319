package names

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words splits a text into what is compared of it: words in small letters without
// their usual endings, and each two neighbours of scripts that are written without spaces.
func Words(text string) []string {
	var out []string
	EachWord(text, func(term []byte) { out = append(out, string(term)) })
	return out
}

// EachWord calls a function for every term of a text, in order. The term is valid during the call.
func EachWord(text string, do func(term []byte)) {
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
		case unspaced(r):
			flush()
			if before != 0 {
				pair = utf8.AppendRune(utf8.AppendRune(pair[:0], before), r)
				do(pair)
			}
			alone, before = before == 0, r
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
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

// ContentWords returns the words of a text without those that carry no meaning of their own.
func ContentWords(text string) []string {
	return slices.DeleteFunc(Words(text), func(w string) bool { return smallWords[w] })
}

// smallWords say nothing that tells one thing from another. Words such as "before" and
// "without" are none of them.
var smallWords = func() map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(`a an and are as at be by for from if in into is it its no not of on only or shall should must than that
		the their then there this to use used uses using via was we were when will with`) {
		set[string(stem([]byte(w)))] = true
	}
	return set
}()
