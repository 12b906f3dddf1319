package lib

import (
	"strings"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/value"
)

// yielder takes the rows of a procedure.
type yielder = func(row []value.Value) error

func databaseProcedures() []*Procedure {
	components := NewProcedure("dbms.components() :: (name :: STRING, versions :: LIST<STRING>, edition :: STRING)",
		"The product, its version and its edition.", func(env *Env, _ []value.Value, yield yielder) error {
			return yield([]value.Value{value.String("bdgraph"), texts([]string{env.Version}), value.String("embedded")})
		})
	components.Mode = "DBMS"
	return []*Procedure{
		components,
		NewProcedure("db.ping() :: (success :: BOOLEAN)",
			"True: the graph can be asked.", func(_ *Env, _ []value.Value, yield yielder) error {
				return yield([]value.Value{value.True})
			}),
		NewProcedure("db.labels() :: (label :: STRING)",
			"The labels of the graph.", names(labelNames)),
		NewProcedure("db.relationshipTypes() :: (relationshipType :: STRING)",
			"The relationship types of the graph.", names(typeNames)),
		NewProcedure("db.propertyKeys() :: (propertyKey :: STRING)",
			"The property keys of the graph.", names(func(g graph.Graph) []string {
				keys := make([]string, g.KeyCount())
				for i := range keys {
					keys[i] = g.KeyName(graph.KeyID(i))
				}
				return keys
			})),
		NewProcedure("db.schema.nodeTypeProperties() :: (nodeType :: STRING, nodeLabels :: LIST<STRING>, propertyName :: STRING, propertyTypes :: LIST<STRING>, mandatory :: BOOLEAN)",
			"The properties of the nodes by their labels, with types; mandatory where every node has one.", nodeTypeProperties),
		NewProcedure("db.schema.relTypeProperties() :: (relType :: STRING, propertyName :: STRING, propertyTypes :: LIST<STRING>, mandatory :: BOOLEAN)",
			"The properties of the relationships by their type, with types; mandatory where every relationship has one.", relTypeProperties),
		NewProcedure("db.schema.visualization() :: (nodes :: LIST<NODE>, relationships :: LIST<RELATIONSHIP>)",
			"A picture of the graph: a node for each label, a relationship for each type between two labels.", visualization),
		NewProcedure("db.index.fulltext.queryNodes(indexName :: STRING, queryString :: STRING, options = {} :: MAP) :: (node :: NODE, score :: FLOAT)",
			"The nodes that match a full-text query, best first; the options are skip and limit.",
			fullText("db.index.fulltext.queryNodes", func(f FullText, index, query string, yield func(value.Value, float64) bool) error {
				return f.QueryNodes(index, query, func(n graph.NodeID, score float64) bool { return yield(value.NodeRef(uint64(n)), score) })
			})),
		NewProcedure("db.index.fulltext.queryRelationships(indexName :: STRING, queryString :: STRING, options = {} :: MAP) :: (relationship :: RELATIONSHIP, score :: FLOAT)",
			"The relationships that match a full-text query, best first; the options are skip and limit.",
			fullText("db.index.fulltext.queryRelationships", func(f FullText, index, query string, yield func(value.Value, float64) bool) error {
				return f.QueryRelationships(index, query, func(r graph.RelID, score float64) bool {
					return yield(value.RelationshipRef(uint64(r)), score)
				})
			})),
	}
}

func names(of func(graph.Graph) []string) func(*Env, []value.Value, func([]value.Value) error) error {
	return func(env *Env, _ []value.Value, yield func([]value.Value) error) error {
		if env.Graph == nil {
			return errNoGraph()
		}
		for _, name := range of(env.Graph) {
			if err := yield([]value.Value{value.String(name)}); err != nil {
				return err
			}
		}
		return nil
	}
}

func errNoGraph() error {
	return value.Errorf(value.ProcedureCallFailed, "", "the procedure needs a graph, and there is none here")
}

// storedType is the name of a property's type in Neo4j's schema tables.
func storedType(v value.Value) string {
	if v.Kind() != value.KindList {
		return value.TypeName(v)
	}
	if list := v.List(); len(list) > 0 {
		return value.TypeName(list[0]) + "Array"
	}
	return "StringArray"
}

// tagged writes :`A`:`B`.
func tagged(names []string) string {
	var b strings.Builder
	for _, name := range names {
		b.WriteString(":`" + strings.ReplaceAll(name, "`", "``") + "`")
	}
	return b.String()
}

func nodeTypeProperties(env *Env, _ []value.Value, yield func([]value.Value) error) error {
	if env.Graph == nil {
		return errNoGraph()
	}
	for _, set := range env.Graph.LabelSets() {
		labels := make([]string, len(set.Labels))
		for i, l := range set.Labels {
			labels[i] = env.Graph.LabelName(l)
		}
		u, err := usageOfNodes(env, set, storedType)
		if err != nil {
			return err
		}
		if err := propertyRows(u, []value.Value{value.String(tagged(labels)), texts(labels)}, yield); err != nil {
			return err
		}
	}
	return nil
}

