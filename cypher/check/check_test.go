package check_test

import (
	"fmt"
	"strings"
	"testing"

	"bdgraph/cypher/check"
	"bdgraph/cypher/syntax"
)

// occurrences lists the variables of a statement as name/ID, in the order of the text.
func occurrences(b *check.Bound) string {
	var list []string
	syntax.Walk(b.Statement, func(n syntax.Node) bool {
		if v, ok := n.(*syntax.Variable); ok {
			list = append(list, fmt.Sprintf("%s/%d", v.Name, v.ID))
		}
		return true
	})
	return strings.Join(list, " ")
}

func TestVariableIDs(t *testing.T) {
	for _, c := range []struct{ query, want string }{
		{"MATCH (a)-[r]->(b) RETURN a, b.x AS y", "a/1 r/2 b/3 a/1 a/1 b/3 y/4"},
		// What passes through keeps its ID, what is renamed or computed gets another.
		{"MATCH (a) WITH a, a.x AS x WITH a AS b, x RETURN b, x", "a/1 a/1 a/1 a/1 x/2 a/1 b/3 x/2 x/2 b/3 b/3 x/2 x/2"},
		{"WITH 1 AS x WITH x + 1 AS x RETURN x", "x/1 x/1 x/2 x/2 x/2"},
		{"MATCH (a) WITH * RETURN a", "a/1 a/1 a/1"},
		// Local variables hide others.
		{"WITH [1] AS x RETURN [x IN x | x] AS y", "x/1 x/2 x/1 x/2 y/3"},
		{"RETURN reduce(a = 0, x IN [1] | a + x) AS r", "a/1 x/2 a/1 x/2 r/3"},
		// The parts of a UNION share the columns of the first.
		{"RETURN 1 AS x UNION RETURN 2 AS x", "x/1 x/1"},
		{"MATCH (x) RETURN x UNION MATCH (y) RETURN y AS x", "x/1 x/1 x/2 y/3 y/3 x/2"},
		// Subqueries see what is outside of them.
		{"MATCH (a) RETURN EXISTS { (a)-->(b) WHERE b.x = a.x } AS e", "a/1 a/1 b/2 b/2 a/1 e/3"},
		{"UNWIND [1] AS x CALL (x) { RETURN x + 1 AS y } RETURN y", "x/1 x/1 x/1 y/2 y/2 y/2"},
		{"UNWIND [1] AS x CALL { WITH x RETURN x + 1 AS y } RETURN y", "x/1 x/1 x/1 x/1 y/2 y/2 y/2"},
		// A quantified pattern has its variables once inside and once, as lists, outside.
		{"MATCH (a) ((b)-[r]->(c) WHERE b.x = a.x)+ (d) RETURN b, r", "a/1 b/2 r/3 c/4 b/2 a/1 d/8 b/5 b/5 r/6 r/6"},
		{"MATCH (a)-[r WHERE r.x > 1]->+(b) RETURN r", "a/1 r/2 r/2 b/4 r/3 r/3"},
		// ORDER BY and WHERE read columns where they repeat an expression.
		{"MATCH (n) RETURN n.x AS x, count(*) AS c ORDER BY n.x, count(*), c", "n/1 n/1 x/2 c/3 x/2 c/3 c/3"},
		{"MATCH (n) WITH n.x AS x WHERE n.x > 1 AND n.y > x RETURN x", "n/1 n/1 x/2 x/2 n/1 x/2 x/2 x/2"},
		{"UNWIND [1] AS x RETURN x AS y, -x AS x ORDER BY x", "x/1 x/1 y/2 x/1 x/3 x/3"},
		{"MATCH (n) RETURN n AS m ORDER BY n.x", "n/1 n/1 m/2 m/2"},
	} {
		bound, err := checked(c.query, check.Env{})
		if err != nil {
			t.Errorf("%s: %v", c.query, err)
			continue
		}
		if got := occurrences(bound); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.query, got, c.want)
		}
	}
}

