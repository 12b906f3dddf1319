package bench

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
)

// issue is a line of a store of issues as bd exports it.
type issue struct {
	Type         string       `json:"_type"`
	ID           string       `json:"id"`
	Title        string       `json:"title"`
	Description  string       `json:"description"`
	Status       string       `json:"status"`
	Priority     int          `json:"priority"`
	IssueType    string       `json:"issue_type"`
	CreatedAt    time.Time    `json:"created_at"`
	ClosedAt     *time.Time   `json:"closed_at,omitempty"`
	Dependencies []dependency `json:"dependencies,omitempty"`
}

type dependency struct {
	Issue     string    `json:"issue_id"`
	DependsOn string    `json:"depends_on_id"`
	Type      string    `json:"type"`
	CreatedAt time.Time `json:"created_at"`
}

// WriteIssues writes a store of n issues with about three relationships each: two
// dependencies on older issues, and the mention of one in the description.
func WriteIssues(w io.Writer, n int, seed uint64) error {
	t := newSource(seed)
	out := bufio.NewWriterSize(w, 1<<20)
	lines := json.NewEncoder(out)
	id := func(i int) string { return fmt.Sprintf("gen-%05x", i*7919%(1<<20)+i>>20<<20) }
	for i := range n {
		made := time.Date(2024, 1, 1, 9, 0, i, 0, time.UTC)
		x := issue{
			Type: "issue", ID: id(i), Title: t.text(25, 70), Status: t.pick("closed open in_progress", 60, 30, 10),
			Priority: t.random.IntN(5), IssueType: t.pick("task bug feature chore", 45, 30, 15, 10), CreatedAt: made,
		}
		paragraphs := []string{t.text(150, 400) + ".", t.text(100, 300) + "."}
		if x.Status == "closed" {
			closed := made.Add(time.Duration(1+t.random.IntN(2000)) * time.Hour)
			x.ClosedAt = &closed
		}
		if i > 3 {
			paragraphs = append(paragraphs, "See "+id(t.skewed(i, 3))+" for what came before.")
			first := t.skewed(i, 3)
			for k, other := range []int{first, (first + 1 + t.random.IntN(i-1)) % i} {
				typ := []string{"blocks", t.pick("blocks discovered-from related", 50, 30, 20)}[k]
				x.Dependencies = append(x.Dependencies, dependency{x.ID, id(other), typ, made})
			}
		}
		x.Description = strings.Join(paragraphs, "\n\n")
		if err := lines.Encode(x); err != nil {
			return err
		}
	}
	return out.Flush()
}
