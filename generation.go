package bdgraph

import (
	"crypto/sha256"
	"encoding/hex"
)

// Generation returns the hash of all nodes and edges, Meta left out, as 64
// lower-case hex digits. Equal graphs have equal generations on every store.
func (g Graph) Generation() string {
	h := sha256.New()
	// Most of the time goes into the hashes of properties.
	InChunks(len(g.Nodes)+len(g.Edges), 512, g.hashLines, func(lines []byte) { h.Write(lines) })
	return hex.EncodeToString(h.Sum(nil))
}

// hashLines writes a line for each node or edge, of which the edges are counted
// behind the nodes: what it is, and the hash of its properties.
func (g Graph) hashLines(from, to int) (lines []byte) {
	var ps []Property
	lines = make([]byte, 0, 192*(to-from)) // more than most are long
	write := func(kind string, words ...string) {
		lines = append(lines, kind...)
		for _, w := range words {
			lines = append(append(lines, 0), w...)
		}
		lines = append(lines, '\n')
	}
	for i := from; i < to; i++ {
		if i < len(g.Nodes) {
			n := &g.Nodes[i]
			ps = n.AppendProperties(ps[:0])
			write("n", string(n.Label), n.Key, sealedHash(ps))
			continue
		}
		e := &g.Edges[i-len(g.Nodes)]
		ps = e.AppendProperties(ps[:0])
		write("e", string(e.Type), string(e.From.Label), e.From.Key, string(e.To.Label), e.To.Key, sealedHash(ps))
	}
	return lines
}
