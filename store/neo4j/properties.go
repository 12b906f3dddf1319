package neo4j

import (
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j/dbtype"

	"bdgraph"
	"bdgraph/cypher/temporal"
)

// driverProperties turns a property map of package bdgraph, in place, into
// what the driver stores: a Day becomes a DATE, a time a ZONED DATETIME.
func driverProperties(properties map[string]any) map[string]any {
	for key, v := range properties {
		switch v := v.(type) {
		case bdgraph.Day:
			properties[key] = dbtype.Date(v.Time())
		case time.Time:
			properties[key] = toDriverTime(temporal.DateTimeOf(v))
		}
	}
	return properties
}
