package phase1

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"bdgraph"
)

// addPR adds the node of a pull request that a text names.
func (x *extractor) addPR(h hit) {
	if n := x.node(h.target); n != nil {
		if _, ok := n.Attributes["url"]; !ok {
			setText(n.Attributes, "url", h.url)
		}
		return
	}
	repo, number, _ := strings.Cut(h.target.Key, "#")
	n, _ := strconv.ParseInt(number, 10, 64) // the scanner made the key of digits
	a := map[string]any{"number": n}
	setText(a, "repo", repo)
	if strings.HasPrefix(repo, "github.com/") {
		h.url = "https://" + repo + "/pull/" + number
	}
	setText(a, "url", h.url)
	x.addNode(h.target, a, nil)
}

// addPullRequest adds a hit for a pull request of a repository, "" being the project's own.
func (s *scanner) addPullRequest(repo, number string, start, end int, url string) {
	own := repo == ""
	if own || strings.EqualFold(repo, s.repository) {
		repo = s.repository
	}
	ref := bdgraph.NodeRef{Label: bdgraph.PRLabel, Key: repo + "#" + plainNumber(number)}
	s.hits = append(s.hits, hit{target: ref, line: s.line, start: start, end: end, url: url, own: own})
}

// addUpstream is addPullRequest for a repository that the text calls upstream.
func (s *scanner) addUpstream(number string, start, end int) {
	s.addPullRequest("", number, start, end, "")
	s.hits[len(s.hits)-1].upstream, s.upstream = true, true
}

// pullRequestWord reads what begins with a word for a pull request: PR 12,
// PR #12, PR-12, GH-12, PRs 12 and 13, pull request 12, MR !12, and the tail of an
// address, pull/12, merge_requests/12 and what other hosts write. It returns how far it read.
func (s *scanner) pullRequestWord(start, end int) int {
	word := s.text[start:end]
	switch {
	case strings.EqualFold(word, "pr"), strings.EqualFold(word, "mr"):
		return s.pullRequests(start, end, false)
	case strings.EqualFold(word, "prs"), strings.EqualFold(word, "mrs"):
		return s.pullRequests(start, end, true)
	case strings.HasPrefix(word, "PR-"), strings.HasPrefix(word, "GH-"):
		if digits := word[3:]; isPullNumber(digits) && s.urlEnd <= start {
			s.addPullRequest("", digits, start, end, "")
			return end
		}
	case strings.EqualFold(word, "request"), strings.EqualFold(word, "requests"):
		switch before := lastWord(s.text[s.lineStart:start]); {
		case strings.EqualFold(before, "pull"), strings.EqualFold(before, "merge"):
			return s.pullRequests(start, end, len(word) > len("request"))
		}
	case word == "pull", word == "pulls", word == "merge_requests", word == "pull-requests", word == "pullrequest":
		if number := s.numberAt(end + 1); end < len(s.text) && s.text[end] == '/' && isPullNumber(number) {
			return s.pullRequestPath(start, end+1, number)
		}
	}
	return 0
}

// pullRequests reads the numbers after a word for pull requests.
func (s *scanner) pullRequests(start, at int, plural bool) int {
	if s.urlEnd > start {
		return 0
	}
	for skipped := 0; skipped < 3 && at < len(s.text) && strings.IndexByte(" #!", s.text[at]) >= 0; skipped++ {
		at++
	}
	number := s.numberAt(at)
	if !isPullNumber(number) {
		return 0
	}
	repository, upstream := s.repositoryBefore(start)
	add := func(number string, start, end int) {
		if upstream {
			s.addUpstream(number, start, end)
		} else {
			s.addPullRequest(repository, number, start, end, "")
		}
	}
	add(number, start, at+len(number))
	at += len(number)
	for {
		next, number := s.nextInList(at, plural)
		if !isPullNumber(number) {
			return at
		}
		add(number, next, next+len(number))
		at = next + len(number)
	}
}