func relTypeProperties(env *Env, _ []value.Value, yield func([]value.Value) error) error {
	if env.Graph == nil {
		return errNoGraph()
	}
	for i, name := range typeNames(env.Graph) {
		u, err := usageOfRelationships(env, graph.TypeID(i), storedType)
		if err != nil {
			return err
		}
		if u.total == 0 {
			continue
		}
		if err := propertyRows(u, []value.Value{value.String(tagged([]string{name}))}, yield); err != nil {
			return err
		}
	}
	return nil
}

// propertyRows yields a row for each property, or one without a property.
func propertyRows(u *usage, head []value.Value, yield func([]value.Value) error) error {
	head = head[:len(head):len(head)]
	if len(u.properties) == 0 {
		return yield(append(head, value.Null, value.Null, value.False))
	}
	for _, p := range u.sorted() {
		row := append(head, value.String(p.key), texts(p.typeNames()), value.Bool(p.count == u.total))
		if err := yield(row); err != nil {
			return err
		}
	}
	return nil
}

func visualization(env *Env, _ []value.Value, yield func([]value.Value) error) error {
	g := env.Graph
	if g == nil {
		return errNoGraph()
	}
	indexes, constraints := indexesByLabel(g), constraintsByLabel(g)
	// The pictures are in no graph: their ids are negative, as in Neo4j.
	id := idSequence()
	var nodes, relationships []value.Value
	byLabel := make(map[graph.LabelID]*value.Node)
	for i, name := range labelNames(g) {
		label := graph.LabelID(i)
		if nodesWith(g, label) == 0 {
			continue
		}
		n := &value.Node{ElementID: id(), Labels: []string{name}, Properties: record(
			"name", name, "indexes", indexes[label], "constraints", constraints[label]).Map()}
		byLabel[label] = n
		nodes = append(nodes, value.FromNode(n))
	}
	for t, name := range typeNames(g) {
		for from := range g.LabelCount() {
			for to := range g.LabelCount() {
				if g.PatternCount(graph.LabelID(from), graph.TypeID(t), graph.LabelID(to)) == 0 {
					continue
				}
				relationships = append(relationships, value.FromRelationship(&value.Relationship{
					ElementID: id(), Type: name, Properties: record("name", name).Map(),
					StartElementID: byLabel[graph.LabelID(from)].ElementID, EndElementID: byLabel[graph.LabelID(to)].ElementID,
				}))
			}
		}
	}
	return yield([]value.Value{value.List(nodes), value.List(relationships)})
}

// idSequence counts -1, -2, ….
func idSequence() func() string {
	next := int64(0)
	return func() string {
		next--
		return value.Int(next).String()
	}
}

func indexesByLabel(g graph.Graph) map[graph.LabelID][]string {
	m := make(map[graph.LabelID][]string)
	for _, index := range g.Indexes() {
		m[index.Label] = append(m[index.Label], g.KeyName(index.Key))
	}
	return m
}

func constraintsByLabel(g graph.Graph) map[graph.LabelID][]string {
	m := make(map[graph.LabelID][]string)
	for _, c := range g.Constraints() {
		m[c.Label] = append(m[c.Label], c.Name)
	}
	return m
}

// fullText makes a procedure that asks a full-text index.
func fullText(name string, ask func(f FullText, index, query string, yield func(value.Value, float64) bool) error) func(*Env, []value.Value, func([]value.Value) error) error {
	return func(env *Env, args []value.Value, yield func([]value.Value) error) error {
		index, err := stringArgument(name, args[0])
		if err != nil {
			return err
		}
		query, err := stringArgument(name, args[1])
		if err != nil {
			return err
		}
		if env.FullText == nil {
			return value.Errorf(value.ProcedureCallFailed, "", "There is no such fulltext schema index: %s", index)
		}
		skip, limit := int64(0), int64(-1)
		if args[2].Kind() == value.KindMap {
			for _, option := range args[2].Map() {
				switch option.Key {
				case "skip":
					skip, err = integerArgument(name, option.Value)
				case "limit":
					limit, err = integerArgument(name, option.Value)
				default:
					err = value.Errorf(value.ArgumentError, value.InvalidArgumentValue, "the option %s is not supported; skip and limit are", option.Key)
				}
				if err != nil {
					return err
				}
			}
		}
		var failed error
		err = ask(env.FullText, index, query, func(found value.Value, score float64) bool {
			switch {
			case skip > 0:
				skip--
				return true
			case limit == 0:
				return false
			}
			limit--
			failed = yield([]value.Value{found, value.Float(score)})
			return failed == nil
		})
		if failed != nil {
			return failed
		}
		return err
	}
}
