package neo4j

import (
	"context"
	"iter"

	"bdgraph"
)

const (
	// batchRows is the most rows that one statement carries, and batchText
	// about the most bytes of text in them.
	batchRows = 10_000
	batchText = 16 << 20
)

// batch is one statement with its rows. The statement returns the number of
// rows that it carried out.
type batch struct {
	cypher string
	rows   []any
}

// batches yields the statements that carry out a delta, in an order in which
// every edge finds its ends: what is gone goes first, nodes come before edges.
func (d *delta) batches() iter.Seq[batch] {
	return func(yield func(batch) bool) {
		b := batcher{yield: yield}
		for _, id := range d.deleteEdges {
			b.add("MATCH ()-[r]->() WHERE elementId(r) = row DELETE r", id, 0)
		}
		b.flushAll()
		for _, id := range d.deleteNodes {
			b.add("MATCH (n) WHERE elementId(n) = row DETACH DELETE n", id, 0)
		}
		b.flushAll()
		for _, n := range d.createNodes {
			properties, size := rowProperties(n.Properties())
			b.add("CREATE (n:"+quote(string(n.Label))+") SET n = row", properties, size)
		}
		for _, u := range d.updateNodes {
			properties, size := rowProperties(u.to.Properties())
			b.add("MATCH (n) WHERE elementId(n) = row[0] SET n = row[1]", []any{u.elementID, properties}, size)
		}
		b.flushAll()
		for _, e := range d.createEdges {
			properties, size := rowProperties(e.Properties())
			b.add(createEdgeCypher(e), []any{e.From.Key, e.To.Key, properties}, size)
		}
		for _, u := range d.updateEdges {
			properties, size := rowProperties(u.to.Properties())
			b.add("MATCH ()-[r]->() WHERE elementId(r) = row[0] SET r = row[1]", []any{u.elementID, properties}, size)
		}
		b.flushAll()
	}
}

// createEdgeCypher is the same text for every edge of one type between nodes of
// the same labels.
func createEdgeCypher(e *bdgraph.Edge) string {
	node := func(name string, l bdgraph.Label, row string) string {
		return "MATCH (" + name + ":" + quote(string(l)) + " {" + quote(l.KeyProperty()) + ": " + row + "}) "
	}
	return node("a", e.From.Label, "row[0]") + node("b", e.To.Label, "row[1]") +
		"CREATE (a)-[r:" + quote(string(e.Type)) + "]->(b) SET r = row[2]"
}

// rowProperties returns the properties for the driver, and about how much text they hold.
func rowProperties(properties map[string]any) (map[string]any, int) {
	size := 0
	for _, v := range properties {
		switch v := v.(type) {
		case string:
			size += len(v)
		case []string:
			for _, s := range v {
				size += len(s)
			}
		}
	}
	return driverProperties(properties), size
}

// batcher gathers rows of the same statement.
type batcher struct {
	yield   func(batch) bool
	stopped bool
	open    []*openBatch // in order of first use
}

type openBatch struct {
	each string // what is done for each row
	rows []any
	size int
}

// add takes a row and what to do with it.
func (b *batcher) add(each string, row any, size int) {
	var o *openBatch
	for _, candidate := range b.open { // a handful: one for each combination of type and labels
		if candidate.each == each {
			o = candidate
		}
	}
	if o == nil {
		o = &openBatch{each: each}
		b.open = append(b.open, o)
	}
	if len(o.rows) >= batchRows || o.size+size > batchText {
		b.flush(o)
	}
	o.rows = append(o.rows, row)
	o.size += size
}

func (b *batcher) flush(o *openBatch) {
	if len(o.rows) > 0 && !b.stopped {
		b.stopped = !b.yield(batch{"UNWIND $rows AS row " + o.each + " RETURN count(*)", o.rows})
	}
	o.rows, o.size = nil, 0
}

func (b *batcher) flushAll() {
	for _, o := range b.open {
		b.flush(o)
	}
	b.open = nil
}

// ahead yields what seq does, computing the next item while the last one is
// used: the server works on one batch as the next is made.
func ahead(ctx context.Context, seq iter.Seq[batch]) iter.Seq[batch] {
	return func(yield func(batch) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		items := make(chan batch)
		go func() {
			defer close(items)
			for item := range seq {
				select {
				case items <- item:
				case <-ctx.Done():
					return
				}
			}
		}()
		for item := range items {
			if !yield(item) {
				return
			}
		}
	}
}
