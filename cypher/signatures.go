package cypher

import (
	"bdgraph/cypher/check"
	"bdgraph/cypher/graph"
	"bdgraph/cypher/lib"
	"bdgraph/cypher/value"
)

// schema gives package check the names of a graph.
type schema struct{ g graph.Graph }

func (s schema) Labels() []string {
	out := make([]string, s.g.LabelCount())
	for i := range out {
		out[i] = s.g.LabelName(graph.LabelID(i))
	}
	return out
}

func (s schema) RelationshipTypes() []string {
	out := make([]string, s.g.TypeCount())
	for i := range out {
		out[i] = s.g.TypeName(graph.TypeID(i))
	}
	return out
}

func (s schema) PropertyKeys() []string {
	out := make([]string, s.g.KeyCount())
	for i := range out {
		out[i] = s.g.KeyName(graph.KeyID(i))
	}
	return out
}

// PropertyKinds asks a graph that knows; the values of a key are not looked
// through for a check.
func (s schema) PropertyKinds(key string) check.Type {
	known, ok := s.g.(graph.Kinds)
	if !ok {
		return check.Any
	}
	id, ok := s.g.KeyID(key)
	if !ok {
		return check.Null
	}
	kinds := known.PropertyKinds(id)
	if len(kinds) == 0 {
		return check.Any
	}
	return check.Of(kinds...)
}

// Leads looks at the counts that the graph keeps.
func (s schema) Leads(from, relType, to string) bool {
	t, ok := s.g.TypeID(relType)
	if !ok {
		return false
	}
	ends := [2]graph.LabelID{graph.AnyLabel, graph.AnyLabel}
	for i, name := range []string{from, to} {
		if name == "" {
			continue
		}
		if ends[i], ok = s.g.LabelID(name); !ok {
			return false
		}
	}
	return s.g.PatternCount(ends[0], t, ends[1]) > 0
}

// typeOf translates a type of the library.
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

// signatures gives package check the library.
type signatures struct{ engine *Engine }

func (signatures) Function(name string) (check.Function, bool) {
	f := lib.Lookup(name)
	if f == nil {
		return check.Function{}, false
	}
	return check.Function{
		Name: f.Name, Args: arguments(f.Params), Variadic: f.Variadic,
		Result: typeOf(f.Returns), Aggregate: f.Aggregating, Volatile: f.Volatile, Deprecated: f.Deprecated,
	}, true
}

func arguments(params []lib.Param) []check.Argument {
	out := make([]check.Argument, len(params))
	for i, p := range params {
		out[i] = check.Argument{Name: p.Name, Type: typeOf(p.Type), Optional: p.Default != ""}
	}
	return out
}

func (signatures) FunctionNames() []string {
	var out []string
	for _, f := range lib.Functions() {
		out = append(out, f.Name)
	}
	return out
}

func (s signatures) Procedure(name string) (check.Procedure, bool) {
	p := lib.LookupProcedure(name)
	if p == nil {
		p = s.engine.procedure(name)
	}
	if p == nil {
		return check.Procedure{}, false
	}
	return check.Procedure{Name: p.Name, Args: arguments(p.Params), Columns: columns(p.Columns)}, true
}

func columns(list []lib.Column) []check.Argument {
	out := make([]check.Argument, len(list))
	for i, c := range list {
		out[i] = check.Argument{Name: c.Name, Type: typeOf(c.Type)}
	}
	return out
}

func (s signatures) ProcedureNames() []string {
	var out []string
	for _, list := range [][]*lib.Procedure{lib.Procedures(), s.engine.Procedures} {
		for _, p := range list {
			out = append(out, p.Name)
		}
	}
	return out
}

func (signatures) ShowColumns(what string) ([]check.Argument, bool) {
	l := lib.LookupListing(what)
	if l == nil {
		return nil, false
	}
	return columns(l.Columns), true
}
