package image

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/lib"
	"bdgraph/cypher/value"
)

var _ lib.FullText = (*Image)(nil)

// QueryNodes implements [lib.FullText]: words, of which a node needs one at least;
// "phrases"; prefix*; +must and -must not, AND, OR and NOT. Nodes come by BM25, best
// first, those of equal score by number. Scores are not Lucene's.
func (im *Image) QueryNodes(index, query string, yield func(node graph.NodeID, score float64) bool) error {
	return im.query(index, query, false, func(h hit) bool { return yield(graph.NodeID(h.id), h.score) })
}

// QueryRelationships implements [lib.FullText] as QueryNodes does.
func (im *Image) QueryRelationships(index, query string, yield func(rel graph.RelID, score float64) bool) error {
	return im.query(index, query, true, func(h hit) bool { return yield(graph.RelID(h.id), h.score) })
}

func (im *Image) query(index, query string, rels bool, yield func(hit) bool) error {
	for n := range im.texts {
		t := im.openText(uint32(n))
		if t.name != index || t.rels != rels {
			continue
		}
		clauses, err := parseSearch(query)
		if err != nil {
			return err
		}
		for _, h := range im.search(t, clauses) {
			if !yield(h) {
				return nil
			}
		}
		return nil
	}
	return value.Errorf(value.ProcedureCallFailed, "", "There is no such fulltext schema index: %s", index)
}

// occur says what a clause of a search asks of a document.
type occur int

const (
	should occur = iota
	must
	mustNot
)

// clause is a part of a search: words of which one is needed, words that follow each
// other, or the beginning of a word.
type clause struct {
	occur  occur
	words  []string
	phrase bool
	prefix string // in small letters; "" for none
}

// parseSearch reads a search as Lucene does, as far as QueryNodes says. AND
// demands the clauses on both its sides.
func parseSearch(query string) ([]clause, error) {
	var clauses []clause
	rest := strings.TrimSpace(query)
	and, not := false, false
	for rest != "" {
		c := clause{}
		if not {
			c.occur = mustNot
		}
		for rest != "" && strings.ContainsRune("+-!", rune(rest[0])) {
			c.occur = mustNot
			if rest[0] == '+' {
				c.occur = must
			}
			rest = rest[1:]
		}
		var word string
		if strings.HasPrefix(rest, `"`) {
			end := strings.IndexByte(rest[1:], '"')
			if end < 0 {
				return nil, searchError(query, `a phrase has no closing "`)
			}
			word, rest = rest[1:1+end], rest[end+2:]
			c.phrase = true
		} else {
			end := strings.IndexFunc(rest, func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '"' })
			if end < 0 {
				end = len(rest)
			}
			word, rest = rest[:end], rest[end:]
			switch {
			case word == "AND" || word == "&&":
				if len(clauses) > 0 && clauses[len(clauses)-1].occur == should {
					clauses[len(clauses)-1].occur = must
				}
				and, rest = true, strings.TrimSpace(rest)
				continue
			case word == "OR" || word == "||":
				rest = strings.TrimSpace(rest)
				continue
			case word == "NOT":
				not, rest = true, strings.TrimSpace(rest)
				continue
			}
			if i := strings.IndexAny(word, `()[]{}~^/?:`); i >= 0 {
				return nil, searchError(query, fmt.Sprintf("%q is not supported; words, \"phrases\", prefix*, + - AND OR NOT are; put other signs in quotes", word[i:i+1]))
			}
			if word, ok := strings.CutSuffix(word, "*"); ok {
				c.prefix = strings.ToLower(word)
				if c.prefix == "" || strings.Contains(word, "*") {
					return nil, searchError(query, "* stands only at the end of a word")
				}
			} else if strings.Contains(word, "*") {
				return nil, searchError(query, "* stands only at the end of a word")
			}
		}
		if and && c.occur == should {
			c.occur = must
		}
		and, not = false, false
		rest = strings.TrimSpace(rest)
		if c.prefix == "" {
			tokens(word, func(word string) {
				c.words = append(c.words, word)
				c.phrase = c.phrase || eastAsian([]rune(word)[0]) // no spaces between words: the pairs belong together
			})
			if len(c.words) == 0 {
				continue
			}
		}
		clauses = append(clauses, c)
	}
	return clauses, nil
}

