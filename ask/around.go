package ask

import (
	"cmp"
	"slices"

	"bdgraph"
)

// around is one relationship of the node in question.
type around struct {
	Type string `col:"type"`
	Out  bool   `col:"out"`
	Edge edge   `col:"edge"`
	Node node   `col:"node"` // at its other end
}

// around returns the relationships of a node, sorted, with the documents that they and their ends name.
func (s *session) around(n node) ([]around, documents, error) {
	rows, err := query[around](s, queryOf("around", bdgraph.Label(n.Label)), params{"key": n.Key})
	if err != nil {
		return nil, nil, err
	}
	slices.SortFunc(rows, func(a, b around) int {
		return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.Edge.FromEarliest, b.Edge.FromEarliest),
			cmp.Compare(a.Node.Label, b.Node.Label), cmp.Compare(a.Node.Key, b.Node.Key), compareEdges(a.Edge, b.Edge))
	})
	ids := []string{n.ClosedBy}
	for _, r := range rows {
		ids = append(ids, r.Edge.Source, r.Edge.ClosedBy, r.Node.ClosedBy)
	}
	docs, err := s.documents(ids)
	return rows, docs, err
}

// establishing returns those of a rule's relationships that establish it.
func establishing(rows []around) []edge {
	var edges []edge
	for _, r := range rows {
		if r.Type == string(bdgraph.Establishes) && !r.Out {
			edges = append(edges, r.Edge)
		}
	}
	return edges
}

// established returns the rules that a document establishes, and the sources that say so.
func established(rows []around) (rules, sources []string) {
	for _, r := range rows {
		if r.Type == string(bdgraph.Establishes) && r.Out && r.Edge.Confidence != string(bdgraph.Unsupported) {
			rules, sources = append(rules, r.Node.Key), append(sources, r.Edge.Source)
		}
	}
	return distinct(rules), distinct(sources)
}

// closing returns the relationship by which a node was ended.
func closing(rows []around, by string) *around {
	for i, r := range rows {
		if !r.Out && r.Node.Key == by && (r.Type == string(bdgraph.Supersedes) || r.Type == string(bdgraph.Invalidates)) {
			return &rows[i]
		}
	}
	return nil
}

// Link is a relationship seen from the thing that was asked about.
type Link struct {
	Type       bdgraph.RelType    `json:"type"`
	Thing      Thing              `json:"thing"`
	Fact       string             `json:"fact,omitempty"`
	Scope      string             `json:"scope,omitempty"`
	State      bdgraph.State      `json:"state"`
	Span                          // since, until
	EndedBy    string             `json:"ended_by,omitempty"`
	Document   string             `json:"document"` // that says it
	Line       int                `json:"line,omitempty"`
	Quote      string             `json:"quote,omitempty"`
	Confidence bdgraph.Confidence `json:"confidence"`
	Edge       string             `json:"edge"`
}

// linkOf describes a relationship as of the day.
func (s *session) linkOf(r around, docs documents) Link {
	v := r.Edge.interval()
	return Link{
		Type: bdgraph.RelType(r.Type), Thing: r.Node.thing(), Fact: r.Edge.Fact, Scope: r.Edge.Scope, State: v.StateOn(s.day), Span: spanOf(v), EndedBy: docs.name(r.Edge.ClosedBy),
		Document: r.Edge.Source, Line: r.Edge.Line, Quote: r.Edge.Quote, Confidence: bdgraph.Confidence(r.Edge.Confidence), Edge: r.Edge.ID,
	}
}
