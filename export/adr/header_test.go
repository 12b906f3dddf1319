package adr

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"bdgraph"
)

// TestHeaderLines reads testdata/headers.txt: a header in one line, with ⏎ for
// line ends, and below it, indented, what dump says of status, dates and
// relations. Each header stands in record 50 of sixty; those around it are
// called ADR-0001 "Thing 1" in docs/adr/0001-thing-1.md, and so on.
func TestHeaderLines(t *testing.T) {
	text, err := os.ReadFile("testdata/headers.txt")
	if err != nil {
		t.Fatal(err)
	}
	cases := 0
	for block := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
		header, want, _ := strings.Cut(block, "\n")
		if strings.HasPrefix(header, "#!") {
			continue
		}
		cases++
		if got := strings.TrimRight(dumpHeader(strings.ReplaceAll(header, "⏎", "\n")), "\n"); got != strings.TrimRight(want, "\n") {
			t.Errorf("%s\nwant\n%s\ngot\n%s", header, want, got)
		}
	}
	if cases < 100 {
		t.Errorf("only %d headers", cases)
	}
}

func dumpHeader(header string) string {
	var records []*record
	for i := 1; i <= 60; i++ {
		if i == 50 {
			continue
		}
		records = append(records, newRecord(file{name: fmt.Sprintf("docs/adr/%04d-thing-%d.md", i, i)}, fmt.Sprintf("# ADR-%04d: Thing %d\n", i, i)))
	}
	if !strings.HasPrefix(header, "---") {
		header = "# ADR-0050: Subject\n\n" + header
	}
	r := newRecord(file{name: "docs/adr/0050-subject.md"}, header)
	readAll(append(records, r), shipped(), Options{})
	var b strings.Builder
	for line := range strings.Lines(dump(Result{ADRs: []bdgraph.ADR{r.adr}, Findings: distinct(r.findings)})) {
		switch word, _, _ := strings.Cut(strings.TrimSpace(line), " "); word {
		case "id", "title", "language", "shape", "roles", "docs/adr/0050-subject.md":
			continue
		}
		line = strings.ReplaceAll(strings.ReplaceAll(line, "docs/adr/", ""), " 0050-subject.md:", " :")
		if !strings.HasPrefix(line, "  ") {
			line = "  " + line
		}
		b.WriteString(line)
	}
	return b.String()
}