func searchError(query, what string) error {
	return value.Errorf(value.ProcedureCallFailed, "", "the search %q cannot be read: %s", query, what)
}

// hit is a node or relationship that a search found.
type hit struct {
	id    uint32
	score float64
}

func (im *Image) search(t *textReader, clauses []clause) []hit {
	scores := map[int]float64{} // by document
	excluded := map[int]bool{}
	wanted, demanded := false, 0
	met := map[int]int{} // how many of the demanded clauses
	for _, c := range clauses {
		found := im.matches(t, c)
		switch c.occur {
		case mustNot:
			for doc := range found {
				excluded[doc] = true
			}
			continue
		case must:
			demanded++
			for doc := range found {
				met[doc]++
			}
		}
		wanted = true
		for doc, score := range found {
			scores[doc] += score
		}
	}
	if !wanted {
		return nil
	}
	hits := make([]hit, 0, len(scores))
	for doc, score := range scores {
		if !excluded[doc] && met[doc] == demanded {
			hits = append(hits, hit{t.docs[2*doc], score})
		}
	}
	slices.SortFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.id, b.id))
	})
	return hits
}

// matches returns the documents that one clause finds, with their scores.
func (im *Image) matches(t *textReader, c clause) map[int]float64 {
	found := map[int]float64{}
	if c.prefix != "" {
		from := sort.Search(t.terms.len(), func(i int) bool { return t.terms.at(i) >= c.prefix })
		for i := from; i < t.terms.len() && strings.HasPrefix(t.terms.at(i), c.prefix); i++ {
			t.each(i, func(doc, _ int) { found[doc] = 1 })
		}
		return found
	}
	for _, w := range slices.Compact(slices.Sorted(slices.Values(c.words))) {
		i, ok := sort.Find(t.terms.len(), func(i int) int { return cmp.Compare(w, t.terms.at(i)) })
		if !ok {
			if c.phrase {
				return nil
			}
			continue
		}
		rare := t.rarity(t.count(i))
		t.each(i, func(doc, often int) {
			found[doc] += rare * t.weight(doc, often)
		})
	}
	if c.phrase && len(c.words) > 1 {
		for doc := range found {
			if !im.hasPhrase(t, doc, c.words) {
				delete(found, doc)
			}
		}
	}
	return found
}

// BM25's constants, as Lucene has them.
const (
	saturation = 1.2
	lengthPart = 0.75
)

// rarity is the inverse document frequency of a term that so many documents have.
func (t *textReader) rarity(count int) float64 {
	n := float64(len(t.docs) / 2)
	return math.Log(1 + (n-float64(count)+0.5)/(float64(count)+0.5))
}

// weight is what so many occurrences in a document count for.
func (t *textReader) weight(doc, often int) float64 {
	f := float64(often)
	length := float64(t.docs[2*doc+1]) / t.average
	return f / (f + saturation*(1-lengthPart+lengthPart*length))
}

// hasPhrase reports whether words follow each other in one text of a document.
func (im *Image) hasPhrase(t *textReader, doc int, words []string) bool {
	found := false
	for _, k := range t.properties {
		eachText(im.textOf(t, t.docs[2*doc], k), func(text string) {
			if found {
				return
			}
			var all []string
			tokens(text, func(word string) { all = append(all, word) })
			for i := 0; i+len(words) <= len(all) && !found; i++ {
				found = slices.Equal(all[i:i+len(words)], words)
			}
		})
	}
	return found
}

// textOf returns a property of a document.
func (im *Image) textOf(t *textReader, id uint32, k graph.KeyID) value.Value {
	if t.rels {
		return im.RelProperty(graph.RelID(id), k)
	}
	return im.NodeProperty(graph.NodeID(id), k)
}
