package phase1

import (
	"path"
	"strings"
	"unicode"

	"bdgraph"
)

// isTokenByte holds the bytes of which plain names consist. Everything else
// separates tokens, Chinese text included, which writes names without spaces around them.
var isTokenByte = func() (t [256]bool) {
	for c := range 256 {
		t[c] = c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '-' || c == '_' || c == '.'
	}
	return t
}()

// tokenEdges are trimmed from both ends of a token: sentence ends, emphasis, dashes.
const tokenEdges = ".-_"

func isTokenEdge(c byte) bool { return c == '.' || c == '-' || c == '_' }

// names knows everything that a text can name with one word. A plain name is
// looked up as a token; one with other characters in it is searched for by an automaton.
type names struct {
	plain   map[string]name
	first   [256]bool // first bytes of plain names: most words are none at a glance
	longest int
	odd     *automaton
	oddRefs []name
}

// name is what a word stands for.
type name struct {
	refs []bdgraph.NodeRef // more than one only for file names of decision records
	// marked says that the word counts only where the text marks it as a name.
	marked bool
	// foldered says that the word counts only with the folder it lies in.
	foldered bool
}

// collectNames takes issue ids, memory keys, and the file names of decision
// records. Where one word is several of these, the first of this order has it.
func collectNames(c bdgraph.Corpus) *names {
	n := &names{plain: make(map[string]name, len(c.Issues)+len(c.Memories)+2*len(c.ADRs))}
	odd := make(map[string]name)
	add := func(word string, what name) {
		words := n.plain
		if !isPlain(word) {
			words = odd
		}
		old, taken := words[word]
		switch {
		case !taken:
			words[word] = what
		case old.refs[0].Label == bdgraph.ADRLabel && what.refs[0].Label == bdgraph.ADRLabel:
			old.refs = append(old.refs, what.refs...)
			words[word] = old
		}
	}
	for _, i := range c.Issues {
		if i.ID != "" && strings.Trim(i.ID, "0123456789.") != "" { // a number is what every text has
			add(i.ID, name{refs: []bdgraph.NodeRef{issueRef(i.ID)}, marked: isWord(i.ID)})
		}
	}
	for _, m := range c.Memories {
		if ok, marked := isSpecific(m.Key); ok {
			add(m.Key, name{refs: []bdgraph.NodeRef{memoryRef(m.Key)}, marked: marked})
		}
	}
	for _, a := range c.ADRs {
		base := path.Base(a.Path)
		stem := strings.TrimSuffix(base, path.Ext(base))
		numbered := strings.ContainsAny(stem, "0123456789") && strings.ContainsAny(stem, "-_")
		add(base, name{refs: []bdgraph.NodeRef{adrRef(a.Path)}, foldered: !numbered})
		if numbered && len(stem) >= 8 {
			add(stem, name{refs: []bdgraph.NodeRef{adrRef(a.Path)}})
		}
	}
	for word := range n.plain {
		n.first[word[0]] = true
		n.longest = max(n.longest, len(word))
	}
	if len(odd) > 0 {
		n.odd, n.oddRefs = newAutomaton(odd)
	}
	return n
}

// lookup returns what a trimmed token stands for. What follows the last dot
// may be a file's extension or the next sentence, but not a number: bd-7.3 is
// a child of bd-7, and no mention of it.
func (n *names) lookup(token string) (what name, length int, ok bool) {
	if token == "" || !n.first[token[0]] {
		return name{}, 0, false
	}
	for {
		if len(token) <= n.longest {
			if what, ok = n.plain[token]; ok {
				return what, len(token), true
			}
		}
		dot := strings.LastIndexByte(token, '.')
		if dot <= 0 || isNumber(token[dot+1:]) {
			return name{}, 0, false
		}
		token = strings.TrimRight(token[:dot], tokenEdges)
		if token == "" {
			return name{}, 0, false
		}
	}
}

// isPlain reports whether a word is found as a token: only token bytes, none at
// its ends that would be trimmed, and no two dots, which separate.
func isPlain(word string) bool {
	for i := range len(word) {
		if !isTokenByte[word[i]] {
			return false
		}
	}
	return word != "" && strings.Trim(word, tokenEdges) == word && !strings.Contains(word, "..")
}

// isWord reports whether an issue's id has letters alone, as ordinary words have.
func isWord(id string) bool {
	return strings.IndexFunc(id, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}

// isSpecific reports whether a memory's key can be told from ordinary words:
// three words and twelve bytes stand for themselves, two words and eight bytes count
// where they are marked as a name. One word alone never counts, but four Chinese
// characters do, which are written without spaces between words.
func isSpecific(key string) (ok, marked bool) {
	han := 0
	for _, r := range key {
		if unicode.Is(unicode.Han, r) {
			han++
		}
	}
	words := len(strings.FieldsFunc(key, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
	switch {
	case words >= 3 && len(key) >= 12, han >= 4:
		return true, false
	case words >= 2 && len(key) >= 8:
		return true, true
	default:
		return false, false
	}
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
