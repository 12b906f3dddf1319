package bdgraph

import (
	"crypto/sha256"
	"encoding/hex"
	"sync"
)

// Generation returns the hash of all nodes and edges, Meta left out, as 64
// lower-case hex digits. Equal graphs have equal generations on every store.
func (g Graph) Generation() string {
	h := sha256.New()
	var used sync.Pool
	// Most of the time goes into the hashes of properties.
	InChunks(len(g.Nodes)+len(g.Edges), 512, func(from, to int) *hashLines {
		lines, ok := used.Get().(*hashLines)
		if !ok {
			lines = &hashLines{}
		}
		lines.of(g, from, to)
		return lines
	}, func(lines *hashLines) {
		h.Write(lines.text)
		used.Put(lines)
	})
	return hex.EncodeToString(h.Sum(nil))
}

// hashLines is a line for each of some nodes or edges: what it is, and the hash of its properties.
type hashLines struct {
	text       []byte
	properties []Property // of one after the other
}

// of writes lines in place of those that are there. The edges are counted behind the nodes.
func (l *hashLines) of(g Graph, from, to int) {
	lines, ps := l.text[:0], l.properties
	write := func(kind string, words ...string) {
		lines = append(lines, kind...)
		for _, w := range words {
			lines = append(append(lines, 0), w...)
		}
		sum := hashOf(ps)
		lines = append(hex.AppendEncode(append(lines, 0), sum[:]), '\n')
	}
	for i := from; i < to; i++ {
		if i < len(g.Nodes) {
			n := &g.Nodes[i]
			ps = n.appendOwn(ps[:0])
			write("n", string(n.Label), n.Key)
			continue
		}
		e := &g.Edges[i-len(g.Nodes)]
		ps = e.appendOwn(ps[:0])
		write("e", string(e.Type), string(e.From.Label), e.From.Key, string(e.To.Label), e.To.Key)
	}
	l.text, l.properties = lines, ps
}
