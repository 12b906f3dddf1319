package phase1

import (
	"maps"
	"slices"
)

// automaton finds all of a set of words in one pass over a text (Aho and
// Corasick, 1975). It serves the few names that no tokenizer can cut out: those
// with slashes, colons, spaces or letters of other scripts.
type automaton struct {
	states []state
}

type state struct {
	next map[byte]int
	fail int
	// word is the longest word that ends in this state and size its length
	// in bytes; -1 and 0 when none does.
	word, size int
}

// newAutomaton builds an automaton and returns the words' values by index.
func newAutomaton[V any](words map[string]V) (*automaton, []V) {
	a := &automaton{states: []state{{next: map[byte]int{}, word: -1}}}
	values := make([]V, 0, len(words))
	for _, word := range slices.Sorted(maps.Keys(words)) {
		at := 0
		for i := range len(word) {
			next, ok := a.states[at].next[word[i]]
			if !ok {
				next = len(a.states)
				a.states[at].next[word[i]] = next
				a.states = append(a.states, state{next: map[byte]int{}, word: -1})
			}
			at = next
		}
		a.states[at].word, a.states[at].size = len(values), len(word)
		values = append(values, words[word])
	}
	for queue := []int{0}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for c, next := range a.states[at].next {
			if at != 0 {
				fail := a.step(a.states[at].fail, c)
				a.states[next].fail = fail
				if a.states[next].word < 0 { // a word that is this one's end
					a.states[next].word, a.states[next].size = a.states[fail].word, a.states[fail].size
				}
			}
			queue = append(queue, next)
		}
	}
	return a, values
}

func (a *automaton) step(at int, c byte) int {
	for {
		if next, ok := a.states[at].next[c]; ok {
			return next
		}
		if at == 0 {
			return 0
		}
		at = a.states[at].fail
	}
}

// span is a word found in a text.
type span struct{ start, end, word int }

// find returns the words in a text that stand alone by the given test, from
// left to right and without overlaps; of two that overlap the one that begins
// first, and then the longer.
func (a *automaton) find(text string, alone func(start, end int) bool) []span {
	var all []span
	at := 0
	for i := range len(text) {
		at = a.step(at, text[i])
		for s := at; a.states[s].word >= 0; s = a.states[s].fail {
			w := a.states[s]
			found := span{i + 1 - w.size, i + 1, w.word}
			if alone(found.start, found.end) && (len(all) == 0 || all[len(all)-1] != found) {
				all = append(all, found)
			}
		}
	}
	slices.SortFunc(all, func(a, b span) int {
		if a.start != b.start {
			return a.start - b.start
		}
		return b.end - a.end
	})
	apart := all[:0]
	for _, s := range all {
		if len(apart) == 0 || s.start >= apart[len(apart)-1].end {
			apart = append(apart, s)
		}
	}
	return apart
}
