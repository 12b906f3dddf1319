package ask

import (
	"cmp"
	"slices"
	"strings"

	"bdgraph"
)

// Support is one document's statement that a claim rests on.
type Support struct {
	EstablishedBy string             `json:"established_by"` // what people call the document
	Document      string             `json:"document"`       // its id
	Title         string             `json:"title,omitempty"`
	Line          int                `json:"line,omitempty"`
	Quote         string             `json:"quote,omitempty"`
	Confidence    bdgraph.Confidence `json:"confidence"`
	Relationship  bdgraph.RelType    `json:"relationship"` // what the document says of the rule
	State         bdgraph.State      `json:"state"`        // of this statement on the day
	Edge          string             `json:"edge"`
}

// Reason says why a rule is. Names is the record that it names, "" for a text.
type Reason struct {
	Rule     string `json:"rule,omitempty"` // in the life of a document: one of those that it establishes
	Text     string `json:"text,omitempty"`
	Names    string `json:"names,omitempty"`
	Document string `json:"document,omitempty"`
	Line     int    `json:"line,omitempty"`
}

// The kinds of caveats.
const (
	Amended          = "amended"           // a part of it was changed
	Contradicted     = "contradicted"      // another rule says otherwise
	InConflict       = "conflict"          // it is said to be replaced, which has closed nothing
	UnverifiedCloser = "unverified_closer" // it is said to be ended, which nobody has verified
)

// Caveat is what limits a claim without ending it.
type Caveat struct {
	Kind     string `json:"kind"`
	By       string `json:"by"`              // what people call the record or rule
	Scope    string `json:"scope,omitempty"` // which part
	Since    string `json:"since,omitempty"`
	Quote    string `json:"quote,omitempty"`
	Document string `json:"document,omitempty"` // that says it
	Line     int    `json:"line,omitempty"`
}

// ruleFacts is what the graph holds of a rule beside the claims about components.
type ruleFacts struct {
	ruleRow
	establishing []edge
	reasons      []reasonRow
	against      []againstRow
}

type reasonRow struct {
	Rule  string `col:"rule"`
	Names string `col:"names"`
	ID    string `col:"id"`
	Title string `col:"title"`
	Edge  edge   `col:"edge"`
}

// eventRow is a relationship that amends, replaces, ends or contradicts a rule.
type eventRow struct {
	Rule string `col:"rule"`
	Type string `col:"type"`
	By   string `col:"by"`
	Edge edge   `col:"edge"`
}

// againstRow is such a relationship of a rule, or (with Target) of a document that establishes it.
type againstRow struct {
	eventRow
	Target     string      `col:"target"`
	TargetFrom bdgraph.Day `col:"target_from"`
	TargetTo   bdgraph.Day `col:"target_to"`
}

// ruleFacts gathers what is known of rules: what they say, who establishes them and in
// which words, of the live ones also why, and what limits them.
func (s *session) ruleFacts(live, over []string) (map[string]*ruleFacts, error) {
	live = distinct(live)
	all := params{"rules": anyList(distinct(slices.Concat(live, over)))}
	rules, err := query[ruleRow](s, "rules", all)
	if err != nil || len(rules) == 0 {
		return nil, err
	}
	p := params{"rules": anyList(live)}
	out := make(map[string]*ruleFacts, len(rules))
	for _, r := range rules {
		out[r.Name] = &ruleFacts{ruleRow: r}
	}
	establishing, err := query[struct {
		Rule string `col:"rule"`
		Edge edge   `col:"edge"`
	}](s, "establishing", all)
	if err != nil {
		return nil, err
	}
	for _, r := range establishing {
		out[r.Rule].establishing = append(out[r.Rule].establishing, r.Edge)
	}
	reasons, err := query[reasonRow](s, "reasons", p)
	if err != nil {
		return nil, err
	}
	for _, r := range reasons {
		out[r.Rule].reasons = append(out[r.Rule].reasons, r)
	}
	against, err := query[againstRow](s, "against", p)
	if err != nil {
		return nil, err
	}
	for _, r := range against {
		out[r.Rule].against = append(out[r.Rule].against, r)
	}
	for _, f := range out {
		f.sort()
	}
	return out, nil
}

type ruleRow struct {
	Name      string   `col:"name"`
	ID        string   `col:"id"`
	Kind      string   `col:"kind"`
	Aliases   []string `col:"aliases"`
	Rationale string   `col:"rationale"`
	Rejected  []string `col:"rejected"`
}

// sort puts what came in the store's order into one that every store shares.
func (f *ruleFacts) sort() {
	slices.SortFunc(f.establishing, compareEdges)
	slices.SortFunc(f.reasons, func(a, b reasonRow) int {
		return cmp.Or(cmp.Compare(a.Names, b.Names), compareEdges(a.Edge, b.Edge))
	})
	slices.SortFunc(f.against, func(a, b againstRow) int {
		return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.By, b.By), cmp.Compare(a.Target, b.Target), compareEdges(a.Edge, b.Edge))
	})
}

func compareEdges(a, b edge) int {
	return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.Line, b.Line), cmp.Compare(a.ID, b.ID))
}

// sources returns the ids of every document and rule that the facts name.
func (f *ruleFacts) sources() []string {
	var ids []string
	for _, e := range f.establishing {
		ids = append(ids, e.Source, e.ClosedBy)
	}
	for _, r := range f.reasons {
		ids = append(ids, r.Edge.Source, r.Names)
	}
	for _, r := range f.against {
		ids = append(ids, r.Edge.Source, r.By)
	}
	return ids
}

