package phase1

import "bdgraph"

// addADRs adds a node for each decision record.
func (x *extractor) addADRs() {
	for k := range x.corpus.ADRs {
		r := &x.corpus.ADRs[k]
		d := x.documents.find(bdgraph.ADRLabel, k, r.Path)
		a := make(map[string]any, 8)
		setText(a, "id", r.ID)
		setText(a, "number", r.Number)
		setText(a, "title", r.Title)
		setText(a, "status", string(r.Status))
		setText(a, "status_text", r.StatusText)
		setText(a, "date", r.Date.Text)
		if d != nil {
			setText(a, "text", d.Text)
		}
		x.addNode(adrRef(r.Path), a, adrLife(r, d), record{document: d, start: adrExists(r, d)})
	}
}

// adrExists returns the day on which a record began to exist, for what it
// mentions: its own date, even as a draft.
func adrExists(r *bdgraph.ADR, d *bdgraph.Document) bdgraph.Endpoint {
	if !r.Date.IsZero() {
		return bdgraph.At(r.Date, bdgraph.BasisHeader)
	}
	return adrStart(r, d)
}

func adrRef(path string) bdgraph.NodeRef {
	return bdgraph.NodeRef{Label: bdgraph.ADRLabel, Key: path}
}