func TestGroups(t *testing.T) {
	bound, err := checked("MATCH (a) ((b)-[r]->(c)){1,2} (d) RETURN b", check.Env{})
	if err != nil {
		t.Fatal(err)
	}
	g := bound.Statement.Query.Parts[0].Clauses[0].(*syntax.Match).Pattern.Paths[0].Elements[1].(*syntax.GroupPattern)
	if len(g.Groups) != 3 {
		t.Fatalf("groups %v", g.Groups)
	}
	for i, name := range []string{"b", "r", "c"} {
		group := g.Groups[i]
		inner, outer := bound.Variables[group.Inner], bound.Variables[group.Outer]
		if group.Name != name || outer.Type.String() != "List<"+inner.Type.String()+">" {
			t.Errorf("%+v: %s inside, %s outside", group, inner.Type, outer.Type)
		}
	}
}

func TestColumns(t *testing.T) {
	for _, c := range []struct{ query, want string }{
		{"MATCH (n) RETURN n.name, n . x, toUpper( n.y ), (1 + 2)", "n.name|n . x|toUpper( n.y )|(1 + 2)"},
		{"WITH 1 AS b, 2 AS a RETURN *", "a|b"},
		{"WITH 1 AS b, 2 AS a RETURN *, 3 AS c", "a|b|c"},
		{"WITH 1 AS b, 2 AS a RETURN *, 3 AS b", "a|b"},
		{"MATCH (n) RETURN n {.x}, count(*)", "n|count(*)"},
	} {
		bound, err := checked(c.query, check.Env{})
		if err != nil {
			t.Errorf("%s: %v", c.query, err)
			continue
		}
		clauses := bound.Statement.Query.Parts[0].Clauses
		var names []string
		for _, column := range clauses[len(clauses)-1].(*syntax.Return).Columns {
			names = append(names, column.Alias.Name)
			if column.Alias.ID == 0 || bound.Variables[column.Alias.ID].Name != column.Alias.Name {
				t.Errorf("%s: column %s has ID %d", c.query, column.Alias.Name, column.Alias.ID)
			}
		}
		if got := strings.Join(names, "|"); got != c.want {
			t.Errorf("%s: %s, want %s", c.query, got, c.want)
		}
	}
	for _, query := range []string{"CALL db.labels()", "CALL db.labels() YIELD *", "SHOW FUNCTIONS"} {
		bound, err := checked(query, check.Env{})
		if err != nil {
			t.Errorf("%s: %v", query, err)
			continue
		}
		var columns []*syntax.YieldItem
		switch clause := bound.Statement.Query.Parts[0].Clauses[0].(type) {
		case *syntax.ProcedureCall:
			columns = clause.Columns
		case *syntax.Show:
			columns = clause.Columns
		}
		if len(columns) == 0 || columns[0].Var.ID == 0 {
			t.Errorf("%s: columns %v", query, columns)
		}
	}
}

