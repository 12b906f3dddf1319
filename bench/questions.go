package bench

// Question is a query that is measured.
type Question struct {
	Name, Text string
	// Params are the names of its parameters in [Tracker.Params]; the benchmark
	// takes the values of a question in turn.
	Params []string
	// Target is what the median is held to on 20,000 nodes and 200,000
	// relationships on a machine that does nothing else, in milliseconds: from text to rows, in process.
	Target float64
}

// Questions are what people and agents ask of a tracker.
var Questions = []Question{
	{"point", "MATCH (i:Issue {id: $issue}) RETURN i.id, i.title, i.status, i.priority", []string{"issue"}, 0.01},
	{"hop1", "MATCH (i:Issue {id: $issue})-[:DEPENDS_ON]->(d:Issue) RETURN d.id, d.title, d.status", []string{"issue"}, 0.015},
	{"hop2", "MATCH (i:Issue {id: $issue})-[:DEPENDS_ON]->(:Issue)-[:DEPENDS_ON]->(d:Issue) RETURN DISTINCT d.id", []string{"issue"}, 0.05},
	{"var13", "MATCH (i:Issue {id: $issue})-[:DEPENDS_ON*1..3]->(d:Issue) RETURN DISTINCT d.id", []string{"issue"}, 0.1},
	{"as_of", "MATCH (r:Rule)-[g:GOVERNS]->(c:Component {name: $component}) " +
		"WHERE g.valid_from <= $date AND (g.invalid_at IS NULL OR g.invalid_at > $date) " +
		"RETURN r.id, r.title, g.valid_from ORDER BY g.valid_from DESC, r.id", []string{"component", "date"}, 0.1},
	{"chain", "MATCH (r:Rule {id: $rule})-[:SUPERSEDES*0..]->(o:Rule) RETURN o.id, o.created ORDER BY o.created, o.id", []string{"rule"}, 0.03},
	{"preflight", "MATCH (r:Rule)-[g:GOVERNS]->(c:Component {name: $component}) WHERE g.invalid_at IS NULL " +
		"OPTIONAL MATCH (s)-[:ESTABLISHES]->(r) RETURN r.id, g.valid_from, collect(coalesce(s.id, s.key)) AS sources ORDER BY r.id", []string{"component"}, 0.2},
	{"epic", "MATCH (i:Issue)-[:CHILD_OF*1..3]->(e:Issue {id: $epic}) RETURN i.status, count(*) AS n ORDER BY n DESC, i.status", []string{"epic"}, 0.03},
	{"by_status", "MATCH (i:Issue) RETURN i.status, i.type, count(*) AS n ORDER BY n DESC, i.status, i.type", nil, 1},
	{"top_components", "MATCH (r:Rule)-[:GOVERNS]->(c:Component) RETURN c.name, count(DISTINCT r) AS rules ORDER BY rules DESC, c.name LIMIT 10", nil, 1},
	{"substring", "MATCH (i:Issue) WHERE toLower(i.title) CONTAINS toLower($word) RETURN i.id, i.title ORDER BY i.id LIMIT 50", []string{"word"}, 2},
	{"by_type", "MATCH ()-[r]->() RETURN type(r) AS t, count(*) AS n ORDER BY t", nil, 0.05},
	{"shortest", "MATCH (a:Issue {id: $from}), (b:Issue {id: $to}) " +
		"MATCH p = shortestPath((a)-[:DEPENDS_ON|MENTIONS*..6]-(b)) RETURN length(p)", []string{"from", "to"}, 0.5},
	{"triangles", "MATCH (a:Issue)-[:DEPENDS_ON]->(b:Issue)-[:DEPENDS_ON]->(c:Issue), (a)-[:DEPENDS_ON]->(c) RETURN count(*)", nil, 30},
	{"triangles_mixed", "MATCH (a:Issue)-[:DEPENDS_ON]->(b:Issue)-[:DEPENDS_ON]->(c:Issue), (a)-[:MENTIONS]->(c) RETURN count(*)", nil, 25},
}
