package phase1

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"

	"bdgraph"
	"bdgraph/internal/wordlist"
)

// Not every number is a pull request's. These rules find the ones that count something
// else, tell a rank, number an item, are a colour, or belong to an issue.

//go:embed words.txt
var wordFile string

var wordLists = sync.OnceValue(func() wordlist.Lists { return wordlist.Read(wordFile, strings.Fields) })

// countsSomething reports whether a word says what is counted.
func countsSomething(word string) bool {
	word = strings.ToLower(strings.Trim(word, "([{*_`\"':"))
	if strings.HasPrefix(word, "§") || isPriority(word) {
		return true
	}
	_, last, _ := cutLast(strings.TrimRight(word, "-0123456789"), "-")
	return wordLists().Has("counted", last) || wordLists().Has("counted", strings.TrimSuffix(last, "s"))
}

// isPriority reports whether a word is a priority, as in "P0 #3".
func isPriority(word string) bool {
	return len(word) == 2 && word[0] == 'p' && word[1] >= '0' && word[1] <= '4'
}

// continuesOther reports whether a "#" continues a list of other numbers: in
// "finding #3, #4 and #5" none is a pull request.
func (s *scanner) continuesOther(before string) bool {
	for {
		word := strings.TrimRight(lastWord(before), ",;/+&")
		before = strings.TrimRight(before, " \t")
		switch {
		case strings.HasSuffix(word, ")"): // a remark on the number before
			least := max(0, len(before)-longestPath)
			open := least + strings.LastIndexByte(before[least:], '(')
			if open < least {
				return false
			}
			before = before[:open]
		case word == "" && before != "", word == "and", word == "or":
			before = before[:len(before)-len(lastWord(before))]
		case len(word) > 1 && word[0] == '#' && isNumber(word[1:]):
			return !s.pullRequestEndsAt(s.lineStart + strings.LastIndex(before, word) + len(word))
		default:
			return false
		}
	}
}

// isRank reports whether a "#" tells a place in an order rather than a pull
// request: "our #1 priority", "#2 cause of outages", "We're #1!". Ranks have one digit or
// are 10. The first also is one after an article, a possessive, or "is".
func (s *scanner) isRank(before, number string, end int) bool {
	if len(number) > 1 && number != "10" {
		return false
	}
	word, rest := nextWord(s.text[end:])
	if wordLists().Has("ranked", word) {
		return true
	}
	if second, _ := nextWord(rest); word != "" && !wordLists().Has("joining", word) && wordLists().Has("ranked", second) {
		return true
	}
	if number != "1" {
		return false
	}
	last := strings.ToLower(strings.Trim(lastWord(before), "([{*_`\"'"))
	return last != "" && (wordLists().Has("ranks", last) || strings.HasSuffix(last, "'re") || strings.HasSuffix(last, "’re"))
}

// nextWord returns the word after one blank or hyphen, in small letters, and what follows it.
func nextWord(text string) (word, rest string) {
	if text == "" || text[0] != ' ' && text[0] != '-' {
		return "", ""
	}
	end := 1
	for end < len(text) && end < 32 && (text[end]|' ' >= 'a' && text[end]|' ' <= 'z') {
		end++
	}
	return strings.ToLower(text[1:end]), text[end:]
}

// numbersAnItem reports whether a "#" of one or two digits numbers an item of a list or a heading,
// "- #4 machines under SSR", "**#13 Voice", or a remark, "[#4]".
func (s *scanner) numbersAnItem(before, number string, end int) bool {
	if len(number) > 2 || len(before) > longestPath {
		return false
	}
	if strings.HasSuffix(before, "[") {
		return len(number) == 1 && !strings.HasPrefix(s.text[end:], "](")
	}
	rest := s.text[end:]
	if len(rest) < 2 || rest[0] != ' ' || !isWordByte(rest[1]) && strings.IndexByte("'\"`", rest[1]) < 0 {
		return false
	}
	return before != "" && strings.Trim(before, " \t>-*+") == "" && strings.ContainsAny(before, "-*+")
}

