package passage

import (
	"fmt"
	"index/suffixarray"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"bdgraph"
)

// Text is a document's text, prepared for looking up passages. Lines are
// counted from 1; passages are folded ones.
type Text struct {
	folded string
	starts []int                     // of each line in folded, line 1 first
	paths  []string                  // of each line: title and headings above it, folded
	index  func() *suffixarray.Index // of folded, made when first asked for
}

// New prepares the text of a document.
func New(d bdgraph.Document) *Text {
	t := &Text{}
	title := Fold(d.Title)
	var b strings.Builder
	var path []heading
	above, blocks, start := title, bdgraph.NewCodeBlocks(d.Text), 0
	for line := range strings.SplitSeq(strings.TrimSuffix(d.Text, "\n"), "\n") {
		t.starts = append(t.starts, b.Len())
		foldLine(&b, line)
		fenced := blocks.Enter(start)
		start += len(line) + 1
		if h, ok := parseHeading(line); ok && !fenced {
			path = slices.DeleteFunc(path, func(other heading) bool { return other.level >= h.level })
			path = append(path, h)
			above = title
			for _, h := range path {
				above += " / " + h.text
			}
		}
		t.paths = append(t.paths, above)
	}
	t.folded = b.String()
	t.index = sync.OnceValue(func() *suffixarray.Index { return suffixarray.New([]byte(t.folded)) })
	return t
}

type heading struct {
	level int
	text  string
}

// parseHeading reads a heading that begins with number signs.
func parseHeading(line string) (heading, bool) {
	text := strings.TrimLeft(line, "#")
	level := len(line) - len(text)
	if level < 1 || level > 6 || text != "" && text[0] != ' ' && text[0] != '\t' {
		return heading{}, false
	}
	return heading{level, Fold(strings.TrimRight(text, "# "))}, true
}

// Lines returns how many lines the document has; a last line feed begins no line.
func (t *Text) Lines() int { return len(t.starts) }

// Path returns the title and the headings above a line, folded.
func (t *Text) Path(line int) string {
	return t.paths[min(max(line, 1), len(t.paths))-1]
}

// BeginsOn reports whether a folded passage begins on a line.
func (t *Text) BeginsOn(passage string, line int) bool {
	if line < 1 || line > len(t.starts) {
		return false
	}
	next := len(t.folded)
	if line < len(t.starts) {
		next = t.starts[line]
	}
	window := t.folded[t.starts[line-1]:min(len(t.folded), next+len(passage))]
	at := strings.Index(window, passage)
	return at >= 0 && t.starts[line-1]+at < next
}

// Find returns the line on which a passage first begins, 0 when the document
// does not have it.
func (t *Text) Find(passage string) int {
	at := t.first(passage)
	if at < 0 {
		return 0
	}
	return t.lineAt(at)
}

// first returns where a passage first stands in the folded text, -1 when it does not.
func (t *Text) first(passage string) int {
	// Making the index of a short text takes longer than reading it now and then.
	const short = 64 << 10
	switch {
	case passage == "":
		return -1
	case len(t.folded) < short:
		return strings.Index(t.folded, passage)
	}
	// The index finds a rare passage without reading the text; one that is
	// frequent stands near the beginning, and listing all its places would take longer.
	const rare = 16
	found := t.index().Lookup([]byte(passage), rare)
	switch {
	case len(found) == 0:
		return -1
	case len(found) < rare:
		return slices.Min(found)
	default:
		return strings.Index(t.folded, passage)
	}
}

func (t *Text) lineAt(offset int) int {
	// Of lines that share a start the last has text; a line's start may be the blank before it.
	return sort.Search(len(t.starts), func(i int) bool { return t.starts[i] > offset })
}

// NearMiss is the place where a passage fits best. The zero value fits nowhere.
type NearMiss struct {
	Prefix string // the longest beginning of the passage that the document has
	Line   int    // on which that begins
	Then   string // how the document goes on
}

// Nearest returns where the longest beginning of a passage stands.
func (t *Text) Nearest(passage string) NearMiss {
	index := t.index()
	length := sort.Search(len(passage), func(n int) bool { return len(index.Lookup([]byte(passage[:n+1]), 1)) == 0 })
	for length > 0 && length < len(passage) && !utf8.RuneStart(passage[length]) {
		length--
	}
	if length == 0 {
		return NearMiss{}
	}
	at := t.first(passage[:length])
	return NearMiss{passage[:length], t.lineAt(at), t.folded[at+length:]}
}

// String says where the passage fits and where it leaves the document.
func (m NearMiss) String() string {
	if utf8.RuneCountInString(m.Prefix) < 4 {
		return "no part of it is in the document"
	}
	end := tail(m.Prefix, 24)
	if len(end) < len(m.Prefix) {
		end = "…" + end
	}
	return fmt.Sprintf("up to %s it is on line %d, where the document goes on with %s", strconv.Quote(end), m.Line, strconv.Quote(head(m.Then, 24)))
}

// head returns the first runes of a text, tail the last. They look at no more
// than that of a long text.
func head(s string, n int) string {
	r := []rune(s[:min(len(s), n*utf8.UTFMax)])
	return strings.TrimSuffix(string(r[:min(n, len(r))]), string(utf8.RuneError))
}

func tail(s string, n int) string {
	r := []rune(s)
	return string(r[max(0, len(r)-n):])
}
