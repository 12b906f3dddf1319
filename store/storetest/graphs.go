package storetest

import (
	"bufio"
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"bdgraph"
)

//go:embed testdata
var testdata embed.FS

// Small returns the hand-made graph of testdata/small.graph.jsonl, which has a
// node of every label and a property of every type.
func Small() bdgraph.Graph { return mustParse("testdata/small.graph.jsonl") }

func mustParse(name string) bdgraph.Graph {
	data, err := testdata.ReadFile(name)
	if err != nil {
		panic(err)
	}
	g, err := parseGraph(data)
	if err != nil {
		panic(fmt.Sprintf("%s: %v", name, err))
	}
	return g
}

// graphLine is one line of a graph file: a node or an edge. Ends of intervals
// are partial dates, "" for an unknown start and an open end.
type graphLine struct {
	Node        bdgraph.Label
	Key         string
	Attributes  map[string]any
	Placeholder bool

	Edge       bdgraph.RelType
	From, To   string // LABEL KEY
	Source     string
	Ordinal    int
	Phase      int
	Confidence bdgraph.Confidence
	Fact       string
	Quotes     []string
	Line       int
	Count      int
	BDType     string `json:"bd_type"`

	Valid    *[2]string
	ClosedBy string `json:"closed_by"`
}

// parseGraph reads a graph from lines of JSON. In attributes whole numbers are
// integers, and texts in the form of a time of RFC 3339 are times.
func parseGraph(data []byte) (bdgraph.Graph, error) {
	var g bdgraph.Graph
	lines := bufio.NewScanner(bytes.NewReader(data))
	for number := 1; lines.Scan(); number++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		if err := parseLine(lines.Bytes(), &g); err != nil {
			return g, fmt.Errorf("line %d: %w", number, err)
		}
	}
	bdgraph.SortNodes(g.Nodes)
	bdgraph.SortEdges(g.Edges)
	return g, lines.Err()
}

func parseLine(data []byte, g *bdgraph.Graph) error {
	var line graphLine
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&line); err != nil {
		return err
	}
	var valid *bdgraph.Interval
	if line.Valid != nil {
		v, err := interval(*line.Valid)
		if err != nil {
			return err
		}
		valid = &v
	}
	if line.Node != "" {
		attributes, err := typed(line.Attributes)
		g.Nodes = append(g.Nodes, bdgraph.Node{
			NodeRef:    bdgraph.NodeRef{Label: line.Node, Key: line.Key},
			Attributes: attributes, Placeholder: line.Placeholder, Valid: valid, ClosedBy: line.ClosedBy,
		})
		return err
	}
	e := bdgraph.Edge{
		Type: line.Edge, From: parseRef(line.From), To: parseRef(line.To), Source: line.Source, Ordinal: line.Ordinal,
		Phase: max(line.Phase, 1), Confidence: line.Confidence, Fact: line.Fact,
		Count: line.Count, BDType: line.BDType, ClosedBy: line.ClosedBy,
	}
	if e.Confidence == "" {
		e.Confidence = bdgraph.Structural
	}
	for i, quote := range line.Quotes {
		e.Evidence = append(e.Evidence, bdgraph.Quote{Text: quote, Line: line.Line + i})
	}
	if valid != nil {
		e.Valid, e.Stated = *valid, *valid
	}
	e.ID = e.ComputeID()
	g.Edges = append(g.Edges, e)
	return nil
}

func parseRef(s string) bdgraph.NodeRef {
	label, key, _ := strings.Cut(s, " ")
	return bdgraph.NodeRef{Label: bdgraph.Label(label), Key: key}
}

func interval(texts [2]string) (bdgraph.Interval, error) {
	v := bdgraph.Interval{From: bdgraph.StartBy(bdgraph.MaxDay, bdgraph.BasisUnknown), To: bdgraph.OpenEnd()}
	for i, end := range []*bdgraph.Endpoint{&v.From, &v.To} {
		if texts[i] == "" {
			continue
		}
		d, err := bdgraph.ParseDate(texts[i])
		if err != nil {
			return v, err
		}
		*end = bdgraph.At(d, bdgraph.BasisStated)
	}
	return v, nil
}

func typed(attributes map[string]any) (map[string]any, error) {
	for name, v := range attributes {
		switch v := v.(type) {
		case json.Number:
			if n, err := v.Int64(); err == nil {
				attributes[name] = n
				continue
			}
			f, err := v.Float64()
			if err != nil {
				return nil, err
			}
			attributes[name] = f
		case string:
			if t, err := time.Parse(time.RFC3339Nano, v); err == nil {
				attributes[name] = t
			}
		case []any:
			list := make([]string, len(v))
			for i, x := range v {
				text, ok := x.(string)
				if !ok {
					return nil, fmt.Errorf("%s: lists hold texts only", name)
				}
				list[i] = text
			}
			attributes[name] = list
		}
	}
	return attributes, nil
}

// MetaOf describes a graph as if it had been made from [CorpusOf] it at a
// time, whose day the closure was computed for.
func MetaOf(g bdgraph.Graph, at time.Time) bdgraph.Meta {
	return bdgraph.NewMeta(g, CorpusOf(g).Manifest, at, bdgraph.DayOf(at))
}

// CorpusOf returns a corpus that a graph could have been made from, as far as
// the parity check looks at one.
func CorpusOf(g bdgraph.Graph) bdgraph.Corpus {
	c := bdgraph.Corpus{Manifest: bdgraph.Manifest{
		CorpusHash: "hash of " + g.Generation(), Commit: "0123abcd", BDGraphVersion: "test",
	}}
	issues := map[string]int{}
	adrs := map[string]int{}
	for _, n := range g.Nodes {
		if n.Placeholder {
			continue
		}
		switch n.Label {
		case bdgraph.IssueLabel:
			issues[n.Key] = len(c.Issues)
			c.Issues = append(c.Issues, bdgraph.Issue{ID: n.Key})
		case bdgraph.MemoryLabel:
			c.Memories = append(c.Memories, bdgraph.Memory{Key: n.Key})
		case bdgraph.ADRLabel:
			adrs[n.Key] = len(c.ADRs)
			c.ADRs = append(c.ADRs, bdgraph.ADR{Path: n.Key})
		}
	}
	for _, e := range g.Edges {
		if i, ok := issues[e.Source]; ok && e.BDType != "" {
			c.Issues[i].Dependencies = append(c.Issues[i].Dependencies, bdgraph.Dependency{Target: e.To.Key, Type: e.BDType})
		}
		i, ok := adrs[e.Source]
		if !ok || e.Type != bdgraph.Supersedes {
			continue
		}
		r := bdgraph.ADRRelation{Kind: bdgraph.ADRSupersedes, Target: e.To.Key, Quote: e.Evidence[0].Text, Line: e.Evidence[0].Line}
		if e.To.Key == e.Source {
			r.Kind, r.Target = bdgraph.ADRSupersededBy, e.From.Key
		}
		c.ADRs[i].Relations = append(c.ADRs[i].Relations, r)
	}
	return c
}
