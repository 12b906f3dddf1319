package phase2

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"bdgraph"
)

// manyEdges returns a corpus with one document of so many lines, and an
// extraction with a right edge for each line. With wrong, every quote is wrong.
func manyEdges(n int, wrong bool) (bdgraph.Corpus, []byte) {
	var b strings.Builder
	x := Extraction{Document: "bd-1", LinesRead: n, Edges: make([]Edge, 0, n)}
	for i := 1; i <= n; i++ {
		line := fmt.Sprintf("Rule %d: the mailer queues mail of kind %d in the outbox since 2024-03.", i, i)
		b.WriteString(line + "\n")
		if wrong {
			line = strings.Replace(line, "queues", "drops", 1)
		}
		x.Edges = append(x.Edges, Edge{
			Type: bdgraph.Governs, From: End{Label: bdgraph.RuleLabel, Key: fmt.Sprintf("Queue mail of kind %d in the outbox", i)},
			To: End{Label: bdgraph.ComponentLabel, Key: "mail"}, Fact: "It queues.",
			Evidence: []bdgraph.Quote{{Text: line, Line: i}}, Dates: []Date{{Value: "2024-03", Role: ValidFrom, Quote: "since 2024-03"}},
		})
	}
	x.SHA256 = hash(b.String())
	data, err := json.Marshal(x)
	if err != nil {
		panic(err)
	}
	d := bdgraph.Document{ID: "bd-1", Key: "bd-1", Kind: bdgraph.IssueDocument, Title: "Mail", Text: b.String(), SHA256: x.SHA256}
	return bdgraph.Corpus{Documents: []bdgraph.Document{d}}, data
}

func BenchmarkCheck50000Edges(b *testing.B) {
	for _, wrong := range []bool{false, true} {
		b.Run(fmt.Sprintf("wrong=%t", wrong), func(b *testing.B) {
			c, data := manyEdges(50_000, wrong)
			for b.Loop() {
				f := Read(c, vocabulary, fstest.MapFS{"bd-1.json": {Data: data}})
				if wrong == (len(f.Edges) > 0) {
					b.Fatalf("%d edges, %d findings, the first: %+v", len(f.Edges), len(f.Findings), f.Findings[0])
				}
			}
		})
	}
}
