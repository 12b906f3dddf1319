package value

import "testing"

func TestSize(t *testing.T) {
	node := FromNode(&Node{ElementID: "another in every graph", Labels: []string{"Issue"}, Properties: NewMap(Entry{Key: "id", Value: String("a-1")})})
	rel := FromRelationship(&Relationship{Type: "KNOWS", Properties: NewMap(Entry{Key: "n", Value: Int(1)})})
	for _, c := range []struct {
		v    Value
		want int64
	}{
		{Null, 24},
		{Int(1), 24},
		{String("four"), 28},
		{ListOf(Int(1), String("ab")), 24 + 24 + 26},
		{FromMap(NewMap(Entry{Key: "key", Value: True})), 24 + 16 + 3 + 24},
		{NodeRef(7), 24},
		{node, 24 + 5 + 16 + 2 + 27},
		{rel, 24 + 5 + 16 + 1 + 24},
		{FromPath(&Path{Nodes: []Value{node, node}, Relationships: []Value{rel}}), 24 + 2*74 + 70},
	} {
		if got := Size(c.v); got != c.want {
			t.Errorf("%v: %d bytes, want %d", c.v, got, c.want)
		}
	}
}
