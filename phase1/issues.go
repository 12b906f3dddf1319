package phase1

import (
	"time"

	"bdgraph"
)

// addIssues adds a node for each issue.
func (x *extractor) addIssues() {
	for k := range x.corpus.Issues {
		i := &x.corpus.Issues[k]
		d := x.documents.find(bdgraph.IssueLabel, k, i.ID)
		a := make(map[string]any, 12)
		setText(a, "title", i.Title)
		setText(a, "status", i.Status)
		setText(a, "type", i.Type)
		if i.Priority != nil {
			a["priority"] = int64(*i.Priority)
		}
		setList(a, "labels", i.Labels)
		setTime(a, "created_at", i.CreatedAt)
		setTime(a, "closed_at", i.ClosedAt)
		setText(a, "close_reason", i.CloseReason)
		setText(a, "description", i.Description)
		setText(a, "design", i.Design)
		setText(a, "acceptance_criteria", i.AcceptanceCriteria)
		setText(a, "notes", i.Notes)
		setText(a, "external_ref", i.ExternalRef)
		// Empty unless the exporter was asked for personal data.
		setText(a, "owner", i.Owner)
		setText(a, "created_by", i.CreatedBy)
		setText(a, "assignee", i.Assignee)
		at := x.addNode(issueRef(i.ID), a, x.issueLife(i, d), record{document: d, issue: i, start: x.issueStart(i, d)})
		x.issues = append(x.issues, at)
	}
}

// issueStart returns the day on which the issue began to exist, whatever its type.
func (x *extractor) issueStart(i *bdgraph.Issue, d *bdgraph.Document) bdgraph.Endpoint {
	if start := x.instant(i.CreatedAt, bdgraph.BasisBDCreated); !start.IsZero() {
		return start
	}
	return startBound(d)
}

func issueRef(id string) bdgraph.NodeRef {
	return bdgraph.NodeRef{Label: bdgraph.IssueLabel, Key: id}
}

func setText(a map[string]any, name, value string) {
	if value != "" {
		a[name] = value
	}
}

func setList(a map[string]any, name string, values []string) {
	if len(values) > 0 {
		a[name] = values
	}
}

func setTime(a map[string]any, name string, t time.Time) {
	if !t.IsZero() {
		a[name] = t.UTC()
	}
}
