package cypher

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"bdgraph/cypher/check"
	"bdgraph/cypher/memgraph"
	"bdgraph/cypher/plan"
	"bdgraph/cypher/value"
)

const (
	benchNodes = 20_000
	benchRels  = 200_000
)

// benchBuilder makes 20,000 people, each with about ten acquaintances.
func benchBuilder() *memgraph.Builder {
	random := rand.New(rand.NewPCG(1, 2))
	var b memgraph.Builder
	b.AddIndex("Person", "id", true)
	b.AddIndex("Person", "age", false)
	nodes := make([]memgraph.Node, benchNodes)
	for i := range nodes {
		nodes[i] = b.AddNode([]string{"Person"}, map[string]value.Value{
			"id":    value.Int(int64(i)),
			"name":  value.String(fmt.Sprintf("person %d", i)),
			"age":   value.Int(int64(random.IntN(80))),
			"city":  value.String(fmt.Sprintf("city %d", random.IntN(100))),
			"score": value.Float(random.Float64()),
		})
	}
	for range benchRels {
		b.AddRelationship("KNOWS", nodes[random.IntN(benchNodes)], nodes[random.IntN(benchNodes)], nil)
	}
	return &b
}

var benchGraph = sync.OnceValue(func() *memgraph.Graph { return benchBuilder().Build() })

// BenchmarkQuery measures text to rows with the plan taken from the cache. The targets:
//
//	point lookup by an index     10 µs
//	1 hop                        10 µs
//	2 hops, distinct ends       100 µs
//	*1..3, distinct ends          1 ms
//	range and count               1 ms
//	group by, order, limit        2 ms
//	top 10 by a property          2 ms
//	shortest path up to 6       300 µs
//	triangles                   120 ms
//	2 hops counted               16 ms
func BenchmarkQuery(b *testing.B) {
	g := benchGraph()
	for _, q := range []struct{ name, text string }{
		{"point", "MATCH (p:Person {id: $id}) RETURN p.name, p.age, p.city"},
		{"hop1", "MATCH (p:Person {id: $id})-[:KNOWS]->(q) RETURN q.id, q.name"},
		{"hop2", "MATCH (p:Person {id: $id})-[:KNOWS]->()-[:KNOWS]->(q) RETURN DISTINCT q.id"},
		{"var13", "MATCH (p:Person {id: $id})-[:KNOWS*1..3]->(q) RETURN DISTINCT q.id"},
		{"range", "MATCH (p:Person) WHERE p.score > 0.25 AND p.score < 0.75 RETURN count(*)"},
		{"group", "MATCH (p:Person) RETURN p.city, count(*) AS n ORDER BY n DESC, p.city LIMIT 10"},
		{"top10", "MATCH (p:Person) RETURN p.id ORDER BY p.score DESC LIMIT 10"},
		{"shortest", "MATCH (a:Person {id: $id}), (b:Person {id: $other}) MATCH p = shortestPath((a)-[:KNOWS*..6]->(b)) RETURN length(p)"},
		{"triangles", "MATCH (a:Person)-[:KNOWS]->(b:Person)-[:KNOWS]->(c:Person), (a)-[:KNOWS]->(c) RETURN count(*)"},
		{"count2", "MATCH (a:Person)-[:KNOWS]->(b:Person)-[:KNOWS]->(c:Person) RETURN count(*)"},
		{"rows2", "MATCH (a:Person)-[:KNOWS]->(b:Person)-[:KNOWS]->(c:Person) RETURN count(c.age)"},
		{"types", "MATCH ()-[r]->() RETURN type(r) AS t, count(*) AS n ORDER BY t"},
		{"contains", "MATCH (p:Person) WHERE toLower(p.name) CONTAINS toLower($word) RETURN p.id ORDER BY p.id LIMIT 50"},
	} {
		b.Run(q.name, func(b *testing.B) {
			e := NewEngine()
			i := int64(0)
			b.ReportAllocs()
			for b.Loop() {
				i++
				parameters := map[string]Value{
					"id": value.Int(i * 7919 % benchNodes), "other": value.Int(i * 104729 % benchNodes), "word": value.String("N 77"),
				}
				r, err := e.Query(context.Background(), g, q.text, parameters, Limits{})
				if err != nil {
					b.Fatal(err)
				}
				for _, err := range r.Rows() {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

// BenchmarkPrepare measures parsing, checking and planning; the target is 50 µs.
func BenchmarkPrepare(b *testing.B) {
	g := benchGraph()
	for _, q := range []struct{ name, text string }{
		{"point", "MATCH (p:Person {id: $id}) RETURN p.name, p.age, p.city"},
		{"typical", "MATCH (p:Person {id: $id})-[:KNOWS]->(q:Person)-[:KNOWS]->(r) WHERE q.age > 30 AND r.city = 'city 1' " +
			"WITH r, count(*) AS n WHERE n > 1 RETURN r.name AS name, n ORDER BY n DESC, name LIMIT 20"},
		{"exists", "MATCH (p:Person) WHERE NOT EXISTS { (p)-[:KNOWS]->(:Person {city: 'city 1'}) } RETURN p.city, collect(p.name)[..3] AS names ORDER BY p.city"},
	} {
		b.Run(q.name, func(b *testing.B) {
			e := NewEngine()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := e.compile(g, q.text, map[string]check.Type{"id": check.Integer}, plan.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkBuild measures numbering and indexing a graph of 20,000 nodes and 200,000 relationships.
func BenchmarkBuild(b *testing.B) {
	builder := benchBuilder()
	for b.Loop() {
		builder.Build()
	}
}
