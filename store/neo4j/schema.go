package neo4j

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"bdgraph"
	"bdgraph/store"
)

// schemaObject is a constraint or an index that a load relies on.
type schemaObject struct {
	name, create string
	// covers lists what a full-text index is on, in the order of the bytes; it is
	// made again when that has changed.
	covers []string
}

// schemaObjects lists one uniqueness constraint, with its index, for each key,
// and the full-text indexes.
func schemaObjects() []schemaObject {
	var objects []schemaObject
	for _, label := range bdgraph.Labels {
		name := "bdgraph_" + strings.ToLower(string(label))
		objects = append(objects, schemaObject{name: name, create: fmt.Sprintf(
			"CREATE CONSTRAINT %s IF NOT EXISTS FOR (n:%s) REQUIRE n.%s IS UNIQUE", quote(name), quote(string(label)), quote(label.KeyProperty()))})
	}
	return append(objects,
		schemaObject{
			store.TextIndex, fmt.Sprintf("CREATE FULLTEXT INDEX %s IF NOT EXISTS FOR (n:%s) ON EACH [%s]",
				quote(store.TextIndex), join(store.TextLabels, "|", ""), join(store.TextProperties, ", ", "n.")),
			covers(store.TextLabels, store.TextProperties),
		},
		schemaObject{
			store.FactsIndex, fmt.Sprintf("CREATE FULLTEXT INDEX %s IF NOT EXISTS FOR ()-[r:%s]-() ON EACH [%s]",
				quote(store.FactsIndex), join(store.FactTypes, "|", ""), join(store.FactProperties, ", ", "r.")),
			covers(store.FactTypes, store.FactProperties),
		},
	)
}

func covers[S ~string](names []S, properties []string) []string {
	all := slices.Clone(properties)
	for _, name := range names {
		all = append(all, string(name))
	}
	slices.Sort(all)
	return all
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
	exists := map[string][]string{} // name -> what it covers
	err := exec(ctx, session, "SHOW INDEXES YIELD name, labelsOrTypes, properties RETURN name, labelsOrTypes + properties", nil, func(r *neo4j.Record) {
		name, _ := r.Values[0].(string)
		list, _ := r.Values[1].([]any)
		covered := make([]string, len(list))
		for i := range list {
			covered[i], _ = list[i].(string)
		}
		slices.Sort(covered)
		exists[name] = covered
	})
	if err != nil {
		return err
	}
	created := false
	for _, object := range schemaObjects() {
		covered, ok := exists[object.name]
		if ok && (object.covers == nil || slices.Equal(covered, object.covers)) {
			continue
		}
		if ok {
			if err := exec(ctx, session, "DROP INDEX "+quote(object.name), nil, nil); err != nil {
				return err
			}
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
