package bdgraph

import (
	"crypto/sha256"
	"encoding/hex"
)

// Generation returns the hash of all nodes and edges, Meta left out, as 64
// lower-case hex digits. Equal graphs have equal generations on every store.
func (g Graph) Generation() string {
	h := sha256.New()
	var line []byte
	var ps []Property
	write := func(kind string, words ...string) {
		line = append(line[:0], kind...)
		for _, w := range words {
			line = append(append(line, 0), w...)
		}
		h.Write(append(line, '\n'))
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		ps = n.AppendProperties(ps[:0])
		write("n", string(n.Label), n.Key, sealedHash(ps))
	}
	for i := range g.Edges {
		e := &g.Edges[i]
		ps = e.AppendProperties(ps[:0])
		write("e", string(e.Type), string(e.From.Label), e.From.Key, string(e.To.Label), e.To.Key, sealedHash(ps))
	}
	return hex.EncodeToString(h.Sum(nil))
}
