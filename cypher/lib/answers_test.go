package lib_test

import (
	"errors"
	"html"
	"os"
	"regexp"
	"strings"
	"testing"

	"bdgraph/cypher/syntax"
	"bdgraph/cypher/value"
	"bdgraph/internal/testenv"
)

// answer is a code span and what follows its arrow, in a row of the table of
// recorded answers.
var answer = regexp.MustCompile("(?:`` ?(.+?) ?``|`([^`]+)`) → (.+?)(?: · |$)")

// TestRecordedAnswers evaluates every recorded query of a real server that needs
// neither a graph nor parameters, and compares what it prints.
func TestRecordedAnswers(t *testing.T) {
	data, err := os.ReadFile(testenv.Shared(t, "reference", "neo4j-semantics.md"))
	if err != nil {
		t.Fatal(err)
	}
	compared, skipped := 0, map[string]int{}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(strings.TrimSpace(line), " |")
		if !strings.HasPrefix(line, "| ") {
			continue
		}
		for _, m := range answer.FindAllStringSubmatch(line, -1) {
			text, want := m[1]+m[2], strings.ReplaceAll(m[3], `\|`, "|")
			text = html.UnescapeString(strings.ReplaceAll(text, `\|`, "|"))
			if i := strings.Index(want, " — "); i >= 0 {
				want = want[:i]
			}
			if knownDifferences[text] != "" || strings.Contains(text, "$") {
				skipped["left out"]++
				continue
			}
			if !strings.HasPrefix(text, "RETURN") && !strings.HasPrefix(text, "UNWIND") && !strings.HasPrefix(text, "WITH") {
				text = "RETURN " + text
			}
			got, ok := printed(text, &skipped)
			// What a server refuses while it compiles is the checker's to refuse.
			if !ok || strings.HasPrefix(want, "✗ ") || strings.Contains(want, " with $") {
				continue
			}
			compared++
			if !sameAnswer(got, want) {
				t.Errorf("%s\n got %s\nwant %s", text, got, want)
			}
		}
	}
	t.Logf("compared %d, left to others: %v", compared, skipped)
	if compared < 400 {
		t.Errorf("only %d answers were compared: is the file read as it is written?", compared)
	}
}

// knownDifferences are answers that are not ours, with the reason.
var knownDifferences = map[string]string{
	"RETURN 9007199254740993 = 9007199254740992.0, 9007199254740993 > 9007199254740992.0": "a planner's folding of literals; as values they compare exactly",
	"WITH 0.0/0.0 AS n UNWIND [n,n] AS v RETURN count(DISTINCT v)":                        "values have no identity, so each NaN is distinct",
	"coalesce(1, 1/0)":                            "the executor's to stop",
	"{`a b`: 1}":                                  "printed so that it can be read back",
	"UNWIND null AS x RETURN x":                   "no rows print as nothing",
	"size(range(0,1000000000))":                   "beyond the limit on lists",
	"UNWIND [1,2] AS x RETURN -x AS x ORDER BY x": "the order of scopes is the checker's",
	"RETURN keys({b:1, a:2, c:null}), keys({zeta:1, alpha:2, mid:3})": "the server's order of keys is that of a hash table",

	`'foobar' =~ 'foo(?=bar).*'`:  "look-around is refused",
	`'foobar' =~ '.*(?<=foo)bar'`: "look-around is refused",
	`'foo' =~ '(?!bar).*'`:        "look-around is refused",
	`'abab' =~ '(ab)\\1'`:         "back references are refused",
	`'abab' =~ '(?<x>ab)\\k<x>'`:  "back references are refused",
	`'aaa' =~ 'a++'`:              "possessive quantifiers are refused",
	`'a1' =~ '[a-z&&[^b]]\\d'`:    "operations on classes are refused",
	`'a b' =~ '(?x)a\\ b'`:        "the flag x is refused",
	`'ä' =~ '(?U)\\w'`:            "the flag U is refused",
}

// printed evaluates a query and prints its rows as the recordings do.
func printed(text string, skipped *map[string]int) (string, bool) {
	rows, err := query(text)
	var unsupported errUnsupported
	var refused *syntax.Error
	var failed *value.Error
	switch {
	case errors.As(err, &unsupported):
		(*skipped)["not evaluated"]++
		return "", false
	case errors.As(err, &refused):
		(*skipped)["not parsed"]++
		return "", false
	case errors.As(err, &failed):
		return "✗run " + string(failed.Type) + ": " + failed.Message, true
	case err != nil:
		return "✗ " + err.Error(), true
	}
	var lines []string
	for _, row := range rows {
		var cells []string
		for _, v := range row {
			cells = append(cells, plain(v))
		}
		line := strings.Join(cells, ", ")
		if len(row) > 1 {
			line = "(" + line + ")"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "; "), true
}

// plain prints a value as the recordings do: without escapes in strings.
func plain(v value.Value) string {
	switch v.Kind() {
	case value.KindString:
		return "'" + v.Str() + "'"
	case value.KindList:
		parts := make([]string, len(v.List()))
		for i, e := range v.List() {
			parts[i] = plain(e)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return v.String()
}

// sameAnswer compares an answer; of an error the type counts, and where the
// recording's type is the server's own failure, that there is an error.
func sameAnswer(got, want string) bool {
	if strings.HasPrefix(want, "✗run ") {
		if strings.HasPrefix(want, "✗run DatabaseError") || strings.HasPrefix(want, "✗run Procedure.") {
			return strings.HasPrefix(got, "✗run ")
		}
		gotType, _, _ := strings.Cut(got, ":")
		wantType, _, _ := strings.Cut(want, ":")
		return gotType == wantType
	}
	return got == want || strings.HasPrefix(got, "✗") == strings.HasPrefix(want, "✗") && strings.ReplaceAll(got, "'", "") == strings.ReplaceAll(want, "'", "")
}
