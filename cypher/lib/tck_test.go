package lib_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bdgraph/cypher/syntax"
	"bdgraph/cypher/value"
	"bdgraph/internal/testenv"
)

// TestTCKExpressions evaluates the scenarios of the openCypher TCK that ask for
// nothing but expressions, and compares the rows.
func TestTCKExpressions(t *testing.T) {
	for _, folder := range []struct {
		name    string
		atLeast int // scenarios that the evaluator of these tests can run
	}{
		{"temporal", 980},
		{"comparison", 20},
		{"list", 40},
		{"literals", 60},
		{"map", 4},
		{"mathematical", 3},
		{"null", 10},
		{"precedence", 20},
		{"string", 3},
		{"typeConversion", 8},
	} {
		t.Run(folder.name, func(t *testing.T) {
			files, err := filepath.Glob(filepath.Join(testenv.Shared(t, "tck", "features", "expressions", folder.name), "*.feature"))
			if err != nil || len(files) == 0 {
				t.Fatalf("no features: %v", err)
			}
			ran, left := 0, 0
			for _, file := range files {
				for _, s := range readScenarios(t, file) {
					if tckDifferences[s.name] != "" || s.wantsError || s.graph {
						left++
						continue
					}
					rows, err := query(s.query)
					var unsupported errUnsupported
					var refused *syntax.Error
					if errors.As(err, &unsupported) || errors.As(err, &refused) {
						left++
						continue
					}
					ran++
					s.compare(t, rows, err)
				}
			}
			t.Logf("ran %d, left %d to the engine's tests", ran, left)
			if ran < folder.atLeast {
				t.Errorf("only %d scenarios ran, expected %d at least", ran, folder.atLeast)
			}
		})
	}
}

// tckDifferences are scenarios whose answer is not ours, with the reason.
var tckDifferences = map[string]string{
	"[6] Should parse date time with named time zone from string 5":                   "the zone data knows another offset for Stockholm in 1818",
	"[3] Create an empty list if range direction and step direction are inconsistent": "range() as Neo4j has it",
	"[2] Create list from `range()` with explicitly given step 11":                    "range() as Neo4j has it",
	"[9] Return a negative zero float":                                                "-0.0 keeps its sign, as in Neo4j",
	"[5] Return a single-quoted string with escaped characters":                       "the table's own escapes are not undone here",
	"[1] Using `keys()` on a literal map":                                             "the order of keys, which the scenario leaves open",
	"[10] Return a negative zero float without integer digits":                        "-0.0 keeps its sign, as in Neo4j",
}

// scenario is one expanded scenario of a feature file.
type scenario struct {
	name       string
	query      string
	table      []string // the expected rows, header first
	ordered    bool
	wantsError bool
	graph      bool // it needs a graph with content
	given      string
}

// compare checks the rows, which temporal values print in the TCK in a shorter
// form, so that texts of both are read back where they differ.
func (s scenario) compare(t *testing.T, rows [][]value.Value, err error) {
	t.Helper()
	if err != nil {
		t.Errorf("%s\n%s\n%v", s.name, s.query, err)
		return
	}
	got := make([]string, len(rows))
	for i, row := range rows {
		cells := make([]string, len(row))
		for j, v := range row {
			cells[j] = canonical(v)
		}
		got[i] = strings.Join(cells, " | ")
	}
	want := make([]string, 0, len(s.table))
	for _, line := range s.table[min(1, len(s.table)):] {
		cells := strings.Split(line, "|")
		for j, cell := range cells {
			cells[j] = canonicalText(strings.TrimSpace(cell), rows, len(want), j)
		}
		want = append(want, strings.Join(cells, " | "))
	}
	if !s.ordered {
		slices.Sort(got)
		slices.Sort(want)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s\n%s\n got %q\nwant %q", s.name, s.query, got, want)
	}
}

// canonical prints a value as the evaluator would print the TCK's text for it.
func canonical(v value.Value) string {
	if v.IsTemporal() || v.Kind() == value.KindDuration {
		return value.String(v.String()).String()
	}
	return v.String()
}

