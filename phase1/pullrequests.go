package phase1

import (
	"strconv"
	"strings"
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
	x.addNode(h.target, a, nil, record{})
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
	case c == ':' && wordLists().Has("leading", strings.ToLower(lastToken(before[:len(before)-1]))): // closes:#12
	case c < utf8.RuneSelf && strings.IndexByte("([{,;/+*~|>!", c) < 0:
		return 0 // &#12; "#12" =#12 :#12 ##12
	}
	s.addPullRequest("", number, at, end, "")
	return end
}

// lastToken returns the letters with which a text ends.
func lastToken(s string) string {
	at := len(s)
	for at > 0 && isWordByte(s[at-1]) {
		at--
	}
	return s[at:]
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

// isPageName reports whether a path's last element is a page, whose "#" is an anchor.
func isPageName(s string) bool {
	_, ext, ok := cutLast(s, ".")
	return ok && wordLists().Has("pages", strings.ToLower(ext))
}

func cutLast(s, separator string) (before, after string, ok bool) {
	i := strings.LastIndex(s, separator)
	if i < 0 {
		return "", s, false
	}
	return s[:i], s[i+len(separator):], true
}
