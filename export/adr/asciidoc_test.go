package adr

import (
	"fmt"
	"strings"
	"testing"

	"bdgraph"
	"bdgraph/internal/testenv"
)

func TestAsciiDocTitlesOfTwoLines(t *testing.T) {
	const text = "Use queues\n==========\n\nStatus\n-----\nAccepted\n\nDate\n----\n2024-03-05\n\nWhy, in short\n~~~~~~~~~~~~~\nIt waits.\n\n" +
		"Decision\n--------\nWe use queues.\n\n----\nStatus: rejected\n----\n"
	r := read(t, Options{Root: testenv.Project(t, map[string]string{"docs/adr/0001-queues.adoc": text})})
	a := r.ADRs[0]
	if a.Title != "Use queues" || a.Status != bdgraph.StatusAccepted || a.Date.Text != "2024-03-05" {
		t.Errorf("title %q, status %q, date %q", a.Title, a.Status, a.Date.Text)
	}
	var sections []string
	for _, s := range a.Sections {
		sections = append(sections, fmt.Sprintf("%s %d:%d-%d", s.Heading, s.Level, s.Line, s.EndLine))
	}
	if got, want := strings.Join(sections, ", "), "Status 2:4-6, Date 2:8-14, Why, in short 3:12-14, Decision 2:16-22"; got != want {
		t.Errorf("sections %s, want %s", got, want)
	}
}

func TestAsciiDocHeadOfATableByABlankLine(t *testing.T) {
	const list = "= Decisions\n\n|===\n|Number |Title |Status\n\n|1 |Use queues |Accepted\n|2 |Use a log |Proposed\n|===\n"
	r := read(t, Options{Root: testenv.Project(t, map[string]string{"docs/adr/decisions.adoc": list, "docs/adr/0001-a.md": accepted})})
	if len(r.ADRs) != 1 || r.Skipped["index"] != 1 {
		t.Errorf("%d records, skipped %v", len(r.ADRs), r.Skipped)
	}
}

// Were the rest of a file read for each fence that nobody closes, this would take
// many minutes.
func TestAsciiDocFencesThatNobodyCloses(t *testing.T) {
	text := "= Use queues\n\n" + strings.Repeat("```x\n", (maxFileSize-100)/5) + "\n== Status\n\nAccepted\n"
	files := make(map[string]string)
	for n := range 8 {
		files[fmt.Sprintf("docs/adr/000%d-a.adoc", n+1)] = text
	}
	for _, a := range read(t, Options{Root: testenv.Project(t, files)}).ADRs {
		if a.Status != bdgraph.StatusAccepted {
			t.Errorf("%s: status %q", a.Path, a.Status)
		}
	}
}

func TestAsciiDocBlocksThatNobodyCloses(t *testing.T) {
	for _, opening := range []string{"----", "////", "====", "****", "--", "|===\n|a |b", "[NOTE]\n====\nx\n====\n====", "_____\n====\nx\n===="} {
		text := "= Use queues\n\n" + opening + "\nx\n\n== Status\n\nAccepted\n"
		r := read(t, Options{Root: testenv.Project(t, map[string]string{"docs/adr/0001-a.adoc": text})})
		if a := r.ADRs[0]; a.Status != bdgraph.StatusAccepted || a.StatusLine != strings.Count(text, "\n") {
			t.Errorf("%q: status %q on line %d", opening, a.Status, a.StatusLine)
		}
	}
}

func TestAsciiDocLineEndsWithinAValue(t *testing.T) {
	const text = "= Use queues\n\nStatus:: Superseded by +\nxref:0002-b.adoc[ADR 2]\nDate:: 2024-03-05\n"
	r := read(t, Options{Root: testenv.Project(t, map[string]string{
		"docs/adr/0001-a.adoc": text, "docs/adr/0002-b.adoc": "= B\n\n== Status\n\nAccepted +\nDate: 2024-04-05\n",
	})})
	a, b := r.ADRs[0], r.ADRs[1]
	if len(a.Relations) != 1 || a.Relations[0].Target != b.Path || a.Date.Text != "2024-03-05" || b.StatusText != "Accepted" || b.Date.Text != "2024-04-05" {
		t.Errorf("%+v %v, %q %v", a.Relations, a.Date, b.StatusText, b.Date)
	}
}
