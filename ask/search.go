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

// searched is the order in which labels are searched.
var searched = []bdgraph.Label{bdgraph.RuleLabel, bdgraph.ADRLabel, bdgraph.MemoryLabel, bdgraph.IssueLabel, bdgraph.ComponentLabel}

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
	labels := slices.DeleteFunc(slices.Clone(searched), func(l bdgraph.Label) bool {
		return slices.ContainsFunc(searched, func(k bdgraph.Label) bool { return strings.EqualFold(string(k), q.Kind) }) &&
			!strings.EqualFold(string(l), q.Kind)
	})
	candidates, err := s.candidates(out.Terms, labels)
	if err != nil {
		return out, err
	}
	if len(labels) == len(searched) && q.Kind != "" {
		candidates = keep(candidates, func(c candidate) bool {
			return strings.EqualFold(c.Node.Kind, q.Kind) || strings.EqualFold(c.Node.Type, q.Kind)
		})
	}
	scores := s.rankCandidates(out.Terms, candidates)
	lives, err := s.livesIf(candidates)
	if err != nil {
		return out, err
	}
	var closers []string
	told := map[Thing]bdgraph.State{}
	for i, c := range candidates {
		if scores[i] == 0 {
			continue
		}
		h := Hit{Thing: c.Node.thing(), Kind: cmp.Or(c.Node.Kind, c.Node.Type), Status: c.Node.Status, Score: scores[i]}
		h.State, h.Span, h.EndedBy = s.window(c.Node, lives)
		if h.Snippet, _ = lineWith(out.Terms, c.Text); h.Snippet == "" {
			h.Snippet, _ = lineWith(out.Terms, c.Title)
		}
		closers = append(closers, h.EndedBy)
		told[h.Thing] = c.Node.told(h.State)
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
		out.Hits[i].EndedBy, out.Hits[i].State = nameOf(docs, out.Hits[i].EndedBy), told[out.Hits[i].Thing]
	}
	return out, err
}

// candidates returns the nodes of labels that hold any of the terms.
func (s *session) candidates(terms []string, labels []bdgraph.Label) ([]candidate, error) {
	var all []candidate
	for _, l := range labels {
		rows, err := query[candidate](s, "search_"+strings.ToLower(string(l)), params{"words": anyList(terms)})
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	return all, nil
}

func (s *session) rankCandidates(terms []string, cs []candidate) []float64 {
	texts := make([]text, len(cs))
	for i, c := range cs {
		texts[i] = text{Title: c.Title, Body: c.Text}
	}
	return s.rank(terms, texts)
}

// rank returns how well each text answers the terms, among the texts of the whole graph.
func (s *session) rank(terms []string, texts []text) []float64 {
	return rank(terms, texts, s.meta.Issues+s.meta.Memories+s.meta.ADRs+s.meta.Rules)
}

// livesIf returns the lives of rules if there is a rule among the candidates.
func (s *session) livesIf(cs []candidate) (map[string]ruleLife, error) {
	if !slices.ContainsFunc(cs, func(c candidate) bool { return c.Node.Label == string(bdgraph.RuleLabel) }) {
		return nil, nil
	}
	return s.ruleLives()
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
