package mcpserver

import (
	"context"
	"reflect"

	"bdgraph"
	"bdgraph/ask"
	"bdgraph/internal/unseen"
)

// statusAnswer is the answer of get_status.
type statusAnswer struct {
	ask.Header
	Version  string         `json:"bdgraph_version"` // that built the graph
	Server   string         `json:"server_version"`
	ClosedOn bdgraph.Day    `json:"closed_on"` // the day up to which intervals were derived
	Commit   string         `json:"corpus_commit,omitempty"`
	Counts   map[string]int `json:"counts"`
	Coverage *Coverage      `json:"coverage,omitempty"`
	// CoverageUnknown says why there is no Coverage.
	CoverageUnknown string `json:"coverage_unknown,omitempty"`
	Next            string `json:"next,omitempty"` // the command that brings the graph up to date
}

var statusTool = tool{
	name: "get_status", title: "How fresh and complete the graph is",
	description: "Whether the graph is stale and why, when it was built and from which commit, how many nodes of each label it has, and how much of the documents agents have extracted (without extractions, rules come from patterns alone). " +
		"Call it when an answer surprises you, before you rely on it.",
	result: reflect.TypeFor[statusAnswer](),
	run:    func(ctx context.Context, s *Server, _ *call) (headed, error) { return s.status(ctx) },
}

func (s *Server) status(ctx context.Context) (statusAnswer, error) {
	m, err := s.config.Reader.Meta(ctx)
	if err != nil {
		return statusAnswer{}, err
	}
	answer := statusAnswer{
		Header: ask.Header{
			AsOf: s.config.Today(), Generation: m.Generation, GeneratedAt: m.GeneratedAt, Freshness: s.config.Freshness(),
		},
		Version: m.BDGraphVersion, Server: s.config.Version, ClosedOn: m.ClosedOn, Commit: m.CorpusCommit,
		Counts: map[string]int{
			"issues": m.Issues, "memories": m.Memories, "adrs": m.ADRs, "prs": m.PRs, "rules": m.Rules, "components": m.Components,
			"placeholders": m.Placeholders, "nodes": m.Nodes, "relationships": m.Edges,
		},
	}
	switch {
	case s.config.Coverage == nil:
		answer.CoverageUnknown = "the server was started without a project"
	default:
		coverage, err := s.config.Coverage()
		if err != nil {
			answer.CoverageUnknown = unseen.Show(cut(err.Error(), 300))
		} else {
			answer.Coverage = &coverage
		}
	}
	if answer.Stale != "no" {
		answer.Next = "bdgraph regenerate"
	}
	return answer, nil
}
