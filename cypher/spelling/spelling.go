// Package spelling answers "did you mean": which of some names a word is most like. In
// go a word and the names that there are, out come those that are alike enough,
// by one rule for every place that asks. How the answer is put is left to the callers.
package spelling

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Nearest returns the name that is most like a word, "" where none is alike. See [Alike].
func Nearest(word string, names []string) string {
	if alike := Alike(word, names); len(alike) > 0 {
		return alike[0]
	}
	return ""
}

// Alike returns the names that a word may be misspelled from: at most a third of
// its letters are wrong, or one of a shorter word. Capitals do not count, and are all
// that may be wrong with a single letter, which is like any other. The nearest come
// first, then in order of the alphabet.
func Alike(word string, names []string) []string {
	letters := utf8.RuneCountInString(word)
	wrong := max(letters/3, 1)
	if letters < 2 {
		wrong = 0
	}
	type candidate struct {
		name     string
		distance int
	}
	var found []candidate
	lower := strings.ToLower(word)
	for _, name := range names {
		if more := utf8.RuneCountInString(name) - letters; more > wrong || -more > wrong {
			continue // so many letters have to be added or taken away, and either may be as long as a query
		}
		if d := Distance(lower, strings.ToLower(name)); d <= wrong {
			found = append(found, candidate{name, d})
		}
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.name, b.name))
	})
	alike := make([]string, len(found))
	for i, c := range found {
		alike[i] = c.name
	}
	return slices.Compact(alike)
}

// Distance counts the letters to insert, delete, replace or swap with a
// neighbour that make one word out of the other. Capitals are other letters. The
// cost is the product of both lengths, so words of strangers need a bound first.
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := range x {
		row[0] = i + 1
		for j := range y {
			cost := 1
			if x[i] == y[j] {
				cost = 0
			}
			row[j+1] = min(row[j]+1, last[j+1]+1, last[j]+cost)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(y)]
}
