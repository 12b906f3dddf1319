package phase1

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"bdgraph"
)

func at(day string) time.Time {
	t, err := time.Parse(time.RFC3339, day+"T12:00:00Z")
	if err != nil {
		panic(err)
	}
	return t
}

func day(s string) bdgraph.Day {
	d, err := bdgraph.ParseDay(s)
	if err != nil {
		panic(err)
	}
	return d
}

func date(s string) bdgraph.Date {
	d, err := bdgraph.ParseDate(s)
	if err != nil {
		panic(err)
	}
	return d
}

// corpus makes a corpus of issues, with a document each.
func corpus(issues ...bdgraph.Issue) bdgraph.Corpus {
	c := bdgraph.Corpus{Issues: issues}
	for _, i := range issues {
		text := "# " + i.ID + ": " + i.Title + "\n"
		if i.Description != "" {
			text += "\n## Description\n\n" + i.Description + "\n"
		}
		if i.Design != "" {
			text += "\n## Design\n\n" + i.Design + "\n"
		}
		if i.CloseReason != "" {
			text += "\n## Close reason\n\n" + i.CloseReason + "\n"
		}
		c.Documents = append(c.Documents, bdgraph.Document{
			ID: i.ID, Key: i.ID, Kind: bdgraph.IssueDocument, Title: i.Title, Text: text, FirstSeen: day("2026-06-01"),
		})
	}
	return sorted(c)
}

func withADR(c bdgraph.Corpus, a bdgraph.ADR, text string, firstAdded, firstSeen string) bdgraph.Corpus {
	d := bdgraph.Document{ID: a.Path, Key: a.Path, Kind: bdgraph.ADRDocument, Title: a.Title, Text: text}
	if firstAdded != "" {
		d.FirstAdded = day(firstAdded)
	}
	if firstSeen != "" {
		d.FirstSeen = day(firstSeen)
	}
	c.ADRs = append(c.ADRs, a)
	c.Documents = append(c.Documents, d)
	return sorted(c)
}

func nodeOf(t *testing.T, f bdgraph.Fragment, key string) bdgraph.Node {
	t.Helper()
	for _, n := range f.Nodes {
		if n.Key == key {
			return n
		}
	}
	t.Fatalf("no node %q", key)
	return bdgraph.Node{}
}

// edgesOf writes edges as TYPE from>to, with what is worth seeing of each.
func edgesOf(f bdgraph.Fragment, types ...bdgraph.RelType) []string {
	var out []string
	for _, e := range f.Edges {
		if slices.Contains(types, e.Type) {
			s := fmt.Sprintf("%s %s>%s", e.Type, e.From.Key, e.To.Key)
			if e.BDType != "" {
				s += " " + e.BDType
			}
			if e.Stated.From.Text != "" {
				s += " " + e.Stated.From.Text + " " + string(e.Stated.From.Basis)
			}
			if e.Scope != "" {
				s += " (" + e.Scope + ")"
			}
			out = append(out, s)
		}
	}
	slices.Sort(out)
	return out
}

func codes(f bdgraph.Fragment) []string {
	var out []string
	for _, x := range f.Findings {
		out = append(out, x.Code)
	}
	return out
}

func equal(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %q\nwant %q", what, got, want)
	}
}

func issue(id, created, closed string, deps ...bdgraph.Dependency) bdgraph.Issue {
	i := bdgraph.Issue{ID: id, Title: "Title of " + id, Type: "task", Status: "open", CreatedAt: at(created), Dependencies: deps}
	if closed != "" {
		i.Status, i.ClosedAt = "closed", at(closed)
	}
	return i
}

func dep(typ, target string) bdgraph.Dependency {
	return bdgraph.Dependency{Type: typ, Target: target, CreatedAt: at("2026-03-03")}
}

func trusted(d bdgraph.Dependency) bdgraph.Dependency { d.Trusted = true; return d }
