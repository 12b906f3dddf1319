package syntax

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestInspect(t *testing.T) {
	stmt, err := Parse(`MATCH (a:Person {name: $name})-[r:KNOWS|LIKES*1..2]->(b:!Robot)
WHERE a['age'] > toInteger($min) AND b:Friend AND EXISTS { (b)-[:OWNS]->(:Car {plate: 'x'}) }
CALL db.labels() YIELD label
RETURN count(*), collect(b {.city, x: b.country}), label ORDER BY size(a.tags)`)
	if err != nil {
		t.Fatal(err)
	}
	got := Inspect(stmt)
	var names []string
	for _, c := range got.Clauses {
		names = append(names, c.Name+" "+c.Pos.String())
	}
	if want := []string{"MATCH 1:1", "MATCH 2:60", "CALL 3:1", "RETURN 4:1"}; !reflect.DeepEqual(names, want) {
		t.Errorf("clauses %q, want %q", names, want)
	}
	got.Clauses = nil
	want := &Inventory{
		Procedures: []string{"db.labels"},
		Functions:  []string{"toInteger", "count", "collect", "size"},
		Labels:     []string{"Person", "Robot", "Friend", "Car"},
		Types:      []string{"KNOWS", "LIKES", "OWNS"},
		Keys:       []string{"name", "age", "plate", "city", "country", "tags"},
		Parameters: []string{"name", "min"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestRefusal(t *testing.T) {
	for _, c := range []struct{ query, want string }{
		{"MATCH (n)", ""},
		{"MATCH (n) RETURN n", ""},
		{"SHOW FUNCTIONS YIELD name RETURN name", ""},
		{"CALL db.labels()", ""},
		{"MATCH (a)    CREATE (b)", "CREATE at 1:14"},
		{"MATCH (n)\nSET n.x = 1 RETURN n", "SET at 2:1"},
		{"MATCH (n) REMOVE n.x", "REMOVE at 1:11"},
		{"MATCH (n) DETACH DELETE n", "DETACH DELETE at 1:11"},
		{"MERGE (n)", "MERGE at 1:1"},
		{"INSERT (n)", "INSERT at 1:1"},
		{"FOREACH (x IN [1] | CREATE (n))", "FOREACH at 1:1"},
		{"MATCH (n) CALL (n) { SET n.x = 1 } RETURN n", "SET at 1:22"},
		{"RETURN EXISTS { CREATE (n) }", "CREATE at 1:17"},
		{"EXPLAIN CREATE (n)", "CREATE at 1:9"},
		{"LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line", "LOAD CSV at 1:1"},
		{"USE other MATCH (n) RETURN n", "USE at 1:1"},
		{"CREATE INDEX i FOR (n:A) ON (n.x)", "CREATE INDEX at 1:1"},
		{"CREATE OR REPLACE DATABASE x", "CREATE OR REPLACE DATABASE at 1:1"},
		{"DROP CONSTRAINT c", "DROP CONSTRAINT at 1:1"},
		{"ALTER USER bob SET PASSWORD 'x'", "ALTER USER at 1:1"},
		{"GRANT ROLE admin TO bob", "GRANT at 1:1"},
		{"TERMINATE TRANSACTIONS 'x'", "TERMINATE TRANSACTIONS at 1:1"},
		{"SHOW TRANSACTIONS", "SHOW TRANSACTIONS at 1:1"},
		{"SHOW SETTINGS", "SHOW SETTINGS at 1:1"},
	} {
		stmt, err := Parse(c.query)
		if err != nil {
			t.Errorf("%s: %v", c.query, err)
			continue
		}
		if v, r := Inspect(stmt), stmt.refused; (v.Refused == nil) != (r == nil) || r != nil && *v.Refused != *r {
			t.Errorf("%s: the inventory has %v, parsing %v", c.query, v.Refused, r)
		}
		err = stmt.Refusal()
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: refused: %v", c.query, err)
		case c.want != "" && (!errors.Is(err, ErrReadOnly) || !strings.Contains(err.Error(), "read-only graph: "+c.want)):
			t.Errorf("%s: %v, want %q", c.query, err, c.want)
		}
	}
}