// pullRequestPath reads the number at the end of an address and, before it,
// host, owner and repository as far as they are written.
func (s *scanner) pullRequestPath(start, at int, number string) int {
	end := at + len(number)
	from := start
	for from > max(s.lineStart, start-longestPath) && (isTokenByte[s.text[from-1]] || strings.IndexByte("/:", s.text[from-1]) >= 0) {
		from--
	}
	address := s.text[from:start]
	scheme := ""
	if i := strings.Index(address, "://"); i >= 0 {
		j := strings.LastIndexByte(address[:i], ':') + 1
		scheme, address = address[j:i+3], address[i+3:]
	}
	parts := strings.Split(strings.Trim(strings.TrimSuffix(address, "-/"), "/"), "/")
	switch {
	case scheme != "" && len(parts) >= 3:
		host := strings.ToLower(parts[0])
		host = strings.TrimPrefix(host, "www.")
		repo := host + "/" + strings.Join(parts[1:], "/")
		s.addPullRequest(repo, number, from, end, scheme+address+s.text[start:end])
	case scheme == "" && len(parts) == 3 && strings.Contains(parts[0], "."):
		s.addPullRequest(strings.ToLower(parts[0])+"/"+parts[1]+"/"+parts[2], number, from, end, "")
	case scheme == "" && len(parts) == 2:
		s.addPullRequest(s.host()+"/"+parts[0]+"/"+parts[1], number, from, end, "")
	case scheme == "" && len(parts) == 1 && parts[0] == "":
		s.addPullRequest("", number, from, end, "")
	}
	return end
}

// countedThings are words before #3 that say what is counted: the third
// finding, not pull request 3. Plurals and compounds count like their last word.
var countedThings = wordSet(`issue bug ticket task story epic bead lock finding gap goal item recommendation rec
	candidate criterion criteria mechanism pattern step case win option point question phase stage rule number no nr
	line test example bullet entry row column rank claim invariant principle requirement req risk note part section
	chapter slide version iteration round attempt level exec executive discussion comment commit page figure fig
	table proposal choice reason lesson cause problem priority milestone sprint week day build job run tip trap rev
	interaction cluster unknown top audit error colour color background fill stroke border solid hex`)

// countsSomething reports whether a word says what is counted.
func countsSomething(word string) bool {
	word = strings.ToLower(strings.Trim(word, "([{*_`\"':"))
	if strings.HasPrefix(word, "§") || isPriority(word) {
		return true
	}
	_, last, _ := cutLast(strings.TrimRight(word, "-0123456789"), "-")
	return countedThings[last] || countedThings[strings.TrimSuffix(last, "s")]
}

// hash reads #12 and owner/name#12. It returns how far it read, 0 for a "#"
// that counts something else, is a colour, a heading, an anchor, or code.
func (s *scanner) hash(at int) int {
	if at < s.urlEnd || s.blocks.Inside() || s.code {
		return 0
	}
	number := s.numberAt(at + 1)
	if !isPullNumber(number) || len(number) == 6 || len(number) == 3 && s.isShade(number) { // six digits are a colour
		return 0
	}
	end := at + 1 + len(number)
	before := s.text[s.lineStart:at]
	if s.isRank(before, number, end) || s.numbersAnItem(before, number, end) {
		return 0
	}
	if repository := s.continued(at); repository != "" {
		s.addPullRequest(repository, number, at, end, "")
		return end
	}
	if before == "" {
		s.addPullRequest("", number, at, end, "")
		return end
	}
	switch c := before[len(before)-1]; {
	case isTokenByte[c]:
		return s.hashAfterWord(at, end, number)
	case c == ' ' || c == '\t':
		switch repository, upstream := s.repositoryBefore(at); {
		case upstream:
			s.addUpstream(number, at, end)
			return end
		case repository != "":
			s.addPullRequest(repository, number, at, end, "")
			return end
		case countsSomething(lastWord(before)), s.continuesOther(before), s.isPartOf(before, number):
			return 0
		}
	case c == '(' && strings.HasSuffix(before, "]("): // an anchor
		return 0
	case c == ':' && leadsToNumber[strings.ToLower(lastToken(before[:len(before)-1]))]: // closes:#12
	case c < utf8.RuneSelf && strings.IndexByte("([{,;/+*~|>!", c) < 0:
		return 0 // &#12; "#12" =#12 :#12 ##12
	}
	s.addPullRequest("", number, at, end, "")
	return end
}

// leadsToNumber are words after which a number may follow without a blank.
var leadsToNumber = wordSet(`pr prs mr close closes closed fix fixes fixed resolve resolves resolved see ref refs references`)

// lastToken returns the letters with which a text ends.
func lastToken(s string) string {
	at := len(s)
	for at > 0 && isWordByte(s[at-1]) {
		at--
	}
	return s[at:]
}

