package phase1

import "bdgraph"

// addMemories adds a node for each memory. bd stores no time with it, so its
// start is unknown.
func (x *extractor) addMemories() {
	for _, m := range x.corpus.Memories {
		ref := memoryRef(m.Key)
		start := startBound(x.documents[ref])
		a := make(map[string]any, 1)
		setText(a, "text", m.Text)
		x.addNode(ref, a, &bdgraph.Life{Stated: bdgraph.Interval{From: start}})
		x.starts[ref] = start
	}
}

func memoryRef(key string) bdgraph.NodeRef {
	return bdgraph.NodeRef{Label: bdgraph.MemoryLabel, Key: key}
}
