package export

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"bdgraph"
)

// documentsOf returns the canonical text of each record, sorted by id.
func documentsOf(c bdgraph.Corpus, adrTexts map[string]string, zone *time.Location) ([]bdgraph.Document, []bdgraph.Finding) {
	docs := make([]bdgraph.Document, 0, len(c.Issues)+len(c.Memories)+len(c.ADRs))
	taken := make(map[string]bool, cap(docs))
	add := func(kind bdgraph.DocumentKind, id, key, title, text string) {
		sum := sha256.Sum256([]byte(text))
		docs = append(docs, bdgraph.Document{
			ID: id, Key: key, Kind: kind, Title: title, Text: text, SHA256: hex.EncodeToString(sum[:]),
		})
		taken[id] = true
	}
	for _, i := range c.Issues {
		add(bdgraph.IssueDocument, i.ID, i.ID, i.Title, issueText(i, zone))
	}
	for _, a := range c.ADRs {
		add(bdgraph.ADRDocument, a.Path, a.Path, a.Title, endInNewline(adrTexts[a.Path]))
	}
	var findings []bdgraph.Finding
	for _, m := range c.Memories {
		id := m.Key
		if taken[id] {
			id = "memory:" + m.Key
			findings = append(findings, bdgraph.Finding{
				Code: "ambiguous_id", Severity: bdgraph.Warning, Document: id, Place: m.Place, Count: 1,
				Message: "the memory " + m.Key + " has the same name as an issue or a decision record; its document is called " + id,
				Remedy:  "rename the memory in bd",
			})
		}
		add(bdgraph.MemoryDocument, id, m.Key, m.Key, memoryText(m))
	}
	slices.SortFunc(docs, func(a, b bdgraph.Document) int { return cmp.Compare(a.ID, b.ID) })
	return docs, findings
}

// issueText writes an issue as Markdown. It leaves out what changes without
// the text changing (status, priority, assignee), so that an extraction stays good
// when work moves on.
func issueText(i bdgraph.Issue, zone *time.Location) string {
	var b strings.Builder
	b.WriteString("# " + i.ID + ": " + bdgraph.OneLine(i.Title) + "\n")
	var facts []string
	if i.Type != "" {
		facts = append(facts, "Type: "+bdgraph.OneLine(i.Type))
	}
	if !i.CreatedAt.IsZero() {
		facts = append(facts, "Created: "+bdgraph.DayOf(i.CreatedAt.In(zone)).String())
	}
	if !i.ClosedAt.IsZero() {
		facts = append(facts, "Closed: "+bdgraph.DayOf(i.ClosedAt.In(zone)).String())
	}
	if len(i.Labels) > 0 {
		facts = append(facts, "Labels: "+bdgraph.OneLine(strings.Join(i.Labels, ", ")))
	}
	if i.ExternalRef != "" {
		facts = append(facts, "External: "+bdgraph.OneLine(i.ExternalRef))
	}
	if len(facts) > 0 {
		b.WriteString("\n" + strings.Join(facts, "\n") + "\n")
	}
	section(&b, "Description", i.Description)
	section(&b, "Design", i.Design)
	section(&b, "Acceptance criteria", i.AcceptanceCriteria)
	section(&b, "Notes", i.Notes)
	section(&b, "Close reason", i.CloseReason)
	if len(i.Comments) > 0 {
		b.WriteString("\n## Comments\n")
		for _, c := range i.Comments {
			heading := "Undated"
			if !c.CreatedAt.IsZero() {
				heading = bdgraph.DayOf(c.CreatedAt.In(zone)).String()
			}
			b.WriteString("\n### " + heading + "\n\n" + endInNewline(normal(c.Text)))
		}
	}
	return b.String()
}

func memoryText(m bdgraph.Memory) string {
	return "# " + bdgraph.OneLine(m.Key) + "\n\n" + endInNewline(normal(m.Text))
}

func section(b *strings.Builder, heading, text string) {
	text = strings.Trim(normal(text), "\n")
	if strings.TrimSpace(text) != "" {
		b.WriteString("\n## " + heading + "\n\n" + text + "\n")
	}
}

// normal gives every line of a text the same ending.
func normal(text string) string {
	if !strings.Contains(text, "\r") {
		return text
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

func endInNewline(text string) string {
	if strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}
