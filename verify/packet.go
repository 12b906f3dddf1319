package verify

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"bdgraph"
	"bdgraph/internal/passage"
)

// Packet is what one verifier judges in one go. It does not say which items
// are canaries; the [Key] does.
type Packet struct {
	Name      string   `json:"name"`
	Documents []string `json:"documents"` // ids, sorted
	Items     []Item   `json:"items"`
}

// Item is a claim under an opaque name.
type Item struct {
	Name     string `json:"name"`
	Document string `json:"document"`
	Claim    Claim  `json:"claim"`
}

// Claim is what an extracted relationship says, without the extractor's reasons.
type Claim struct {
	Type      bdgraph.RelType `json:"type"`
	From      bdgraph.NodeRef `json:"from"`
	To        bdgraph.NodeRef `json:"to"`
	Fact      string          `json:"fact"`
	Scope     string          `json:"scope,omitempty"`
	ValidFrom string          `json:"valid_from,omitempty"` // where the claim itself states a day
	InvalidAt string          `json:"invalid_at,omitempty"`
	Quotes    []bdgraph.Quote `json:"quotes"`
}

func claimFrom(e bdgraph.Edge) Claim {
	return Claim{e.Type, e.From, e.To, e.Fact, e.Scope, e.Stated.From.Text, e.Stated.To.Text, slices.Clone(e.Evidence)}
}

// Key maps the names of items back. It belongs where no verifier looks. A
// later plan adds to it, so that answers to earlier packets keep their meaning.
type Key struct {
	Version int                `json:"version"`
	Items   map[string]KeyItem `json:"items"`
}

// KeyItem is what is behind the name of an item.
type KeyItem struct {
	Packet   string `json:"packet"`
	Document string `json:"document"`
	Edge     string `json:"edge"`  // id
	Claim    string `json:"claim"` // hash
	Canary   Canary `json:"canary,omitempty"`
	Plan     int    `json:"plan,omitempty"` // number of the plan that made the item, from 1
}

// byPacket returns the items by packet and name.
func (k Key) byPacket() map[string]map[string]KeyItem {
	packets := make(map[string]map[string]KeyItem)
	for name, item := range k.Items {
		if packets[item.Packet] == nil {
			packets[item.Packet] = make(map[string]KeyItem)
		}
		packets[item.Packet][name] = item
	}
	return packets
}

// keyVersion is the version of the key's file.
const keyVersion = 1

// PlanOptions say which claims are to be judged and how.
type PlanOptions struct {
	Seed     string   // of names and canaries; secret from verifiers
	Items    int      // the most claims in a packet
	Canaries float64  // planted for each claim
	All      bool     // claims that have a verdict already too
	Only     []string // documents; empty means all
}

// NewPlan makes packets of the claims of a fragment that have no verdict yet,
// with canaries among them, and adds what is behind the names to the key. Equal
// arguments give equal packets.
func NewPlan(f bdgraph.Fragment, c bdgraph.Corpus, v bdgraph.Vocabulary, applied []bdgraph.Verdict, key Key, o PlanOptions) ([]Packet, Key) {
	judged := make(map[[2]string]bool, len(applied))
	for _, a := range applied {
		judged[[2]string{a.Edge, a.Claim}] = true
	}
	byDocument := make(map[string][]bdgraph.Edge)
	for _, e := range f.Edges {
		if e.Phase != 2 || !o.All && judged[[2]string{e.ID, e.ClaimHash()}] || len(o.Only) > 0 && !slices.Contains(o.Only, e.Source) {
			continue
		}
		byDocument[e.Source] = append(byDocument[e.Source], e)
	}
	p := planner{options: o, vocabulary: v, key: Key{Version: keyVersion, Items: make(map[string]KeyItem)}}
	for name, item := range key.Items {
		p.key.Items[name] = item
		p.number = max(p.number, item.Plan)
	}
	p.number++
	var chunks [][]bdgraph.Edge
	for _, d := range c.Documents {
		for chunk := range slices.Chunk(byDocument[d.ID], max(1, o.Items)) {
			if last := len(chunks) - 1; last >= 0 && len(chunks[last])+len(chunk) <= o.Items {
				chunks[last] = append(slices.Clip(chunks[last]), chunk...)
			} else {
				chunks = append(chunks, chunk)
			}
		}
	}
	p.pages = make(map[string]*page)
	for _, d := range c.Documents {
		if len(byDocument[d.ID]) > 0 {
			p.pages[d.ID] = &page{d, passage.New(d)}
		}
	}
	packets := make([]Packet, 0, len(chunks))
	for _, edges := range chunks {
		packets = append(packets, p.packet(edges, len(packets)+1))
	}
	return packets, p.key
}

type page struct {
	bdgraph.Document
	text *passage.Text
}

type planner struct {
	options    PlanOptions
	vocabulary bdgraph.Vocabulary
	pages      map[string]*page
	key        Key
	number     int // of this plan
}

// packet makes a packet of edges, with its canaries.
func (p *planner) packet(edges []bdgraph.Edge, number int) Packet {
	parts := []string{"packet"}
	for _, e := range edges {
		parts = append(parts, e.ID, e.ClaimHash())
	}
	pk := Packet{Name: fmt.Sprintf("p%02d-%s", number, p.secret(parts...)[:8])}
	seed := sha256.Sum256([]byte(p.secret("order", pk.Name)))
	random := rand.New(rand.NewChaCha8(seed))
	add := func(e bdgraph.Edge, claim Claim, canary Canary, nth int) {
		name := p.secret("item", pk.Name, e.ID, string(canary), fmt.Sprint(nth))[:10]
		pk.Items = append(pk.Items, Item{name, e.Source, claim})
		p.key.Items[name] = KeyItem{pk.Name, e.Source, e.ID, e.ClaimHash(), canary, p.number}
		if !slices.Contains(pk.Documents, e.Source) {
			pk.Documents = append(pk.Documents, e.Source)
		}
	}
	for _, e := range edges {
		add(e, claimFrom(e), "", 0)
	}
	if p.options.Canaries > 0 {
		wanted := max(3, int(math.Ceil(p.options.Canaries*float64(len(edges)))))
		for i, made := range p.canaries(edges, wanted, random) {
			add(made.edge, made.claim, made.kind, i)
		}
	}
	random.Shuffle(len(pk.Items), func(i, j int) { pk.Items[i], pk.Items[j] = pk.Items[j], pk.Items[i] })
	slices.SortStableFunc(pk.Items, func(a, b Item) int { return cmp.Compare(a.Document, b.Document) })
	slices.Sort(pk.Documents)
	return pk
}

// secret returns a hash that nobody can make without the seed.
func (p *planner) secret(parts ...string) string {
	mac := hmac.New(sha256.New, []byte(p.options.Seed))
	for _, part := range parts {
		mac.Write([]byte(part))
		mac.Write([]byte{0})
	}
	return hex.EncodeToString(mac.Sum(nil))
}
