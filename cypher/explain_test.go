package cypher

import (
	"context"
	"strings"
	"testing"

	"bdgraph/cypher/memgraph"
	"bdgraph/cypher/value"
)

// planGraph has 300 people, of whom each knows the next three, and 5 firms.
func planGraph() *memgraph.Graph {
	var b memgraph.Builder
	b.AddIndex("Person", "id", true)
	b.AddIndex("Person", "age", false)
	var people, firms []memgraph.Node
	for i := range 300 {
		people = append(people, b.AddNode([]string{"Person"}, map[string]value.Value{
			"id": value.Int(int64(i)), "age": value.Int(int64(i % 60)), "city": value.Int(int64(i % 7)),
		}))
	}
	for i := range 5 {
		firms = append(firms, b.AddNode([]string{"Firm"}, map[string]value.Value{"id": value.Int(int64(i)), "city": value.Int(int64(i))}))
	}
	for i, p := range people {
		for j := 1; j <= 3; j++ {
			b.AddRelationship("KNOWS", p, people[(i+j)%len(people)], nil)
		}
		if i%10 == 0 {
			b.AddRelationship("WORKS", p, firms[i%len(firms)], nil)
		}
	}
	return b.Build()
}

// TestPlans holds the planner to the plans that it is meant to find.
func TestPlans(t *testing.T) {
	g := planGraph()
	for _, c := range []struct{ what, text, want string }{
		{"a unique index beats a scan, and the label needs no test", "MATCH (p:Person {id: 7}) RETURN p", `
ProduceResults  p
└ Filter  p.id = 7
  └ IndexSeek  (p:Person) by id: = 7`},
		{"the rarer end comes first", "MATCH (p:Person)-[:WORKS]->(f:Firm {id: 1}) RETURN p", `
ProduceResults  p
└ Expand  (f)<-[:WORKS]-(p:Person)
  └ Filter  f.id = 1
    └ NodeScan  (f:Firm)`},
		{"a label that every such relationship leads to is as good as named", "MATCH (p)-[:KNOWS]->({id: 3}) RETURN p.age", `
ProduceResults  p.age
└ Project  p.age
  └ Expand  ()<-[:KNOWS]-(p)
    └ Filter  anon4.id = 3
      └ IndexSeek  (:Person) by id: = 3`},
		{"a condition is tested as soon as it can be", "MATCH (a:Person {id: 1})-[:KNOWS]->(b)-[:KNOWS]->(c) WHERE b.age > 3 AND c.age > b.age RETURN c", `
ProduceResults  c
└ Filter  c.age > b.age
  └ Expand  (b)-[:KNOWS]->(c)
    └ Filter  b.age > 3
      └ Expand  (a)-[:KNOWS]->(b)
        └ Filter  a.id = 1
          └ IndexSeek  (a:Person) by id: = 1`},
		{"a circle is closed by looking up its last side", "MATCH (a:Person {id: 1})-[:KNOWS]->(b)-[:KNOWS]->(c)-[:KNOWS]->(a) RETURN b.id", `
ProduceResults  b.id
└ Project  b.id
  └ Expand  (c)-[:KNOWS]->(a) both ends known
    └ Expand  (b)-[:KNOWS]->(c)
      └ Expand  (a)-[:KNOWS]->(b)
        └ Filter  a.id = 1
          └ IndexSeek  (a:Person) by id: = 1`},
		{"an index serves an equality with what is found before", "MATCH (a:Person {id: 1}), (b:Person) WHERE b.age = a.age RETURN b", `
ProduceResults  b
└ Filter  b.age = a.age
  └ IndexSeek  (b:Person) by age: = a.age
    └ Filter  a.id = 1
      └ IndexSeek  (a:Person) by id: = 1`},
		{"two patterns are joined by a hash table", "MATCH (a:Person), (f:Firm) WHERE a.city = f.city RETURN a, f", `
ProduceResults  a, f
└ HashJoin  f.city = a.city
  ├ NodeScan  (f:Firm)
  └ NodeScan  (a:Person)`},
		{"both bounds of a range go to the index", "MATCH (p:Person) WHERE p.age >= 10 AND p.age < 12 RETURN p", `
ProduceResults  p
└ Filter  p.age >= 10 AND p.age < 12
  └ IndexSeek  (p:Person) by age: >= 10 AND < 12`},
		{"alternatives for one key are one question to the index", "MATCH (p:Person) WHERE p.id = 1 OR p.id = 5 OR 7 = p.id RETURN p", `
ProduceResults  p
└ Filter  p.id = 1 OR p.id = 5 OR 7 = p.id
  └ IndexSeek  (p:Person) by id: IN [1, 5, 7]`},
		{"what has to be computed goes to the index too", "UNWIND [1] AS i MATCH (p:Person {id: toInteger('7' + i)}) RETURN p.age", `
ProduceResults  p.age
└ Project  p.age
  └ Filter  p.id = toInteger('7' + i)
    └ IndexSeek  (p:Person) by id: = toInteger('7' + i)
      └ Unwind  [1] AS i`},
		{"but not what differs from row to row", "MATCH (f:Person {id: toInteger(rand() * 9)}) RETURN f.age", `
ProduceResults  f.age
└ Project  f.age
  └ Filter  f.id = toInteger(rand() * 9)
    └ NodeScan  (f:Person)`},
		{"distinct ends are searched in breadth", "MATCH (a:Person {id: 1})-[:KNOWS*1..5]->(b) RETURN DISTINCT b.id", `
ProduceResults  b.id
└ Distinct  b.id
  └ Project  b.id
    └ Repeat  (a)-[:KNOWS*1..5]->(b) distinct ends
      └ Filter  a.id = 1
        └ IndexSeek  (a:Person) by id: = 1`},
		{"but not where the relationships are wanted", "MATCH (a:Person {id: 1})-[r:KNOWS*1..5]->(b) RETURN DISTINCT b.id, size(r)", `
ProduceResults  b.id, size(r)
└ Distinct  b.id, size(r)
  └ Project  b.id, size(r)
    └ Repeat  (a)-[r:KNOWS*1..5]->(b)
      └ Filter  a.id = 1
        └ IndexSeek  (a:Person) by id: = 1`},
		{"the last hop is only counted", "MATCH (a:Person {id: 1})-[:KNOWS]->(b)-[:KNOWS]->(c) RETURN b.id, count(*)", `
ProduceResults  b.id, count(*)
└ Aggregate  count(*) by b.id
  └ Degree  number of (b)-[:KNOWS]->()
    └ Expand  (a)-[:KNOWS]->(b)
      └ Filter  a.id = 1
        └ IndexSeek  (a:Person) by id: = 1`},
		{"the graph knows how many there are", "MATCH (:Person)-[r:WORKS]->(:Firm) RETURN count(r)", `
ProduceResults  count(r)
└ CountRels  (:Person)-[:WORKS]->(:Firm)`},
		{"and how many of each type", "MATCH (:Person)<-[r]-(n) RETURN type(r), count(*), count(n)", `
ProduceResults  type(r), count(*), count(n)
└ CountByType  ()-->(:Person)`},
		{"only the first rows in order are kept", "MATCH (f:Firm) RETURN f.id ORDER BY f.city DESC SKIP 1 LIMIT 2", `
ProduceResults  f.id
└ Limit  2
  └ Skip  1
    └ Sort  f.city DESC first 2 + 1
      └ Project  f.id
        └ NodeScan  (f:Firm)`},
		{"a subquery hangs below the operator that asks it", "MATCH (f:Firm) WHERE EXISTS { (f)<-[:WORKS]-() } RETURN f.id", `
ProduceResults  f.id
└ Project  f.id
  └ Filter  EXISTS { MATCH (f)<-[:WORKS]-() }
    ├ NodeScan  (f:Firm)
    └ Expand  (f)<-[:WORKS]-()`},
	} {
		r, err := NewEngine().Query(context.Background(), g, "EXPLAIN "+c.text, nil, Limits{})
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		got := "\n" + strings.TrimSuffix(withoutEstimates(r.Plan(), ""), "\n")
		if got != c.want {
			t.Errorf("%s\n%s\n got:%s\nwant:%s", c.what, c.text, got, c.want)
		}
	}
}

