package lib

import (
	"bdgraph/cypher/graph"
	"bdgraph/cypher/value"
)

func entityFunctions() []*Function {
	return []*Function{
		function("Scalar", "id(input :: NODE | RELATIONSHIP) :: INTEGER",
			"The number of a node or relationship in this generation of the graph.", entityID).deprecated("elementId"),
		function("Scalar", "elementId(input :: NODE | RELATIONSHIP) :: STRING",
			"The opaque text that identifies a node or relationship in this generation of the graph.", elementID),
		function("List", "labels(input :: NODE) :: LIST<STRING>",
			"The labels of a node.", labels),
		function("Scalar", "type(input :: RELATIONSHIP) :: STRING",
			"The type of a relationship.", relationshipType),
		function("List", "keys(input :: NODE | RELATIONSHIP | MAP) :: LIST<STRING>",
			"The property keys of a node or relationship, or the keys of a map.", keys),
		function("Scalar", "properties(input :: NODE | RELATIONSHIP | MAP) :: MAP",
			"All properties of a node or relationship as a map; a map as it is.", properties),
		function("Scalar", "startNode(input :: RELATIONSHIP) :: NODE",
			"The node where a relationship starts.", endOf(true)),
		function("Scalar", "endNode(input :: RELATIONSHIP) :: NODE",
			"The node where a relationship ends.", endOf(false)),
		function("List", "nodes(input :: PATH) :: LIST<NODE>",
			"The nodes of a path in order.", func(_ *Env, args []value.Value) (value.Value, error) {
				if args[0].Kind() != value.KindPath {
					return value.Null, wrongArgument("nodes", "Path", args[0])
				}
				return value.List(args[0].Path().Nodes), nil
			}),
		function("List", "relationships(input :: PATH) :: LIST<RELATIONSHIP>",
			"The relationships of a path in order.", func(_ *Env, args []value.Value) (value.Value, error) {
				if args[0].Kind() != value.KindPath {
					return value.Null, wrongArgument("relationships", "Path", args[0])
				}
				return value.List(args[0].Path().Relationships), nil
			}),
		function("Scalar", "length(input :: PATH) :: INTEGER",
			"The number of relationships of a path.", func(_ *Env, args []value.Value) (value.Value, error) {
				if args[0].Kind() != value.KindPath {
					return value.Null, wrongArgument("length", "Path", args[0])
				}
				return value.Int(int64(len(args[0].Path().Relationships))), nil
			}),
	}
}

// wrongArgument says which kinds a function takes.
func wrongArgument(function, want string, got value.Value) error {
	return value.Errorf(value.TypeError, value.InvalidArgumentValue, "Invalid input for function '%s()': Expected a %s, got: %s", function, want, value.Describe(got))
}

// node returns the number of a node of the graph.
func node(v value.Value) graph.NodeID { return graph.NodeID(v.NodeRef()) }

// relationship returns the number of a relationship of the graph.
func relationship(v value.Value) graph.RelID { return graph.RelID(v.RelationshipRef()) }

// entity checks that v is a node or relationship and returns the graph of a
// reference, nil for a detached one.
func entity(env *Env, function string, v value.Value) (graph.Graph, error) {
	if v.Kind() != value.KindNode && v.Kind() != value.KindRelationship {
		return nil, wrongArgument(function, "Node or Relationship", v)
	}
	if v.Detached() {
		return nil, nil
	}
	return env.graphOf(v)
}

func entityID(env *Env, args []value.Value) (value.Value, error) {
	v := args[0]
	g, err := entity(env, "id", v)
	switch {
	case err != nil:
		return value.Null, err
	case g == nil:
		return value.Null, value.Errorf(value.EntityNotFound, "", "id() is not known of %s, which was returned by an earlier query", v)
	case v.Kind() == value.KindNode:
		return value.Int(int64(v.NodeRef())), nil
	}
	return value.Int(int64(v.RelationshipRef())), nil
}

