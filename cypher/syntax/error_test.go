package syntax

import (
	"errors"
	"strings"
	"testing"
)

// TestHints holds that the mistakes which people bring from elsewhere are
// refused at their place with the way out.
func TestHints(t *testing.T) {
	for _, c := range []struct{ query, at, hint string }{
		{"SELECT n.name FROM Person n", "1:1", "MATCH (n:Label)"},
		{"MATCH (n) WHERE n.x = (SELECT max(m.x) FROM M m) RETURN n", "1:31", "no SELECT"},
		{"MATCH (n) RETURN n.x, count(*) GROUP BY n.x", "1:32", "Leave GROUP BY out"},
		{"MATCH (n) RETURN n.x, count(*) AS c HAVING c > 1", "1:37", "WITH"},
		{"MATCH (n) JOIN (m) RETURN n", "1:11", "relationships"},
		{"MATCH (n) WHERE n.x LIKE 'a%' RETURN n", "1:21", "CONTAINS"},
		{"MATCH (n) WHERE n.x BETWEEN 1 AND 2 RETURN n", "1:21", "low <= x <= high"},
		{"MATCH (n) WHERE n.x NOT IN [1] RETURN n", "1:21", "NOT x IN"},
		{"MATCH (n) WHERE n.x NOT CONTAINS 'a' RETURN n", "1:21", "NOT x CONTAINS"},
		{"MATCH (n) WHERE n.x NOT NULL RETURN n", "1:21", "IS NOT NULL"},
		{"MATCH (n) WHERE n.x != 1 RETURN n", "1:21", "<>"},
		{"MATCH (n) WHERE n.x == 1 RETURN n", "1:22", "Write ="},
		{"MATCH (n) WHERE n.x && n.y RETURN n", "1:21", "AND"},
		{"MATCH (n) WHERE !n.x RETURN n", "1:17", "NOT"},
		{"MATCH (n {name: 'it''s'}) RETURN n", "1:21", `\'`},
		{"MATCH (n {born: > 1980}) RETURN n", "1:17", "WHERE n.born >"},
		{"MATCH (u) RETURN count(u-[:RATED]->())", "1:27", "(u)"},
		{"MATCH (m) WHERE date(m.d).weekday() = 5 RETURN m", "1:34", "no methods"},
		{"MATCH (c) WHERE c.x = (:A {k: 1}).x RETURN c", "1:34", "bind it first"},
		{"MATCH (m) WHERE exists{ (m.id) } RETURN m", "1:27", "m.id IS NOT NULL"},
		{"MATCH (m) WHERE exists{ m.id } RETURN m", "1:25", "m.id IS NOT NULL"},
		{"MATCH (m) WHERE EXISTS { (m)-->() AND m.x = 1 } RETURN m", "1:35", "follow WHERE"},
		{"MATCH (m) WHERE EXISTS { (m)-->() WITH m RETURN m } RETURN m", "1:35", "EXISTS { MATCH"},
		{"MATCH (p) WHERE p.x = (MATCH (q) RETURN q.x) RETURN p", "1:34", "COLLECT { MATCH"},
		{"MATCH (n) RETURN n WHERE n.x = 1", "1:20", "WITH ... WHERE"},
		{"MATCH (n)->(m) RETURN n", "1:11", "-->"},
		{"MATCH (n {id: {id}}) RETURN n", "1:18", "$id"},
		{"MATCH (n) RETURN n.x AS n.y", "1:26", "`n.y`"},
		{"MATCH (n) RETRUN n", "1:11", "Did you mean RETURN?"},
		{"MACTH (n) RETURN n", "1:1", "Did you mean MATCH?"},
		{"MATCH (n) RETURN (n.x", "1:22", "( at 1:18 is not closed"},
		{"MATCH (n) RETURN n LIMIT 1, 2", "1:27", "SKIP 1 LIMIT 2"},
		{"MATCH (n) RETURN n ORDER BY n.x NULLS LAST", "1:33", "null comes last"},
		{"MATCH (n) WHERE size((n)-[..]-()) RETURN n", "1:27", ""},
		{"RETURN 017", "1:8", "0o17"},
		{"RETURN 0X1F", "1:8", "0x1F"},
		{"RETURN 1__0", "1:8", "underscore"},
		{"RETURN normalize('a', 'NFC')", "1:23", "without quotes"},
		{"RETURN ‘a’", "1:8", "straight quotes"},
		{"RETURN 'a", "1:8", "Close it"},
		{"RETURN 1 # one", "1:10", "//"},
		{"LET x = 1 RETURN x", "1:1", "WITH"},
		{"RETURN 1; RETURN 2", "1:11", "one by one"},
		{"Here is the query:\n```cypher\nMATCH (n) RETURN n\n```", "1:1", "without ```"},
		{"To find all nodes, use:\n\nMATCH (n) RETURN n", "1:1", "without text around it"},
		{"MATCH (n)\nRETURN n\n\nThis query returns all nodes.", "4:1", "ends before line 4"},
		{"MATCH (n:A IS B) RETURN n", "1:12", ""},
		{"RETURN 'é' !", "1:12", ""},
		{"RETURN '😀' !", "1:13", ""},
	} {
		_, err := Parse(c.query)
		if err == nil {
			t.Errorf("%s: accepted", c.query)
			continue
		}
		checkError(t, c.query, err)
		e := err.(*Error)
		if e.Pos.String() != c.at || !strings.Contains(e.Hint, c.hint) {
			t.Errorf("%s\nwant at %s with %q, got\n%s", c.query, c.at, c.hint, e)
		}
	}
}

