package adr

import (
	"slices"
	"testing"

	"bdgraph"
	"bdgraph/internal/testenv"
)

// readNeomagi reads a real project of 65 records and a template, written in Chinese.
func readNeomagi(t testing.TB) Result {
	r, err := Read(Options{Root: testenv.Shared(t, "corpora", "neomagi")})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestNeomagi(t *testing.T) {
	r := readNeomagi(t)
	if len(r.ADRs) != 65 || r.Skipped["template"] != 1 || len(r.Skipped) != 1 {
		t.Fatalf("%d records, skipped %v; want 65 and one template", len(r.ADRs), r.Skipped)
	}
	if !slices.Equal(r.Folders, []string{"decisions"}) {
		t.Errorf("folders %v", r.Folders)
	}
	for _, a := range r.ADRs {
		if a.Status == "" || a.StatusLine == 0 || a.Date.Precision() != bdgraph.PrecisionDay || a.DateLine == 0 {
			t.Errorf("%s: status %q at line %d, date %q at line %d", a.Path, a.StatusText, a.StatusLine, a.Date.Text, a.DateLine)
		}
		if a.Language != "zh" {
			t.Errorf("%s: language %q", a.Path, a.Language)
		}
		roles := map[string]bool{}
		for _, s := range a.Sections {
			roles[s.Role] = true
		}
		if !roles["rationale"] || !roles["rejected"] && !roles["alternatives"] || !roles["decision"] {
			t.Errorf("%s: roles %v lack the decision, the why or what was rejected", a.Path, roles)
		}
	}
	var full, partial []bdgraph.ADRRelation
	for _, a := range r.ADRs {
		for _, rel := range a.Relations {
			switch {
			case rel.Kind == bdgraph.ADRSupersedes || rel.Kind == bdgraph.ADRSupersededBy:
				full = append(full, rel)
			case rel.Kind == bdgraph.ADRAmends && rel.Scope != "":
				partial = append(partial, rel)
			}
		}
	}
	if len(full) != 1 || full[0].Target != "decisions/0046-upgrade-database-baseline-to-postgresql-17.md" || !full[0].Date.IsZero() || full[0].Line != 8 {
		t.Errorf("full supersessions: %+v; want 0006 by 0046, without a day", full)
	}
	if len(partial) != 1 || partial[0].Scope != "Phase 3 direction" || partial[0].Target != "decisions/0061-phase2-scope-collapse-and-p3-self-evolution.md" {
		t.Errorf("partial supersessions: %+v; want the direction in 0061", partial)
	}
	for _, f := range r.Findings {
		if f.Severity != bdgraph.Info {
			t.Errorf("finding %s at %s: %s", f.Code, f.Place, f.Message)
		}
	}
}

func TestBeadsRecords(t *testing.T) {
	r, err := Read(Options{Root: testenv.Shared(t, "corpora", "beads")})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.ADRs) != 2 {
		t.Fatalf("%d records", len(r.ADRs))
	}
	first, second := r.ADRs[0], r.ADRs[1]
	if first.Status != bdgraph.StatusAccepted || first.Date.Text != "2026-04-07" || first.DateLine != 9 {
		t.Errorf("first: %q, %q at line %d", first.Status, first.Date.Text, first.DateLine)
	}
	if second.Status != bdgraph.StatusAccepted || second.StatusDate.Text != "2026-04-24" || second.StatusText != "Accepted — 2026-04-24." {
		t.Errorf("second: %q since %q", second.StatusText, second.StatusDate.Text)
	}
}

func BenchmarkNeomagi(b *testing.B) {
	readNeomagi(b)
	for b.Loop() {
		readNeomagi(b)
	}
}
