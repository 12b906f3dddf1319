package ask

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"sync"

	"bdgraph"
)

// Life is the answer to "why": the whole life of a document, rule, component or
// relationship.
type Life struct {
	Asked string `json:"asked"`
	Header
	Thing
	State bdgraph.State `json:"state,omitempty"` // on the day; "" for what has no life, and of a closed issue that is no decision
	Span
	Status string `json:"status,omitempty"` // of a record, as its source has it
	Kind   string `json:"kind,omitempty"`   // of a rule; the type of an issue
	// Fact is what a relationship says; From and To are its ends.
	Fact string `json:"fact,omitempty"`
	From *Thing `json:"from,omitempty"`
	To   *Thing `json:"to,omitempty"`
	// Dates tells how each end of each interval was derived, step by step.
	Dates []Dating `json:"dates"`
	// StatedBy are the documents that establish a rule, or that state a relationship.
	StatedBy    []Support `json:"stated_by"`
	Establishes []Link    `json:"establishes"` // rules
	Governs     []Link    `json:"governs"`     // components, with each interval
	Because     []Reason  `json:"because"`
	Rejected    []string  `json:"rejected"` // alternatives that lost
	Replaced    []Link    `json:"replaced"`
	ReplacedBy  []Link    `json:"replaced_by"`
	Amends      []Link    `json:"amends"`
	AmendedBy   []Link    `json:"amended_by"`
	Contradicts []Link    `json:"contradicts"`
	// Verdicts say for each relationship of an extraction how it was judged.
	Verdicts []Judged `json:"verdicts"`
}

// Judged is the verdict on one extracted relationship.
type Judged struct {
	Edge    string             `json:"edge"`
	Claim   string             `json:"claim"`
	Verdict bdgraph.Confidence `json:"verdict"`
}