func TestTypes(t *testing.T) {
	for _, c := range []struct{ expr, want string }{
		{"1 + 2", "Integer"},
		{"1 + 2.0", "Float"},
		{"2 ^ 2", "Float"},
		{"'a' + 1", "String"},
		{"[1] + 2", "List<Integer>"},
		{"[1] + ['a']", "List<Integer or String>"},
		{"date() + duration('P1D')", "Date"},
		{"duration('P1D') * 2", "Duration"},
		{"null", "Null"},
		{"$p", "Any"},
		{"1 < 2 AND NOT true", "Boolean"},
		{"collect([1])", "List<List<Integer>>"},
		{"head([1])", "Integer"},
		{"coalesce(1, 'a')", "Integer or String"},
		{"CASE WHEN true THEN 1 ELSE 'a' END", "Integer or String"},
		{"[x IN [1, 2] | x * 1.5]", "List<Float>"},
		{"[1, 2][0]", "Integer"},
		{"[1, 2][0..1]", "List<Integer>"},
		{"{a: 1}", "Map"},
		{"COUNT { (n) }", "Integer"},
		{"COLLECT { RETURN 1 AS x }", "List<Integer>"},
		{"n", "Node"},
		{"[(n)-->(m) | m]", "List<Node>"},
		{"shortestPath((n)-[*..3]->(n2))", "Path"},
		{"n:A", "Boolean"},
		{"reduce(a = 0, x IN [1.5] | a + x)", "Float or Integer"},
	} {
		bound, err := checked("MATCH (n) MATCH (n2) RETURN "+c.expr+" AS result", check.Env{})
		if err != nil {
			t.Errorf("%s: %v", c.expr, err)
			continue
		}
		last := bound.Variables[len(bound.Variables)-1]
		if c.expr == "n" {
			if last.Type.String() != "Node" {
				t.Errorf("n: %s", last.Type)
			}
			continue
		}
		if last.Name != "result" || last.Type.String() != c.want {
			t.Errorf("%s: %s is %s, want %s", c.expr, last.Name, last.Type, c.want)
		}
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct{ query, detail, message, hint string }{
		{"MATCH (n) RETURN m", "UndefinedVariable", "Variable `m` not defined", "Visible here: n"},
		{"MATCH (person) RETURN persn", "UndefinedVariable", "`persn` not defined", "Did you mean `person`?"},
		{"MATCH (n) WITH n.x AS x RETURN n", "UndefinedVariable", "`n` not defined", "carry it on with WITH ..., n"},
		{"MATCH (o)-->(:Chunk) RETURN chunk.text", "UndefinedVariable", "`chunk` not defined", "in the pattern: (chunk:Chunk)"},
		{"MATCH (o)-[:WROTE]->(p) RETURN r.at", "UndefinedVariable", "`r` not defined", "in the pattern: -[r:WROTE]-"},
		{"MATCH (o) RETURN avg((o)-[:RATED]->().stars)", "UnexpectedSyntax", "A pattern expression", "[(a)-[r]->(b) | r.stars]"},
		{"MATCH (n) WHERE n.x >= max(n.x) RETURN n", "InvalidAggregation", "Invalid use of aggregating function", "WITH max(n.x) AS value MATCH ..."},
		{"RETURN open", "UndefinedVariable", "`open` not defined", "A string stands in quotes"},
		{"UNWIND [1] AS x CALL { RETURN x AS y } RETURN y", "UndefinedVariable", "`x` not defined", "CALL (x)"},
		{"MATCH (n) RETURN DISTINCT n.x ORDER BY n.y", "UndefinedVariable", "not possible to access variables declared before", "Only columns remain"},
		{"MATCH (n) WHERE (n)-->(m) RETURN n", "UndefinedVariable", "not allowed to introduce new variables: 'm'", "EXISTS"},
		{"MATCH (n) WHERE size((n)-->()) > 1 RETURN n", "UnexpectedSyntax", "no longer be used inside the function size()", "COUNT { (n)-->() }"},
		{"MATCH (n) RETURN count((n)-->())", "UnexpectedSyntax", "A pattern expression", "COUNT { (n)-->() }"},
		{"MATCH (n) RETURN (n)-->()", "UnexpectedSyntax", "A pattern expression", "EXISTS { (n)-->() }"},
		{"MATCH (n) WHERE exists(n.x) RETURN n", "UnexpectedSyntax", "no longer supported", "n.x IS NOT NULL"},
		{"RETURN toUper('a')", "UnknownFunction", "Unknown function 'toUper'", "Did you mean toUpper?"},
		{"RETURN ifnull(1, 2)", "UnknownFunction", "ifnull", "coalesce(x, y)"},
		{"RETURN toUpper()", "InvalidNumberOfArguments", "Insufficient parameters for function 'toUpper'", "toUpper("},
		{"RETURN toUpper('a', 'b')", "InvalidNumberOfArguments", "Too many parameters", "toUpper("},
		{"RETURN toUpper(DISTINCT 'a')", "UnexpectedSyntax", "Invalid use of DISTINCT", "count(DISTINCT x)"},
		{"CALL db.label()", "ProcedureNotFound", "no procedure with the name `db.label`", "Did you mean db.labels?"},
		{"MATCH (n) CALL db.labels() RETURN n", "UndefinedVariable", "naming results implicitly", "YIELD label"},
		{"CALL db.labels() YIELD lable RETURN lable", "UndefinedVariable", "Unknown procedure output: `lable`", "It gives label"},
		{"MATCH (n) WHERE count(n) > 1 RETURN n", "InvalidAggregation", "Invalid use of aggregating function count(...)", "WITH n, count(n) AS value"},
		{"RETURN sum(count(*))", "NestedAggregation", "inside of aggregate functions", "Aggregate in steps"},
		{"MATCH (n) RETURN n.x + count(*)", "AmbiguousAggregationExpression", "Illegal expression(s): n.x", "WITH n.x AS key"},
		{"MATCH (n) RETURN n ORDER BY count(*)", "InvalidAggregation", "Cannot use aggregation in ORDER BY", "sort by its name"},
		{"RETURN count(rand())", "NonConstantExpression", "non-deterministic", ""},
		{"MATCH (n) WITH n.x RETURN 1", "NoExpressionAlias", "must be aliased", "WITH n.x AS name"},
		{"RETURN 1 AS a, 2 AS a", "ColumnNameConflict", "same name", "rename one with AS"},
		{"RETURN 1 AS a UNION RETURN 2 AS b", "DifferentColumnsInUnion", "same return column names", "(a), another (b)"},
		{"MATCH (a) MATCH ()-[a]->() RETURN a", "VariableTypeConflict", "conflicting type Node (expected Relationship)", "declared at 1:8"},
		{"MATCH (a) UNWIND [1] AS a RETURN a", "VariableAlreadyBound", "already declared", "declared at 1:8"},
		{"MATCH ()-[r*1..2]->() RETURN r.x", "InvalidArgumentType", "was List<Relationship>", "[x IN r | x.x]"},
		{"MATCH p = ()-->() RETURN p.x", "InvalidArgumentType", "was Path", "nodes(p)"},
		{"MATCH (n) WHERE [1] RETURN n", "InvalidArgumentType", "Coercion of list", "NOT isEmpty([1])"},
		{"MATCH (n $p) RETURN n", "InvalidParameterUse", "Parameter maps cannot be used in `MATCH`", "{id: $p.id}"},
		{"RETURN point({x: 1, latitude: 2})", "InvalidArgumentValue", "keys 'x', 'latitude'", "latitude: 12.78"},
		{"CALL db.labels() YIELD label WHERE label = 'A'", "InvalidClauseComposition", "standalone call with WHERE", "RETURN"},
		{"MATCH (n)", "InvalidClauseComposition", "cannot conclude with MATCH", "Add RETURN"},
		{"RETURN 1 MATCH (n) RETURN n", "InvalidClauseComposition", "RETURN can only be used at the end", "WITH"},
		{"MATCH (n) RETURN n LIMIT n.x", "NonConstantExpression", "refer to variables in LIMIT", "$n"},
		{"RETURN 1 LIMIT -1", "NegativeIntegerArgument", "'-1' is not a valid value", ""},
		{"MATCH (n:A:B) WHERE n:C|D RETURN n", "UnexpectedSyntax", "Mixing label expression symbols", "Write &"},
		{"MATCH (n)-[:!A]->(m:B:C) RETURN n", "UnexpectedSyntax", "Mixing label expression symbols", "Write &"},
		{"UNWIND [count(*)] AS x RETURN x", "InvalidAggregation", "executing over lists", "Aggregate in WITH"},
		{"MATCH (a) (b) RETURN a", "UnexpectedSyntax", "Juxtaposition", "comma"},
		{"MATCH p = SHORTEST 1 (a)-->+(b), (c) RETURN p", "UnexpectedSyntax", "selective path selector", "MATCH of its own"},
		{"MATCH (n) SET n.x = 1", "ReadOnly", "read-only graph: SET at 1:11", "MATCH"},
		{"SHOW USERS", "ReadOnly", "read-only graph: SHOW USERS at 1:1", ""},
	} {
		e := refused(t, c.query, check.Env{})
		if e.Detail != c.detail || !strings.Contains(e.Message, c.message) || !strings.Contains(e.Hint, c.hint) {
			t.Errorf("%s\ngot  %s: %s. %s\nwant %s: %s. %s", c.query, e.Detail, e.Message, e.Hint, c.detail, c.message, c.hint)
		}
	}
}

func TestAccepted(t *testing.T) {
	for _, query := range []string{
		"MATCH (n:A:B)-[:X|Y]->() MATCH (m:C|D) RETURN n",
		"MATCH (n:A:B) WITH n WHERE n:C|D RETURN n",
		"MATCH ()-[r]->() WHERE r:X:Y RETURN r",
		"MATCH (a), (a) RETURN shortestPath((a)-[*..3]->(a)) AS p",
		"MATCH (n) WHERE EXISTS { MATCH (n)-->(m) WITH m WHERE m.x > 1 } RETURN n",
		"WITH null AS n RETURN n.x, n[0], n + 1, NOT n, n AND true, toUpper(n), n:A",
		"WITH [] AS l RETURN l[0].x, head(l).x, reduce(a = 0, x IN l | a + x)",
		"MATCH (n) RETURN n.x, n.x + count(*), n['y'] AS y, n['y'] + count(*)",
		"WITH [1] AS l MATCH (n) RETURN n, [x IN l | n.x], count(*)",
		"RETURN trim(BOTH 'x' FROM 'xax'), normalize('a', NFD)",
		"UNWIND [1, 'a'] AS x RETURN toUpper(x)",
	} {
		if _, err := checked(query, check.Env{}); err != nil {
			t.Errorf("%s: %v", query, err)
		}
	}
}

func TestParameters(t *testing.T) {
	env := check.Env{Parameters: map[string]check.Type{"name": check.String, "n": check.Integer}}
	if _, err := checked("MATCH (p {name: $name}) RETURN p SKIP $n", env); err != nil {
		t.Error(err)
	}
	if e := refused(t, "RETURN $nam", env); e.Type != syntax.ParameterMissing || e.Hint != "Did you mean name?" {
		t.Errorf("%+v", e)
	}
	if e := refused(t, "RETURN 1 IN $n", env); e.Message != "Type mismatch for parameter 'n': expected List<T> but was Integer" {
		t.Error(e)
	}
	refused(t, "RETURN toUpper($n)", env)
	refused(t, "RETURN 1 LIMIT $name", env)
	refused(t, "RETURN true AND $n", env)
	bound, err := checked("EXPLAIN RETURN $nam", env)
	if err != nil || len(bound.Warnings) != 1 || bound.Warnings[0].Code != "ParameterNotProvided" {
		t.Errorf("%v %+v", err, bound)
	}
	if _, err := checked("RETURN $anything + 1", check.Env{}); err != nil {
		t.Errorf("unknown parameters: %v", err)
	}
}

func TestWarnings(t *testing.T) {
	for _, c := range []struct{ query, want string }{
		{"MATCH (n:Person)-[:ACTED_IN]->(m:Movie {title: 'x'}) WHERE n.name = 'y' RETURN n, m", ""},
		{"MATCH (n:Persn) RETURN n", "UnknownLabelWarning 1:10 Did you mean Person?"},
		{"MATCH (n:person) RETURN n", "UnknownLabelWarning 1:10 Did you mean Person?"},
		{"MATCH (n) WHERE n:Car RETURN n", "UnknownLabelWarning 1:19 It has Movie, Person"},
		{"MATCH (:Person)-[:ACTS_IN]->(m) RETURN m", "UnknownRelationshipTypeWarning 1:19 Did you mean ACTED_IN?"},
		{"MATCH (n:Person) RETURN n.bor", "UnknownPropertyKeyWarning 1:27 Did you mean born?"},
		{"MATCH (n:Person) RETURN n.releasedOn, n.rel", "UnknownPropertyKeyWarning 1:27 Did you mean released?; UnknownPropertyKeyWarning 1:41 Did you mean released?"},
		{"MATCH (Person) RETURN Person", "MissingColonWarning 1:8 A label stands behind a colon: (:Person)"},
		{"MATCH (:Person)-[ACTED_IN]->(m) RETURN m", "MissingColonWarning 1:18 A type stands behind a colon: [:ACTED_IN]"},
		{"MATCH (Person:Person), (Person)-->(m) RETURN m", ""},
		{"MATCH (Person:Person) MATCH (Person)-->(m) RETURN m", ""},
		{"MATCH (person)-[r]->(m) RETURN m", ""},
		{"MATCH (n:Person) WHERE n.born = ['1950'] RETURN n", ""},
		{"MATCH (n:Movie) WHERE n.released = ['1999'] RETURN n", "IncomparableTypes 1:34 Ask whether a list has a value with IN: 'x' IN n.list"},
		{"MATCH (:Movie)-[r:ACTED_IN]->(:Person) RETURN r", "RelationshipDirectionWarning 1:15 Some lead the other way: turn the arrow around"},
		{"MATCH (:Person)<-[:ACTED_IN|DIRECTED]-(m) RETURN m", "RelationshipDirectionWarning 1:16 Some lead the other way: turn the arrow around"},
		{"MATCH (:Person)-[:ACTED_IN]-(:Movie)<-[:DIRECTED]-(p) RETURN p", ""},
		{"MATCH (:Movie)-[:!ACTED_IN]->(p) RETURN p", ""},
		{"MATCH (:Movie)-[:ACTED_IN]->(:Movie) RETURN 1", ""},
		{"MATCH (n:Person) RETURN n.nmae", "UnknownPropertyKeyWarning 1:27 Did you mean name?"},
		{"MATCH (n {nam: 1}) RETURN n", "UnknownPropertyKeyWarning 1:11 Did you mean name?"},
		{"MATCH (n:Person) RETURN n {.nam}", "UnknownPropertyKeyWarning 1:29 Did you mean name?"},
		{"MATCH (n:Person) WHERE n.name < date() RETURN n", "IncomparableTypes 1:31 Compare text with text ('2026-05-01'), or convert: date(n.key) < date('2026-05-01')"},
		{"MATCH (n:Movie) WHERE n.released = '1999' RETURN n", "IncomparableTypes 1:34 Write numbers without quotes, or convert: toInteger('1')"},
		{"MATCH (n:Movie {released: '1999'}) RETURN n", "IncomparableTypes 1:17 Write numbers without quotes, or convert: toInteger('1')"},
		{"MATCH (n:Movie) WHERE n.released = 1999.0 RETURN n", ""},
		{"MATCH (a:Person), (b:Movie) RETURN a, b", "CartesianProduct 1:7 Join them with a relationship or a common variable, or use separate queries"},
		{"MATCH (a:Person), (b:Movie), (a)-->(b) RETURN a, b", ""},
		{"MATCH (a:Person) MATCH (a)-->(b), (a)-->(c) RETURN a, b, c", ""},
		{"MATCH (a)-[*]->(b) RETURN a", "UnboundedVariableLengthPattern 1:12 Add an upper limit: *..5"},
		{"MATCH (a)-[*..3]->(b) RETURN a", ""},
		{"MATCH p = shortestPath((a)-[*]->(b)) RETURN p", "UnboundedVariableLengthPattern 1:7 Add an upper limit: *..10"},
		{"MATCH (a)-[:ACTED_IN|:DIRECTED]->(b) RETURN a", "FeatureDeprecationWarning 1:13 Write | alone"},
		{"MATCH (n) CALL { WITH n RETURN n.name AS x } RETURN x", "FeatureDeprecationWarning 1:11 Write CALL (x) { ... } instead of CALL { WITH x ... }"},
		{"MATCH (a)-[r]->(b), (c)-[r]->(d) RETURN a", "RepeatedRelationshipReference 1:26 Give each relationship a name of its own"},
		{"MATCH (a)-[r]->(b)-[r]->(c) RETURN a", "RepeatedRelationshipReference 1:21 Give each relationship a name of its own"},
	} {
		bound, err := checked(c.query, check.Env{Schema: people{}})
		if err != nil {
			t.Errorf("%s: %v", c.query, err)
			continue
		}
		var got []string
		for _, w := range bound.Warnings {
			got = append(got, fmt.Sprintf("%s %s %s", w.Code, w.Pos, w.Hint))
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.query, strings.Join(got, "; "), c.want)
		}
	}
	bound, err := checked("MATCH (n) RETURN id(n)", check.Env{})
	if err != nil || len(bound.Warnings) != 1 || bound.Warnings[0].Code != "FeatureDeprecationWarning" {
		t.Errorf("id(): %v %+v", err, bound)
	}
}

