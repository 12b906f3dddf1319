package eval

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"bdgraph"
	"bdgraph/internal/passage"
)

// Score is how a graph compares to a gold. Only relationships that a document
// of the gold states count; the found ones are those of phase 2.
type Score struct {
	Documents int `json:"documents"`
	// Stale are documents whose text has changed since the gold was written; they do not count.
	Stale []string             `json:"stale"`
	Types map[string]TypeScore `json:"types"`
	Total TypeScore            `json:"total"`
	// Dates counts the ends of matched intervals: a start or end that the gold states and one that it leaves out both count.
	Dates      Share   `json:"dates"`
	Components Share   `json:"components"` // of links to a component whose passage is in the gold
	Wrong      []Claim `json:"wrong"`      // found, and not in the gold
	Missed     []Claim `json:"missed"`     // in the gold, not optional, and not found
	WrongDates []Claim `json:"wrong_dates"`
}

// TypeScore is the score of one type of relationship, or of all.
type TypeScore struct {
	Found     int     `json:"found"`    // by phase 2
	Right     int     `json:"right"`    // of them
	Expected  int     `json:"expected"` // in the gold, optional ones left out
	Hit       int     `json:"hit"`      // of them, by either phase
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	F1        float64 `json:"f1"`
}

// Share is a part of a whole.
type Share struct {
	Right int     `json:"right"`
	Of    int     `json:"of"`
	Share float64 `json:"share"` // 1 of nothing
}

func (s *Share) add(right bool) {
	s.Of++
	if right {
		s.Right++
	}
}

func (s *Share) finish() {
	s.Share = ratio(s.Right, s.Of)
}

