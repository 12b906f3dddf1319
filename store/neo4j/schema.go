package neo4j

import (
	"context"
	"fmt"
	"strings"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"bdgraph"
)

// The full-text indexes: the texts of nodes, and the facts and quotes of
// relationships.
const (
	TextIndex  = "bdgraph_text"
	FactsIndex = "bdgraph_facts"
)

var (
	textLabels     = []bdgraph.Label{bdgraph.IssueLabel, bdgraph.MemoryLabel, bdgraph.ADRLabel, bdgraph.RuleLabel, bdgraph.ComponentLabel}
	textProperties = []string{"title", "name", "text", "description", "design", "acceptance_criteria", "notes", "close_reason", "rationale", "rejected", "aliases"}
	factTypes      = []bdgraph.RelType{
		bdgraph.Establishes, bdgraph.Governs, bdgraph.Constrains, bdgraph.About, bdgraph.MotivatedBy,
		bdgraph.Contradicts, bdgraph.Invalidates, bdgraph.SupersedesRel, bdgraph.AmendsRel,
	}
	factProperties = []string{"fact", "quote"}
)

// schemaObject is a constraint or an index that a load relies on.
type schemaObject struct {
	name, create string
}

// schemaObjects lists one uniqueness constraint, with its index, for each key,
// and the full-text indexes.
func schemaObjects() []schemaObject {
	var objects []schemaObject
	for _, label := range bdgraph.Labels {
		name := "bdgraph_" + strings.ToLower(string(label))
		objects = append(objects, schemaObject{name, fmt.Sprintf(
			"CREATE CONSTRAINT %s IF NOT EXISTS FOR (n:%s) REQUIRE n.%s IS UNIQUE", quote(name), quote(string(label)), quote(label.KeyProperty()))})
	}
	return append(objects,
		schemaObject{TextIndex, fmt.Sprintf("CREATE FULLTEXT INDEX %s IF NOT EXISTS FOR (n:%s) ON EACH [%s]",
			quote(TextIndex), join(textLabels, "|", ""), join(textProperties, ", ", "n."))},
		schemaObject{FactsIndex, fmt.Sprintf("CREATE FULLTEXT INDEX %s IF NOT EXISTS FOR ()-[r:%s]-() ON EACH [%s]",
			quote(FactsIndex), join(factTypes, "|", ""), join(factProperties, ", ", "r."))},
	)
}

func join[S ~string](names []S, separator, before string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = before + quote(string(name))
	}
	return strings.Join(quoted, separator)
}

// ensureSchema creates the constraints and indexes that are missing and waits
// for them. A user without the right to do so can load once they exist.
func ensureSchema(ctx context.Context, session runner) error {
	exists := map[string]bool{}
	err := exec(ctx, session, "SHOW INDEXES YIELD name", nil, func(r *neo4j.Record) {
		name, _ := r.Values[0].(string)
		exists[name] = true
	})
	if err != nil {
		return err
	}
	created := false
	for _, object := range schemaObjects() {
		if exists[object.name] {
			continue
		}
		if err := exec(ctx, session, object.create, nil, nil); err != nil {
			return err
		}
		created = true
	}
	if created {
		return exec(ctx, session, "CALL db.awaitIndexes(600)", nil, nil)
	}
	return nil
}
