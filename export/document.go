package export

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"bdgraph"
)

// documentsOf returns the canonical text of each record, sorted by id.
func documentsOf(c bdgraph.Corpus, adrTexts map[string]string, zone *time.Location) ([]bdgraph.Document, []bdgraph.Finding) {
	docs := make([]bdgraph.Document, 0, len(c.Issues)+len(c.Memories)+len(c.ADRs))
	bdgraph.InChunks(len(c.Issues), 64, func(from, to int) []bdgraph.Document {
		return issueDocuments(c.Issues[from:to], zone)
	}, func(some []bdgraph.Document) { docs = append(docs, some...) })
	var text []byte // of one document after the other
	for _, a := range c.ADRs {
		text = appendLines(text[:0], adrTexts[a.Path])
		docs = append(docs, document(bdgraph.ADRDocument, a.Path, a.Path, a.Title, text))
	}
	byID := func(d bdgraph.Document, id string) int { return cmp.Compare(d.ID, id) }
	slices.SortFunc(docs, func(a, b bdgraph.Document) int { return byID(a, b.ID) })
	others := docs
	isOther := func(id string) bool {
		_, taken := slices.BinarySearchFunc(others, id, byID)
		return taken
	}
	var findings []bdgraph.Finding
	for _, m := range c.Memories {
		id := bdgraph.MemoryID(m.Key, isOther)
		if isOther(m.Key) {
			findings = append(findings, bdgraph.Finding{
				Code: "ambiguous_id", Severity: bdgraph.Warning, Document: id, Place: m.Place, Count: 1,
				Message: "the memory " + m.Key + " has the same name as an issue or a decision record; its document is called " + id,
				Remedy:  "rename the memory in bd",
			})
		}
		text = appendLines(fmt.Appendf(text[:0], "# %s\n\n", bdgraph.OneLine(m.Key)), normal(m.Text))
		docs = append(docs, document(bdgraph.MemoryDocument, id, m.Key, m.Key, text))
	}
	slices.SortFunc(docs, func(a, b bdgraph.Document) int { return byID(a, b.ID) })
	for i := 1; i < len(docs); i++ {
		if id := docs[i].ID; id == docs[i-1].ID {
			findings = append(findings, bdgraph.Finding{
				Code: "ambiguous_id", Severity: bdgraph.Warning, Document: id, Count: 1,
				Message: "an issue has the name of another document, " + id + "; what names it as a source means either",
				Remedy:  "rename the issue in bd",
			})
		}
	}
	return docs, findings
}

func issueDocuments(issues []bdgraph.Issue, zone *time.Location) []bdgraph.Document {
	docs := make([]bdgraph.Document, 0, len(issues))
	var text []byte
	for i := range issues {
		issue := &issues[i]
		text = appendIssue(text[:0], issue, zone)
		docs = append(docs, document(bdgraph.IssueDocument, issue.ID, issue.ID, issue.Title, text))
	}
	return docs
}

func document(kind bdgraph.DocumentKind, id, key, title string, text []byte) bdgraph.Document {
	return bdgraph.Document{ID: id, Key: key, Kind: kind, Title: title, Text: string(text), SHA256: hexSHA256(text)}
}

// appendIssue writes an issue as Markdown. It leaves out what changes without
// the text changing (status, priority, assignee), so that an extraction stays good
// when work moves on.
func appendIssue(to []byte, i *bdgraph.Issue, zone *time.Location) []byte {
	to = fmt.Appendf(to, "# %s: %s\n", i.ID, bdgraph.OneLine(i.Title))
	before := len(to)
	fact := func(name, value string) {
		if value == "" {
			return
		}
		if len(to) == before {
			to = append(to, '\n')
		}
		to = fmt.Appendf(to, "%s: %s\n", name, bdgraph.OneLine(value))
	}
	fact("Type", i.Type)
	fact("Created", dayIn(zone, i.CreatedAt))
	fact("Closed", dayIn(zone, i.ClosedAt))
	fact("Labels", strings.Join(i.Labels, ", "))
	fact("External", i.ExternalRef)
	to = appendSection(to, "Description", i.Description)
	to = appendSection(to, "Design", i.Design)
	to = appendSection(to, "Acceptance criteria", i.AcceptanceCriteria)
	to = appendSection(to, "Notes", i.Notes)
	to = appendSection(to, "Close reason", i.CloseReason)
	if len(i.Comments) > 0 {
		to = append(to, "\n## Comments\n"...)
		for _, c := range i.Comments {
			to = fmt.Appendf(to, "\n### %s\n\n", cmp.Or(dayIn(zone, c.CreatedAt), "Undated"))
			to = appendLines(to, normal(c.Text))
		}
	}
	return to
}

// dayIn writes the day of a time in a zone, "" where there is none.
func dayIn(zone *time.Location, t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return bdgraph.DayOf(t.In(zone)).String()
}

func appendSection(to []byte, heading, text string) []byte {
	text = strings.Trim(normal(text), "\n")
	if strings.TrimSpace(text) == "" {
		return to
	}
	return fmt.Appendf(to, "\n## %s\n\n%s\n", heading, text)
}

// normal gives every line of a text the same ending.
func normal(text string) string {
	if !strings.Contains(text, "\r") {
		return text
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

// appendLines appends a text and ends its last line where it is not.
func appendLines(to []byte, text string) []byte {
	to = append(to, text...)
	if strings.HasSuffix(text, "\n") {
		return to
	}
	return append(to, '\n')
}
