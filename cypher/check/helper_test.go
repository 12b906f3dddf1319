package check_test

import (
	"testing"

	"bdgraph/cypher/check"
	"bdgraph/cypher/lib"
	"bdgraph/cypher/syntax"
	"bdgraph/cypher/value"
)

// library gives the signatures of the functions and procedures that there are,
// and those that a test declares.
type library map[string]check.Procedure

func typeOf(t lib.Type) check.Type {
	var kinds []value.Kind
	for k := value.KindNull + 1; k <= value.KindFloat; k++ {
		if t.Kinds.Has(k) && k != value.KindList {
			kinds = append(kinds, k)
		}
	}
	out := check.Of(kinds...)
	if t.Kinds.Has(value.KindList) {
		out = out.Or(check.ListOf(typeOf(lib.Type{Kinds: t.Elements})))
	}
	return out
}

func arguments(params []lib.Param) []check.Argument {
	var out []check.Argument
	for _, p := range params {
		out = append(out, check.Argument{Name: p.Name, Type: typeOf(p.Type), Optional: p.Default != ""})
	}
	return out
}

func (library) Function(name string) (check.Function, bool) {
	f := lib.Lookup(name)
	if f == nil {
		return check.Function{}, false
	}
	return check.Function{
		Name: f.Name, Args: arguments(f.Params), Variadic: f.Variadic, Result: typeOf(f.Returns),
		Aggregate: f.Aggregating, Volatile: f.Volatile, Deprecated: f.Deprecated,
	}, true
}

func (l library) Procedure(name string) (check.Procedure, bool) {
	if p, ok := l[name]; ok {
		return p, true
	}
	p := lib.LookupProcedure(name)
	if p == nil {
		return check.Procedure{}, false
	}
	out := check.Procedure{Name: p.Name, Args: arguments(p.Params)}
	for _, c := range p.Columns {
		out.Columns = append(out.Columns, check.Argument{Name: c.Name, Type: typeOf(c.Type)})
	}
	return out, true
}

func (library) FunctionNames() []string {
	var names []string
	for _, f := range lib.Functions() {
		names = append(names, f.Name)
	}
	return names
}

func (library) ProcedureNames() []string {
	var names []string
	for _, p := range lib.Procedures() {
		names = append(names, p.Name)
	}
	return names
}

func (library) ShowColumns(what string) ([]check.Argument, bool) {
	l := lib.LookupListing(what)
	if l == nil {
		return nil, false
	}
	var out []check.Argument
	for _, c := range l.Columns {
		out = append(out, check.Argument{Name: c.Name, Type: typeOf(c.Type)})
	}
	return out, true
}

// people is a schema.
type people struct{}

func (people) Labels() []string            { return []string{"Person", "Movie"} }
func (people) RelationshipTypes() []string { return []string{"ACTED_IN", "DIRECTED"} }
func (people) PropertyKeys() []string      { return []string{"name", "title", "born", "released"} }
func (people) PropertyKinds(key string) check.Type {
	switch key {
	case "name", "title":
		return check.String
	case "released":
		return check.Integer
	}
	return check.Any
}

func (people) Leads(from, relType, to string) bool {
	return (relType == "ACTED_IN" || relType == "DIRECTED") && (from == "" || from == "Person") && (to == "" || to == "Movie")
}

// checked parses and checks a query.
func checked(text string, env check.Env) (*check.Bound, error) {
	stmt, err := syntax.Parse(text)
	if err != nil {
		return nil, err
	}
	if env.Signatures == nil {
		env.Signatures = library{}
	}
	return check.Check(stmt, env)
}

// refused returns the error of a query that must not pass.
func refused(t *testing.T, text string, env check.Env) *syntax.Error {
	t.Helper()
	_, err := checked(text, env)
	if err == nil {
		t.Errorf("accepted: %s", text)
		return &syntax.Error{}
	}
	e, ok := err.(*syntax.Error)
	if !ok {
		t.Fatalf("%s: the error is a %T: %v", text, err, err)
	}
	if e.Pos.Offset > len(text) || e.End > len(text) || e.Message == "" || e.Detail == "" {
		t.Errorf("%s: incomplete error %#v", text, e)
	}
	return e
}