// ratio is 1 where there is nothing to be wrong about.
func ratio(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

// Claim is a relationship in words.
type Claim struct {
	Document string `json:"document"`
	Type     string `json:"type"`
	From     string `json:"from"`
	To       string `json:"to"`
	Quote    string `json:"quote"`
	Note     string `json:"note,omitempty"`
}

// NewScore compares a graph, closed and with its verdicts, to a gold.
//
// A found relationship is right when the gold has one of the same type and
// source, with the same documents and components at its ends, whose first quote is
// in the evidence; what a rule is called does not matter. Each claim of the gold is
// matched once.
func NewScore(g bdgraph.Graph, documents []bdgraph.Document, gold Gold) Score {
	s := Score{Types: make(map[string]TypeScore), Stale: []string{}, Wrong: []Claim{}, Missed: []Claim{}, WrongDates: []Claim{}}
	hashes := make(map[string]string, len(documents))
	for _, d := range documents {
		hashes[d.ID] = d.SHA256
	}
	bySource := make(map[string][]bdgraph.Edge)
	for _, e := range g.Edges {
		bySource[e.Source] = append(bySource[e.Source], e)
	}
	for _, d := range gold.Documents {
		if hashes[d.ID] != d.SHA256 {
			s.Stale = append(s.Stale, d.ID)
			continue
		}
		s.Documents++
		s.document(d, bySource[d.ID])
	}
	s.finish()
	return s
}

// document scores what was found in one document.
func (s *Score) document(d GoldDocument, edges []bdgraph.Edge) {
	evidence := make([][]string, len(edges)) // folded
	for i, e := range edges {
		for _, q := range e.Evidence {
			evidence[i] = append(evidence[i], passage.Fold(q.Text))
		}
	}
	matches := match(d.Edges, edges, evidence)
	hit := make(map[int]bool, len(matches))
	for _, gold := range matches {
		hit[gold] = true
	}
	for k, want := range d.Edges {
		if !want.Optional {
			s.expected(d.ID, want, hit[k])
		}
	}
	for i, e := range edges {
		if e.Phase != 2 {
			continue
		}
		gold, right := matches[i]
		s.found(e, right)
		if right {
			s.dates(e, d.Edges[gold])
		}
		if e.To.Label == bdgraph.ComponentLabel && e.From.Label == bdgraph.RuleLabel {
			s.component(e, evidence[i], d.Edges, right)
		}
	}
}

// pair is a found relationship that may be one of the gold; the better fits come first.
type pair struct{ found, gold, fit int }

// match pairs found relationships with claims of the gold, each with one at most, and
// returns the claims by relationship, both by index.
func match(gold []GoldEdge, edges []bdgraph.Edge, evidence [][]string) map[int]int {
	var pairs []pair
	for k, want := range gold {
		for i, e := range edges {
			if fit, ok := fitOf(e, evidence[i], want); ok {
				pairs = append(pairs, pair{i, k, fit})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(b.fit, a.fit), cmp.Compare(a.gold, b.gold), cmp.Compare(a.found, b.found))
	})
	matches, hit := make(map[int]int), make(map[int]bool)
	for _, p := range pairs {
		if _, taken := matches[p.found]; !taken && !hit[p.gold] {
			matches[p.found], hit[p.gold] = p.gold, true
		}
	}
	return matches
}

// fitOf says whether a found relationship may be a claim of the gold, and how well it fits:
// better where its first quote is the one, and where the claim has to be found.
func fitOf(e bdgraph.Edge, evidence []string, want GoldEdge) (fit int, ok bool) {
	if e.Type != want.Type || !sameEnd(e.From, want.From) || !sameEnd(e.To, want.To) {
		return 0, false
	}
	quote := passage.Fold(want.Quotes[0])
	at := slices.IndexFunc(evidence, func(text string) bool { return strings.Contains(text, quote) || strings.Contains(quote, text) })
	if at == 0 {
		fit += 2
	}
	if !want.Optional {
		fit++
	}
	return fit, at >= 0
}

// expected counts a claim of the gold that has to be found.
func (s *Score) expected(document string, want GoldEdge, hit bool) {
	t := s.Types[string(want.Type)]
	t.Expected++
	if hit {
		t.Hit++
	} else {
		s.Missed = append(s.Missed, Claim{document, string(want.Type), want.From.String(), want.To.String(), want.Quotes[0], ""})
	}
	s.Types[string(want.Type)] = t
}

// found counts an extracted relationship.
func (s *Score) found(e bdgraph.Edge, right bool) {
	t := s.Types[string(e.Type)]
	t.Found++
	if right {
		t.Right++
	} else {
		s.Wrong = append(s.Wrong, claimOf(e, ""))
	}
	s.Types[string(e.Type)] = t
}

// dates compares the interval of a matched relationship.
func (s *Score) dates(e bdgraph.Edge, want GoldEdge) {
	for _, end := range []struct{ name, got, want string }{
		{"begins", e.Valid.From.Text, want.ValidFrom}, {"ends", e.Valid.To.Text, want.InvalidAt},
	} {
		s.Dates.add(end.got == end.want)
		if end.got != end.want {
			s.WrongDates = append(s.WrongDates, claimOf(e, end.name+" "+cmp.Or(end.got, "on no known day")+" instead of "+cmp.Or(end.want, "on no known day")))
		}
	}
}

// component counts a link to a component where the gold knows its passage,
// whether it governs or constrains.
func (s *Score) component(e bdgraph.Edge, evidence []string, gold []GoldEdge, right bool) {
	known := false
	for _, want := range gold {
		if want.To.Label != bdgraph.ComponentLabel || want.From.Label != bdgraph.RuleLabel || len(evidence) == 0 {
			continue
		}
		if strings.Contains(evidence[0], passage.Fold(want.Quotes[0])) {
			known = true
			right = right || want.To == e.To
		}
	}
	if known {
		s.Components.add(right)
	}
}

func sameEnd(found, want bdgraph.NodeRef) bool {
	return found == want || found.Label == bdgraph.RuleLabel && want.Label == bdgraph.RuleLabel
}

func claimOf(e bdgraph.Edge, note string) Claim {
	quote := ""
	if len(e.Evidence) > 0 {
		quote = e.Evidence[0].Text
	}
	return Claim{e.Source, string(e.Type), e.From.String(), e.To.String(), quote, note}
}

// finish computes the shares from the counts.
func (s *Score) finish() {
	for _, name := range slices.Sorted(maps.Keys(s.Types)) {
		t := s.Types[name]
		s.Total.Found += t.Found
		s.Total.Right += t.Right
		s.Total.Expected += t.Expected
		s.Total.Hit += t.Hit
		t.finish()
		s.Types[name] = t
	}
	s.Total.finish()
	s.Dates.finish()
	s.Components.finish()
}

func (t *TypeScore) finish() {
	t.Precision, t.Recall = ratio(t.Right, t.Found), ratio(t.Hit, t.Expected)
	if t.Precision+t.Recall > 0 {
		t.F1 = 2 * t.Precision * t.Recall / (t.Precision + t.Recall)
	}
}
