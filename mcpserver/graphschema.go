package mcpserver

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"bdgraph"
	"bdgraph/ask"
	"bdgraph/store"
)

// schemaAnswer is the answer of get_schema.
type schemaAnswer struct {
	ask.Header
	Labels        []labelSchema `json:"labels"`
	Relationships []string      `json:"relationships"` // (:From)-[:TYPE]->(:To) count
	// RelationshipProperties are those that relationships have, beside the
	// temporal ones; so are the lines of a label: name TYPE, then values or an example.
	RelationshipProperties []string `json:"relationship_properties"`
	Temporal               []string `json:"temporal_properties"`
	HowToAskTime           []string `json:"how_to_ask_time"`
}

type labelSchema struct {
	Label      string   `json:"label" col:"label"`
	Count      int      `json:"count" col:"count"`
	Key        string   `json:"key,omitempty"`      // the property that identifies a node
	Temporal   bool     `json:"temporal,omitempty"` // it has the temporal properties
	Properties []string `json:"properties"`
}

var schemaTool = tool{
	name: "get_schema", title: "Labels, relationships, properties, time",
	description: "What the graph holds: labels with counts, key and properties (type and values or an example), relationship types with directions and counts, and how to ask about a day. " +
		"Call it once before the first query_graph; give labels to see only those, in full.",
	arguments: []argument{{name: "labels", kind: textList, example: `["Rule", "Component"]`, description: "Only these labels and the relationships between or from them. Default: all."}},
	result:    reflect.TypeFor[schemaAnswer](), full: true,
	run: runSchema,
}

// schemaSize bounds the schema of all labels to about 2,000 tokens.
const schemaSize = 8_000

// temporalProperties are those that stand on whatever has an interval.
var temporalProperties = []string{
	"valid_from", "invalid_at", "from_earliest", "from_latest", "to_earliest", "to_latest", "from_basis", "to_basis", "from_written", "to_written", "closed_by", "stated_invalid_at",
}

var temporalLines = []string{
	"valid_from, invalid_at STRING YYYY, YYYY-MM or YYYY-MM-DD: the interval as known; absent when unknown or open. invalid_at is not included.",
	"from_earliest, from_latest, to_earliest, to_latest DATE: the bounds of both ends, never absent; 0001-01-01 and 9999-12-31 stand for no bound.",
	"from_written, to_written STRING: what the source says where valid_from or invalid_at says less, such as 03/04/2024 or Q1 2024.",
	"from_basis, to_basis STRING: how an end is known; closed_by STRING: what ended it; stated_invalid_at STRING: another end that the document states.",
}

var timeIdioms = []string{
	"holds on the day for sure: r.from_latest <= $as_of AND $as_of < r.to_earliest",
	"may hold on the day: r.from_earliest <= $as_of AND $as_of < r.to_latest",
	"over on the day: r.to_latest <= $as_of",
	"$as_of is bound by the argument as_of (today without it); compare the DATE bounds, not the strings: invalid_at is absent on what still holds, and a comparison with null drops the row.",
}

// schemaCache keeps the schema of a generation.
type schemaCache struct {
	sync.Mutex
	generation string
	graph      graphShape
}

// graphShape is what queries tell of the whole graph.
type graphShape struct {
	labels        []labelSchema
	relationships []relationshipShape
	properties    []string // of relationships
}

type relationshipShape struct {
	From  string `col:"from"`
	Type  string `col:"type"`
	To    string `col:"to"`
	Count int    `col:"count"`
}

func runSchema(ctx context.Context, s *Server, c *call) (headed, error) {
	meta, err := s.config.Reader.Meta(ctx)
	if err != nil {
		return nil, err
	}
	shape, err := s.graphShape(ctx, meta.Generation)
	if err != nil {
		return nil, err
	}
	header, err := s.header(ctx, meta.Generation, s.config.Today())
	if err != nil {
		return nil, err
	}
	wanted := c.texts("labels")
	if len(wanted) == 0 {
		c.page.size = min(c.page.size, schemaSize)
	}
	if err := known(wanted, shape.labels); err != nil {
		return nil, err
	}
	isWanted := func(label string) bool { return len(wanted) == 0 || slices.Contains(wanted, label) }
	answer := schemaAnswer{
		Header: header, Labels: []labelSchema{}, Relationships: []string{}, RelationshipProperties: notNil(shape.properties),
		Temporal: temporalLines, HowToAskTime: timeIdioms,
	}
	for _, l := range shape.labels {
		if isWanted(l.Label) {
			answer.Labels = append(answer.Labels, l)
		}
	}
	for _, r := range shape.relationships {
		if isWanted(r.From) || isWanted(r.To) {
			answer.Relationships = append(answer.Relationships, fmt.Sprintf("(:%s)-[:%s]->(:%s) %d", r.From, r.Type, r.To, r.Count))
		}
	}
	return answer, nil
}

