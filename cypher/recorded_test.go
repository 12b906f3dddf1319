package cypher

import (
	"context"
	"errors"
	"html"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bdgraph/cypher/memgraph"
	"bdgraph/cypher/value"
	"bdgraph/internal/testenv"
)

// recording is a code span and the answer behind its arrow, in a row of the
// table of recorded answers.
var recording = regexp.MustCompile("(?:`` ?(.+?) ?``|`([^`]+)`)(?: with (\\$.+?))? → (.+?)(?: · `|$)")

// recordedGraphs are the graphs that the sections of the recordings speak of.
func recordedGraphs() map[string]*memgraph.Graph {
	text, number := value.String, value.Int
	props := func(pairs ...any) map[string]Value {
		m := make(map[string]Value)
		for i := 0; i < len(pairs); i += 2 {
			m[pairs[i].(string)] = pairs[i+1].(Value)
		}
		return m
	}
	graphs := make(map[string]*memgraph.Graph)

	var chain memgraph.Builder
	a, b, c := chain.AddNode([]string{"A"}, props("k", number(1))), chain.AddNode([]string{"B"}, props("k", number(2))), chain.AddNode([]string{"A"}, props("k", number(3)))
	chain.AddRelationship("R", a, b, props("k", number(1)))
	chain.AddRelationship("R", b, c, props("k", number(2)))
	graphs["chain"] = chain.Build()

	var cycle memgraph.Builder
	nodes := make(map[string]memgraph.Node)
	for _, k := range []string{"a", "b", "c", "d", "e"} {
		nodes[k] = cycle.AddNode([]string{"N"}, props("k", text(k)))
	}
	for i, r := range [][3]string{{"a", "R", "b"}, {"b", "R", "c"}, {"c", "R", "a"}, {"c", "S", "d"}, {"d", "L", "d"}} {
		cycle.AddRelationship(r[1], nodes[r[0]], nodes[r[2]], props("i", number(int64(i+1))))
	}
	cycle.AddIndex("N", "k", true)
	cycle.AddIndex("N", "i", false)
	graphs["cycle"] = cycle.Build()

	var labels memgraph.Builder
	for i, l := range [][]string{{"A"}, {"A", "B"}, {"B", "C"}, nil} {
		labels.AddNode(l, props("id", number(int64(i+1))))
	}
	labels.AddRelationship("R", 0, 1, nil)
	labels.AddRelationship("S", 1, 2, nil)
	graphs["labels"] = labels.Build()

	var stored memgraph.Builder
	day, err := NewEngine().Query(context.Background(), graphs["chain"], "RETURN date('2026-01-01'), duration('P1D')", nil, Limits{})
	if err != nil {
		panic(err)
	}
	rows, err := day.All()
	if err != nil {
		panic(err)
	}
	stored.AddNode([]string{"T"}, props("k", number(1), "s", text("abc"), "f", value.Float(1.5), "b", value.True,
		"l", value.ListOf(number(1), number(2)), "d", rows[0][0], "u", rows[0][1]))
	graphs["stored"] = stored.Build()

	var keyed memgraph.Builder
	keyed.AddNode([]string{"K1"}, props("zz", number(1), "aa", number(2), "mm", number(3)))
	keyed.AddNode([]string{"K2"}, props("zz", number(3), "aa", number(2), "mm", number(1)))
	keyed.AddNode([]string{"Zed", "Abc", "Mid"}, nil)
	keyed.AddNode([]string{"Mid", "Abc", "Zed"}, nil)
	graphs["keyed"] = keyed.Build()
	return graphs
}

// TestRecordedAnswers runs every query that was recorded on a real server and
// compares the answers: rows where there are rows, otherwise that there is an
// error, and whether it comes before the query runs.
func TestRecordedAnswers(t *testing.T) {
	data, err := os.ReadFile(testenv.Shared(t, "reference", "neo4j-semantics.md"))
	if err != nil {
		t.Fatal(err)
	}
	graphs := recordedGraphs()
	section, graph, compared := "", "chain", 0
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(strings.TrimSpace(line), " |")
		switch {
		case strings.HasPrefix(line, "## "):
			section = line
			graph = "chain"
			if strings.HasPrefix(line, "## 7") || strings.HasPrefix(line, "## 8") {
				graph = "cycle"
			}
		case strings.HasPrefix(line, "Stored values"):
			graph = "stored"
		}
		if !strings.HasPrefix(line, "| ") {
			continue
		}
		here := graph
		switch {
		case strings.HasPrefix(line, "| labels, graph"), strings.Contains(line, "`MATCH (n:$($p))"):
			here = "labels"
		case strings.HasPrefix(line, "| labels as an expression"), strings.HasPrefix(line, "| id, elementId"):
			here = "labels"
		case strings.HasPrefix(line, "| keys, labels: order"), strings.HasPrefix(line, "| properties"), strings.Contains(line, ":K1"), strings.Contains(line, "'Zed'"):
			here = "keyed"
		}
		for _, m := range recording.FindAllStringSubmatch(strings.ReplaceAll(line, " · `", " · `\x00`"), -1) {
			text := html.UnescapeString(strings.ReplaceAll(m[1]+m[2], `\|`, "|"))
			want := strings.ReplaceAll(m[4], `\|`, "|")
			if i := strings.Index(want, " — "); i >= 0 {
				want = want[:i]
			}
			text = strings.TrimPrefix(text, "\x00")
			if recordedDifferences[text] != "" || strings.Contains(text, "…") {
				continue
			}
			if !clauseStart.MatchString(text) {
				if here == "stored" {
					text = "MATCH (n:T) RETURN " + text
				} else {
					text = "RETURN " + text
				}
			}
			compared++
			got := recordedAnswer(t, graphs[here], text, m[3])
			if !sameRecording(got, want, text) {
				t.Errorf("%s (%s)\n%s %s\n got %s\nwant %s", section, here, text, m[3], got, want)
			}
		}
	}
	t.Logf("compared %d", compared)
	if compared < 900 {
		t.Errorf("only %d answers were compared: is the file read as it is written?", compared)
	}
}

