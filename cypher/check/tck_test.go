package check_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bdgraph/cypher/check"
	"bdgraph/cypher/syntax"
	"bdgraph/internal/testenv"
)

// scenario is one scenario of the openCypher TCK, or one row of its examples, as
// far as this package is concerned.
type scenario struct {
	name       string
	setup      []string // queries that make the graph
	query      string
	parameters []string
	procedures library
	kind       string // of the error that is wanted; empty for none
	phase      string
	detail     string
}

var (
	scenarioHead = regexp.MustCompile(`(?m)^\s*Scenario(?: Outline)?: (.*)$`)
	wantedError  = regexp.MustCompile(`an? (\w+) should be raised at (compile time|runtime|any time): (\S+)`)
	docString    = regexp.MustCompile(`(?s)(having executed|executing query|executing control query):\s*"""(.*?)"""`)
	procedure    = regexp.MustCompile(`there exists a procedure ([\w.]+)\((.*?)\) :: \((.*?)\) ?:`)
	parameterRow = regexp.MustCompile(`(?m)parameters are:\s*((?:\s*\|.*\n)+)`)
	placeholder  = regexp.MustCompile(`<(\w+)>`)
)

// scenarios reads the feature files, with outlines expanded.
func scenarios(t *testing.T) []scenario {
	t.Helper()
	var list []scenario
	root := filepath.Join(testenv.Shared(t, "tck"), "features")
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".feature") {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		text := string(b)
		heads := scenarioHead.FindAllStringSubmatchIndex(text, -1)
		for i, head := range heads {
			end := len(text)
			if i+1 < len(heads) {
				end = heads[i+1][0]
			}
			name := filepath.Base(path) + " " + text[head[2]:head[3]]
			list = append(list, expand(name, text[head[1]:end])...)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 3800 {
		t.Fatalf("only %d scenarios", len(list))
	}
	return list
}

// expand makes one scenario of each example row.
func expand(name, body string) []scenario {
	steps, examples, ok := strings.Cut(body, "Examples:")
	if !ok {
		return []scenario{readScenario(name, steps)}
	}
	var list []scenario
	var head []string
	for line := range strings.Lines(examples) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") {
			continue
		}
		cells := strings.Split(strings.Trim(strings.ReplaceAll(line, `\|`, "\x00"), "|"), "|")
		for i := range cells {
			cells[i] = strings.ReplaceAll(strings.TrimSpace(cells[i]), "\x00", "|")
		}
		if head == nil {
			head = cells
			continue
		}
		filled := placeholder.ReplaceAllStringFunc(steps, func(s string) string {
			if i := slices.Index(head, s[1:len(s)-1]); i >= 0 {
				return cells[i]
			}
			return s
		})
		list = append(list, readScenario(fmt.Sprintf("%s (%d)", name, len(list)+1), filled))
	}
	return list
}

func readScenario(name, steps string) scenario {
	s := scenario{name: name, procedures: library{}}
	for _, m := range docString.FindAllStringSubmatch(steps, -1) {
		if m[1] == "executing query" {
			s.query = m[2]
		} else {
			s.setup = append(s.setup, m[2])
		}
	}
	if m := wantedError.FindStringSubmatch(steps); m != nil {
		s.kind, s.phase, s.detail = m[1], m[2], m[3]
	}
	for _, m := range procedure.FindAllStringSubmatch(steps, -1) {
		s.procedures[m[1]] = check.Procedure{Name: m[1], Args: signatureOf(m[2]), Columns: signatureOf(m[3])}
	}
	if m := parameterRow.FindStringSubmatch(steps); m != nil {
		for line := range strings.Lines(m[1]) {
			if cells := strings.Split(line, "|"); len(cells) > 1 {
				s.parameters = append(s.parameters, strings.TrimSpace(cells[1]))
			}
		}
	}
	return s
}

func signatureOf(text string) []check.Argument {
	types := map[string]check.Type{"INTEGER": check.Integer, "FLOAT": check.Float, "NUMBER": check.Number, "STRING": check.String}
	var args []check.Argument
	for part := range strings.SplitSeq(text, ",") {
		if name, kind, ok := strings.Cut(part, "::"); ok {
			t, known := types[strings.Trim(kind, " ?")]
			if !known {
				t = check.Any
			}
			args = append(args, check.Argument{Name: strings.TrimSpace(name), Type: t})
		}
	}
	return args
}

func (s scenario) env() check.Env {
	env := check.Env{Signatures: s.procedures, Parameters: map[string]check.Type{}, AllowWrites: true}
	for _, name := range s.parameters {
		env.Parameters[name] = check.Any
	}
	return env
}

// TestTCKErrors holds that every scenario which wants an error before the query
// runs gets it with its type and detail, and that no other scenario is refused, but
// for those that want an error later.
func TestTCKErrors(t *testing.T) {
	errors, passed := 0, 0
	for _, s := range scenarios(t) {
		for _, query := range s.setup {
			if _, err := checked(query, s.env()); err != nil {
				t.Errorf("%s: set-up: %v\n%s", s.name, err, query)
			}
		}
		_, err := checked(s.query, s.env())
		e, _ := err.(*syntax.Error)
		switch {
		case s.phase == syntax.Phase:
			errors++
			switch {
			case err == nil:
				t.Errorf("%s: accepted, want %s %s: %s", s.name, s.kind, s.detail, oneLine(s.query))
			case string(e.Type) != s.kind || e.Detail != s.detail:
				t.Errorf("%s: %s %s, want %s %s: %v: %s", s.name, e.Type, e.Detail, s.kind, s.detail, err, oneLine(s.query))
			default:
				passed++
			}
		case err != nil && s.phase == "":
			t.Errorf("%s: refused: %v: %s", s.name, err, oneLine(s.query))
		case err != nil && s.phase == "any time" && string(e.Type) != s.kind:
			t.Errorf("%s: %s, want %s: %v", s.name, e.Type, s.kind, err)
		}
	}
	t.Logf("%d of %d errors at compile time as wanted", passed, errors)
	if errors < 567 {
		t.Errorf("only %d scenarios want an error at compile time", errors)
	}
}