// FuzzCheck feeds any text that parses: no panic, and errors inside of the text.
func FuzzCheck(f *testing.F) {
	for _, query := range []string{
		"MATCH (a)-[r:R*1..2]->(b) WHERE a.x > 1 WITH DISTINCT a, count(*) AS c ORDER BY c WHERE c > 1 RETURN a.x, c",
		"MATCH (a) ((b)-[r]->(c) WHERE b.x)+ (d) RETURN [x IN r | x.y], size(b)",
		"UNWIND [1, 'a', null] AS x CALL (x) { RETURN x AS y UNION RETURN 1 AS y } RETURN y ORDER BY -y",
		"CALL { WITH * RETURN 1 AS x } RETURN reduce(a = 0, b IN [1] | a + b), x {.*}",
		"RETURN CASE 1 WHEN > 2 THEN [1][0] END, COUNT { (n)--(m) WHERE EXISTS { (m) } }, COLLECT { RETURN 1 }",
		"CALL db.labels() YIELD label AS l WHERE l IS NOT NULL RETURN *",
		"SHOW FUNCTIONS YIELD name ORDER BY name WHERE name STARTS WITH 'a' RETURN count(*)",
		"CREATE (a:A {x: 1})-[:R]->(b) MERGE (c) ON CREATE SET c.x = 1 FOREACH (x IN [1] | DELETE a)",
		"MATCH p = SHORTEST 2 GROUPS (a)-->{1,3}(b) RETURN nodes(p)[0].x ORDER BY length(p)",
	} {
		f.Add(query)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, env := range []check.Env{{}, {AllowWrites: true, Schema: people{}, Parameters: map[string]check.Type{}}} {
			_, err := checked(text, env)
			if e, ok := err.(*syntax.Error); ok && (e.Pos.Offset > len(text) || e.End > len(text) || e.End < e.Pos.Offset || e.Message == "") {
				t.Errorf("%q: %#v", text, e)
			} else if err != nil && !ok {
				t.Errorf("%q: %v", text, err)
			}
		}
	})
}

const typical = `MATCH (r:Rule)-[g:GOVERNS]->(c:Component {name: $component})
WHERE g.valid_from <= $day AND (g.invalid_at IS NULL OR g.invalid_at > $day)
OPTIONAL MATCH (d)-[e:ESTABLISHES]->(r)
WITH r, c, collect(d.id) AS sources, count(*) AS n
RETURN r.name AS rule, sources, n ORDER BY n DESC, rule LIMIT 20`

func BenchmarkParseAndCheck(b *testing.B) {
	env := check.Env{Signatures: library{}, Parameters: map[string]check.Type{"component": check.String, "day": check.String}}
	b.ReportAllocs()
	for b.Loop() {
		stmt, err := syntax.Parse(typical)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := check.Check(stmt, env); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := syntax.Parse(typical); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleCheck() {
	stmt, err := syntax.Parse("MATCH (n:Rule) WITH n.name AS name RETURN nam")
	if err == nil {
		_, err = check.Check(stmt, check.Env{})
	}
	fmt.Println(err)
	// Output: SyntaxError: Variable `nam` not defined (1:43). Did you mean `name`?
}
