package phase1

import (
	"fmt"
	"strings"
	"testing"
)

// repeated is what stands in a long line again and again.
var repeated = []string{
	"bd-a3f8 ", "#1 and ", "lock #1, ", "docs/adr/0007-queue-mail.md/", "a.", "ADR 7/", "ADR\u00a0", "a/pull/5/", "proj/7", "https://",
	"https://github.com/a/b/pull/5 ", "[bd-a3f8](bd-a3f8)", "PRs 1, 2 and 3, ", "#1-", "src/mail/x.go ", "`", "-",
	"://", "https://github.com/a/b-c#1/", "#555 ", "black #555 ", ") #1 ", "(#1", "a/b#1/#2 ", "upstream #12 ", "Big Show #21 ", "a #x1 and ",
}

// A line of a megabyte is read while one waits: were it read again for each thing in
// it, this test would take an hour.
func TestLongLinesAreReadOnce(t *testing.T) {
	const size = 1_000_000
	for _, unit := range repeated {
		Extract(mentionCorpus("# outbox finding a/b#1 "+strings.Repeat(unit, size/len(unit))), mailer)
	}
}

// BenchmarkLongLine shows that the time for a byte does not grow with the
// length of a line, whatever stands in it again and again.
func BenchmarkLongLine(b *testing.B) {
	for _, unit := range repeated {
		for _, size := range []int{20_000, 200_000} {
			c := mentionCorpus("# outbox finding a/b#1 " + strings.Repeat(unit, size/len(unit)))
			b.Run(fmt.Sprintf("%s/%d", strings.ReplaceAll(unit, "/", "⁄"), size), func(b *testing.B) {
				for b.Loop() {
					Extract(c, mailer)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size), "ns/byte")
			})
		}
	}
}
