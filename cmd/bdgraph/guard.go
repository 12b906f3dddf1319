package main

import (
	"errors"

	"bdgraph/cypher/lib"
	"bdgraph/cypher/syntax"
	"bdgraph/store"
)

// onlyRead refuses queries that write or reach beyond the graph, before a server
// sees them: one in read mode still lets some of them through, such as LOAD CSV. A
// procedure or function that the embedded engine does not know is refused too, since
// nobody here knows what it does.
func onlyRead(q store.Query) error {
	stmt, err := syntax.Parse(q.Text)
	if err == nil {
		err = refusal(syntax.Inspect(stmt))
	}
	if err == nil {
		return nil
	}
	out := &store.Error{Kind: store.ErrQuery, Message: err.Error(), Err: err}
	if errors.Is(err, syntax.ErrReadOnly) {
		out.Kind, out.Remedy = store.ErrReadOnly, "bdgraph reads only; change the sources, then run: bdgraph regenerate"
	}
	var s *syntax.Error
	if errors.As(err, &s) {
		out.Message, out.Code = s.Message, string(s.Type)
		out.Position = store.Position{Line: s.Pos.Line, Column: s.Pos.Column, Offset: s.Pos.Offset}
		if out.Remedy == "" {
			out.Remedy = s.Hint
		}
	}
	return out
}

func refusal(v *syntax.Inventory) error {
	if err := v.Refusal(); err != nil {
		return err
	}
	for _, name := range v.Procedures {
		if lib.LookupProcedure(name) == nil {
			return unknown("procedure", name)
		}
	}
	for _, name := range v.Functions {
		if lib.Lookup(name) == nil {
			return unknown("function", name)
		}
	}
	return nil
}

func unknown(kind, name string) error {
	return &syntax.Error{Type: syntax.SyntaxError, Message: "unknown " + kind + " " + name, Hint: "bdgraph knows those that only read the graph"}
}
