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
	names      *names
	records    *recordIndex
	repository string // host/owner/name

	unknownADRs map[string]*unknownReference
	ambiguous   []*bdgraph.Finding

	// Of the text that is being scanned.
	doc       *bdgraph.Document
	text      string
	line      int
	lineStart int
	urlEnd    int  // end of the URL that is being passed, 0 outside
	fenced    bool // inside a fenced code block
	code      bool // inside a code span
	hits      []hit
	confused  map[string]*bdgraph.Finding // ambiguous references of this document
}

type unknownReference struct {
	document    string
	line, count int
}

func newScanner(c bdgraph.Corpus) *scanner {
	repository := c.Manifest.Repository
	if repository == "" {
		repository = inferRepository(c.Documents)
	}
	return &scanner{
		names: collectNames(c), records: indexRecords(c.ADRs), repository: repository,
		unknownADRs: make(map[string]*unknownReference),
	}
}

// scan returns the hits in a document, in order of their ends.
func (s *scanner) scan(d *bdgraph.Document) []hit {
	s.doc, s.text, s.line, s.lineStart, s.urlEnd, s.fenced, s.code = d, d.Text, 1, 0, 0, false, false
	s.hits, s.confused = s.hits[:0], nil
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
			end := i + 1
			for end < len(s.text) && isTokenByte[s.text[end]] {
				end++
			}
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
		default:
			i++
		}
	}
	return s.hits
}

// beginLine follows the fences of code blocks. A code span does not outlive its line here.
func (s *scanner) beginLine(at int) {
	s.lineStart, s.code = at, false
	rest := s.text[at:]
	for rest != "" && (rest[0] == ' ' || rest[0] == '\t') {
		rest = rest[1:]
	}
	if strings.HasPrefix(rest, "```") || strings.HasPrefix(rest, "~~~") {
		s.fenced = !s.fenced
	}
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
	if what, length, ok := s.names.lookup(trimmed); ok && s.addNamed(what, a, a+length) {
		return b
	}
	switch trimmed[0] {
	case 'a', 'A':
		if len(trimmed) >= 3 && strings.EqualFold(trimmed[:3], "adr") {
			return s.recordNumbers(a, b)
		}
	case 'p', 'P', 'm', 'M', 'r', 'R':
		return s.pullRequestWord(a, b)
	case 'h', 'H':
		if start >= s.urlEnd && (strings.EqualFold(trimmed, "https") || strings.EqualFold(trimmed, "http")) && strings.HasPrefix(s.text[b:], "://") {
			s.urlEnd = endOfURL(s.text, b+3)
		}
	}
	return 0
}

// addNamed adds a hit for a name unless the text does not mean it as one.
func (s *scanner) addNamed(what name, start, end int) bool {
	if what.marked && !s.isMarked(start) {
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
// span, in quotation marks, or after a word that announces a memory.
func (s *scanner) isMarked(start int) bool {
	if s.code {
		return true
	}
	before := s.text[s.lineStart:start]
	if r, _ := utf8.DecodeLastRuneInString(before); before != "" && strings.ContainsRune("\"'“‘«「", r) {
		return true
	}
	switch strings.ToLower(strings.Trim(lastWord(before), ":")) {
	case "memory", "memories", "recall", "remember", "key":
		return true
	}
	return false
}

// lastWord returns what stands before the last blanks of a line.
func lastWord(before string) string {
	before = strings.TrimRight(before, " \t")
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
