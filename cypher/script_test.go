package cypher

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bdgraph/cypher/memgraph"
	"bdgraph/cypher/syntax"
	"bdgraph/cypher/value"
)

// TestScripts runs the scripts in testdata. A script is made of blocks parted by
// empty lines; lines that start with # are remarks.
//
//	graph              one CREATE statement, which may run over several lines,
//	CREATE (:N {k: 1}) and index lines: index N k
//
//	MATCH (n) RETURN n.k   a query, then one line for each row that is expected,
//	> 1                    in any order; >> instead asks for this order
//
//	RETURN 1/0             a query that fails, with a part of the message
//	! by zero
//
// Every query runs on the planned and on the naive plan.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.script")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".script"), func(t *testing.T) { runScript(t, file) })
	}
}

func runScript(t *testing.T, file string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	g := new(memgraph.Builder).Build()
	lines := strings.Split(string(data), "\n")
	for i := 0; i < len(lines); {
		var block []string
		start := i + 1
		for ; i < len(lines) && lines[i] != ""; i++ {
			if !strings.HasPrefix(lines[i], "#") {
				block = append(block, lines[i])
			}
		}
		i++
		switch {
		case len(block) == 0:
		case block[0] == "graph":
			g = scriptGraph(t, block[1:])
		default:
			runCase(t, g, fmt.Sprintf("%s:%d", file, start), block)
		}
	}
}

// scriptGraph builds the graph of a script.
func scriptGraph(t *testing.T, block []string) *memgraph.Graph {
	t.Helper()
	var b memgraph.Builder
	var text []string
	for _, line := range block {
		if fields := strings.Fields(line); fields[0] == "index" {
			b.AddIndex(fields[1], fields[2], len(fields) > 3 && fields[3] == "unique")
			continue
		}
		text = append(text, line)
	}
	st, err := syntax.Parse(strings.Join(text, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	named := make(map[string]memgraph.Node)
	node := func(n *syntax.NodePattern) memgraph.Node {
		if n.Var != nil {
			if have, ok := named[n.Var.Name]; ok {
				return have
			}
		}
		var labels []string
		if n.Labels != nil {
			syntax.Walk(n.Labels, func(l syntax.Node) bool {
				if name, ok := l.(*syntax.LabelName); ok {
					labels = append(labels, name.Value)
				}
				return true
			})
		}
		made := b.AddNode(labels, scriptProperties(t, n.Properties))
		if n.Var != nil {
			named[n.Var.Name] = made
		}
		return made
	}
	for _, c := range st.Query.Parts[0].Clauses {
		for _, path := range c.(*syntax.Create).Pattern.Paths {
			left := node(path.Elements[0].(*syntax.NodePattern))
			for i := 1; i < len(path.Elements); i += 2 {
				rel := path.Elements[i].(*syntax.RelPattern)
				right := node(path.Elements[i+1].(*syntax.NodePattern))
				from, to := left, right
				if rel.Direction == syntax.Incoming {
					from, to = to, from
				}
				b.AddRelationship(rel.Types.(*syntax.LabelName).Value, from, to, scriptProperties(t, rel.Properties))
				left = right
			}
		}
	}
	return b.Build()
}

func scriptProperties(t *testing.T, e syntax.Expr) map[string]Value {
	t.Helper()
	if e == nil {
		return nil
	}
	r, err := NewEngine().Query(context.Background(), new(memgraph.Builder).Build(), "RETURN "+syntax.ExprString(e)+" AS m", nil, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := r.All()
	if err != nil {
		t.Fatal(err)
	}
	out := make(map[string]Value)
	for _, entry := range rows[0][0].Map() {
		out[entry.Key] = entry.Value
	}
	return out
}

func runCase(t *testing.T, g *memgraph.Graph, place string, block []string) {
	t.Helper()
	var query, want []string
	ordered, failure := false, ""
	for _, line := range block {
		switch {
		case strings.HasPrefix(line, ">> "):
			ordered = true
			want = append(want, line[3:])
		case strings.HasPrefix(line, "> "):
			want = append(want, line[2:])
		case strings.HasPrefix(line, "! "):
			failure = line[2:]
		case line == ">":
		default:
			query = append(query, line)
		}
	}
	text := strings.Join(query, "\n")
	for _, naive := range []bool{false, true} {
		got, err := scriptRows(g, text, naive)
		name := map[bool]string{false: "planned", true: "naive"}[naive]
		switch {
		case failure != "" && (err == nil || !strings.Contains(err.Error(), failure)):
			t.Errorf("%s (%s): got %v, %v, want an error with %q\n%s", place, name, got, err, failure, text)
		case failure == "" && err != nil:
			t.Errorf("%s (%s): %v\n%s", place, name, err, text)
		case failure == "":
			expected := slices.Clone(want)
			if !ordered {
				slices.Sort(got)
				slices.Sort(expected)
			}
			if !slices.Equal(got, expected) {
				t.Errorf("%s (%s):\n%s\n got\n%s\nwant\n%s", place, name, text, strings.Join(got, "\n"), strings.Join(expected, "\n"))
			}
		}
	}
}

func scriptRows(g Graph, text string, naive bool) ([]string, error) {
	parameters := map[string]Value{"one": value.Int(1), "none": value.Null, "list": value.ListOf(value.Int(1), value.Int(2), value.Int(1), value.Null)}
	rows, err := runPlan(g, text, parameters, naive, 1_000_000)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, v := range row {
			cells[i] = v.String()
		}
		out = append(out, strings.Join(cells, " | "))
	}
	return out, nil
}