// withoutEstimates draws a plan without its numbers.
func withoutEstimates(d PlanDescription, indent string) string {
	text := indent + d.Name
	if d.Details != "" {
		text += "  " + d.Details
	}
	out := text + "\n"
	inner := strings.NewReplacer("└", " ", "├", "│").Replace(indent)
	for i, c := range d.Children {
		branch := "├ "
		if i == len(d.Children)-1 {
			branch = "└ "
		}
		out += withoutEstimates(c, inner+branch)
	}
	return out
}

// TestSeekLeavesErrorsToTheFilter: a value that cannot be computed fails only if a
// node gets as far as the comparison, as it would without an index.
func TestSeekLeavesErrorsToTheFilter(t *testing.T) {
	g := planGraph()
	for text, fails := range map[string]bool{
		"UNWIND ['a'] AS x MATCH (p:Person) WHERE p.id = date(x) RETURN p":                     true,
		"UNWIND ['a'] AS x MATCH (p:Person) WHERE p.id >= date(x) RETURN p":                    true,
		"UNWIND ['a'] AS x MATCH (p:Person) WHERE p.id IN [1, date(x)] RETURN p":               true,
		"UNWIND ['a'] AS x MATCH (p:Person)-[:WORKS]->(:Person) WHERE p.id = date(x) RETURN p": false,
	} {
		r, err := NewEngine().Query(context.Background(), g, text, nil, Limits{})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if _, err := r.All(); (err != nil) != fails {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestExplainRunsNothing(t *testing.T) {
	r, err := NewEngine().Query(context.Background(), planGraph(), "EXPLAIN MATCH (a), (b), (c), (d) RETURN 1/0", nil, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := r.All()
	if err != nil || len(rows) != 0 || !r.WantsPlan() {
		t.Fatalf("%v %v", rows, err)
	}
}

func TestProfileCountsRows(t *testing.T) {
	r, err := NewEngine().Query(context.Background(), planGraph(), "PROFILE MATCH (f:Firm)<-[:WORKS]-(p) WHERE f.id > 2 RETURN f.id, p.id", nil, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := r.All()
	if err != nil {
		t.Fatal(err)
	}
	d := r.Plan()
	if int(d.Rows) != len(rows) || len(rows) != 0 {
		t.Errorf("%d rows, the plan says %d", len(rows), d.Rows)
	}
	for len(d.Children) > 0 {
		d = d.Children[0]
	}
	if d.Name != "NodeScan" || d.Rows != 5 || d.Estimated != 5 {
		t.Errorf("%+v", d)
	}
}
