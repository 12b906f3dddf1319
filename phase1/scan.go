package phase1

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"bdgraph"
)

// scanner finds what texts name. Each text is passed over once; every token
// is looked up in a hash map.
type scanner struct {
	*targets
	unresolved unresolved

	// Of the text that is being scanned.
	doc       *bdgraph.Document
	text      string
	line      int
	lineStart int
	urlStart  int // of the URL that is being passed
	urlEnd    int // end of it, 0 outside
	blocks    bdgraph.CodeBlocks
	code      bool // inside a code span
	unclosed  bool // no comment is closed in the rest of the text
	colours   int  // line that was looked at for colours
	coloured  bool // it holds one for certain
	shaded    bool // it speaks of colours
	hits      []hit
	upstream  bool                        // one of the hits is of an upstream
	confused  map[string]*bdgraph.Finding // ambiguous references of this document
}

// targets knows everything that texts can name.
type targets struct {
	names      *names
	records    *recordIndex
	repository string // host/owner/name

	repositories map[string]string // others, by owner/name and by name
}

func newTargets(c bdgraph.Corpus) *targets {
	repository := c.Manifest.Repository
	if repository == "" {
		repository = inferRepository(c.Documents)
	}
	return &targets{
		names: collectNames(c), records: indexRecords(c.ADRs),
		repository: repository, repositories: collectRepositories(c.Documents, repository),
	}
}

func newScanner(t *targets) *scanner {
	return &scanner{targets: t, unresolved: unresolved{records: make(map[string]*unknownReference)}}
}

// scan returns the hits in a document, in order of their ends.
func (s *scanner) scan(d *bdgraph.Document) []hit {
	s.doc, s.text, s.line, s.lineStart, s.urlStart, s.urlEnd, s.code = d, d.Text, 1, 0, 0, 0, false
	s.blocks, s.unclosed, s.colours = bdgraph.NewCodeBlocks(d.Text), false, 0
	s.hits, s.upstream, s.confused = s.hits[:0], false, nil
	var odd []span
	if s.names.odd != nil {
		odd = s.names.odd.find(s.text, s.standsAlone)
	}
	s.beginLine(0)
	for i := 0; i < len(s.text); {
		if len(odd) > 0 && i >= odd[0].start {
			if i == odd[0].start && s.addNamed(s.names.oddRefs[odd[0].word], i, odd[0].end) {
				i = odd[0].end
			}
			odd = odd[1:]
			continue
		}
		switch c := s.text[i]; {
		case isTokenByte[c]:
			end := s.tokenEnd(i)
			if len(odd) > 0 && odd[0].start < end {
				end = max(odd[0].start, i+1)
			}
			i = max(s.token(i, end), end)
		case c == '\n':
			i++
			s.line++
			s.beginLine(i)
		case c == '#':
			i = max(s.hash(i), i+1)
		case c == '`':
			for i < len(s.text) && s.text[i] == '`' {
				i++
			}
			s.code = !s.code
		case c == '\\':
			i += s.writtenBreak(i)
		case c == '<' && strings.HasPrefix(s.text[i:], "<!--") && !s.blocks.Inside() && !s.code:
			i = s.comment(i)
		default:
			i++
		}
	}
	s.settleRepositories()
	s.withoutIssues()
	return s.hits
}

// writtenBreak returns the length of a backslash and what belongs to it. A shell's argument
// in double quotes leaves \n and \t as two characters each in a text: the word begins
// after them, unless a name has the letter too.
func (s *scanner) writtenBreak(at int) int {
	if at+2 >= len(s.text) || s.text[at+1] != 'n' && s.text[at+1] != 't' || !isTokenByte[s.text[at+2]] {
		return 1
	}
	if _, _, ok := s.names.lookup(strings.TrimRight(s.text[at+1:s.tokenEnd(at+1)], tokenEdges)); ok {
		return 1
	}
	return 2
}

// tokenEnd returns where a run of token bytes ends. Two dots separate: bd-1..bd-2
// is a range of two names.
func (s *scanner) tokenEnd(start int) int {
	end := start + 1
	for end < len(s.text) && isTokenByte[s.text[end]] && !strings.HasPrefix(s.text[end:], "..") {
		end++
	}
	return end
}

// comment passes an HTML comment, which no reader sees, and returns where the
// text goes on. One that is not closed is text.
func (s *scanner) comment(start int) int {
	if s.unclosed {
		return start + 1
	}
	length := strings.Index(s.text[start+4:], "-->")
	if length < 0 {
		s.unclosed = true
		return start + 1
	}
	end := start + 4 + length + 3
	inside := s.text[start:end]
	if last := strings.LastIndexByte(inside, '\n'); last >= 0 {
		s.line += strings.Count(inside, "\n")
		s.lineStart = start + last + 1
	}
	return end
}

// beginLine follows the blocks of code. A code span does not outlive its line here.
func (s *scanner) beginLine(at int) {
	s.lineStart, s.code = at, false
	s.blocks.Enter(at)
}

// standsAlone reports whether neither end of a name runs on into a word.
func (s *scanner) standsAlone(start, end int) bool {
	return !joins(s.text[:start], s.text[start:]) && !joins(s.text[:end], s.text[end:])
}