// edgeID is how the ids of relationships look.
var edgeID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9a-f]{32}$`) })

// Why tells the whole life of what a word names: an issue, memory, decision
// record, rule, component, or a relationship by its id. It fails with [*UnknownError]
// or [*AmbiguousError].
func (a *Asker) Why(ctx context.Context, word string, day bdgraph.Day) (Life, error) {
	if edgeID().MatchString(word) {
		return answer(ctx, a, day, func(s *session) (Life, error) { return s.whyEdge(word) })
	}
	return answerAbout(ctx, a, day, word, func(s *session, n node) (Life, error) { return s.why(word, n) })
}

func (s *session) newLife(word string) Life {
	return Life{
		Asked: word, Header: s.header, Dates: []Dating{}, StatedBy: []Support{}, Establishes: []Link{}, Governs: []Link{},
		Because: []Reason{}, Rejected: []string{}, Replaced: []Link{}, ReplacedBy: []Link{}, Amends: []Link{}, AmendedBy: []Link{},
		Contradicts: []Link{}, Verdicts: []Judged{},
	}
}

func (s *session) why(word string, n node) (Life, error) {
	l := s.newLife(word)
	l.Thing, l.Status, l.Kind = n.thing(), n.Status, cmp.Or(n.Kind, n.Type)
	rows, docs, err := s.around(n)
	if err != nil {
		return l, err
	}
	switch {
	case n.Label == string(bdgraph.RuleLabel):
		if err := s.addRuleLife(&l, n, establishing(rows), docs); err != nil {
			return l, err
		}
	case n.ToLatest != 0:
		v := n.interval()
		l.State, l.Span = n.told(v.StateOn(s.day)), spanOf(v)
		l.Dates = append(l.Dates, datings(n.name(), v, n.ClosedBy, closing(rows, n.ClosedBy), "", docs)...)
	}
	rules, own := established(rows)
	if err := s.addReasons(&l, rules, own); err != nil {
		return l, err
	}
	for _, r := range rows {
		s.addLink(&l, r, docs)
	}
	return l, nil
}

// addReasons adds to the life of a document why the rules are that it establishes, and what
// lost to them. Own is how edges name the document as their source. A rule does not know who
// gave its rationale and alternatives, so those of one that others establish too are not told.
func (s *session) addReasons(l *Life, rules, own []string) error {
	if len(rules) == 0 {
		return nil
	}
	facts, err := s.ruleFacts(rules, nil)
	if err != nil {
		return err
	}
	var named []string
	for _, f := range facts {
		named = append(named, f.sources()...)
	}
	docs, err := s.documents(named)
	if err != nil {
		return err
	}
	for _, rule := range rules {
		f := facts[rule]
		shared := slices.ContainsFunc(f.establishing, func(e edge) bool { return !slices.Contains(own, e.Source) })
		for _, r := range f.because(docs) {
			if r.Rule = rule; !shared || slices.Contains(own, r.Document) {
				l.Because = append(l.Because, r)
			}
		}
		for _, lost := range f.Rejected {
			if !shared && !slices.Contains(l.Rejected, lost) {
				l.Rejected = append(l.Rejected, lost)
			}
		}
	}
	return nil
}

// addRuleLife adds what only rules have: reasons, and intervals by their supports.
func (s *session) addRuleLife(l *Life, n node, establishing []edge, docs documents) error {
	facts, err := s.ruleFacts([]string{n.Key}, nil)
	if err != nil {
		return err
	}
	f := facts[n.Key]
	reasonDocs, err := s.documents(f.sources())
	if err != nil {
		return err
	}
	l.Because = append(l.Because, f.because(reasonDocs)...)
	l.Rejected = append(l.Rejected, f.Rejected...)
	intervals := make([]bdgraph.Interval, 0, len(establishing))
	l.State = bdgraph.No
	for _, e := range establishing {
		v := e.interval()
		l.StatedBy = append(l.StatedBy, supportOf(e, bdgraph.Establishes, s.day, docs))
		of := claimText(docs.name(e.Source), bdgraph.Establishes, n.name()) // the document may begin on another day
		l.Dates = append(l.Dates, datings(of, v, e.ClosedBy, nil, e.StatedEnd, docs)...)
		l.State = best(l.State, v.StateOn(s.day))
		intervals = append(intervals, v)
	}
	if at := nearest(coalesce(intervals), s.day); at != nil {
		l.Span = spanOf(at.interval)
	}
	return nil
}

// nearest returns the interval that says most about a day: one that holds or is
// possible, else the last that began, else the first.
func nearest(list []supported, day bdgraph.Day) *supported {
	var found *supported
	for i := range list {
		c := &list[i]
		if found == nil || strength(c.interval.StateOn(day)) > strength(found.interval.StateOn(day)) ||
			found.interval.StateOn(day) == bdgraph.No && c.interval.From.Latest <= day {
			found = c
		}
	}
	return found
}

// addLink puts one relationship where it belongs.
func (s *session) addLink(l *Life, r around, docs documents) {
	link := s.linkOf(r, docs)
	var to *[]Link
	switch t := bdgraph.RelType(r.Type); {
	case (t == bdgraph.Supersedes || t == bdgraph.Invalidates) && r.Out:
		to = &l.Replaced
	case t == bdgraph.Supersedes || t == bdgraph.Invalidates:
		to = &l.ReplacedBy
	case t == bdgraph.Amends && r.Out:
		to = &l.Amends
	case t == bdgraph.Amends:
		to = &l.AmendedBy
	case t == bdgraph.Contradicts:
		to = &l.Contradicts
	case t == bdgraph.Establishes && r.Out:
		to = &l.Establishes
	case t == bdgraph.Governs || t == bdgraph.Constrains || t == bdgraph.About && r.Out:
		to = &l.Governs
	}
	if to != nil {
		*to = append(*to, link)
	}
	if r.Edge.Phase == 2 {
		l.Verdicts = append(l.Verdicts, Judged{r.Edge.ID, r.Type + " " + r.Node.name(), link.Confidence})
	}
}

// claimText names a relationship by its ends.
func claimText(from string, t bdgraph.RelType, to string) string {
	return fmt.Sprintf("%s %s %s", from, t, to)
}

// whyEdge tells the life of one relationship.
func (s *session) whyEdge(id string) (Life, error) {
	l := s.newLife(id)
	rows, err := query[struct {
		Type string `col:"type"`
		Edge edge   `col:"edge"`
		From node   `col:"from"`
		Node node   `col:"node"`
	}](s, "edge", params{"id": id})
	if err != nil {
		return l, err
	}
	if len(rows) == 0 {
		return l, &UnknownError{Word: id, What: "relationship"}
	}
	r := rows[0]
	docs, err := s.documents([]string{r.Edge.Source, r.Edge.ClosedBy})
	if err != nil {
		return l, err
	}
	v := r.Edge.interval()
	from, to := r.From.thing(), r.Node.thing()
	l.Thing = Thing{Label: r.Type, Key: id, Name: claimText(from.Name, bdgraph.RelType(r.Type), to.Name)}
	l.From, l.To, l.Fact = &from, &to, r.Edge.Fact
	l.State, l.Span = v.StateOn(s.day), spanOf(v)
	l.StatedBy = append(l.StatedBy, supportOf(r.Edge, bdgraph.RelType(r.Type), s.day, docs))
	l.Dates = append(l.Dates, datings(l.Name, v, r.Edge.ClosedBy, nil, r.Edge.StatedEnd, docs)...)
	if r.Edge.Phase == 2 {
		l.Verdicts = append(l.Verdicts, Judged{id, r.Type, bdgraph.Confidence(r.Edge.Confidence)})
	}
	return l, nil
}
