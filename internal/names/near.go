package names

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bdgraph/cypher/spelling"
	"bdgraph/internal/passage"
)

// Name is a name prepared for comparing it with others.
type Name struct {
	Written string
	// Key is equal for names that have the same words, whatever their order, case and endings.
	Key           string
	lower, digits string
	letters       [32]uint8 // how often each letter stands in it, several letters to a place
	slips         int       // how many letters may differ for it to be a slip of the pen
}

// New prepares a name.
func New(written string) Name {
	n := Name{Written: written, Key: key(written), lower: strings.ToLower(written)}
	if !strings.ContainsFunc(n.lower, unspaced) {
		n.slips = utf8.RuneCountInString(n.lower) / 12
	}
	for _, r := range n.lower {
		n.letters[r%32]++
	}
	n.digits = strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, n.lower)
	return n
}

// Near reports whether two names nearly are one another: they have the same
// words, or differ in one letter of twelve. Another number makes another name, and so
// does one sign of a script that writes words with one.
func (n *Name) Near(o *Name) bool {
	if n.Written == o.Written || n.Key == o.Key {
		return true
	}
	slips := min(n.slips, o.slips)
	return slips > 0 && max(len(n.lower)-len(o.lower), len(o.lower)-len(n.lower)) <= slips*utf8.UTFMax &&
		n.digits == o.digits && !n.otherLetters(o, 2*slips) && // a slip takes one letter and brings another
		spelling.Distance(n.lower, o.lower) <= slips
}

// otherLetters reports whether more than so many letters stand in only one of two
// names, which costs much less to tell than their distance.
func (n *Name) otherLetters(o *Name, most int) bool {
	for i, count := range n.letters {
		other := o.letters[i]
		if most -= int(max(count, other) - min(count, other)); most < 0 {
			return true
		}
	}
	return false
}

// NearDuplicates returns the pairs of names that nearly are one another, sorted.
func NearDuplicates(names []string) [][2]string {
	prepared := make([]Name, len(names))
	for i, name := range slices.Sorted(slices.Values(names)) {
		prepared[i] = New(name)
	}
	var pairs [][2]string
	for i := range prepared {
		for k := range prepared[:i] {
			if n, o := &prepared[i], &prepared[k]; n.Written != o.Written && n.Near(o) {
				pairs = append(pairs, [2]string{o.Written, n.Written})
			}
		}
	}
	slices.SortFunc(pairs, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	return pairs
}

// key joins the words of a name, without those that carry no meaning, in order of the alphabet.
func key(name string) string {
	words := ContentWords(passage.Fold(name))
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " ")
}
