package phase1

import (
	"slices"
	"testing"

	"bdgraph"
)

func TestADRRelations(t *testing.T) {
	relation := func(k bdgraph.ADRRelationKind, target, written string) bdgraph.ADRRelation {
		return bdgraph.ADRRelation{Kind: k, Target: target, Written: written, Verb: string(k), Quote: "a line", Line: 3}
	}
	dated := relation(bdgraph.ADRSupersedes, "adr/1.md", "ADR-1")
	dated.Date = date("2025-05-05")
	part := relation(bdgraph.ADRAmendedBy, "adr/2.md", "ADR-2")
	part.Scope = "§4"
	refines := relation(bdgraph.ADRRelates, "adr/1.md", "ADR-1")
	refines.Verb = "Refines"
	c := corpus(issue("bd-1", "2024-01-01", ""))
	c = withADR(c, bdgraph.ADR{Path: "adr/1.md", Date: date("2024-01-01"), Relations: []bdgraph.ADRRelation{
		relation(bdgraph.ADRSupersededBy, "adr/2.md", "ADR-2"), part, relation(bdgraph.ADRTrackedIn, "bd-1", "bd-1"),
		relation(bdgraph.ADRTrackedIn, "", "bd-9"), relation(bdgraph.ADRSupersedes, "adr/1.md", "ADR-1"), relation(bdgraph.ADRAmends, "", ""),
		relation(bdgraph.ADRDeprecatedBy, "adr/2.md", "ADR-2"),
	}}, "# 1\n", "", "2026-06-01")
	c = withADR(c, bdgraph.ADR{Path: "adr/2.md", Date: date("2025-01-01"), Relations: []bdgraph.ADRRelation{
		dated, refines, relation(bdgraph.ADRSupersedes, "", "ADR 9"), relation(bdgraph.ADRSupersedes, "", "ADR-0009"),
	}}, "# 2\n", "", "2026-06-01")
	f := Extract(c, bdgraph.Vocabulary{}, WithoutRules())
	equal(t, "edges", edgesOf(f, bdgraph.Supersedes, bdgraph.Amends, bdgraph.RelatesTo, bdgraph.TrackedIn), []string{
		"AMENDS adr/2.md>adr/1.md (§4)",
		"RELATES_TO adr/2.md>adr/1.md deprecates 2024-01-01 header",
		"RELATES_TO adr/2.md>adr/1.md refines 2025-01-01 header",
		"SUPERSEDES adr/2.md>ADR-0009",
		"SUPERSEDES adr/2.md>adr/1.md",
		"SUPERSEDES adr/2.md>adr/1.md 2025-05-05 supersession_line",
		"TRACKED_IN adr/1.md>bd-1 2024-01-01 header",
		"TRACKED_IN adr/1.md>bd-9 2024-01-01 header",
	})
	equal(t, "findings", codes(f), []string{"dangling", "dangling", "dangling", "missing_target", "self_edge"})
	for _, e := range f.Edges {
		if e.Type == bdgraph.Supersedes && (len(e.Evidence) != 1 || e.Evidence[0] != bdgraph.Quote{Text: "a line", Line: 3}) {
			t.Errorf("evidence of %s: %v", e.Source, e.Evidence)
		}
	}
}

func TestWhatTheExporterReportedIsNotReportedAgain(t *testing.T) {
	relations := []bdgraph.ADRRelation{
		{Kind: bdgraph.ADRRelates, Verb: "Related", Written: "design/memory.md", Line: 3, Quote: "Related: design/memory.md"},
		{Kind: bdgraph.ADRSupersedes, Verb: "Supersedes", Written: "ADR-9", Line: 4, Quote: "Supersedes: ADR-9"},
	}
	c := withADR(bdgraph.Corpus{}, bdgraph.ADR{Path: "adr/1.md", Relations: relations}, "# 1\n", "", "2026-06-01")
	if got := codes(Extract(c, bdgraph.Vocabulary{})); !slices.Equal(got, []string{"dangling", "dangling"}) {
		t.Errorf("nothing is reported: %q", got)
	}
	c.Findings = []bdgraph.Finding{
		{Code: "not_a_record", Document: "adr/1.md", Place: bdgraph.Place{File: "adr/1.md", Line: 3}},
		{Code: "dangling", Document: "adr/1.md", Place: bdgraph.Place{File: "adr/1.md", Line: 4}},
	}
	f := Extract(c, bdgraph.Vocabulary{}, WithoutRules())
	if got := codes(f); len(got) > 0 {
		t.Errorf("reported again: %q", got)
	}
	equal(t, "edges", edgesOf(f, bdgraph.Supersedes, bdgraph.RelatesTo), []string{"SUPERSEDES adr/1.md>ADR-0009"})
	if !nodeOf(t, f, "ADR-0009").Placeholder {
		t.Error("ADR-0009 is no placeholder")
	}
}
