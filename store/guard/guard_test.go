package guard_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"bdgraph/cypher/lib"
	"bdgraph/cypher/syntax"
	"bdgraph/store"
	"bdgraph/store/guard"
	"bdgraph/store/storetest"
)

func TestBypassCorpus(t *testing.T) {
	for _, a := range storetest.Attacks(t, "9") {
		err := guard.Check(a.Text, guard.Agent)
		if a.Code == "-" {
			if err != nil {
				t.Errorf("%s %q is refused: %v", a.Group, a.Text, err)
			}
			continue
		}
		var e *store.Error
		if !errors.As(err, &e) {
			t.Errorf("%s %q: got %v, want %s", a.Group, a.Text, err, a.Code)
			continue
		}
		if e.Code != a.Code || e.Position.Line == 0 || e.Message == "" {
			t.Errorf("%s %q: got %s at %+v: %s, want %s", a.Group, a.Text, e.Code, e.Position, e.Message, a.Code)
		}
		var r *guard.Refusal
		if errors.As(err, &r) != strings.HasPrefix(a.Code, "refused_") || r != nil && (r.Remedy == "" || !errors.Is(err, store.ErrReadOnly)) {
			t.Errorf("%s %q: the refusal is incomplete: %+v", a.Group, a.Text, e)
		}
	}
}

func TestInvalidUnicodeIsRefused(t *testing.T) {
	for _, text := range []string{"RETURN '\xff' AS s", "RETURN '\xed\xa0\x80' AS s", "\xc3", "RETURN 1 // \x80"} {
		var r *guard.Refusal
		if err := guard.Check(text, guard.Agent); !errors.As(err, &r) || r.Code != guard.CodeCharacter {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestRefusalsStandWhereTheConstructIs(t *testing.T) {
	for text, want := range map[string]string{
		"MATCH (i:Issue)\n  SET i.x = 1":                   "SET at 2:3",
		"MATCH (n) CALL apoc.util.sleep(1) RETURN n":       "apoc.util.sleep at 1:16",
		"RETURN 'ü', apoc.util.sleep(1) AS x":              "apoc.util.sleep at 1:13",
		"RETURN '😀' AS s // ü":                             "a character at 1:21",
		"RETURN 'ü' AS s // ü":                             "a character at 1:20",
		"MATCH (n) RETURN n,\n 'a\\u0027' AS s":            `\u at 2:4`,
		"MATCH (n) WHERE x.y(n) CREATE (m) RETURN n":       "x.y at 1:17",
		"CALL {\n MATCH (n) DETACH DELETE n } RETURN 1":    "DETACH DELETE at 2:12",
		"MATCH (n) CALL (n) { FINISH } IN TRANSACTIONS":    "IN TRANSACTIONS at 1:31",
		"SHOW TRANSACTIONS YIELD transactionId RETURN 1":   "SHOW TRANSACTIONS at 1:1",
		"MATCH (n:Issue) FOREACH (x IN [1] | SET n.a = x)": "FOREACH at 1:17",
	} {
		err := guard.Check(text, guard.Agent)
		if err == nil || !strings.Contains(err.Error(), "refused: "+want+":") {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// The table in the manual is the list that decides.
func TestConstructsAreWhatIsDecided(t *testing.T) {
	for _, c := range guard.Constructs() {
		if _, err := syntax.Parse(c.Example); err != nil {
			t.Errorf("%s: the example cannot be read: %v", c.Name, err)
		}
		for by, want := range map[guard.Caller]bool{guard.Shell: c.Shell, guard.Agent: c.Agents} {
			if err := guard.Check(c.Example, by); (err == nil) != want {
				t.Errorf("%s, caller %d: %q gives %v", c.Name, by, c.Example, err)
			}
		}
		if (c.On == guard.ByNobody) != !c.Shell || !c.Shell && c.Note == "" {
			t.Errorf("%s: who answers, or why nobody does? %+v", c.Name, c)
		}
	}
}

// A procedure that the engine learns is let through only when somebody has
// looked at it.
func TestEveryProcedureOfTheEngineIsListed(t *testing.T) {
	var listed []string
	for _, c := range guard.Constructs() {
		if c.Kind == "procedure" && c.Agents {
			listed = append(listed, c.Name)
		}
	}
	for _, p := range lib.Procedures() {
		if !slices.Contains(listed, p.Name) {
			t.Errorf("%s is not in the table of constructs", p.Name)
		}
	}
	for _, name := range listed {
		if lib.LookupProcedure(name) == nil {
			t.Errorf("the engine has no procedure %s", name)
		}
	}
}

func TestFunctionsHaveTheLanguagesNamespaces(t *testing.T) {
	own := []string{"date", "time", "datetime", "localtime", "localdatetime", "duration", "point", "vector"}
	for _, f := range lib.Functions() {
		if space, _, ok := strings.Cut(f.Name, "."); ok && !slices.Contains(own, space) {
			t.Errorf("%s: a namespace that the language lacks", f.Name)
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	text := "MATCH (r:Rule)-[g:GOVERNS]->(c:Component {name: $name}) WHERE g.from_latest <= $as_of AND g.to_earliest > $as_of RETURN r.name, g.valid_from ORDER BY r.name LIMIT 10"
	for b.Loop() {
		if err := guard.Check(text, guard.Agent); err != nil {
			b.Fatal(err)
		}
	}
}

// What is let through only reads, has no escapes, and still only reads when it is printed.
func FuzzCheck(f *testing.F) {
	for _, a := range storetest.Attacks(f, "9") {
		f.Add(a.Text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if guard.Check(text, guard.Agent) != nil {
			return
		}
		stmt, err := syntax.Parse(text)
		if err != nil {
			t.Fatalf("let through, but unreadable: %v", err)
		}
		if err := stmt.Refusal(); err != nil {
			t.Fatalf("let through, but %v", err)
		}
		if i := strings.Index(strings.ToLower(text), `\u`); i >= 0 {
			t.Fatalf("let through with an escape at byte %d", i)
		}
		printed, err := syntax.Parse(stmt.String())
		if err != nil || printed.Refusal() != nil {
			t.Fatalf("let through, but not when printed as %q: %v", stmt.String(), err)
		}
	})
}
