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
	d.deleteNodes = more
	for i := range g.Nodes {
		n := &g.Nodes[i]
		key := storedKey{string(n.Label), n.Key}
		switch found, ok := nodes[key]; {
		case !ok:
			d.createNodes = append(d.createNodes, n)
			continue
		case found.hash != n.Hash():
			d.updateNodes = append(d.updateNodes, update[*bdgraph.Node]{found.elementID, n})
		default:
			d.unchanged.nodes++
		}
		delete(nodes, key)
	}
	for _, gone := range nodes {
		d.deleteNodes = append(d.deleteNodes, gone.elementID)
	}

	edges, more, err := readStored(ctx, session, readEdgesCypher)
	if err != nil {
		return nil, err
	}
	d.deleteEdges = more
	for i := range g.Edges {
		e := &g.Edges[i]
		key := storedKey{string(e.Type), e.ID}
		switch found, ok := edges[key]; {
		case !ok:
			d.createEdges = append(d.createEdges, e)
			continue
		case found.hash != e.Hash():
			d.updateEdges = append(d.updateEdges, update[*bdgraph.Edge]{found.elementID, e})
		default:
			d.unchanged.edges++
		}
		delete(edges, key)
	}
	for _, gone := range edges {
		d.deleteEdges = append(d.deleteEdges, gone.elementID)
	}
	return d, nil
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