// canonicalText evaluates a cell of the TCK; a text that stands for a temporal
// value is read as the same kind as the value there.
func canonicalText(cell string, rows [][]value.Value, i, j int) string {
	v, err := expression(cell)
	if err != nil {
		return cell
	}
	if v.Kind() == value.KindString && i < len(rows) && j < len(rows[i]) {
		if name := constructors[rows[i][j].Kind()]; name != "" {
			if parsed, err := expression(name + "(" + v.String() + ")"); err == nil {
				return canonical(parsed)
			}
		}
	}
	return v.String()
}

var constructors = map[value.Kind]string{
	value.KindDate: "date", value.KindTime: "time", value.KindLocalTime: "localtime",
	value.KindDateTime: "datetime", value.KindLocalDateTime: "localdatetime", value.KindDuration: "duration",
}

// readScenarios reads a feature file and expands its outlines.
func readScenarios(t *testing.T, file string) (all []scenario) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var current scenario
	var examples [][]string
	var into *string // the text block that is being read
	inExamples, started := false, false
	flush := func() {
		if started {
			all = append(all, current.expand(examples)...)
		}
		current, examples, inExamples = scenario{}, nil, false
	}
	given := false // the next text block makes the graph
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		switch {
		case line == `"""`:
			if into != nil {
				into = nil
			} else if given {
				into = &current.given
			} else {
				into = &current.query
			}
		case into != nil:
			*into += line + "\n"
		case strings.HasPrefix(line, "Scenario"):
			flush()
			started = true
			_, current.name, _ = strings.Cut(line, ": ")
		case strings.HasPrefix(line, "And having executed"):
			current.graph, given = true, true
		case strings.HasPrefix(line, "When executing"):
			given = false
		case strings.Contains(line, "should be raised"):
			current.wantsError = true
		case strings.Contains(line, "in order"):
			current.ordered = true
		case strings.HasPrefix(line, "Examples:"):
			inExamples = true
		case strings.HasPrefix(line, "|") && inExamples:
			examples = append(examples, cellsOf(line))
		case strings.HasPrefix(line, "|"):
			current.table = append(current.table, strings.Trim(line, "|"))
		}
	}
	flush()
	return all
}

func cellsOf(line string) (cells []string) {
	for cell := range strings.SplitSeq(strings.Trim(line, "|"), "|") {
		cells = append(cells, strings.TrimSpace(cell))
	}
	return cells
}

var (
	creation = regexp.MustCompile(`^CREATE \(:(\w+) (\{.*\})\)$`)
	matching = regexp.MustCompile(`(?m)^MATCH (\(\w+: ?\w+\)(?:, \(\w+: ?\w+\))*)$`)
	matched  = regexp.MustCompile(`\((\w+): ?(\w+)\)`)
)

// withoutGraph rewrites a query that only looks up nodes by their labels: a map
// stands for each, which has the same properties.
func (s *scenario) withoutGraph() {
	maps := make(map[string]string)
	for line := range strings.SplitSeq(strings.TrimSpace(s.given), "\n") {
		m := creation.FindStringSubmatch(line)
		if m == nil || maps[m[1]] != "" {
			return
		}
		maps[m[1]] = m[2]
	}
	s.query = matching.ReplaceAllStringFunc(s.query, func(match string) string {
		var unwinds []string
		for _, m := range matched.FindAllStringSubmatch(match, -1) {
			unwinds = append(unwinds, "UNWIND ["+maps[m[2]]+"] AS "+m[1])
		}
		return strings.Join(unwinds, "\n")
	})
	s.graph = strings.Contains(s.query, "MATCH")
}

// expand makes a scenario of each example.
func (s scenario) expand(examples [][]string) []scenario {
	if s.given != "" {
		s.withoutGraph()
	}
	if len(examples) == 0 {
		return []scenario{s}
	}
	var all []scenario
	for i, row := range examples[1:] {
		pairs := make([]string, 0, 2*len(row))
		for j, name := range examples[0] {
			pairs = append(pairs, "<"+name+">", row[j])
		}
		r := strings.NewReplacer(pairs...)
		expanded := s
		expanded.name = s.name + " " + value.Int(int64(i+1)).String()
		expanded.query = r.Replace(s.query)
		expanded.table = make([]string, len(s.table))
		for j, line := range s.table {
			expanded.table[j] = r.Replace(line)
		}
		all = append(all, expanded)
	}
	return all
}