// isPartOf reports whether the words before a "#" are the name of a series, "the Big Show #21",
// or an issue that has such a part, "bd-a3f8 #7": two words with capitals, or an issue before one digit.
func (s *scanner) isPartOf(before, number string) bool {
	last := lastWord(before)
	if what, length, ok := s.names.lookup(strings.Trim(last, "([{*_`")); ok && length > 0 && what.refs[0].Label == bdgraph.IssueLabel {
		return len(number) == 1
	}
	first := lastWord(strings.TrimSuffix(strings.TrimRight(before, " \t"), last))
	return isTitleWord(last) && isTitleWord(strings.TrimLeft(first, "([\"'*_")) && !wordLists().Has("actions", strings.ToLower(last))
}

// isTitleWord reports whether a word begins with a capital and goes on in small letters.
func isTitleWord(word string) bool {
	if len(word) < 3 || word[0] < 'A' || word[0] > 'Z' {
		return false
	}
	return strings.Trim(word[1:], "abcdefghijklmnopqrstuvwxyz") == ""
}

// isShade reports whether a number of three digits is a colour: of equal digits on a line that
// speaks of colours, a darker grey (#555), and any on a line that holds a colour for certain.
func (s *scanner) isShade(number string) bool {
	if s.colours != s.line {
		s.colours = s.line
		line, _, _ := strings.Cut(s.text[s.lineStart:], "\n")
		s.coloured, s.shaded = holdsColour(line), speaksOfColours(line)
	}
	return s.coloured || s.shaded && strings.Trim(number, number[:1]) == ""
}

func speaksOfColours(line string) bool {
	for word := range strings.FieldsFuncSeq(line, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if wordLists().Has("colours", strings.ToLower(word)) {
			return true
		}
	}
	return false
}

// holdsColour reports whether a line holds a colour for certain, so that other numbers of
// three digits are colours, too: #fff, #1a2b3c, #112233.
func holdsColour(line string) bool {
	for {
		_, after, ok := strings.Cut(line, "#")
		if !ok {
			return false
		}
		end := 0
		for end < len(after) && isTokenByte[after[end]] && end <= 8 {
			end++
		}
		if isColour(after[:end]) {
			return true
		}
		line = after[end:]
	}
}

// isColour reports whether what follows a "#" is a colour and no word or number
// of another kind: six digits, or letters with digits or of one kind. #add is none.
func isColour(s string) bool {
	if len(s) != 3 && len(s) != 6 && len(s) != 8 {
		return false
	}
	digits, letters := 0, 0
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			digits++
		case c|' ' >= 'a' && c|' ' <= 'f':
			letters++
		default:
			return false
		}
	}
	return digits > 0 && letters > 0 || letters > 0 && strings.Trim(s, s[:1]) == "" || len(s) == 6 && letters == 0
}

// withoutIssues drops numbers that an address in the document says to be an issue's, as in
// [#12](https://github.com/acme/mailer/issues/12), but where the text calls one a pull request.
func (s *scanner) withoutIssues() {
	var issues map[string]bool
	for a := range addressesWith(s.text, "/issues/") {
		if address := strings.TrimSuffix(a.before, "/-"); strings.Count(address, "/") == 2 {
			if issues == nil {
				issues = make(map[string]bool)
			}
			number := plainNumber(a.number)
			issues[strings.ToLower(address+"#"+number)] = true
			if s.repository == "" { // an address of the project itself, for all that is known
				issues["#"+number] = true
			}
		}
	}
	if len(issues) == 0 {
		return
	}
	s.hits = slices.DeleteFunc(s.hits, func(h hit) bool {
		return h.target.Label == bdgraph.PRLabel && issues[strings.ToLower(h.target.Key)] && h.url == "" && !saysPull(s.text[h.start:h.end])
	})
}

// saysPull reports whether what was read for a pull request has a word for one.
func saysPull(written string) bool {
	written = strings.ToLower(written)
	word := strings.TrimRight(written, "#! -0123456789")
	return word == "pr" || word == "prs" || word == "mr" || word == "mrs" || strings.Contains(written, "pull") || strings.Contains(written, "merge")
}
