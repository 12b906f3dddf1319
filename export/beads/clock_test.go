package beads_test

import (
	"fmt"
	"strings"
	"testing"

	"bdgraph/export/beads"
)

func TestEdgeTimesAreTrustedByTheirRules(t *testing.T) {
	dep := func(target, at string) string {
		return fmt.Sprintf(`{"issue_id":"a-1","depends_on_id":%q,"type":"blocks","created_at":%q}`, target, at)
	}
	for _, c := range []struct {
		name, at string
		trusted  bool
	}{
		{"after both", "2026-02-01T12:00:00Z", true},
		{"a second before the later issue", "2026-02-01T09:59:59Z", true},
		{"two seconds before", "2026-02-01T09:59:58Z", true},
		{"three seconds before", "2026-02-01T09:59:57Z", false},
		{"before the target", "2026-01-15T00:00:00Z", false},
		{"an explicit offset", "2026-01-15T00:00:00+01:00", true},
		{"an explicit offset with a fraction", "2026-01-15T00:00:00.123456-08:00", true},
		{"at the export", "2026-12-01T00:00:00Z", true},
		{"after the export", "2026-12-01T00:00:01Z", false},
		{"zero", "0001-01-01T00:00:00Z", false},
		{"epoch", "1970-01-01T00:00:00Z", false},
	} {
		r := readFiles(t, map[string]string{"issues.jsonl": issueLine("a-1", `"dependencies":[`+dep("a-2", c.at)+`]`) +
			`{"id":"a-2","title":"later","created_at":"2026-02-01T10:00:00Z"}` + "\n"})
		d := issueOf(t, r, "a-1").Dependencies[0]
		if d.Trusted != c.trusted {
			t.Errorf("%s: trusted %v, want %v", c.name, d.Trusted, c.trusted)
		}
		if unknown := c.name == "zero" || c.name == "epoch"; d.CreatedAt.IsZero() != unknown {
			t.Errorf("%s: %v", c.name, d.CreatedAt)
		}
	}
}

func TestAStoreWithAShiftedClockIsNotTrusted(t *testing.T) {
	store := func(edge string) beads.Result {
		var text strings.Builder
		for i := range 12 {
			text.WriteString(issueLine(fmt.Sprintf("a-%d", i), fmt.Sprintf(`"dependencies":[{"issue_id":"a-%d","depends_on_id":"a-0","type":"blocks","created_at":%q}]`, i, edge)))
		}
		return readFiles(t, map[string]string{"issues.jsonl": text.String()})
	}
	for edge, trusted := range map[string]bool{"2026-01-01T00:00:01Z": true, "2026-01-01T10:00:01Z": false} {
		r := store(edge)
		for _, i := range r.Issues {
			if i.Dependencies[0].Trusted != trusted {
				t.Fatalf("%s: trusted %v, want %v", edge, i.Dependencies[0].Trusted, trusted)
			}
		}
		if n := codesOf(r.Findings)["beads_shifted_edge_clock"]; (n == 12) == trusted {
			t.Errorf("%s: %d shifted", edge, n)
		}
	}
}
