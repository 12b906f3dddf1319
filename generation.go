package bdgraph

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
)

// Generation returns the hash of all nodes and edges, Meta left out, as 64
// lower-case hex digits. Equal graphs have equal generations on every store.
func (g Graph) Generation() string {
	h := sha256.New()
	for _, n := range g.Nodes {
		io.WriteString(h, "n\x00"+string(n.Label)+"\x00"+n.Key+"\x00"+n.Hash()+"\n")
	}
	for _, e := range g.Edges {
		io.WriteString(h, "e\x00"+string(e.Type)+"\x00"+string(e.From.Label)+"\x00"+e.From.Key+"\x00"+string(e.To.Label)+"\x00"+e.To.Key+"\x00"+e.Hash()+"\n")
	}
	return hex.EncodeToString(h.Sum(nil))
}
