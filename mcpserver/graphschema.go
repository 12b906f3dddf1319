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
	Label      string   `json:"label"`
	Count      int      `json:"count"`
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
	"valid_from", "invalid_at", "from_earliest", "from_latest", "to_earliest", "to_latest", "from_basis", "to_basis", "closed_by", "stated_invalid_at",
}

var temporalLines = []string{
	"valid_from, invalid_at STRING YYYY, YYYY-MM or YYYY-MM-DD: the interval as known; absent when unknown or open. invalid_at is not included.",
	"from_earliest, from_latest, to_earliest, to_latest DATE: the bounds of both ends, never absent; 0001-01-01 and 9999-12-31 stand for no bound.",
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
	From  string `json:"from"`
	Type  string `json:"type"`
	To    string `json:"to"`
	Count int    `json:"count"`
}

func runSchema(ctx context.Context, s *Server, c *call) (any, error) {
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
	// A sample of a label's nodes or of relationships tells their properties.
	nodeSample         = "MATCH (n) WHERE $label IN labels(n) WITH n LIMIT 500 UNWIND keys(n) AS name RETURN name, valueType(n[name]) AS type, collect(DISTINCT n[name])[..8] AS values ORDER BY name, type"
	relationshipSample = "MATCH ()-[r]->() WITH r LIMIT 20000 UNWIND keys(r) AS name RETURN name, valueType(r[name]) AS type, collect(DISTINCT r[name])[..8] AS values ORDER BY name, type"
)

func askShape(ctx context.Context, r store.Reader) (graphShape, error) {
	var shape graphShape
	if err := askRows(ctx, r, labelCounts, nil, &shape.labels); err != nil {
		return shape, err
	}
	if err := askRows(ctx, r, relationshipCounts, nil, &shape.relationships); err != nil {
		return shape, err
	}
	for i := range shape.labels {
		l := &shape.labels[i]
		var samples []propertySample
		if err := askRows(ctx, r, nodeSample, map[string]any{"label": l.Label}, &samples); err != nil {
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
	var samples []propertySample
	if err := askRows(ctx, r, relationshipSample, nil, &samples); err != nil {
		return shape, err
	}
	shape.properties, _ = lines(samples)
	return shape, nil
}

type propertySample struct {
	Name   string            `json:"name"`
	Type   string            `json:"type"`
	Values []json.RawMessage `json:"values"`
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
// gives one of many.
func exampleValues(p propertySample) string {
	const few, short = 7, 30
	var values []string
	size := 0
	for _, v := range p.Values {
		values = append(values, cut(string(v), short))
		size += len(v)
	}
	switch {
	case len(values) == 0:
		return ""
	case strings.HasPrefix(p.Type, "STRING") && len(values) > 1 && len(values) <= few && size <= 90:
		slices.Sort(values)
		return strings.Join(values, " | ")
	}
	return "as " + values[0]
}
