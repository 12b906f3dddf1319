package ask

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"bdgraph"
)

// SearchQuery asks for what a text is found in.
type SearchQuery struct {
	Text string
	// Kind narrows to a label (Issue, ADR, Memory, Rule, Component) or to a kind of
	// rule or type of issue (decision, bug …), in any letters; "" is all.
	Kind  string
	Day   bdgraph.Day
	Limit int // 0: SearchLimit
}

// SearchLimit is how many hits an answer lists when nobody asks for another number.
const SearchLimit = 20

// Found is the answer to a search.
type Found struct {
	Header
	Text  string   `json:"text"`
	Terms []string `json:"terms"` // what was looked for
	Hits  []Hit    `json:"hits"`  // what holds before what is possible before what is over
	Total int      `json:"total"` // of hits before the cut
}

// Hit is one thing that a search found.
type Hit struct {
	Thing
	Kind   string        `json:"kind,omitempty"`
	Status string        `json:"status,omitempty"`
	State  bdgraph.State `json:"state,omitempty"` // "" of a closed issue that is no decision
	Span
	// EndedBy is its successor, when it is over.
	EndedBy string  `json:"ended_by,omitempty"`
	Snippet string  `json:"snippet,omitempty"` // the line that fits best
	Score   float64 `json:"score"`
}

// searched are the labels whose texts are searched, as queries call them, in this order.
var searched = []string{"rule", "adr", "memory", "issue", "component"}

// candidate is a node that may answer a search.
type candidate struct {
	Title string `col:"title"`
	Text  string `col:"text"`
	Node  node   `col:"node"`
}

// Search looks for the words of a text, in every text of the graph. A hit holds
// at least one of them; the more and the rarer they are, the better it is. A
// text without words, and a kind that nothing has, find nothing.
func (a *Asker) Search(ctx context.Context, q SearchQuery) (Found, error) {
	return answer(ctx, a, q.Day, func(s *session) (Found, error) { return s.search(q) })
}

func (s *session) search(q SearchQuery) (Found, error) {
	out := Found{Header: s.header, Text: q.Text, Terms: queryTerms(q.Text), Hits: []Hit{}}
	if len(out.Terms) == 0 {
		return out, nil
	}
	kinds, kind := searched, strings.ToLower(q.Kind)
	if slices.Contains(searched, kind) {
		kinds, kind = []string{kind}, ""
	}
	var candidates []candidate
	rules := false
	for _, k := range kinds {
		rows, err := query[candidate](s, "search_"+k, params{"words": anyList(out.Terms)})
		if err != nil {
			return out, err
		}
		rules = rules || k == "rule" && len(rows) > 0
		candidates = append(candidates, rows...)
	}
	if kind != "" {
		candidates = keep(candidates, func(c candidate) bool {
			return strings.EqualFold(c.Node.Kind, kind) || strings.EqualFold(c.Node.Type, kind)
		})
	}
	texts := make([]text, len(candidates))
	for i, c := range candidates {
		texts[i] = text{Title: c.Title, Body: c.Text}
	}
	scores := s.rank(out.Terms, texts)
	var lives map[string]ruleLife
	if rules {
		var err error
		if lives, err = s.ruleLives(); err != nil {
			return out, err
		}
	}
	var closers []string
	told := map[Thing]bdgraph.State{}
	for i, c := range candidates {
		if scores[i] == 0 {
			continue
		}
		n := c.Node
		h := Hit{Thing: n.thing(), Kind: cmp.Or(n.Kind, n.Type), Status: n.Status, Score: scores[i]}
		h.State, h.Span, h.EndedBy = s.window(n, lives)
		h.Snippet = cmp.Or(lineWith(out.Terms, c.Text), lineWith(out.Terms, c.Title))
		closers = append(closers, h.EndedBy)
		told[h.Thing] = n.told(h.State)
		out.Hits = append(out.Hits, h)
	}
	slices.SortFunc(out.Hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(strength(b.State), strength(a.State)), cmp.Compare(b.Score, a.Score),
			cmp.Compare(a.Label, b.Label), cmp.Compare(a.Key, b.Key))
	})
	out.Total = len(out.Hits)
	out.Hits = out.Hits[:min(len(out.Hits), cmp.Or(q.Limit, SearchLimit))]
	docs, err := s.documents(closers)
	for i := range out.Hits {
		out.Hits[i].EndedBy, out.Hits[i].State = docs.name(out.Hits[i].EndedBy), told[out.Hits[i].Thing]
	}
	return out, err
}

// rank returns how well each text answers the terms, among the texts of the whole graph.
func (s *session) rank(terms []string, texts []text) []float64 {
	return rank(terms, texts, s.meta.Issues+s.meta.Memories+s.meta.ADRs+s.meta.Rules)
}

// window tells the state of a node on the day, the interval that it comes from,
// and what ended it.
func (s *session) window(n node, lives map[string]ruleLife) (bdgraph.State, Span, string) {
	if n.Label == string(bdgraph.RuleLabel) {
		l := lives[n.Key]
		w, ok := l.window(s.day)
		if !ok {
			return bdgraph.No, Span{}, ""
		}
		by := ""
		if endedBy(w.interval, s.day) {
			by = l.last(w).ClosedBy
		}
		return l.state(s.day), spanOf(w.interval), by
	}
	v := n.interval()
	by := ""
	if endedBy(v, s.day) {
		by = n.ClosedBy
	}
	return v.StateOn(s.day), spanOf(v), by
}
