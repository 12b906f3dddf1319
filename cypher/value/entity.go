package value

// Node is a detached node: what a result holds of it. It must not change once a
// Value refers to it.
type Node struct {
	ElementID  string // opaque; equal for the same node in answers of one generation
	Labels     []string
	Properties Map
}

// Relationship is a detached relationship: what a result holds of it. It must
// not change once a Value refers to it.
type Relationship struct {
	ElementID      string // opaque, as a node's
	Type           string
	StartElementID string
	EndElementID   string
	Properties     Map
}

// Path is a walk: Nodes[i] and Nodes[i+1] are the ends of Relationships[i], in
// either direction, so there is one node more than relationships. All of them
// are references, or all are detached. It must not change once a Value refers
// to it.
type Path struct {
	Nodes         []Value
	Relationships []Value
}
