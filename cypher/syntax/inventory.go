package syntax

import (
	"errors"
	"fmt"
	"slices"
)

// ErrReadOnly is wrapped by the [Error] that refuses a clause which does more
// than read the graph.
var ErrReadOnly = errors.New("read-only graph")

// Inventory is what a statement mentions, for guards that decide about it before
// it runs. Names are listed once each, in the order of the text.
type Inventory struct {
	Clauses    []ClauseUse
	Procedures []string
	Functions  []string // as written; count(*) is "count"
	Labels     []string
	Types      []string // relationship types
	Keys       []string // property keys
	Parameters []string
	// Dynamic: labels, types or property keys are computed, so the lists are not complete.
	Dynamic bool
	// Writes: the statement would change data, schema or the server.
	Writes bool
	// Refused is the first clause that a read-only graph refuses, nil where there is none.
	Refused *ClauseUse
}

// ClauseUse is a clause at its place.
type ClauseUse struct {
	Name string // "MATCH", "OPTIONAL MATCH", "CREATE INDEX" ...
	Pos  Pos
	End  int // byte offset just after the clause
}

// Refusal returns the error for the refused clause, such as "read-only graph:
// CREATE at 1:14"; nil where nothing is refused.
func (v *Inventory) Refusal() error { return refusal(v.Refused) }

// Refusal returns what [Inventory.Refusal] does, from what [Parse] noted, without
// going over the tree.
func (s *Statement) Refusal() error { return refusal(s.refused) }

func refusal(r *ClauseUse) error {
	if r == nil {
		return nil
	}
	return &Error{
		Type: SemanticError, Detail: "ReadOnly", Pos: r.Pos, End: min(r.End, r.Pos.Offset+len(r.Name)), Err: ErrReadOnly,
		Message: fmt.Sprintf("read-only graph: %s at %s", r.Name, r.Pos),
		Hint:    "Only clauses that read are allowed: MATCH, WITH, UNWIND, CALL, RETURN and their kin",
	}
}

// Inspect takes the inventory of a statement.
func Inspect(stmt *Statement) *Inventory {
	v := &Inventory{}
	Walk(stmt, func(n Node) bool {
		switch n := n.(type) {
		case Clause:
			v.clause(n)
		case *NodePattern:
			v.labels(n.Labels, &v.Labels)
			v.mapKeys(n.Properties)
		case *RelPattern:
			v.labels(n.Types, &v.Types)
			v.mapKeys(n.Properties)
		case *HasLabels:
			// It may stand for a relationship's type as well.
			v.labels(n.Labels, &v.Labels)
		case *Property:
			add(&v.Keys, n.Key.Value)
		case *MapProjection:
			for _, item := range n.Items {
				if !item.All && item.Value == nil {
					add(&v.Keys, item.Key.Value)
				}
			}
		case *Index:
			if s, ok := n.Index.(*StringLit); ok {
				add(&v.Keys, s.Value)
			} else if _, ok := n.Index.(*IntegerLit); !ok {
				v.Dynamic = true
			}
		case *FunctionCall:
			add(&v.Functions, n.Name.Value)
		case *CountStar:
			add(&v.Functions, "count")
		case *Parameter:
			add(&v.Parameters, n.Name)
		}
		return true
	})
	return v
}

func add(list *[]string, name string) {
	if !slices.Contains(*list, name) {
		*list = append(*list, name)
	}
}

func (v *Inventory) clause(c Clause) {
	name, writes, refused := describe(c)
	use := ClauseUse{name, c.Pos(), c.Extent().End}
	v.Clauses = append(v.Clauses, use)
	v.Writes = v.Writes || writes
	if refused && v.Refused == nil {
		v.Refused = &use
	}
	switch c := c.(type) {
	case *ProcedureCall:
		add(&v.Procedures, c.Name.Value)
	case *Match:
		for _, h := range c.Hints {
			if h.Label.Value != "" {
				add(&v.Labels, h.Label.Value)
			}
			for _, k := range h.Keys {
				add(&v.Keys, k.Value)
			}
		}
	case *Set:
		v.setLabels(c.Items)
	case *Remove:
		v.setLabels(c.Items)
	case *Merge:
		for _, a := range c.Actions {
			v.setLabels(a.Items)
		}
	}
}

func (v *Inventory) setLabels(items []SetItem) {
	for _, item := range items {
		for _, l := range item.Labels {
			v.labels(l, &v.Labels)
		}
	}
}

// describe names a clause, says whether it writes, and whether a read-only graph
// refuses it, be it for writing or for reaching outside of the graph.
func describe(c Clause) (name string, writes, refused bool) {
	switch c := c.(type) {
	case *Match:
		return pick(c.Optional, "OPTIONAL MATCH", "MATCH"), false, false
	case *Unwind:
		return "UNWIND", false, false
	case *With:
		return "WITH", false, false
	case *Return:
		return "RETURN", false, false
	case *OrderLimit:
		return pick(len(c.OrderBy) > 0, "ORDER BY", pick(c.Skip != nil, "SKIP", "LIMIT")), false, false
	case *Finish:
		return "FINISH", false, false
	case *ProcedureCall:
		return pick(c.Optional, "OPTIONAL CALL", "CALL"), false, false
	case *Subquery:
		return pick(c.Optional, "OPTIONAL CALL", "CALL"), false, false
	case *Use:
		return "USE", false, true
	case *Show:
		switch c.What {
		case "FUNCTIONS", "PROCEDURES", "INDEXES", "CONSTRAINTS":
			return "SHOW " + c.What, false, false
		}
		return "SHOW " + c.What, false, true
	case *Create:
		return pick(c.Insert, "INSERT", "CREATE"), true, true
	case *Merge:
		return "MERGE", true, true
	case *Set:
		return "SET", true, true
	case *Remove:
		return "REMOVE", true, true
	case *Delete:
		return pick(c.Detach, "DETACH DELETE", "DELETE"), true, true
	case *Foreach:
		return "FOREACH", true, true
	case *LoadCSV:
		return "LOAD CSV", false, true
	case *Command:
		return c.Head, true, true
	}
	panic("syntax: unknown clause")
}

// ClauseName returns the words that a clause begins with: OPTIONAL MATCH, CREATE INDEX.
func ClauseName(c Clause) string {
	name, _, _ := describe(c)
	return name
}

// Updates reports whether a clause changes data or schema.
func Updates(c Clause) bool {
	_, writes, _ := describe(c)
	return writes
}

func (v *Inventory) labels(l LabelExpr, list *[]string) {
	if l == nil {
		return
	}
	Walk(l, func(n Node) bool {
		switch n := n.(type) {
		case *LabelName:
			add(list, n.Value)
		case *LabelDynamic:
			v.Dynamic = true
		}
		return true
	})
}

func (v *Inventory) mapKeys(e Expr) {
	if m, ok := e.(*MapLit); ok {
		for _, entry := range m.Entries {
			add(&v.Keys, entry.Key.Value)
		}
	}
}
