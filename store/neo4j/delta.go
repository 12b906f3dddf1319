package neo4j

import (
	"context"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"bdgraph"
	"bdgraph/store"
)

// delta is what a load has to change. Elements are named by the server's
// element ids, which need no index.
type delta struct {
	createNodes []*bdgraph.Node
	createEdges []*bdgraph.Edge
	updateNodes []update[*bdgraph.Node]
	updateEdges []update[*bdgraph.Edge]
	deleteNodes []string
	deleteEdges []string
	unchanged   struct{ nodes, edges int }
}

type update[T any] struct {
	elementID string
	to        T
}

// size returns the number of changes.
func (d *delta) size() int {
	return len(d.createNodes) + len(d.createEdges) + len(d.updateNodes) + len(d.updateEdges) + len(d.deleteNodes) + len(d.deleteEdges)
}

// count writes the delta's figures into l.
func (d *delta) count(l *store.Loaded) {
	l.NodesCreated, l.NodesUpdated, l.NodesDeleted, l.NodesUnchanged = len(d.createNodes), len(d.updateNodes), len(d.deleteNodes), d.unchanged.nodes
	l.EdgesCreated, l.EdgesUpdated, l.EdgesDeleted, l.EdgesUnchanged = len(d.createEdges), len(d.updateEdges), len(d.deleteEdges), d.unchanged.edges
}

// stored is an element that the database holds.
type stored struct{ elementID, hash string }

// storedKey names a node by label and key, an edge by type and id. An edge's id is a
// hash of its ends, so an edge that is found has the right ones.
type storedKey struct{ kind, key string }

// computeDelta compares a graph with what the database holds.
func computeDelta(ctx context.Context, session runner, g bdgraph.Graph) (*delta, error) {
	d := &delta{}
	nodes, more, err := readStored(ctx, session, readNodesCypher())
	if err != nil {
		return nil, err
	}
	d.createNodes, d.updateNodes, d.deleteNodes, d.unchanged.nodes = compare(nodes, g.Nodes,
		func(n *bdgraph.Node) storedKey { return storedKey{string(n.Label), n.Key} }, (*bdgraph.Node).Hash)
	d.deleteNodes = append(d.deleteNodes, more...)

	edges, more, err := readStored(ctx, session, readEdgesCypher)
	if err != nil {
		return nil, err
	}
	d.createEdges, d.updateEdges, d.deleteEdges, d.unchanged.edges = compare(edges, g.Edges,
		func(e *bdgraph.Edge) storedKey { return storedKey{string(e.Type), e.ID} }, (*bdgraph.Edge).Hash)
	d.deleteEdges = append(d.deleteEdges, more...)
	return d, nil
}

// compare tells which elements the database lacks, which it has otherwise, which of its
// own are gone, and how many are the same. It takes those that are found out of found.
func compare[E any](found map[storedKey]stored, elements []E, key func(*E) storedKey, hash func(*E) string) (
	create []*E, changed []update[*E], gone []string, same int,
) {
	for i := range elements {
		e := &elements[i]
		at := key(e)
		switch old, ok := found[at]; {
		case !ok:
			create = append(create, e)
			continue
		case old.hash != hash(e):
			changed = append(changed, update[*E]{old.elementID, e})
		default:
			same++
		}
		delete(found, at)
	}
	for _, old := range found {
		gone = append(gone, old.elementID)
	}
	return create, changed, gone, same
}

const readEdgesCypher = "MATCH ()-[r]->() WHERE r." + bdgraph.HashProperty + " IS NOT NULL " +
	"RETURN type(r), r.id, r." + bdgraph.HashProperty + ", elementId(r)"

func readNodesCypher() string {
	key := "CASE"
	for _, label := range bdgraph.Labels {
		key += " WHEN n:" + quote(string(label)) + " THEN n." + quote(label.KeyProperty())
	}
	return "MATCH (n) WHERE n." + bdgraph.HashProperty + " IS NOT NULL AND NOT n:Meta " +
		"RETURN head(labels(n)), " + key + " END, n." + bdgraph.HashProperty + ", elementId(n)"
}

// readStored returns what the database holds by key, and the element ids of
// what nothing can match: a second element of one key, and what bears no key.
func readStored(ctx context.Context, session runner, cypher string) (found map[storedKey]stored, surplus []string, err error) {
	found = map[storedKey]stored{}
	err = exec(ctx, session, cypher, nil, func(r *neo4j.Record) {
		kind, _ := r.Values[0].(string)
		key, hasKey := r.Values[1].(string)
		hash, _ := r.Values[2].(string)
		elementID, _ := r.Values[3].(string)
		if _, twice := found[storedKey{kind, key}]; twice || !hasKey {
			surplus = append(surplus, elementID)
			return
		}
		found[storedKey{kind, key}] = stored{elementID, hash}
	})
	return found, surplus, err
}