var clauseStart = regexp.MustCompile(`(?i)^(MATCH|OPTIONAL|RETURN|UNWIND|WITH|CALL|SHOW|CREATE|MERGE|LET|SELECT|CYPHER|FOREACH|LOAD|//|EXPLAIN|PROFILE)\b|^//`)

// recordedDifferences are answers that are not ours, with the reason.
var recordedDifferences = map[string]string{
	"MATCH (n) WITH n ORDER BY n RETURN collect(n.k)":                                     "nodes are numbered by label, not by age",
	"MATCH (a:A), (b:B) RETURN a.k, a < b, a = b, a <> b ORDER BY a.k":                    "nodes are numbered by label, not by age",
	"RETURN 9007199254740993 = 9007199254740992.0, 9007199254740993 > 9007199254740992.0": "the server's planner folds literals; as values they compare exactly",
	"WITH 0.0/0.0 AS n UNWIND [n,n] AS v RETURN count(DISTINCT v)":                        "values have no identity, so each NaN is distinct",
	"{`a b`: 1}":                  "printed so that it can be read back",
	"size(range(0,1000000000))":   "beyond the limit on lists",
	"MATCH (n:K2) RETURN keys(n)": "names get their age from the node as it is built, by the alphabet",
	"range(1, n.f)":               "openCypher's error",
	"range(1,$p)":                 "openCypher's error",
	"RETURN keys({b:1, a:2, c:null}), keys({zeta:1, alpha:2, mid:3})": "the server's order of keys is that of a hash table",

	// Regular expressions that cannot be matched in time proportional to the text are refused.
	`'foobar' =~ 'foo(?=bar).*'`:  "look-around",
	`'foobar' =~ '.*(?<=foo)bar'`: "look-around",
	`'foo' =~ '(?!bar).*'`:        "look-around",
	`'abab' =~ '(ab)\\1'`:         "back references",
	`'abab' =~ '(?<x>ab)\\k<x>'`:  "back references",
	`'aaa' =~ 'a++'`:              "possessive quantifiers",
	`'a1' =~ '[a-z&&[^b]]\\d'`:    "operations on classes",
	`'a b' =~ '(?x)a\\ b'`:        "the flag x",
	`'ä' =~ '(?U)\\w'`:            "the flag U",
}

func recordedAnswer(t *testing.T, g *memgraph.Graph, text, with string) string {
	t.Helper()
	e := NewEngine()
	parameters := make(map[string]Value)
	if with != "" {
		for part := range strings.SplitSeq(with, ", $") {
			name, literal, _ := strings.Cut(strings.TrimPrefix(part, "$"), " = ")
			r, err := e.Query(context.Background(), g, "RETURN "+literal, nil, Limits{})
			if err != nil {
				t.Fatalf("%s: %v", with, err)
			}
			rows, err := r.All()
			if err != nil {
				t.Fatalf("%s: %v", with, err)
			}
			parameters[name] = rows[0][0]
		}
	}
	r, err := e.Query(context.Background(), g, text, parameters, Limits{Steps: 10_000_000})
	if err != nil {
		return "✗ " + err.Error()
	}
	rows, err := r.All()
	if err != nil {
		var v *value.Error
		if errors.As(err, &v) {
			return "✗run " + string(v.Type) + ": " + v.Message
		}
		return "✗run " + err.Error()
	}
	if len(rows) == 0 {
		return "no rows"
	}
	var lines []string
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, v := range row {
			cells[i] = plainText(v)
		}
		line := strings.Join(cells, ", ")
		if len(row) > 1 {
			line = "(" + line + ")"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "; ")
}

// plainText prints a value as the recordings do: without escapes in strings.
func plainText(v value.Value) string {
	switch v.Kind() {
	case value.KindString:
		return "'" + v.Str() + "'"
	case value.KindList:
		parts := make([]string, len(v.List()))
		for i, e := range v.List() {
			parts[i] = plainText(e)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return v.String()
}

func sameRecording(got, want, text string) bool {
	if strings.HasPrefix(want, "✗") {
		return strings.HasPrefix(got, "✗")
	}
	if strings.HasPrefix(got, "✗") {
		return false
	}
	if strings.Contains(text, "ORDER BY") {
		return got == want
	}
	x, y := strings.Split(got, "; "), strings.Split(want, "; ")
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}
