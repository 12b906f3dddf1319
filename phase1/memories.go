package phase1

import "bdgraph"

// addMemories adds a node for each memory. bd stores no time with it, so its
// start is unknown.
func (x *extractor) addMemories() {
	for k, m := range x.corpus.Memories {
		d := x.documents.find(bdgraph.MemoryLabel, k, m.Key)
		start := startBound(d)
		a := make(map[string]any, 1)
		setText(a, "text", m.Text)
		x.addNode(memoryRef(m.Key), a, &bdgraph.Life{Stated: bdgraph.Interval{From: start}}, record{document: d, start: start})
	}
}

func memoryRef(key string) bdgraph.NodeRef {
	return bdgraph.NodeRef{Label: bdgraph.MemoryLabel, Key: key}
}
