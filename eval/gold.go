// Package eval says how good a graph is: it holds what was extracted against a gold
// file that a person or agent wrote by reading the documents. In go a graph and a
// gold, out come precision, recall and the share of right dates and components.
// Extracting and judging single claims are left to phase2 and verify.
package eval

import (
	"encoding/json"
	"fmt"

	"bdgraph"
)

// goldVersion is the version of the gold's file.
const goldVersion = 1

// Gold is what documents really say, as far as one careful reader found.
type Gold struct {
	Version   int            `json:"version"`
	Documents []GoldDocument `json:"documents"`
}

// GoldDocument is one document that was read whole: a claim that it lacks here
// is taken for wrong.
type GoldDocument struct {
	ID     string     `json:"id"`
	SHA256 string     `json:"sha256"` // of the text that was read
	Edges  []GoldEdge `json:"edges"`
}

// GoldEdge is one right claim.
type GoldEdge struct {
	Type bdgraph.RelType `json:"type"`
	From bdgraph.NodeRef `json:"from"`
	To   bdgraph.NodeRef `json:"to"`
	// Quotes are a few words each, by which the passages are found that the
	// claim may rest on; the first states it. A rule is known by them, whatever its name.
	Quotes    []string `json:"quotes"`
	ValidFrom string   `json:"valid_from,omitempty"` // as the graph must hold it; "" when unknown
	InvalidAt string   `json:"invalid_at,omitempty"`
	// Optional says that the claim is right but need not be found.
	Optional bool `json:"optional,omitempty"`
}

// ReadGold reads a gold file. An error says what is wrong with it, and where.
func ReadGold(data []byte) (Gold, error) {
	var g Gold
	if err := json.Unmarshal(data, &g); err != nil {
		return Gold{}, fmt.Errorf("read gold: %w", err)
	}
	if g.Version != goldVersion {
		return Gold{}, fmt.Errorf("read gold: format version %d, this bdgraph reads %d", g.Version, goldVersion)
	}
	for _, d := range g.Documents {
		for i, e := range d.Edges {
			where := fmt.Sprintf("read gold: %s, edge %d", d.ID, i)
			switch {
			case !e.Type.Allows(e.From.Label, e.To.Label):
				return Gold{}, fmt.Errorf("%s: %s does not lead from %s to %s", where, e.Type, e.From.Label, e.To.Label)
			case len(e.Quotes) == 0:
				return Gold{}, fmt.Errorf("%s: it has no quote, by which its claim would be known", where)
			}
			for _, date := range []string{e.ValidFrom, e.InvalidAt} {
				if _, err := bdgraph.ParseDate(date); date != "" && err != nil {
					return Gold{}, fmt.Errorf("%s: %w", where, err)
				}
			}
		}
	}
	return g, nil
}
