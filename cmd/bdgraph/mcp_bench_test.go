package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"
)

// benchGraph is the graph file that BDGRAPH_BENCH_GRAPH names, or the demo's, and
// the id of one of its issues.
func benchGraph(b *testing.B, program string) (dir string, arguments []string, id string) {
	b.Helper()
	dir = b.TempDir()
	if file := os.Getenv("BDGRAPH_BENCH_GRAPH"); file != "" {
		arguments = []string{"--graph", file}
	} else {
		dir = demoProject(b, program)
	}
	p := startMCP(b, program, dir, arguments...)
	answer := p.call("query_graph", `{"cypher":"MATCH (i:Issue) RETURN min(i.id) AS id"}`)
	p.to.Close()
	p.ends()
	m := regexp.MustCompile(`"rows":\[\["([^"]+)"`).FindStringSubmatch(answer)
	if m == nil {
		b.Fatalf("no issue: %s", answer)
	}
	return dir, arguments, m[1]
}

// BenchmarkMCPFirstAnswer takes a process from its start to its first answer.
func BenchmarkMCPFirstAnswer(b *testing.B) {
	program := bdgraphProgram(b)
	dir, arguments, id := benchGraph(b, program)
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		p := startMCP(b, program, dir, arguments...)
		p.call("query_graph", fmt.Sprintf(`{"cypher":"MATCH (i:Issue {id: $id}) RETURN i.title","params":{"id":%q}}`, id))
		took = append(took, time.Since(start))
		p.to.Close()
		p.ends()
	}
	reportMedian(b, took)
}

// BenchmarkMCPQuery takes a point query over stdio, with a text that was seen and
// with a new one each time, and the memory of the process.
func BenchmarkMCPQuery(b *testing.B) {
	program := bdgraphProgram(b)
	dir, arguments, id := benchGraph(b, program)
	for name, request := range map[string]func(int) string{
		"seen": func(int) string {
			return fmt.Sprintf(`{"cypher":"MATCH (i:Issue {id: $id}) RETURN i.title","params":{"id":%q}}`, id)
		},
		"new": func(n int) string {
			return fmt.Sprintf(`{"cypher":"MATCH (i:Issue {id: '%s'}) RETURN i.title AS t%d"}`, id, n)
		},
	} {
		b.Run(name, func(b *testing.B) {
			p := startMCP(b, program, dir, arguments...)
			var took []time.Duration
			for n := 0; b.Loop(); n++ {
				start := time.Now()
				p.call("query_graph", request(n))
				took = append(took, time.Since(start))
			}
			reportMedian(b, took)
			b.ReportMetric(residentMB(p.cmd.Process.Pid), "MB-resident")
			p.to.Close()
			p.ends()
		})
	}
}

func reportMedian(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-median")
}

// residentMB is the memory of a process where the system tells it, else 0.
func residentMB(pid int) float64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	m := regexp.MustCompile(`VmRSS:\s+(\d+) kB`).FindSubmatch(status)
	if m == nil {
		return 0
	}
	kb, err := strconv.Atoi(string(m[1]))
	if err != nil {
		return 0
	}
	return float64(kb) / 1024
}