// joins reports whether one word spans the end of the left text and the beginning of
// the right one. Scripts that write no spaces join only with themselves.
func joins(left, right string) bool {
	a, _ := utf8.DecodeLastRuneInString(left)
	b, _ := utf8.DecodeRuneInString(right)
	word := func(r rune) bool { return r == '_' || r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	if left == "" || right == "" || !word(a) || !word(b) {
		return false
	}
	return !unicode.Is(unicode.Han, a) && !unicode.Is(unicode.Han, b) && (a < utf8.RuneSelf) == (b < utf8.RuneSelf)
}

// token looks at a run of token bytes and returns how far it read; 0 or the
// run's end when nothing after the run was used.
func (s *scanner) token(start, end int) int {
	a, b := start, end
	for a < b && isTokenEdge(s.text[a]) {
		a++
	}
	for a < b && isTokenEdge(s.text[b-1]) {
		b--
	}
	if a == b {
		return 0
	}
	trimmed := s.text[a:b]
	if s.inAddress(start, end) {
		return end
	}
	if to := s.hyphenated(a, b); to > 0 {
		return to
	}
	if what, length, ok := s.names.lookup(trimmed); ok && s.addNamed(what, a, a+length) {
		return b
	}
	switch trimmed[0] {
	case 'a', 'A':
		if len(trimmed) >= 3 && strings.EqualFold(trimmed[:3], "adr") {
			return s.recordNumbers(a, b)
		}
	case 'p', 'P', 'm', 'M', 'r', 'R', 'G':
		return s.pullRequestWord(a, b)
	case 'h', 'H':
		if start >= s.urlEnd && (strings.EqualFold(trimmed, "https") || strings.EqualFold(trimmed, "http")) && strings.HasPrefix(s.text[b:], "://") {
			s.urlStart, s.urlEnd = b+3, endOfURL(s.text, b+3)
		}
	}
	return 0
}

// inAddress reports whether a token is a part of an e-mail address, which names
// nobody's issue: user@bd-7.example, adr-7@example.com.
func (s *scanner) inAddress(start, end int) bool {
	if end+1 < len(s.text) && s.text[end] == '@' && isTokenByte[s.text[end+1]] {
		return isDomain(s.text[end+1 : s.tokenEnd(end+1)])
	}
	return start > 1 && s.text[start-1] == '@' && isTokenByte[s.text[start-2]] && isDomain(s.text[start:end])
}

// isDomain reports whether a token reads like the name of a host, and not like a file's.
func isDomain(token string) bool {
	token = strings.TrimRight(token, tokenEdges)
	name, top, ok := cutLast(token, ".")
	if !ok || name == "" || len(top) < 2 || top == "md" || top == "rst" || top == "adoc" {
		return false
	}
	for i := range len(top) {
		if c := top[i] | ' '; c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}

// hyphenated reads a name whose hyphens are typographic ones, as word processors
// and language models write them. It returns how far it read.
func (s *scanner) hyphenated(start, end int) int {
	if end+3 > len(s.text) || s.text[end] != '\xe2' || !isHyphen(s.text[end:]) {
		return 0
	}
	var plain strings.Builder
	for at := start; ; {
		plain.WriteString(s.text[at:end])
		if !isHyphen(s.text[end:]) || end+3 >= len(s.text) || !isTokenByte[s.text[end+3]] || plain.Len() > s.names.longest {
			break
		}
		plain.WriteByte('-')
		at = end + 3
		end = s.tokenEnd(at)
	}
	name := strings.TrimRight(plain.String(), tokenEdges)
	if what, length, ok := s.names.lookup(name); ok && length == len(name) && s.addNamed(what, start, end) {
		return end
	}
	return 0
}

// isHyphen reports whether a text begins with a hyphen or no-break hyphen.
func isHyphen(text string) bool {
	return strings.HasPrefix(text, "\u2010") || strings.HasPrefix(text, "\u2011")
}

// addNamed adds a hit for a name unless the text does not mean it as one.
func (s *scanner) addNamed(what name, start, end int) bool {
	if what.marked && !s.isMarked(start, what.refs[0].Label) {
		return false
	}
	ref := what.refs[0]
	if ref.Label == bdgraph.ADRLabel {
		var ok bool
		if ref, ok = s.resolvePath(what, start, end); !ok {
			return false
		}
	}
	s.addHit(ref, start, end)
	return true
}

func (s *scanner) addHit(ref bdgraph.NodeRef, start, end int) {
	s.hits = append(s.hits, hit{target: ref, line: s.line, start: start, end: end})
}

// isMarked reports whether what begins here is written as a name: in a code
// span, in quotation marks, or after a word that announces a memory or an issue.
func (s *scanner) isMarked(start int, label bdgraph.Label) bool {
	if s.code {
		return true
	}
	before := s.text[s.lineStart:start]
	if r, _ := utf8.DecodeLastRuneInString(before); before != "" && strings.ContainsRune("\"'“‘«「", r) {
		return true
	}
	switch strings.ToLower(strings.Trim(lastWord(before), ":")) {
	case "memory", "memories", "recall", "remember", "key":
		return label == bdgraph.MemoryLabel
	case "issue", "issues", "bead", "beads", "task", "ticket", "epic":
		return label == bdgraph.IssueLabel
	}
	return false
}

// lastWord returns what stands before the last blanks of a line: of what nobody wrote as a
// word, the end.
func lastWord(before string) string {
	before = strings.TrimRight(before, " \t")
	before = before[max(0, len(before)-longestPath):]
	return before[strings.LastIndexAny(before, " \t")+1:]
}

// writtenPath returns the path that ends here, with what stands before its last element.
func (s *scanner) writtenPath(start, end int) string {
	least := max(0, start-longestPath)
	for start > least && (isTokenByte[s.text[start-1]] || s.text[start-1] == '/') {
		start--
	}
	return s.text[start:end]
}

func endOfURL(text string, at int) int {
	for at < len(text) && text[at] > ' ' && text[at] < utf8.RuneSelf && !strings.ContainsRune("\"'<>`)]}|", rune(text[at])) {
		at++
	}
	return at
}

// folder returns the folder of the document, "" when it is no file.
func (s *scanner) folder() string {
	if s.doc.Kind != bdgraph.ADRDocument {
		return ""
	}
	return path.Dir(s.doc.Key)
}
