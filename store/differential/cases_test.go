package differential

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bdgraph/cypher"
	"bdgraph/cypher/memgraph"
	"bdgraph/cypher/syntax"
	"bdgraph/cypher/value"
)

// A file of cases names a graph, then gives queries in sections:
//
//	graph: team
//
//	== nodes
//	# a comment
//	MATCH (p:Person {age: $age})
//	  RETURN p.name
//	with: {age: 29}
//
// A query goes on in the lines that are indented; with: gives it parameters.
type caseFile struct {
	graph    string
	sections []section
}

type section struct {
	name    string
	queries []query
}

type query struct {
	text       string
	parameters map[string]value.Value
}

func readCases(file string) (caseFile, error) {
	var f caseFile
	data, err := os.ReadFile(file)
	if err != nil {
		return f, err
	}
	var last *query
	for i, line := range strings.Split(string(data), "\n") {
		fail := func(what string) error { return fmt.Errorf("%s:%d: %s", file, i+1, what) }
		switch {
		case strings.TrimSpace(line) == "", strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "graph: "):
			f.graph = strings.TrimPrefix(line, "graph: ")
		case strings.HasPrefix(line, "== "):
			f.sections = append(f.sections, section{name: strings.TrimPrefix(line, "== ")})
			last = nil
		case strings.HasPrefix(line, "with: "):
			if last == nil {
				return f, fail("parameters without a query")
			}
			if last.parameters, err = parametersOf(strings.TrimPrefix(line, "with: ")); err != nil {
				return f, fail(err.Error())
			}
		case strings.HasPrefix(line, " "):
			if last == nil {
				return f, fail("a line that goes on without a query before it")
			}
			last.text += "\n" + line
		default:
			if len(f.sections) == 0 {
				return f, fail("a query before the first section")
			}
			s := &f.sections[len(f.sections)-1]
			s.queries = append(s.queries, query{text: line})
			last = &s.queries[len(s.queries)-1]
		}
	}
	return f, nil
}

// parametersOf evaluates a map.
func parametersOf(text string) (map[string]value.Value, error) {
	var empty memgraph.Builder
	r, err := cypher.NewEngine().Query(context.Background(), empty.Build(), "RETURN "+text, nil, cypher.Limits{})
	if err != nil {
		return nil, err
	}
	rows, err := r.All()
	if err != nil {
		return nil, err
	}
	return propertyMap(rows[0][0].Map()), nil
}

// ordered reports whether the order of rows counts: the query ends with an ORDER BY,
// which in the files of cases decides the place of every row.
func ordered(text string) bool {
	st, err := syntax.Parse(text)
	if err != nil || len(st.Query.Parts) > 1 {
		return false
	}
	clauses := st.Query.Parts[0].Clauses
	r, ok := clauses[len(clauses)-1].(*syntax.Return)
	return ok && len(r.OrderBy) > 0
}

// TestCases asks both every written question.
func TestCases(t *testing.T) {
	s := openServer(t)
	known := readDifferences(t)
	files, err := filepath.Glob("testdata/cases/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	asked, withRows, failed := 0, 0, 0
	for _, file := range files {
		f, err := readCases(file)
		if err != nil {
			t.Fatal(err)
		}
		g := namedGraph(t, f.graph)
		s.load(t, g.scripts...)
		for _, section := range f.sections {
			t.Run(section.name, func(t *testing.T) {
				for _, q := range section.queries {
					ours, theirs := ask(g.memory, q.text, q.parameters), s.ask(q.text, q.parameters)
					asked++
					if theirs.failure != "" {
						failed++
					} else if len(theirs.rows) > 0 {
						withRows++
					}
					difference := compare(ours, theirs, ordered(q.text), false)
					reason, listed := known[q.text]
					delete(known, q.text)
					switch {
					case difference == "" && listed:
						t.Errorf("the answers are the same; take it out of differences.tsv (%s)\n%s", reason, q.text)
					case difference != "" && !listed:
						t.Errorf("%s\n%s", q.text, difference)
					}
				}
			})
		}
	}
	for text := range known {
		t.Errorf("differences.tsv has a query that is not among the cases: %s", text)
	}
	t.Logf("%d questions: %d answered with rows, %d refused or failed", asked, withRows, failed)
	if asked < 1200 || withRows < 800 {
		t.Errorf("only %d questions, %d with rows", asked, withRows)
	}
}

// readDifferences reads differences.tsv: a query whose answers differ on
// purpose, and the reason.
func readDifferences(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile("testdata/differences.tsv")
	if err != nil {
		t.Fatal(err)
	}
	known := make(map[string]string)
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		text, reason, ok := strings.Cut(line, "\t")
		if !ok || reason == "" {
			t.Fatalf("differences.tsv:%d: want query and reason, parted by a tab", i+2)
		}
		known[text] = reason
	}
	return known
}