// isRank reports whether a "#" tells a place in an order rather than a pull
// request: "our #1 priority", "#2 cause of outages", "We're #1!". Ranks have one digit or
// are 10. The first also is one after an article, a possessive, or "is".
func (s *scanner) isRank(before, number string, end int) bool {
	if len(number) > 1 && number != "10" {
		return false
	}
	word, rest := nextWord(s.text[end:])
	if rankedThings[word] {
		return true
	}
	if second, _ := nextWord(rest); word != "" && !joiningWords[word] && rankedThings[second] {
		return true
	}
	if number != "1" {
		return false
	}
	last := strings.ToLower(strings.Trim(lastWord(before), "([{*_`\"'"))
	return last != "" && (ranksFirst[last] || strings.HasSuffix(last, "'re") || strings.HasSuffix(last, "’re"))
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
	return isTitleWord(last) && isTitleWord(strings.TrimLeft(first, "([\"'*_")) && !actions[strings.ToLower(last)]
}

// isTitleWord reports whether a word begins with a capital and goes on in small letters.
func isTitleWord(word string) bool {
	if len(word) < 3 || word[0] < 'A' || word[0] > 'Z' {
		return false
	}
	return strings.Trim(word[1:], "abcdefghijklmnopqrstuvwxyz") == ""
}

// actions are words that lead to a number even with a capital: Merged #12.
var actions = wordSet(`merge merged merges revert reverted reverts fix fixed fixes close closed closes resolve resolved resolves see also
	follow via from after before since until with without and per the this that pull request commit landed shipped ship open opened opens`)

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

var (
	// rankedThings are what has a first and a second of it.
	rankedThings = wordSet(`priority priorities goal goals reason cause causes choice pick concern complaint source driver
		blocker thing ask requested spot place position seed cost killer enemy offender contributor most best worst biggest
		largest top objective`)
	// joiningWords begin another thought than the one that is ranked.
	joiningWords = wordSet("and or but for to is was in on of at by as with because since the a an that which no this it its")
	// ranksFirst are words before #1 that tell a rank.
	ranksFirst = wordSet("the a an our your my their its his her is are be was were being remains remain ranked rank number still as")
)

var colourWords = wordSet("colour colours color colors contrast grey gray shade hex background foreground palette")

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
		if colourWords[strings.ToLower(word)] {
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

// hashAfterWord reads the number after owner/name or after the project's own
// name, and the end of a range of pull requests, #12-#14.
func (s *scanner) hashAfterWord(at, end int, number string) int {
	path := s.writtenPath(at, at)
	written := strings.TrimSuffix(path, ".git")
	owner, repo, two := strings.Cut(written, "/")
	_, own, _ := cutLast(s.repository, "/")
	switch {
	case two && owner != "" && repo != "" && !strings.Contains(repo, "/") && !isPageName(repo):
		s.addPullRequest(s.host()+"/"+written, number, at-len(path), end, "")
	case own != "" && strings.EqualFold(written, own):
		s.addPullRequest("", number, at-len(path), end, "")
	case strings.HasSuffix(written, "-") && s.pullRequestEndsAt(at-1), strings.HasSuffix(written, "..") && s.pullRequestEndsAt(at-2):
		s.addPullRequest("", number, at, end, "")
	default:
		return 0
	}
	return end
}

func (s *scanner) pullRequestEndsAt(at int) bool {
	n := len(s.hits)
	return n > 0 && s.hits[n-1].end == at && s.hits[n-1].target.Label == bdgraph.PRLabel
}

// host returns the host of repositories that are named without one.
func (s *scanner) host() string {
	if host, _, ok := strings.Cut(s.repository, "/"); ok {
		return host
	}
	return "github.com"
}

// isPullNumber reports whether digits can number a pull request.
func isPullNumber(digits string) bool {
	return isNumber(digits) && digits[0] != '0' && len(digits) <= 7
}

// isPriority reports whether a word is a priority, as in "P0 #3".
func isPriority(word string) bool {
	return len(word) == 2 && word[0] == 'p' && word[1] >= '0' && word[1] <= '4'
}

// isPageName reports whether a path's last element is a page, whose "#" is an anchor.
func isPageName(s string) bool {
	_, ext, ok := cutLast(s, ".")
	return ok && pageNames[strings.ToLower(ext)]
}

var pageNames = wordSet("md markdown html htm rst adoc txt org")

func cutLast(s, separator string) (before, after string, ok bool) {
	i := strings.LastIndex(s, separator)
	if i < 0 {
		return "", s, false
	}
	return s[:i], s[i+len(separator):], true
}

func wordSet(words string) map[string]bool {
	set := make(map[string]bool)
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}
