package adr

import (
	"cmp"
	"fmt"
	"strings"

	"bdgraph"
)

// resolveRelations turns what the lines state into relations with targets.
func (h *headerReader) resolveRelations() {
	a := &h.r.adr
	for _, s := range h.stated {
		rel := bdgraph.ADRRelation{
			Kind: s.kind, Verb: s.verb, Written: s.ref.written, Scope: s.scope, Date: s.date, Quote: h.quote(s.line), Line: s.line,
		}
		t, candidates, answer := h.x.resolve(h.r, s.ref)
		switch answer {
		case found:
			if t == h.r && s.kind == bdgraph.ADRRelates {
				continue // "Decision record: ADR-12" in ADR-12
			}
			rel.Target = t.adr.Path
		case ambiguous:
			paths := make([]string, len(candidates))
			for i, c := range candidates {
				paths[i] = c.adr.Path
			}
			h.find("ambiguous_ref", bdgraph.Warning, s.line, fmt.Sprintf("%s may be %s", quoted(s.ref.written), strings.Join(paths, " or ")), "link to the file")
		case dangling:
			if s.kind == bdgraph.ADRRelates && strings.HasPrefix(s.ref.written, "#") {
				h.find("not_a_record", bdgraph.Info, s.line, quoted(s.ref.written)+" is no decision record; an issue or pull request may be meant", "")
				continue
			}
			h.find("dangling", bdgraph.Warning, s.line, "no record is "+quoted(s.ref.written), "correct the reference, or add the record")
		case elsewhere:
			h.find("not_a_record", bdgraph.Info, s.line, quoted(s.ref.written)+" is no decision record", "")
		}
		h.addRelation(a, rel)
	}
}

// addRelation appends a relation; one that several lines state is kept once,
// by its first line, with the date and scope that any of them gives.
func (h *headerReader) addRelation(a *bdgraph.ADR, rel bdgraph.ADRRelation) {
	for i := range a.Relations {
		o := &a.Relations[i]
		if o.Kind != rel.Kind || o.Target != rel.Target || rel.Target == "" && o.Written != rel.Written || rel.Kind == bdgraph.ADRRelates && o.Verb != rel.Verb {
			continue
		}
		if rel.Line < o.Line {
			rel.Date, rel.Scope = orDate(rel.Date, o.Date), cmp.Or(rel.Scope, o.Scope)
			*o = rel
		} else {
			o.Date, o.Scope = orDate(o.Date, rel.Date), cmp.Or(o.Scope, rel.Scope)
		}
		return
	}
	a.Relations = append(a.Relations, rel)
}

func orDate(a, b bdgraph.Date) bdgraph.Date {
	if a.IsZero() {
		return b
	}
	return a
}

var issueToken = pattern(`[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)+(?:\.\d+)*`)

// issueMention is what may be the id of an issue, and where it stands.
type issueMention struct {
	id string
	at int
}

func issueTokens(v rich) []issueMention {
	var out []issueMention
	for _, m := range issueToken().FindAllStringIndex(v.text, -1) {
		out = append(out, issueMention{v.text[m[0]:m[1]], m[0]})
	}
	return out
}
