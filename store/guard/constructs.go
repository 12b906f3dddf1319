package guard

import "strings"

// Who answers a construct on Neo4j. The embedded store answers all of them itself.
const (
	ByServer  = "Neo4j"
	ByBdgraph = "bdgraph"
	ByNobody  = "nobody"
)

// Construct is one row of the table of what queries may hold.
type Construct struct {
	// Name is a clause, procedure, function or prefix. A name that ends in .*
	// stands for a whole namespace.
	Name string
	Kind string // clause, prefix, procedure, function
	// Shell and Agents say whether the command line and the MCP server's
	// query_graph let it through.
	Shell, Agents bool
	On            string // who answers it on Neo4j
	Example       string // a query that holds it
	Note          string // why it is refused, or how else to get there
}

// Constructs is the list that [Check] goes by. What it does not allow is
// refused; the rows that refuse are examples of that.
func Constructs() []Construct { return constructs }

const (
	writes   = "writes; the graph follows from its sources"
	outside  = "reads files or the network"
	server   = "concerns the server, not the graph"
	plansToo = "check_query gives agents the plan"
)

var constructs = []Construct{
	{"MATCH", "clause", true, true, ByServer, "MATCH (n:Issue) RETURN n LIMIT 1", ""},
	{"OPTIONAL MATCH", "clause", true, true, ByServer, "OPTIONAL MATCH (n:Issue) RETURN n LIMIT 1", ""},
	{"UNWIND", "clause", true, true, ByServer, "UNWIND [1, 2] AS x RETURN x", ""},
	{"WITH", "clause", true, true, ByServer, "WITH 1 AS x RETURN x", ""},
	{"RETURN", "clause", true, true, ByServer, "RETURN 1 AS one UNION RETURN 2 AS one", "UNION too"},
	{"ORDER BY", "clause", true, true, ByServer, "UNWIND [2, 1] AS x RETURN x ORDER BY x", ""},
	{"SKIP", "clause", true, true, ByServer, "UNWIND [2, 1] AS x RETURN x SKIP 1", "OFFSET too"},
	{"LIMIT", "clause", true, true, ByServer, "UNWIND [2, 1] AS x RETURN x LIMIT 1", ""},
	{"FINISH", "clause", true, true, ByServer, "MATCH (n:Issue) FINISH", ""},
	{"CALL", "clause", true, true, ByServer, "CALL { MATCH (n) RETURN count(n) AS c } RETURN c", "subqueries, and the procedures below"},
	{"OPTIONAL CALL", "clause", true, true, ByServer, "OPTIONAL CALL db.labels() YIELD label RETURN label", ""},
	{"SHOW FUNCTIONS", "clause", true, true, ByServer, "SHOW FUNCTIONS YIELD name RETURN count(name) AS n", ""},
	{"SHOW PROCEDURES", "clause", true, true, ByServer, "SHOW PROCEDURES YIELD name RETURN count(name) AS n", ""},
	{"SHOW INDEXES", "clause", true, true, ByServer, "SHOW INDEXES YIELD name RETURN count(name) AS n", ""},
	{"SHOW CONSTRAINTS", "clause", true, true, ByServer, "SHOW CONSTRAINTS YIELD name RETURN count(name) AS n", ""},

	{"EXPLAIN", "prefix", true, false, ByServer, "EXPLAIN MATCH (n) RETURN n", plansToo},
	{"PROFILE", "prefix", true, false, ByServer, "PROFILE MATCH (n:Component) RETURN n", plansToo},
	{"CYPHER", "prefix", true, false, ByServer, "CYPHER 5 MATCH (n) RETURN count(n) AS n", "the language is Cypher 5"},

	{"db.labels", "procedure", true, true, ByServer, "CALL db.labels() YIELD label RETURN label", ""},
	{"db.relationshipTypes", "procedure", true, true, ByServer, "CALL db.relationshipTypes()", ""},
	{"db.propertyKeys", "procedure", true, true, ByServer, "CALL db.propertyKeys()", ""},
	{"db.schema.nodeTypeProperties", "procedure", true, true, ByServer, "CALL db.schema.nodeTypeProperties()", ""},
	{"db.schema.relTypeProperties", "procedure", true, true, ByServer, "CALL db.schema.relTypeProperties()", ""},
	{"db.schema.visualization", "procedure", true, true, ByServer, "CALL db.schema.visualization()", ""},
	{"db.index.fulltext.queryNodes", "procedure", true, true, ByServer, "CALL db.index.fulltext.queryNodes('bdgraph_text', 'cache') YIELD node, score RETURN node, score", ""},
	{"db.index.fulltext.queryRelationships", "procedure", true, true, ByServer, "CALL db.index.fulltext.queryRelationships('bdgraph_facts', 'cache') YIELD relationship, score RETURN relationship, score", ""},
	{"db.ping", "procedure", true, true, ByServer, "CALL db.ping()", ""},
	{"apoc.meta.data", "procedure", true, true, ByBdgraph, "CALL apoc.meta.data() YIELD label RETURN count(label) AS n", ""},
	{"apoc.meta.schema", "procedure", true, true, ByBdgraph, "CALL apoc.meta.schema() YIELD value RETURN value", ""},
	{"apoc.meta.stats", "procedure", true, true, ByBdgraph, "CALL apoc.meta.stats() YIELD nodeCount RETURN nodeCount", ""},
	{"dbms.components", "procedure", true, true, ByBdgraph, "CALL dbms.components() YIELD name RETURN name", ""},
	{"the language's functions", "function", true, true, ByServer, "RETURN duration.between(date('2024-01-01'), date('2024-02-01')) AS d", "with their namespaces: date, time, datetime, localtime, localdatetime, duration, point, vector"},

	{"CREATE", "clause", false, false, ByNobody, "CREATE (:X)", writes},
	{"INSERT", "clause", false, false, ByNobody, "INSERT (:X {k: 1})", writes},
	{"MERGE", "clause", false, false, ByNobody, "MERGE (i:Issue {id: 'bd-1'}) RETURN i", writes},
	{"SET", "clause", false, false, ByNobody, "MATCH (i:Issue) SET i.title = 'x' RETURN i", writes},
	{"REMOVE", "clause", false, false, ByNobody, "MATCH (i:Issue) REMOVE i.title RETURN i", writes},
	{"DELETE", "clause", false, false, ByNobody, "MATCH (i:Issue) DETACH DELETE i", writes},
	{"FOREACH", "clause", false, false, ByNobody, "FOREACH (x IN [1] | CREATE (:X))", writes},
	{"IN TRANSACTIONS", "clause", false, false, ByNobody, "MATCH (i:Issue) CALL (i) { RETURN 1 AS x } IN TRANSACTIONS RETURN x", "commits as it goes; leave IN TRANSACTIONS out"},
	{"LOAD CSV", "clause", false, false, ByNobody, "LOAD CSV FROM 'file:///etc/passwd' AS r RETURN r", outside},
	{"USE", "clause", false, false, ByNobody, "USE system MATCH (n) RETURN n", "there is one graph"},
	{"CREATE INDEX", "clause", false, false, ByNobody, "CREATE INDEX x FOR (n:Issue) ON (n.id)", "all schema commands; bdgraph keeps its indexes itself"},
	{"DROP CONSTRAINT", "clause", false, false, ByNobody, "DROP CONSTRAINT c IF EXISTS", "all schema commands"},
	{"CREATE USER", "clause", false, false, ByNobody, "CREATE USER eve SET PASSWORD 'longenough1'", server},
	{"SHOW USERS", "clause", false, false, ByNobody, "SHOW USERS", server},
	{"SHOW SETTINGS", "clause", false, false, ByNobody, "SHOW SETTINGS YIELD name, value RETURN name, value", server},
	{"SHOW DATABASES", "clause", false, false, ByNobody, "SHOW DATABASES", server},
	{"SHOW TRANSACTIONS", "clause", false, false, ByNobody, "SHOW TRANSACTIONS", server},
	{"TERMINATE TRANSACTIONS", "clause", false, false, ByNobody, "TERMINATE TRANSACTIONS 'neo4j-transaction-1'", server},
	{"apoc.*", "procedure", false, false, ByNobody, "CALL apoc.load.json('file:///etc/hostname') YIELD value RETURN value", "all but apoc.meta above: load, cypher, export, periodic, util.sleep …"},
	{"dbms.*", "procedure", false, false, ByNobody, "CALL dbms.listConfig()", server},
	{"db.clearQueryCaches", "procedure", false, false, ByNobody, "CALL db.clearQueryCaches()", server},
	{"db.createLabel", "procedure", false, false, ByNobody, "CALL db.createLabel('X')", writes},
	{"gds.*", "procedure", false, false, ByNobody, "CALL gds.graph.project('g', '*', '*')", "any other procedure"},
	{"apoc.* functions", "function", false, false, ByNobody, "RETURN apoc.util.sleep(1) AS x", "any function that is not the language's own"},
}

// allowed holds the names of the clauses and procedures that are let through.
var allowed = func() map[string]Construct {
	m := map[string]Construct{}
	for _, c := range constructs {
		if c.Shell && c.Kind != "function" {
			m[c.Kind+" "+c.Name] = c
		}
	}
	return m
}()

// answeredHere reports whether bdgraph answers a procedure on both stores.
func answeredHere(procedure string) bool { return allowed["procedure "+procedure].On == ByBdgraph }

// alternative returns what to do instead of something that is refused.
func alternative(name string) string {
	for _, c := range constructs {
		prefix, whole := strings.CutSuffix(c.Name, "*")
		if !c.Shell && (c.Name == name || whole && strings.HasPrefix(name, prefix)) {
			switch c.Note {
			case writes:
				return "The graph cannot be written: change the sources (bd, decision records), then run bdgraph regenerate. To ask, use MATCH … RETURN."
			case outside:
				return "Only the graph can be read: use MATCH … RETURN, and pass values as parameters."
			}
		}
	}
	return ""
}
