package phase1

import (
	"fmt"
	"path"
	"strings"

	"bdgraph"
)

// addADRRelations turns the relation lines of decision records into
// relationships that lead from the newer record to the older. Both sides may say
// it: each is a source of its own.
func (x *extractor) addADRRelations() {
	for k := range x.corpus.ADRs {
		a := &x.corpus.ADRs[k]
		for _, r := range a.Relations {
			x.addADRRelation(a, r)
		}
	}
}

func (x *extractor) addADRRelation(a *bdgraph.ADR, r bdgraph.ADRRelation) {
	own := adrRef(a.Path)
	source := x.sourceOf(own)
	place := bdgraph.Place{File: a.Path, Line: r.Line}
	target, ok := relationTarget(r)
	if !ok {
		x.find(bdgraph.Finding{
			Code: "missing_target", Severity: bdgraph.Warning, Document: source, Place: place,
			Message: fmt.Sprintf("the relation %q names no record", r.Verb),
			Remedy:  "name the record that is meant",
		})
		return
	}
	t := relationType(r.Kind)
	if target == own {
		x.find(selfEdge(t, own, source, place))
		return
	}
	switch code := x.reported[reportedAt{source, r.Line}]; {
	case r.Target != "" || code == "":
		x.needReported(target, source, place, "correct the reference, or add the folder that holds the record to [adr] folders")
	case code == "not_a_record" && t == bdgraph.RelatesTo:
		return // the exporter has said that this leads to some other document
	default:
		x.need(target)
	}

	e := bdgraph.Edge{
		Type: t, From: own, To: target, Source: source, Confidence: bdgraph.Structural,
		Evidence: []bdgraph.Quote{{Text: r.Quote, Line: r.Line}},
	}
	switch r.Kind {
	case bdgraph.ADRSupersededBy, bdgraph.ADRAmendedBy, bdgraph.ADRDeprecatedBy:
		e.From, e.To = target, own
	}
	switch t {
	case bdgraph.Amends:
		e.Scope = r.Scope
	case bdgraph.RelatesTo:
		e.BDType = canonicalType(r.Verb)
		if r.Kind == bdgraph.ADRDeprecatedBy { // the edge is turned round, so is its word
			e.BDType = string(bdgraph.ADRDeprecates)
		}
	}
	if !r.Date.IsZero() {
		e.Stated.From = bdgraph.At(r.Date, bdgraph.BasisSupersessionLine)
	} else if t == bdgraph.RelatesTo || t == bdgraph.TrackedIn {
		e.Stated.From = x.recordOf(own).start
	}
	x.addEdge(e)
}

// reportedAt is a line of a decision record about which the exporter has said
// that its reference leads nowhere; nobody needs to be told twice.
type reportedAt struct {
	document string
	line     int
}

func reportedReferences(findings []bdgraph.Finding) map[reportedAt]string {
	reported := make(map[reportedAt]string)
	for _, f := range findings {
		switch f.Code {
		case "dangling", "ambiguous_ref", "not_a_record":
			reported[reportedAt{f.Document, f.Place.Line}] = f.Code
		}
	}
	return reported
}

// relationType returns the relationship type of a relation line. Deprecation
// by another record ends nothing by itself, since the deprecated record's own
// status does; it is kept as a relation with its verb.
func relationType(k bdgraph.ADRRelationKind) bdgraph.RelType {
	switch k {
	case bdgraph.ADRSupersedes, bdgraph.ADRSupersededBy:
		return bdgraph.Supersedes
	case bdgraph.ADRAmends, bdgraph.ADRAmendedBy:
		return bdgraph.Amends
	case bdgraph.ADRTrackedIn:
		return bdgraph.TrackedIn
	default:
		return bdgraph.RelatesTo
	}
}

// relationTarget returns the node that a relation leads to, whether or not the
// corpus has it. An unresolved reference becomes the key of a placeholder, written
// so that ADR-9 and ADR 0009 are one.
func relationTarget(r bdgraph.ADRRelation) (bdgraph.NodeRef, bool) {
	key := r.Target
	if key == "" {
		key = strings.TrimSpace(r.Written)
	}
	if key == "" {
		return bdgraph.NodeRef{}, false
	}
	if r.Kind == bdgraph.ADRTrackedIn {
		return issueRef(key), true
	}
	if r.Target == "" {
		if number, ok := writtenNumber(key); ok {
			key = "ADR-" + strings.Repeat("0", max(0, 4-len(number))) + number
		} else if strings.Contains(key, "/") {
			key = path.Clean(key)
		}
	}
	return adrRef(key), true
}

// writtenNumber returns the number of a text that is nothing but a reference
// to a decision record, without leading zeros.
func writtenNumber(s string) (string, bool) {
	if len(s) >= 3 && strings.EqualFold(s[:3], "adr") {
		s = strings.TrimLeft(s[3:], " -_#")
	}
	if s == "" || strings.Trim(s, "0123456789") != "" {
		return "", false
	}
	return plainNumber(s), true
}

// plainNumber drops leading zeros.
func plainNumber(digits string) string {
	if n := strings.TrimLeft(digits, "0"); n != "" {
		return n
	}
	return "0"
}
