package phase1

import (
	"testing"

	"bdgraph"
)

// A corpus made by hand may hold a text without its record.
func TestADocumentWithoutARecordIsReported(t *testing.T) {
	named := issue("bd-1", "2026-01-01", "")
	for _, c := range []struct {
		what, title, description string
	}{
		{what: "names an issue", title: "Later", description: "After bd-1."},
		{what: "is about a component", title: "Change the Api"},
		{what: "does both", title: "Change the Api", description: "After bd-1, before PR #7."},
	} {
		t.Run(c.what, func(t *testing.T) {
			orphan := issue("bd-2", "2026-01-01", "")
			orphan.Title, orphan.Description = c.title, c.description
			held := corpus(named, orphan)
			held.Issues = held.Issues[:1]
			f := Extract(held, bdgraph.Vocabulary{Components: []bdgraph.Component{{Name: "Api", Paths: []string{"**"}}}})
			var got []string
			for _, found := range f.Findings {
				if found.Code == "dangling" {
					got = append(got, found.Document+": "+found.Message)
				}
			}
			equal(t, "findings", got, []string{"bd-2: Issue(bd-2) is not in the corpus; a placeholder stands for it"})
		})
	}
}

func TestOfTwoDocumentsOfARecordTheLastCounts(t *testing.T) {
	document := func(kind bdgraph.DocumentKind, key, text string) bdgraph.Document {
		return bdgraph.Document{ID: key, Key: key, Kind: kind, Text: text}
	}
	ds := documentsOf([]bdgraph.Document{
		document(bdgraph.IssueDocument, "b", "b"), document(bdgraph.IssueDocument, "a", "first a"),
		document(bdgraph.IssueDocument, "a", "last a"), document("", "a", "a record, where no kind is given"),
	})
	for i := range 4 { // wherever the record stands
		if d := ds.find(bdgraph.IssueLabel, i, "a"); d == nil || d.Text != "last a" {
			t.Errorf("the document of a, at %d, is %+v", i, d)
		}
		if d := ds.find(bdgraph.IssueLabel, i, "b"); d == nil || d.Text != "b" {
			t.Errorf("the document of b, at %d, is %+v", i, d)
		}
		if d := ds.find(bdgraph.IssueLabel, i, "c"); d != nil {
			t.Errorf("the document of c, at %d, is %+v", i, d)
		}
		if d := ds.find(bdgraph.ADRLabel, i, "a"); d == nil || d.Kind != "" {
			t.Errorf("the decision record a, at %d, is %+v", i, d)
		}
	}
}
