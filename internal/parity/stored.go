package parity

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"bdgraph"
	"bdgraph/cypher/value"
	"bdgraph/store"
)

type storedNode struct {
	ref         bdgraph.NodeRef
	hash        string
	placeholder bool
	bounds      bounds
}

type storedEdge struct {
	key    edgeKey
	hash   string
	source string
	bdType string
	quotes []string
	bounds bounds
}

// edgeKey is what an edge is, without what it says.
type edgeKey struct {
	id       string
	rel      bdgraph.RelType
	from, to bdgraph.NodeRef
}

func (k edgeKey) String() string {
	return fmt.Sprintf("%s from %s to %s (%s)", k.rel, k.from, k.to, k.id)
}

func (k edgeKey) compare(o edgeKey) int {
	return cmp.Or(cmp.Compare(k.rel, o.rel), k.from.Compare(o.from), k.to.Compare(o.to), cmp.Compare(k.id, o.id))
}

// bounds are the ends of an interval as a store holds them; the zero Day is absent.
type bounds struct {
	fromEarliest, fromLatest, toEarliest, toLatest bdgraph.Day
	from, to                                       string // valid_from and invalid_at
}

func (b bounds) given() bool { return b != bounds{} }

// wrong returns what is wrong with the bounds.
func (b bounds) wrong() []string {
	var reasons []string
	add := func(format string, args ...any) { reasons = append(reasons, fmt.Sprintf(format, args...)) }
	for _, end := range []struct {
		name, property   string
		text             string
		earliest, latest bdgraph.Day
	}{
		{"from", "valid_from", b.from, b.fromEarliest, b.fromLatest},
		{"to", "invalid_at", b.to, b.toEarliest, b.toLatest},
	} {
		switch {
		case end.earliest == 0 || end.latest == 0:
			add("%s_earliest or %s_latest is no date", end.name, end.name)
			continue
		case end.earliest > end.latest:
			add("%s_earliest %s is after %s_latest %s", end.name, end.earliest, end.name, end.latest)
		}
		if end.text == "" {
			continue
		}
		// The bounds may be narrower than the text, never wider.
		if d, err := bdgraph.ParseDate(end.text); err != nil {
			add("%s: %v", end.property, err)
		} else if end.earliest < d.Earliest || end.latest > d.Latest {
			add("%s %s does not hold %s to %s", end.property, end.text, end.earliest, end.latest)
		}
	}
	return reasons
}

// keyCypher is the value of the key property of the node of that name.
func keyCypher(node string) string {
	var b strings.Builder
	b.WriteString("CASE")
	for _, label := range bdgraph.Labels {
		fmt.Fprintf(&b, " WHEN %s:%s THEN %s.%s", node, label, node, label.KeyProperty())
	}
	b.WriteString(" END")
	return b.String()
}

func boundsCypher(element string) string {
	names := []string{"from_earliest", "from_latest", "to_earliest", "to_latest", "valid_from", "invalid_at"}
	for i, name := range names {
		names[i] = element + "." + name
	}
	return strings.Join(names, ", ")
}

// read takes all nodes and edges of bdgraph out of the store, and reports
// whether that was possible.
func (c *checker) read(ctx context.Context) bool {
	nodes, ok := c.rows(ctx, "MATCH (n) WHERE n."+bdgraph.HashProperty+" IS NOT NULL AND NOT n:Meta "+
		"RETURN head(labels(n)), "+keyCypher("n")+", n."+bdgraph.HashProperty+", n.placeholder, "+boundsCypher("n"))
	if !ok {
		return false
	}
	for _, row := range nodes {
		c.nodes = append(c.nodes, storedNode{
			ref: ref(row[0], row[1]), hash: text(row[2]),
			placeholder: row[3].Kind() == value.KindBool && row[3].Bool(),
			bounds:      boundsOf(row[4:]),
		})
	}
	edges, ok := c.rows(ctx, "MATCH (a)-[r]->(b) WHERE r."+bdgraph.HashProperty+" IS NOT NULL "+
		"RETURN type(r), r.id, head(labels(a)), "+keyCypher("a")+", head(labels(b)), "+keyCypher("b")+", "+
		"r."+bdgraph.HashProperty+", r.source, r.bd_type, r.quote, r.more_quotes, "+boundsCypher("r"))
	if !ok {
		return false
	}
	for _, row := range edges {
		e := storedEdge{
			key:  edgeKey{text(row[1]), bdgraph.RelType(text(row[0])), ref(row[2], row[3]), ref(row[4], row[5])},
			hash: text(row[6]), source: text(row[7]), bdType: text(row[8]),
			quotes: []string{text(row[9])},
			bounds: boundsOf(row[11:]),
		}
		if row[10].Kind() == value.KindList {
			for _, quote := range row[10].List() {
				e.quotes = append(e.quotes, text(quote))
			}
		}
		c.edges = append(c.edges, e)
	}
	return true
}

// rows runs a query without limits.
func (c *checker) rows(ctx context.Context, query string) ([][]value.Value, bool) {
	result, err := c.reader.Query(ctx, store.Query{Text: query, Limits: store.Limits{Rows: -1, Bytes: -1, Timeout: -1}})
	if err != nil {
		c.find(CodeUnread, "", "%v", err)
		return nil, false
	}
	return result.Rows, true
}

func ref(label, key value.Value) bdgraph.NodeRef {
	return bdgraph.NodeRef{Label: bdgraph.Label(text(label)), Key: text(key)}
}

func text(v value.Value) string {
	if v.Kind() != value.KindString {
		return ""
	}
	return v.Str()
}

func boundsOf(row []value.Value) bounds {
	return bounds{store.DayOf(row[0]), store.DayOf(row[1]), store.DayOf(row[2]), store.DayOf(row[3]), text(row[4]), text(row[5])}
}
