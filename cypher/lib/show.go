package lib

import (
	"slices"
	"strings"
	"sync"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/value"
)

// Listing is what SHOW lists.
type Listing struct {
	What    string // FUNCTIONS, PROCEDURES, INDEXES or CONSTRAINTS
	Columns []Column
	// Default is how many of the columns are shown where YIELD does not name them:
	// the first ones.
	Default int

	rows func(env *Env, yield func(row []value.Value) error) error
}

// Rows yields the rows, with one value for each of all the columns, and stops
// with the first error that yield returns. Only what the filter names is listed: the words, in
// capitals, between SHOW and what is shown.
func (l *Listing) Rows(env *Env, filter string, yield func(row []value.Value) error) error {
	return l.rows(env, func(row []value.Value) error {
		if !l.lists(filter, row) {
			return nil
		}
		return yield(row)
	})
}

// lists reports whether a row is among what a filter names.
func (l *Listing) lists(filter string, row []value.Value) bool {
	switch {
	case filter == "" || filter == "ALL":
		return true
	case l.What == "FUNCTIONS":
		return filter != "USER DEFINED"
	case l.What == "INDEXES":
		return row[indexType].Str() == filter
	case l.What == "CONSTRAINTS": // all of them are those of a unique property of nodes
		return strings.Contains(filter, "UNIQUE") && !strings.HasPrefix(filter, "REL")
	}
	return true
}

// indexType is the place of the type among the columns of SHOW INDEXES.
const indexType = 4

// LookupListing finds a listing by the word after SHOW, in capitals; nil if
// there is none.
func LookupListing(what string) *Listing { return listings()[what] }

var listings = sync.OnceValue(func() map[string]*Listing {
	m := make(map[string]*Listing)
	for _, l := range []*Listing{
		listing("FUNCTIONS", 3, "(name :: STRING, category :: STRING, description :: STRING, signature :: STRING, isBuiltIn :: BOOLEAN, "+
			"argumentDescription :: LIST<MAP>, returnDescription :: STRING, aggregating :: BOOLEAN, rolesExecution :: LIST<STRING>, "+
			"rolesBoostedExecution :: LIST<STRING>, isDeprecated :: BOOLEAN, deprecatedBy :: STRING)", showFunctions),
		listing("PROCEDURES", 4, "(name :: STRING, description :: STRING, mode :: STRING, worksOnSystem :: BOOLEAN, signature :: STRING, "+
			"argumentDescription :: LIST<MAP>, returnDescription :: LIST<MAP>, admin :: BOOLEAN, rolesExecution :: LIST<STRING>, "+
			"rolesBoostedExecution :: LIST<STRING>, isDeprecated :: BOOLEAN, deprecatedBy :: STRING, option :: MAP)", showProcedures),
		listing("INDEXES", 12, "(id :: INTEGER, name :: STRING, state :: STRING, populationPercent :: FLOAT, type :: STRING, entityType :: STRING, "+
			"labelsOrTypes :: LIST<STRING>, properties :: LIST<STRING>, indexProvider :: STRING, owningConstraint :: STRING, "+
			"lastRead :: ZONED DATETIME, readCount :: INTEGER, trackedSince :: ZONED DATETIME, options :: MAP, failureMessage :: STRING, "+
			"createStatement :: STRING)", showIndexes),
		listing("CONSTRAINTS", 8, "(id :: INTEGER, name :: STRING, type :: STRING, entityType :: STRING, labelsOrTypes :: LIST<STRING>, "+
			"properties :: LIST<STRING>, ownedIndex :: STRING, propertyType :: STRING, options :: MAP, createStatement :: STRING)", showConstraints),
	} {
		m[l.What] = l
	}
	return m
})

func listing(what string, shown int, columns string, rows func(*Env, func([]value.Value) error) error) *Listing {
	l := &Listing{What: what, Default: shown, rows: rows}
	_, params, _, _ := parseSignature(columns)
	for _, p := range params {
		l.Columns = append(l.Columns, Column{p.Name, p.Type})
	}
	return l
}

// forms are what looks like a function but has a syntax of its own.
var forms = []struct{ name, category, signature, result, help string }{
	{"all", "Predicate", "all(variable IN list :: LIST<ANY> WHERE predicate :: BOOLEAN) :: BOOLEAN", "BOOLEAN", "Whether a predicate holds for every element of a list."},
	{"any", "Predicate", "any(variable IN list :: LIST<ANY> WHERE predicate :: BOOLEAN) :: BOOLEAN", "BOOLEAN", "Whether a predicate holds for at least one element of a list."},
	{"exists", "Predicate", "exists(pattern) :: BOOLEAN", "BOOLEAN", "Whether a pattern occurs in the graph."},
	{"none", "Predicate", "none(variable IN list :: LIST<ANY> WHERE predicate :: BOOLEAN) :: BOOLEAN", "BOOLEAN", "Whether a predicate holds for no element of a list."},
	{"reduce", "List", "reduce(accumulator = initial :: ANY, variable IN list :: LIST<ANY> | expression :: ANY) :: ANY", "ANY", "The accumulator after an expression of it and of each element in turn."},
	{"single", "Predicate", "single(variable IN list :: LIST<ANY> WHERE predicate :: BOOLEAN) :: BOOLEAN", "BOOLEAN", "Whether a predicate holds for exactly one element of a list."},
}

