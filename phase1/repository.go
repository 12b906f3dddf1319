package phase1

import (
	"strings"

	"bdgraph"
)

// inferRepository returns the repository that bare numbers such as #12 belong
// to where no git remote says so: the one whose addresses stand on a line with
// the number that they end in, as in "PR #12 https://github.com/acme/mailer/pull/12".
// Where such lines name two repositories nobody can tell, and it returns "".
func inferRepository(documents []bdgraph.Document) string {
	const marker = "/pull/"
	repository := ""
	for _, d := range documents {
		for from := 0; ; {
			i := strings.Index(d.Text[from:], marker)
			if i < 0 {
				break
			}
			at := from + i
			from = at + len(marker)
			number := digitsAt(d.Text[from:])
			address, start := addressBefore(d.Text, at)
			before := strings.TrimRight(d.Text[max(0, start-64):start], " \t:([<—–-")
			if !isPullNumber(number) || strings.Count(address, "/") != 2 || !strings.HasSuffix(before, "#"+number) {
				continue
			}
			switch {
			case repository == "":
				repository = address
			case !strings.EqualFold(repository, address):
				return ""
			}
		}
	}
	return repository
}

// addressBefore returns what of an address stands right before a place in a text, without its
// scheme, "" where there is no address, and where the address begins.
func addressBefore(text string, at int) (address string, start int) {
	start = at
	for start > max(0, at-longestPath) && (isTokenByte[text[start-1]] || strings.IndexByte("/:", text[start-1]) >= 0) {
		start--
	}
	_, address, _ = strings.Cut(text[start:at], "://")
	return address, start
}