func TestDetails(t *testing.T) {
	for _, c := range []struct{ query, detail string }{
		{"RETURN 9223372036854775808", "IntegerOverflow"},
		{"RETURN -(9223372036854775808)", "IntegerOverflow"},
		{"RETURN 1e400", "FloatingPointOverflow"},
		{"RETURN 1a", "InvalidNumberLiteral"},
		{"RETURN 0b11", "InvalidNumberLiteral"},
		{"RETURN 0o", "InvalidNumberLiteral"},
		{`RETURN '\u12'`, "InvalidUnicodeLiteral"},
		{"RETURN 42 — 41", "InvalidUnicodeCharacter"},
		{"RETURN \xff", "InvalidUnicodeCharacter"},
		{"RETURN '\xff'", "InvalidUnicodeCharacter"},
		{"MATCH (a)-[:R..]->(b) RETURN a", "InvalidRelationshipPattern"},
		{"MATCH (a)-[:R*-2]->(b) RETURN a", "InvalidRelationshipPattern"},
		{"RETURN [1, 2", "UnexpectedSyntax"},
		{"", "UnexpectedSyntax"},
		{"// nothing", "UnexpectedSyntax"},
		{"RETURN 1 /* open", "UnexpectedSyntax"},
		{"EXPLAIN PROFILE RETURN 1", "ConflictingOptions"},
		{"CYPHER 25 RETURN 1", "InvalidOption"},
		{"USING PERIODIC COMMIT LOAD CSV FROM 'x' AS y RETURN y", "UnexpectedSyntax"},
	} {
		_, err := Parse(c.query)
		if err == nil {
			t.Errorf("%q: accepted", c.query)
			continue
		}
		checkError(t, c.query, err)
		if e := err.(*Error); e.Detail != c.detail {
			t.Errorf("%q: %s, want %s", c.query, e.Detail, c.detail)
		}
	}
}

func TestExpected(t *testing.T) {
	_, err := Parse("MATCH (a) WHERE EXISTS { (a)-->() AND true } RETURN a")
	const want = "Invalid input 'AND': expected '(', ',', '-', 'WHERE' or '}'"
	if e := err.(*Error); e.Message != want || len(e.Expected) != 5 {
		t.Errorf("%q %q", e.Message, e.Expected)
	}
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		name, query string
		err         error
	}{
		{"text", "RETURN '" + strings.Repeat("x", MaxText) + "'", ErrTooLong},
		{"parentheses", "RETURN " + strings.Repeat("(", 5000) + "1" + strings.Repeat(")", 5000), ErrTooDeep},
		{"lists", "RETURN " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000), ErrTooDeep},
		{"open lists", "RETURN " + strings.Repeat("[", 5000), ErrTooDeep},
		{"maps", "RETURN " + strings.Repeat("{a: ", 5000), ErrTooDeep},
		{"not", "RETURN " + strings.Repeat("NOT ", 5000) + "true", ErrTooDeep},
		{"labels", "MATCH (n:" + strings.Repeat("!", 5000) + "A) RETURN n", ErrTooDeep},
		{"label groups", "MATCH (n:" + strings.Repeat("(", 5000) + "A) RETURN n", ErrTooDeep},
		{"paths", "MATCH " + strings.Repeat("(", 5000) + "a) RETURN 1", ErrTooDeep},
		{"subqueries", "RETURN " + strings.Repeat("EXISTS { RETURN ", 3000), ErrTooDeep},
		{"calls", strings.Repeat("CALL { ", 5000), ErrTooDeep},
		{"patterns in patterns", "RETURN " + strings.Repeat("(a {x: ", 3000) + "1" + strings.Repeat("})--()", 3000), ErrTooDeep},
		{"case", "RETURN " + strings.Repeat("CASE WHEN ", 5000), ErrTooDeep},
		{"types", "RETURN 1 IS :: " + strings.Repeat("LIST<", 5000), ErrTooDeep},
		{"type suffixes", "RETURN 1 IS :: INT" + strings.Repeat(" LIST", 5000), ErrTooDeep},
		{"foreach", strings.Repeat("FOREACH (x IN y | ", 3000), ErrTooDeep},
	} {
		_, err := Parse(c.query)
		if !errors.Is(err, c.err) {
			t.Errorf("%s: %v, want %v", c.name, err, c.err)
			continue
		}
		checkError(t, c.query, err)
	}
	for _, query := range []string{
		"RETURN " + strings.Repeat("1 + ", 15000) + "1",
		"RETURN x" + strings.Repeat(".a", 30000),
		"RETURN " + strings.Repeat("(", 150) + "1" + strings.Repeat(")", 150),
		"RETURN [" + strings.Repeat("(a)-[1], ", 6000) + "1]",
	} {
		stmt, err := Parse(query)
		if err != nil {
			t.Errorf("%.40s...: %v", query, err)
			continue
		}
		if _, err := Parse(stmt.String()); err != nil && !errors.Is(err, ErrTooLong) {
			t.Errorf("%.40s...: printed: %v", query, err)
		}
	}
}

// TestTryingStaysCheap parses what could be patterns at every level and is none.
func TestTryingStaysCheap(t *testing.T) {
	const depth = 60
	query := "RETURN " + strings.Repeat("(a {x: 1 + ", depth) + "1" + strings.Repeat("})--(b.c)", depth)
	_, err := Parse(query)
	if err == nil {
		t.Error("accepted")
	}
}