// wording returns the statement by which a document establishes the rule, false if that
// is but a heading.
func (f *ruleFacts) wording(document string) (edge, bool) {
	for _, e := range f.establishing {
		if e.Source == document && e.Quote != "" && !isHeading(e.Quote) {
			return e, true
		}
	}
	return edge{}, false
}

// isHeading tells whether a quote is the heading of a document or a section.
func isHeading(quote string) bool { return strings.HasPrefix(strings.TrimSpace(quote), "#") }

// because returns the reasons of a rule: its rationale, then what it names.
func (f *ruleFacts) because(docs documents) []Reason {
	var out []Reason
	if f.Rationale != "" {
		out = append(out, Reason{Text: f.Rationale})
	}
	for _, r := range f.reasons {
		reason := Reason{Text: r.Edge.Quote, Names: docs.name(r.Names), Document: r.Edge.Source, Line: r.Edge.Line}
		if !slices.Contains(out, reason) {
			out = append(out, reason)
		}
	}
	return out
}

// caveats returns what limits a claim of the rule that has an interval and rests on
// documents, as of a day.
func (f *ruleFacts) caveats(claim bdgraph.Interval, documents []string, day bdgraph.Day, docs documents) []Caveat {
	var events []eventRow // with the kind of caveat for a type
	for _, r := range f.against {
		if r.Target != "" && !slices.Contains(documents, r.Target) {
			continue
		}
		if kind := r.kind(claim, day); kind != "" {
			events = append(events, eventRow{r.Rule, kind, r.By, r.Edge})
		}
	}
	var out []Caveat
	for _, e := range toldOnce(events) {
		out = append(out, Caveat{
			Kind: e.Type, By: docs.name(e.By), Scope: e.Edge.Scope, Since: e.Edge.ValidFrom,
			Quote: e.Edge.Quote, Document: e.Edge.Source, Line: e.Edge.Line,
		})
	}
	return out
}

// toldOnce leaves one row of each event. That both records tell of an amendment makes it no second one: what
// names the part says more, and of two that do, the word of the record that amends counts.
func toldOnce(events []eventRow) []eventRow {
	rank := func(e eventRow) int { // the lowest is told
		r := 0
		if e.Edge.Scope == "" {
			r += 2
		}
		if e.Edge.Source != e.By {
			r++
		}
		return r
	}
	ranked := make([]int, len(events))
	for i := range ranked {
		ranked[i] = i
	}
	slices.SortStableFunc(ranked, func(a, b int) int {
		return cmp.Or(cmp.Compare(rank(events[a]), rank(events[b])), compareEdges(events[a].Edge, events[b].Edge))
	})
	var told []int
	for _, i := range ranked {
		e := events[i]
		if !slices.ContainsFunc(told, func(k int) bool {
			o := events[k]
			bothSides := o.Edge.Source != e.Edge.Source && (o.Edge.Source == o.By || e.Edge.Source == e.By)
			return o.Rule == e.Rule && o.Type == e.Type && o.By == e.By && (o.Edge.Scope == e.Edge.Scope || e.Edge.Scope == "" || bothSides)
		}) {
			told = append(told, i)
		}
	}
	slices.Sort(told)
	out := make([]eventRow, len(told))
	for i, k := range told {
		out[i] = events[k]
	}
	return out
}

// kind tells what a relationship means on a day for a claim that is not over, or "".
func (r againstRow) kind(claim bdgraph.Interval, day bdgraph.Day) string {
	event := r.Edge.interval()
	if event.StateOn(day) == bdgraph.No {
		return ""
	}
	switch bdgraph.RelType(r.Type) {
	case bdgraph.Amends:
		return Amended
	case bdgraph.Contradicts:
		return Contradicted
	}
	if event.From.Earliest > claim.To.Earliest || event.From.Latest < claim.From.Earliest && r.Target == "" {
		return "" // about another of its intervals
	}
	if bdgraph.Confidence(r.Edge.Confidence) == bdgraph.Unverified {
		return UnverifiedCloser
	}
	holds := claim.StateOn(day) == bdgraph.Holds
	if r.Target != "" { // the document that says it may live on, or other documents restate it
		holds = r.TargetFrom <= day && day < r.TargetTo
	}
	if holds && event.StateOn(day) == bdgraph.Holds {
		return InConflict
	}
	return ""
}

// supportOf describes one statement as of a day.
func supportOf(e edge, t bdgraph.RelType, day bdgraph.Day, docs documents) Support {
	return Support{
		EstablishedBy: docs.name(e.Source), Document: e.Source, Title: docs[e.Source].Title, Line: e.Line, Quote: e.Quote,
		Confidence: bdgraph.Confidence(e.Confidence), Relationship: t, State: e.interval().StateOn(day), Edge: e.ID,
	}
}

// trust orders confidences, the most trusted first.
var trust = []bdgraph.Confidence{bdgraph.Structural, bdgraph.Supported, bdgraph.Textual, bdgraph.Unverified, bdgraph.Unsupported}

// mostTrusted returns the best confidence of supports.
func mostTrusted(supports []Support) bdgraph.Confidence {
	at := len(trust) - 1
	for _, s := range supports {
		if i := slices.Index(trust, s.Confidence); i >= 0 {
			at = min(at, i)
		}
	}
	return trust[at]
}
