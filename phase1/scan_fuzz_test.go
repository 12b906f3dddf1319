package phase1

import (
	"strings"
	"testing"

	"bdgraph"
)

// FuzzScan reads any text without a panic; every hit lies in the text, on the
// line that it gives, and ends after the hit before it.
func FuzzScan(f *testing.F) {
	for _, seed := range []string{
		"see bd-a3f8.1.2, ADR-12/7 and PRs #12-#14.", "[ADR-7](docs/adr/0007-queue-mail.md)", "proj/71 发送规则 Weird Key/With:chars",
		"https://github.com/a/b/pull/5#x a/b#7 `#8`\n```\n#9", "ADR\u00a07 ADR #", "PR", "pull/", "MR !7", "ADR-0020@", "#1,#2 and #3", "_-._bd-a3f8_-.",
		"\xff#1\xc3 ADR 7\xe2\x80", "pull request 7", "PRs 1, 2, and 3",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c := mentionCorpus(text)
		s := newScanner(newTargets(c))
		d := &bdgraph.Document{ID: "x", Key: "x", Kind: bdgraph.IssueDocument, Text: text}
		end := 0
		for _, h := range s.scan(d) {
			if h.end <= end || h.end <= h.start || h.end > len(text) {
				t.Fatalf("hit %+v after %d", h, end)
			}
			if line := 1 + strings.Count(text[:h.start], "\n"); line != h.line {
				t.Fatalf("hit %+v stands on line %d", h, line)
			}
			if q := quoteAt(text, h); !strings.Contains(text, q.Text) || strings.Contains(q.Text, "\n") && !strings.Contains(text[h.start:h.end], "\n") {
				t.Fatalf("quote %q", q.Text)
			}
			end = h.end
		}
		Extract(c, mailer)
	})
}
