package phase1

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkLongLine shows that the time for a byte does not grow with the
// length of a line, whatever stands in it again and again.
func BenchmarkLongLine(b *testing.B) {
	for _, unit := range []string{
		"bd-a3f8 ", "#1 and ", "lock #1, ", "docs/adr/0007-queue-mail.md/", "a.", "ADR 7/", "ADR\u00a0", "a/pull/5/", "proj/7", "https://",
		"https://github.com/a/b/pull/5 ", "[bd-a3f8](bd-a3f8)", "PRs 1, 2 and 3, ", "#1-", "src/mail/x.go ", "`", "-",
	} {
		for _, size := range []int{20_000, 200_000} {
			c := mentionCorpus("# outbox " + strings.Repeat(unit, size/len(unit)))
			b.Run(fmt.Sprintf("%s/%d", strings.ReplaceAll(unit, "/", "⁄"), size), func(b *testing.B) {
				for b.Loop() {
					Extract(c, mailer)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size), "ns/byte")
			})
		}
	}
}
