package pipeline

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"bdgraph"
	"bdgraph/internal/files"
	"bdgraph/store"
)

const reportVersion = 1

// ErrNoReport is returned (wrapped) when nothing has been built yet.
var ErrNoReport = errors.New("no report")

// Report says what a build read, built, closed and refused: report.json.
// docs/formats/report.md describes each field.
type Report struct {
	Version        int               `json:"version"`
	GeneratedAt    time.Time         `json:"generated_at"`
	BDGraphVersion string            `json:"bdgraph_version"`
	Store          string            `json:"store"`
	StoreReason    string            `json:"store_reason"`
	Corpus         CorpusReport      `json:"corpus"`
	Extraction     ExtractionReport  `json:"extraction"`
	Graph          GraphReport       `json:"graph"`
	Loaded         store.Loaded      `json:"loaded"`
	FindingCounts  map[string]int    `json:"finding_counts"` // by severity
	Findings       []bdgraph.Finding `json:"findings"`
}

// CorpusReport says what was read.
type CorpusReport struct {
	Hash      string         `json:"hash"`
	Commit    string         `json:"commit,omitempty"`
	BDVersion string         `json:"bd_version,omitempty"`
	Counts    map[string]int `json:"counts"`
	Skipped   map[string]int `json:"skipped,omitempty"`
}

// ExtractionReport says how much of the corpus agents have read.
type ExtractionReport struct {
	Documents int `json:"documents"` // in the corpus
	Accepted  int `json:"accepted"`  // of them with an accepted extraction
}

// GraphReport says what was built. Labels count placeholders apart.
type GraphReport struct {
	Generation   string         `json:"generation"`
	ClosedOn     bdgraph.Day    `json:"closed_on"`
	Nodes        int            `json:"nodes"`
	Edges        int            `json:"edges"`
	Labels       map[string]int `json:"labels"`
	Placeholders map[string]int `json:"placeholders,omitempty"`
	Types        map[string]int `json:"types"`
	Confidence   map[string]int `json:"confidence"`
	// States of nodes and edges that have an interval, on ClosedOn.
	NodeStates map[string]int `json:"node_states"`
	EdgeStates map[string]int `json:"edge_states"`
	// Closed counts nodes and edges whose interval another record ended.
	Closed int `json:"closed"`
}

// NewReport describes a build. Findings of the load are joined with those of the stages.
func NewReport(b Built, loaded store.Loaded, storeName, storeReason string) Report {
	m := b.Corpus.Manifest
	r := Report{
		Version: reportVersion, GeneratedAt: b.Meta.GeneratedAt, BDGraphVersion: b.Meta.BDGraphVersion,
		Store: storeName, StoreReason: storeReason,
		Corpus:        CorpusReport{m.CorpusHash, m.Commit, m.BDVersion, m.Counts, m.Skipped},
		Extraction:    ExtractionReport{m.Counts["documents"], len(b.Extracted)},
		Graph:         describe(b),
		Loaded:        loaded,
		FindingCounts: map[string]int{},
		Findings:      append(b.Findings(), loaded.Findings...),
	}
	bdgraph.SortFindings(r.Findings)
	for _, f := range r.Findings {
		r.FindingCounts[string(f.Severity)] += max(1, f.Count)
	}
	return r
}

func describe(b Built) GraphReport {
	day := b.Meta.ClosedOn
	g := GraphReport{
		Generation: b.Meta.Generation, ClosedOn: day, Nodes: b.Meta.Nodes, Edges: b.Meta.Edges,
		Labels: map[string]int{}, Placeholders: map[string]int{}, Types: map[string]int{}, Confidence: map[string]int{},
		NodeStates: map[string]int{}, EdgeStates: map[string]int{},
	}
	for _, n := range b.Graph.Nodes {
		if n.Placeholder {
			g.Placeholders[string(n.Label)]++
		} else {
			g.Labels[string(n.Label)]++
		}
		if n.Valid != nil {
			g.NodeStates[string(n.Valid.StateOn(day))]++
		}
		if n.ClosedBy != "" {
			g.Closed++
		}
	}
	for _, e := range b.Graph.Edges {
		g.Types[string(e.Type)]++
		g.Confidence[string(e.Confidence)]++
		g.EdgeStates[string(e.Valid.StateOn(day))]++
		if e.ClosedBy != "" {
			g.Closed++
		}
	}
	return g
}

// WriteReport stores a report.
func WriteReport(path string, r Report) error { return files.WriteJSON(path, r, 0o644) }

// ReadReport reads the report of the last build; [ErrNoReport] when there is none.
func ReadReport(path string) (Report, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Report{}, fmt.Errorf("%w at %s", ErrNoReport, path)
	}
	if err != nil {
		return Report{}, fmt.Errorf("read report: %w", err)
	}
	var r Report
	if err := json.Unmarshal(data, &r); err != nil {
		return Report{}, fmt.Errorf("read report %s: %w", path, err)
	}
	if r.Version != reportVersion {
		return Report{}, fmt.Errorf("read report %s: format version %d, this bdgraph reads %d", path, r.Version, reportVersion)
	}
	return r, nil
}
