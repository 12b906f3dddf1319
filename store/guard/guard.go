package guard

import (
	"bdgraph/cypher/lib"
	"bdgraph/cypher/syntax"
)

// Caller is whose query it is.
type Caller int

// The callers.
const (
	Agent Caller = iota // the MCP server's query_graph: no prefixes
	Shell               // the command line: EXPLAIN, PROFILE and CYPHER 5 too
)

// Check refuses a query that would write or reach beyond the graph, or that is
// not known to be harmless. The error is a [store.Error]: of kind
// [store.ErrReadOnly] with a [Refusal] as its cause, or of kind [store.ErrQuery] or
// [store.ErrLimit] where our parser cannot read the text.
func Check(text string, by Caller) error {
	_, refused, err := decide(text, by)
	if refused != nil {
		return refused.StoreError()
	}
	return err
}

// Inventory is what [Inspect] finds in a query.
type Inventory struct {
	*syntax.Inventory
	// Refusal is why the query may not be run, nil where it may.
	Refusal *Refusal
}

// Inspect takes the inventory of a query that may be refused. The error is that of
// a text which cannot be read.
func Inspect(text string, by Caller) (Inventory, error) {
	stmt, refused, err := decide(text, by)
	if stmt == nil {
		return Inventory{Refusal: refused}, err
	}
	return Inventory{syntax.Inspect(stmt), refused}, nil
}

// decide reads a text and returns why it may not be run, nil where it may. Characters outside
// of the alphabet are a reason of their own, whether or not the parser can read the text.
func decide(text string, by Caller) (*syntax.Statement, *Refusal, error) {
	refused := alphabet(text)
	stmt, err := syntax.Parse(text)
	switch {
	case err != nil && refused != nil:
		return nil, refused, nil
	case err != nil:
		return nil, nil, unreadable(err)
	case refused == nil:
		refused = unlisted(stmt, by)
	}
	return stmt, refused, nil
}

// unlisted returns the first thing in a statement that is not on the list.
func unlisted(stmt *syntax.Statement, by Caller) *Refusal {
	if name := prefix(stmt); name != "" && by == Agent {
		return refuse(CodePrefix, name, syntax.Pos{Line: 1, Column: 1}, "queries come without a prefix",
			"Send the query alone; check_query gives its plan.")
	}
	var first *Refusal
	note := func(r *Refusal) {
		if first == nil || r.Pos.Offset < first.Pos.Offset {
			first = r
		}
	}
	syntax.Walk(stmt, func(n syntax.Node) bool {
		switch n := n.(type) {
		case syntax.Clause:
			clause(n, note)
		case *syntax.FunctionCall:
			if lib.Lookup(n.Name.Value) == nil {
				note(refuse(CodeFunction, n.Name.Value, n.Pos(), "the language has no such function", suggestion(lib.Suggest(n.Name.Value))))
			}
		}
		return true
	})
	return first
}

func clause(c syntax.Clause, note func(*Refusal)) {
	name := syntax.ClauseName(c)
	if _, ok := allowed["clause "+name]; !ok {
		remedy := alternative(name)
		switch {
		case remedy == "" && syntax.Updates(c):
			remedy = "The graph cannot be written: change the sources, then run bdgraph regenerate."
		case remedy == "":
			remedy = "Only the graph can be asked: MATCH, OPTIONAL MATCH, UNWIND, WITH, CALL, RETURN; for its schema use get_schema or CALL db.labels()."
		}
		note(refuse(CodeClause, name, c.Pos(), "only clauses that read the graph are allowed", remedy))
		return
	}
	switch c := c.(type) {
	case *syntax.Subquery:
		if c.InTransactions != nil {
			note(refuse(CodeClause, "IN TRANSACTIONS", c.InTransactions.Pos(), "a query is one read transaction",
				"Leave IN TRANSACTIONS out."))
		}
	case *syntax.ProcedureCall:
		if _, ok := allowed["procedure "+c.Name.Value]; !ok {
			note(refuse(CodeProcedure, c.Name.Value, c.Name.Pos(), "not among the procedures that only read the graph",
				suggestion(lib.SuggestProcedure(c.Name.Value))))
		}
	}
}

func suggestion(name string) string {
	if name != "" {
		return "Did you mean " + name + "?"
	}
	return "SHOW PROCEDURES and SHOW FUNCTIONS list what there is; for the schema use get_schema."
}

// prefix returns the word that stands before the query, or "".
func prefix(stmt *syntax.Statement) string {
	switch {
	case stmt.Mode == syntax.Explain:
		return "EXPLAIN"
	case stmt.Mode == syntax.Profile:
		return "PROFILE"
	case stmt.Query.Pos().Offset > stmt.Pos().Offset:
		return "CYPHER"
	}
	return ""
}
