// Package verify lets second opinions decide what an extraction is worth.
//
// In go a fragment of extracted edges and the verdicts that were applied to
// them, out comes the fragment with each edge's confidence set: supported edges
// may close what they supersede, unsupported ones may not, and refuted ones leave
// the graph with a tombstone among the findings. Without a verdict an edge stays
// unverified. Extracting is left to the package phase2, and what a confidence may
// close to validtime.
package verify

import (
	"fmt"
	"slices"

	"bdgraph"
)

// Apply returns the fragment with the verdicts applied. A verdict holds for the
// claim that it was made on: an edge whose claim has changed since is unverified
// again. Of several verdicts on one claim the last counts.
//
//	supported         the edge is supported
//	not_in_source     the edge is unsupported: it stays to be seen, and closes nothing
//	refuted, wrong_*  the edge is not loaded; the finding tombstone keeps what was refuted
//
// Rules that lose their last edge leave with it. The given fragment is not changed.
func Apply(f bdgraph.Fragment, verdicts []bdgraph.Verdict) bdgraph.Fragment {
	byEdge := make(map[string][]bdgraph.Verdict, len(verdicts))
	for _, v := range verdicts {
		byEdge[v.Edge] = append(byEdge[v.Edge], v)
	}
	out := bdgraph.Fragment{
		Nodes: f.Nodes, Findings: slices.Clone(f.Findings), Extracted: f.Extracted,
		Edges: make([]bdgraph.Edge, 0, len(f.Edges)),
	}
	find := func(x bdgraph.Finding) {
		x.Count = 1
		out.Findings = append(out.Findings, x)
	}
	for _, e := range f.Edges {
		given, ok := byEdge[e.ID]
		delete(byEdge, e.ID)
		verdict, holds := lastOn(given, e.ClaimHash())
		switch {
		case !ok || e.Phase != 2:
		case !holds:
			find(bdgraph.Finding{
				Code: "stale_verdict", Severity: bdgraph.Warning, Document: e.Source,
				Message: fmt.Sprintf("%s was judged with another text; it is unverified again", claimOf(e)),
				Remedy:  "verify it anew: bdgraph verify plan",
			})
		case verdict.Kind == bdgraph.VerdictSupported:
			e.Confidence = bdgraph.Supported
		case verdict.Kind == bdgraph.VerdictNotInSource:
			e.Confidence = bdgraph.Unsupported
			find(bdgraph.Finding{
				Code: "unsupported_edge", Severity: bdgraph.Warning, Document: e.Source, Place: placeOf(e),
				Message: fmt.Sprintf("%s is not in the source%s", claimOf(e), because(verdict)),
				Remedy:  "extract the document anew, or correct the extraction",
			})
		default:
			find(bdgraph.Finding{
				Code: "tombstone", Severity: bdgraph.Info, Document: e.Source, Place: placeOf(e),
				Message: fmt.Sprintf("%s was judged %s (claim %s) and is not loaded%s", claimOf(e), verdict.Kind, verdict.Claim, because(verdict)),
				Remedy:  "extract the document anew, or correct the extraction",
			})
			continue
		}
		out.Edges = append(out.Edges, e)
	}
	if len(byEdge) > 0 {
		unused := bdgraph.Finding{
			Code: "unused_verdict", Severity: bdgraph.Info,
			Message: "verdicts are about edges that no extraction has any more; they are kept and do nothing",
		}
		for _, given := range byEdge {
			unused.Count += len(given)
		}
		out.Findings = append(out.Findings, unused)
	}
	if len(out.Edges) < len(f.Edges) {
		lone := bdgraph.LoneRules(f.Edges, out.Edges)
		out.Nodes = slices.DeleteFunc(slices.Clone(f.Nodes), func(n bdgraph.Node) bool { return lone[n.NodeRef] })
	}
	bdgraph.SortFindings(out.Findings)
	return out
}

// lastOn returns the last verdict on a claim.
func lastOn(given []bdgraph.Verdict, claim string) (bdgraph.Verdict, bool) {
	for _, v := range slices.Backward(given) {
		if v.Claim == claim {
			return v, true
		}
	}
	return bdgraph.Verdict{}, false
}

func claimOf(e bdgraph.Edge) string {
	return fmt.Sprintf("%s %s→%s", e.Type, e.From, e.To)
}

func because(v bdgraph.Verdict) string {
	if v.Reason == "" {
		return ""
	}
	return ": " + v.Reason
}

func placeOf(e bdgraph.Edge) bdgraph.Place {
	if len(e.Evidence) == 0 {
		return bdgraph.Place{}
	}
	return bdgraph.Place{Line: e.Evidence[0].Line}
}