func elementID(env *Env, args []value.Value) (value.Value, error) {
	v := args[0]
	g, err := entity(env, "elementId", v)
	switch {
	case err != nil:
		return value.Null, err
	case v.Kind() == value.KindNode:
		if g == nil {
			return value.String(v.Node().ElementID), nil
		}
		return value.String(g.NodeElementID(node(v))), nil
	case g == nil:
		return value.String(v.Relationship().ElementID), nil
	}
	return value.String(g.RelElementID(relationship(v))), nil
}

func labels(env *Env, args []value.Value) (value.Value, error) {
	v := args[0]
	if v.Kind() != value.KindNode {
		return value.Null, wrongArgument("labels", "Node", v)
	}
	if v.Detached() {
		return value.Of(v.Node().Labels)
	}
	g, err := env.graphOf(v)
	if err != nil {
		return value.Null, err
	}
	ids := g.Labels(node(v))
	names := make([]value.Value, len(ids))
	for i, id := range ids {
		names[i] = value.String(g.LabelName(id))
	}
	return value.List(names), nil
}

func relationshipType(env *Env, args []value.Value) (value.Value, error) {
	v := args[0]
	if v.Kind() != value.KindRelationship {
		return value.Null, wrongArgument("type", "Relationship", v)
	}
	if v.Detached() {
		return value.String(v.Relationship().Type), nil
	}
	g, err := env.graphOf(v)
	if err != nil {
		return value.Null, err
	}
	return value.String(g.TypeName(g.RelType(relationship(v)))), nil
}

func keys(env *Env, args []value.Value) (value.Value, error) {
	v := args[0]
	if v.Kind() == value.KindMap {
		return mapKeys(v.Map()), nil
	}
	g, err := entity(env, "keys", v)
	switch {
	case err != nil:
		return value.Null, err
	case g == nil && v.Kind() == value.KindNode:
		return mapKeys(v.Node().Properties), nil
	case g == nil:
		return mapKeys(v.Relationship().Properties), nil
	}
	ids := propertyKeys(g, v)
	names := make([]value.Value, len(ids))
	for i, id := range ids {
		names[i] = value.String(g.KeyName(id))
	}
	return value.List(names), nil
}

func propertyKeys(g graph.Graph, v value.Value) []graph.KeyID {
	if v.Kind() == value.KindNode {
		return g.NodeKeys(node(v), nil)
	}
	return g.RelKeys(relationship(v), nil)
}

func mapKeys(m value.Map) value.Value {
	names := make([]value.Value, len(m))
	for i, e := range m {
		names[i] = value.String(e.Key)
	}
	return value.List(names)
}

func properties(env *Env, args []value.Value) (value.Value, error) {
	v := args[0]
	if v.Kind() == value.KindMap {
		return v, nil
	}
	g, err := entity(env, "properties", v)
	switch {
	case err != nil:
		return value.Null, err
	case g == nil && v.Kind() == value.KindNode:
		return value.FromMap(v.Node().Properties), nil
	case g == nil:
		return value.FromMap(v.Relationship().Properties), nil
	}
	return value.FromMap(Properties(g, v)), nil
}

// Properties collects the properties of a node or relationship, given as a
// reference into the graph.
func Properties(g graph.Graph, v value.Value) value.Map {
	ids := propertyKeys(g, v)
	entries := make([]value.Entry, len(ids))
	for i, id := range ids {
		entries[i].Key = g.KeyName(id)
		if v.Kind() == value.KindNode {
			entries[i].Value = g.NodeProperty(node(v), id)
		} else {
			entries[i].Value = g.RelProperty(relationship(v), id)
		}
	}
	return value.NewMap(entries...)
}

func endOf(start bool) func(*Env, []value.Value) (value.Value, error) {
	name := "endNode"
	if start {
		name = "startNode"
	}
	return func(env *Env, args []value.Value) (value.Value, error) {
		v := args[0]
		if v.Kind() != value.KindRelationship {
			return value.Null, wrongArgument(name, "Relationship", v)
		}
		if v.Detached() {
			return value.Null, value.Errorf(value.EntityNotFound, "", "%s() is not known of %s, which was returned by an earlier query", name, v)
		}
		g, err := env.graphOf(v)
		if err != nil {
			return value.Null, err
		}
		ends := g.Targets()
		if start {
			ends = g.Sources()
		}
		return value.NodeRef(uint64(ends[relationship(v)])), nil
	}
}
