package phase1

import (
	"iter"
	"strings"

	"bdgraph"
)

// inferRepository returns the repository that bare numbers such as #12 belong
// to where no git remote says so: the one whose addresses stand on a line with
// the number that they end in, as in "PR #12 https://github.com/acme/mailer/pull/12".
// Where such lines name two repositories nobody can tell, and it returns "".
func inferRepository(documents []bdgraph.Document) string {
	repository := ""
	for _, d := range documents {
		for a := range addressesWith(d.Text, "/pull/") {
			before := strings.TrimRight(d.Text[max(0, a.start-64):a.start], " \t:([<—–-")
			if !isPullNumber(a.number) || strings.Count(a.before, "/") != 2 || !strings.HasSuffix(before, "#"+a.number) {
				continue
			}
			switch {
			case repository == "":
				repository = a.before
			case !strings.EqualFold(repository, a.before):
				return ""
			}
		}
	}
	return repository
}

// address is one with a part that a number may follow: https://github.com/acme/mailer/pull/12.
type address struct {
	before string // that part, without its scheme; "" where no address stands before it
	start  int    // in the text
	number string // "" where none follows
}

// addressesWith returns the places of a text that have a part of an address.
func addressesWith(text, part string) iter.Seq[address] {
	return func(yield func(address) bool) {
		for from := 0; ; {
			i := strings.Index(text[from:], part)
			if i < 0 {
				return
			}
			before, start := addressBefore(text, from+i)
			from += i + len(part)
			if !yield(address{before, start, digitsAt(text[from:])}) {
				return
			}
		}
	}
}

// addressBefore returns what of an address stands right before a place in a text, without its
// scheme, "" where there is no address, and where the address begins.
func addressBefore(text string, at int) (before string, start int) {
	start = at
	for start > max(0, at-longestPath) && (isTokenByte[text[start-1]] || strings.IndexByte("/:", text[start-1]) >= 0) {
		start--
	}
	_, before, _ = strings.Cut(text[start:at], "://")
	return before, start
}