// known refuses labels that the graph lacks.
func known(wanted []string, labels []labelSchema) error {
	for _, w := range wanted {
		if !slices.ContainsFunc(labels, func(l labelSchema) bool { return l.Label == w }) {
			names := make([]string, len(labels))
			for i, l := range labels {
				names[i] = l.Label
			}
			return &failure{
				Code: codeUnknown, Argument: "labels", Message: fmt.Sprintf("the graph has no label %q", cut(w, 60)),
				Remedy: "Labels are written with their capitals.", Suggestions: visibleNames(names),
			}
		}
	}
	return nil
}

// graphShape returns the shape of a generation, asked once.
func (s *Server) graphShape(ctx context.Context, generation string) (graphShape, error) {
	s.schema.Lock()
	defer s.schema.Unlock()
	if s.schema.generation == generation {
		return s.schema.graph, nil
	}
	shape, err := askShape(ctx, s.config.Reader)
	if err == nil {
		s.schema.generation, s.schema.graph = generation, shape
	}
	return shape, err
}

const (
	labelCounts        = "MATCH (n) UNWIND labels(n) AS label RETURN label, count(*) AS count ORDER BY label"
	relationshipCounts = "MATCH (a)-[r]->(b) RETURN head(labels(a)) AS `from`, type(r) AS type, head(labels(b)) AS `to`, count(*) AS count ORDER BY type, `from`, `to`"
	// The first nodes of a label, or relationships of a type, tell its properties: their
	// few values, or the least of many.
	nodeSample         = "MATCH (x:%s) WITH x ORDER BY coalesce(x.path, x.id, x.name, x.key) LIMIT 500" + sampled
	relationshipSample = "MATCH ()-[x:%s]->() WITH x ORDER BY x.id LIMIT 100" + sampled
	sampled            = " UNWIND keys(x) AS name RETURN name, valueType(x[name]) AS type, " +
		"CASE WHEN count(DISTINCT x[name]) <= 7 THEN collect(DISTINCT x[name]) ELSE [min(x[name])] END AS values ORDER BY name, type"
)

func askShape(ctx context.Context, r store.Reader) (shape graphShape, err error) {
	if shape.labels, err = askRows[labelSchema](ctx, r, labelCounts, nil); err != nil {
		return shape, err
	}
	if shape.relationships, err = askRows[relationshipShape](ctx, r, relationshipCounts, nil); err != nil {
		return shape, err
	}
	for i := range shape.labels {
		l := &shape.labels[i]
		samples, err := askRows[propertySample](ctx, r, fmt.Sprintf(nodeSample, store.QuoteName(l.Label)), nil)
		if err != nil {
			return shape, err
		}
		if slices.Contains(bdgraph.Labels, bdgraph.Label(l.Label)) {
			l.Key = bdgraph.Label(l.Label).KeyProperty()
		}
		l.Properties, l.Temporal = lines(samples)
	}
	slices.SortStableFunc(shape.labels, func(a, b labelSchema) int {
		return cmp.Compare(slices.Index(bdgraph.Labels, bdgraph.Label(a.Label)), slices.Index(bdgraph.Labels, bdgraph.Label(b.Label)))
	})
	samples := map[string]propertySample{} // by name and type
	for i, rel := range shape.relationships {
		if i > 0 && shape.relationships[i-1].Type == rel.Type {
			continue
		}
		some, err := askRows[propertySample](ctx, r, fmt.Sprintf(relationshipSample, store.QuoteName(rel.Type)), nil)
		if err != nil {
			return shape, err
		}
		for _, p := range some {
			known := samples[p.Name+" "+p.Type]
			known.Name, known.Type, known.Values = p.Name, p.Type, append(known.Values, p.Values...)
			samples[p.Name+" "+p.Type] = known
		}
	}
	var joined []propertySample
	for _, key := range sortedNames(samples) {
		joined = append(joined, samples[key])
	}
	shape.properties, _ = lines(joined)
	return shape, nil
}

type propertySample struct {
	Name   string            `col:"name"`
	Type   string            `col:"type"`
	Values []json.RawMessage `col:"values"`
}

// lines describes properties, one a line, without the temporal ones.
func lines(samples []propertySample) (out []string, temporal bool) {
	out = []string{}
	for _, p := range samples {
		switch {
		case p.Name == bdgraph.HashProperty:
			continue
		case slices.Contains(temporalProperties, p.Name):
			temporal = true
			continue
		}
		line := p.Name + " " + strings.ReplaceAll(p.Type, " NOT NULL", "")
		if example := exampleValues(p); example != "" {
			line += ": " + example
		}
		out = append(out, line)
	}
	return out, temporal
}

// exampleValues lists the values of a property that has few short ones, or
// gives the least of many.
func exampleValues(p propertySample) string {
	const few, short = 7, 30
	var values []string
	size := 0
	for _, v := range p.Values {
		values = append(values, string(v))
	}
	slices.Sort(values)
	values = slices.Compact(values)
	for i, v := range values {
		size += len(v)
		values[i] = cut(v, short)
	}
	switch {
	case len(values) == 0:
		return ""
	case strings.HasPrefix(p.Type, "STRING") && len(values) > 1 && len(values) <= few && size <= 90:
		return strings.Join(values, " | ")
	}
	return "as " + values[0]
}
