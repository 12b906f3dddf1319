package store

import "bdgraph"

// The full-text indexes of a stored graph, for db.index.fulltext.queryNodes and
// queryRelationships: the texts of nodes, and the facts and quotes of relationships.
const (
	TextIndex  = "bdgraph_text"
	FactsIndex = "bdgraph_facts"
)

// What the full-text indexes are on.
var (
	TextLabels     = []bdgraph.Label{bdgraph.IssueLabel, bdgraph.MemoryLabel, bdgraph.ADRLabel, bdgraph.RuleLabel, bdgraph.ComponentLabel}
	TextProperties = []string{"title", "name", "text", "description", "design", "acceptance_criteria", "notes", "close_reason", "rationale", "rejected", "aliases"}
	FactTypes      = []bdgraph.RelType{
		bdgraph.Establishes, bdgraph.Governs, bdgraph.Constrains, bdgraph.About, bdgraph.MotivatedBy,
		bdgraph.Contradicts, bdgraph.Invalidates, bdgraph.Supersedes, bdgraph.Amends,
	}
	FactProperties = []string{"fact", "quote"}
)
