package ask

import (
	"slices"
	"strings"

	"bdgraph"
)

// documents holds nodes by what relationships call them: a document's id or the key of a rule.
type documents map[string]node

// name returns what people call the document or rule with an id.
func (d documents) name(id string) string {
	if n, ok := d[id]; ok {
		return n.name()
	}
	return id
}

// documents returns the nodes that relationships name by a document's id, or by
// the key of a rule; an id that nothing bears is missing from the map.
func (s *session) documents(ids []string) (documents, error) {
	ids = distinct(ids)
	if len(ids) == 0 {
		return nil, nil
	}
	list := make([]any, len(ids))
	for i, id := range ids {
		list[i] = map[string]any{"key": id, "memory": strings.TrimPrefix(id, bdgraph.MemoryPrefix)}
	}
	rows, err := query[struct {
		Source string `col:"source"`
		nodeRow
	}](s, "documents", params{"ids": list})
	if err != nil {
		return nil, err
	}
	found := make(documents, len(rows))
	for _, r := range rows {
		// Of two with one key the document is meant; that of a memory is then another.
		if old, twice := found[r.Source]; !twice || labelRank(r.Node.Label) < labelRank(old.Label) {
			found[r.Source] = r.Node
		}
	}
	return found, nil
}

// labelRank orders labels by how likely a relationship's source is one.
func labelRank(label string) int {
	return slices.Index([]string{string(bdgraph.ADRLabel), string(bdgraph.IssueLabel), string(bdgraph.MemoryLabel), string(bdgraph.RuleLabel)}, label)
}