func showFunctions(_ *Env, yield func([]value.Value) error) error {
	var rows [][]value.Value
	for _, f := range forms {
		rows = append(rows, []value.Value{
			value.String(f.name), value.String(f.category), value.String(f.help), value.String(f.signature), value.True,
			value.List(nil), value.String(f.result), value.False, value.Null, value.Null, value.False, value.Null,
		})
	}
	for _, f := range functions() {
		rows = append(rows, []value.Value{
			value.String(f.Name), value.String(f.Category), value.String(f.Help), value.String(f.Signature()), value.True,
			describeParams(f.Params), value.String(f.Returns.String()), value.Bool(f.Aggregating), value.Null, value.Null,
			value.Bool(f.Deprecated != ""), textOrNull(f.Deprecated),
		})
	}
	slices.SortFunc(rows, func(a, b []value.Value) int {
		return strings.Compare(strings.ToLower(a[0].Str()), strings.ToLower(b[0].Str()))
	})
	for _, row := range rows {
		if err := yield(row); err != nil {
			return err
		}
	}
	return nil
}

func showProcedures(_ *Env, yield func([]value.Value) error) error {
	for _, p := range procedures() {
		columns := make([]Param, len(p.Columns))
		for i, c := range p.Columns {
			columns[i] = Param{Name: c.Name, Type: c.Type}
		}
		if err := yield([]value.Value{
			value.String(p.Name), value.String(p.Help), value.String(p.Mode), value.False, value.String(p.Signature()),
			describeParams(p.Params), describeParams(columns), value.False, value.Null, value.Null,
			value.False, value.Null, record("deprecated", false),
		}); err != nil {
			return err
		}
	}
	return nil
}

func describeParams(params []Param) value.Value {
	list := make([]value.Value, len(params))
	for i, p := range params {
		pairs := []any{"name", p.Name, "type", p.Type.String(), "isDeprecated", false, "description", p.Name + " :: " + p.Type.String()}
		if p.Default != "" {
			pairs = append(pairs, "default", p.Default)
		}
		list[i] = record(pairs...)
	}
	return value.List(list)
}

func textOrNull(s string) value.Value {
	if s == "" {
		return value.Null
	}
	return value.String(s)
}

func showIndexes(env *Env, yield func([]value.Value) error) error {
	if env.Graph == nil {
		return nil
	}
	g := env.Graph
	owners := make(map[string]string) // constraint by label and key
	for _, c := range g.Constraints() {
		owners[labelAndKey(g, c.Label, c.Key)] = c.Name
	}
	for i, index := range g.Indexes() {
		owner := ""
		if index.Unique {
			owner = owners[labelAndKey(g, index.Label, index.Key)]
		}
		create := "CREATE RANGE INDEX " + quoteName(index.Name) + " FOR (n:" + quoteName(g.LabelName(index.Label)) + ") ON (n." + quoteName(g.KeyName(index.Key)) + ")"
		if owner != "" {
			create = createUnique(g, owner, index.Label, index.Key)
		}
		if err := yield([]value.Value{
			value.Int(int64(i + 1)), value.String(index.Name), value.String("ONLINE"), value.Float(100), value.String("RANGE"), value.String("NODE"),
			texts([]string{g.LabelName(index.Label)}), texts([]string{g.KeyName(index.Key)}), value.String("range-1.0"), textOrNull(owner),
			value.Null, value.Null, value.Null, record(), value.String(""), value.String(create),
		}); err != nil {
			return err
		}
	}
	return nil
}

func showConstraints(env *Env, yield func([]value.Value) error) error {
	if env.Graph == nil {
		return nil
	}
	g := env.Graph
	indexNames := make(map[string]string)
	for _, index := range g.Indexes() {
		indexNames[labelAndKey(g, index.Label, index.Key)] = index.Name
	}
	for i, c := range g.Constraints() {
		if err := yield([]value.Value{
			value.Int(int64(i + 1)), value.String(c.Name), value.String(c.Kind), value.String("NODE"),
			texts([]string{g.LabelName(c.Label)}), texts([]string{g.KeyName(c.Key)}), textOrNull(indexNames[labelAndKey(g, c.Label, c.Key)]),
			value.Null, record(), value.String(createUnique(g, c.Name, c.Label, c.Key)),
		}); err != nil {
			return err
		}
	}
	return nil
}

func labelAndKey(g graph.Graph, l graph.LabelID, k graph.KeyID) string {
	return g.LabelName(l) + "\x00" + g.KeyName(k)
}

func createUnique(g graph.Graph, name string, l graph.LabelID, k graph.KeyID) string {
	return "CREATE CONSTRAINT " + quoteName(name) + " FOR (n:" + quoteName(g.LabelName(l)) + ") REQUIRE (n." + quoteName(g.KeyName(k)) + ") IS UNIQUE"
}

func quoteName(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }
