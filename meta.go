package bdgraph

import (
	"slices"
	"time"
)

// Meta describes one built graph; a store keeps it as the single Meta node.
// Counts of labels leave placeholders out, which have a count of their own;
// Nodes and Edges count everything but Meta itself.
type Meta struct {
	GeneratedAt    time.Time `json:"generated_at"` // SOURCE_DATE_EPOCH when set
	Generation     string    `json:"generation"`
	Issues         int       `json:"issues"`
	Memories       int       `json:"memories"`
	ADRs           int       `json:"adrs"`
	PRs            int       `json:"prs"`
	Rules          int       `json:"rules"`
	Components     int       `json:"components"`
	Placeholders   int       `json:"placeholders"`
	Nodes          int       `json:"nodes"`
	Edges          int       `json:"edges"`
	CorpusHash     string    `json:"corpus_hash"`
	CorpusCommit   string    `json:"corpus_commit,omitempty"`
	BDVersion      string    `json:"bd_version,omitempty"`
	BDGraphVersion string    `json:"bdgraph_version"`
	ClosedOn       Day       `json:"closed_on"` // the day on which the closure was computed
}

// MetaKey is the key of the Meta node.
const MetaKey = "meta"

// NewMeta counts a graph and takes the rest from the corpus manifest.
func NewMeta(g Graph, m Manifest, generatedAt time.Time, closedOn Day) Meta {
	meta := Meta{
		GeneratedAt:    generatedAt.UTC().Truncate(time.Second),
		Generation:     g.Generation(),
		Nodes:          len(g.Nodes),
		Edges:          len(g.Edges),
		CorpusHash:     m.CorpusHash,
		CorpusCommit:   m.Commit,
		BDVersion:      m.BDVersion,
		BDGraphVersion: m.BDGraphVersion,
		ClosedOn:       closedOn,
	}
	for _, n := range g.Nodes {
		switch {
		case n.Placeholder:
			meta.Placeholders++
		case n.Label == IssueLabel:
			meta.Issues++
		case n.Label == MemoryLabel:
			meta.Memories++
		case n.Label == ADRLabel:
			meta.ADRs++
		case n.Label == PRLabel:
			meta.PRs++
		case n.Label == RuleLabel:
			meta.Rules++
		case n.Label == ComponentLabel:
			meta.Components++
		}
	}
	return meta
}

// Properties returns the Meta node as a store holds it.
func (m Meta) Properties() map[string]any { return propertyMap(m.PropertyList()) }

// PropertyList returns what Properties does, sorted by name.
func (m Meta) PropertyList() []Property {
	ps := []Property{
		{"key", textValue(MetaKey)},
		{"generated_at", valueOf(m.GeneratedAt)},
		{"generation", textValue(m.Generation)},
		{"issues", intValue(int64(m.Issues))},
		{"memories", intValue(int64(m.Memories))},
		{"adrs", intValue(int64(m.ADRs))},
		{"prs", intValue(int64(m.PRs))},
		{"rules", intValue(int64(m.Rules))},
		{"components", intValue(int64(m.Components))},
		{"placeholders", intValue(int64(m.Placeholders))},
		{"nodes", intValue(int64(m.Nodes))},
		{"edges", intValue(int64(m.Edges))},
		{"corpus_hash", textValue(m.CorpusHash)},
		{"bdgraph_version", textValue(m.BDGraphVersion)},
		{"closed_on", dayValue(m.ClosedOn)},
	}
	ps = appendText(ps, "corpus_commit", m.CorpusCommit)
	ps = appendText(ps, "bd_version", m.BDVersion)
	slices.SortFunc(ps, byName)
	return sealed(ps, 0)
}

// MetaFromProperties reads what [Meta.Properties] gave. Whatever is absent or of
// another type stays zero.
func MetaFromProperties(p map[string]any) Meta {
	var m Meta
	m.GeneratedAt, _ = p["generated_at"].(time.Time)
	m.ClosedOn, _ = p["closed_on"].(Day)
	for name, to := range map[string]*int{
		"issues": &m.Issues, "memories": &m.Memories, "adrs": &m.ADRs, "prs": &m.PRs, "rules": &m.Rules,
		"components": &m.Components, "placeholders": &m.Placeholders, "nodes": &m.Nodes, "edges": &m.Edges,
	} {
		n, _ := p[name].(int64)
		*to = int(n)
	}
	for name, to := range map[string]*string{
		"generation": &m.Generation, "corpus_hash": &m.CorpusHash, "corpus_commit": &m.CorpusCommit,
		"bd_version": &m.BDVersion, "bdgraph_version": &m.BDGraphVersion,
	} {
		*to, _ = p[name].(string)
	}
	return m
}
