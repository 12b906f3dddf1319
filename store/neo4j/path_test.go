package neo4j_test

import (
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j/dbtype"

	"bdgraph/store/neo4j"
)

// A path that comes by a node again has that node at each of its places.
func TestPathsThatComeByANodeAgain(t *testing.T) {
	node := func(id string) dbtype.Node { return dbtype.Node{ElementId: id, Labels: []string{id}} }
	rel := func(from, to string) dbtype.Relationship {
		return dbtype.Relationship{ElementId: from + to, Type: "R", StartElementId: from, EndElementId: to}
	}
	for _, c := range []struct {
		name string
		path dbtype.Path
		want string
	}{
		{"one node", dbtype.Path{Nodes: []dbtype.Node{node("A")}}, "<(:A)>"},
		{"a loop", dbtype.Path{Nodes: []dbtype.Node{node("A")}, Relationships: []dbtype.Relationship{rel("A", "A")}}, "<(:A)-[:R]->(:A)>"},
		{
			"there and back", dbtype.Path{
				Nodes:         []dbtype.Node{node("A"), node("B"), node("C")},
				Relationships: []dbtype.Relationship{rel("A", "B"), rel("C", "B"), rel("C", "A"), rel("B", "A")},
			}, "<(:A)-[:R]->(:B)<-[:R]-(:C)-[:R]->(:A)<-[:R]-(:B)>",
		},
	} {
		v, err := neo4j.Value(c.path)
		if err != nil {
			t.Fatal(err)
		}
		if got := v.String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
