package beads_test

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"bdgraph"
	"bdgraph/export/beads"
	"bdgraph/internal/testenv"
)

// today lies after all records of the corpora.
var today = time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)

func readCorpus(t testing.TB, name string) beads.Result {
	t.Helper()
	r, err := beads.Read(context.Background(), beads.Options{
		Root: testenv.Shared(t, "corpora", name), Mode: beads.ModeFiles, Environ: []string{}, Now: today,
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func dependencies(issues []bdgraph.Issue) (n int) {
	for _, i := range issues {
		n += len(i.Dependencies)
	}
	return n
}

func TestRealStoresLoadWhole(t *testing.T) {
	for _, c := range []struct {
		name                           string
		issues, dependencies, memories int
	}{
		{"neomagi", 194, 149, 0},
		{"reframe2", 1958, 423, 21},
		// 704 records beside a newer backup of 297: see the test below.
		{"beads", 293, 243, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := readCorpus(t, c.name)
			if len(r.Issues) != c.issues || dependencies(r.Issues) != c.dependencies || len(r.Memories) != c.memories {
				t.Errorf("%d issues, %d dependencies, %d memories; want %d, %d, %d",
					len(r.Issues), dependencies(r.Issues), len(r.Memories), c.issues, c.dependencies, c.memories)
			}
		})
	}
}

func TestAStaleTwinOfARealStoreIsTold(t *testing.T) {
	r := readCorpus(t, "beads")
	want := map[string]int{"ephemeral": 551, "infra_agent": 1, "pinned": 2, "orphan_row": 1}
	if !maps.Equal(r.Skipped, want) {
		t.Errorf("skipped %v, want %v", r.Skipped, want)
	}
	// Every record of both files is accounted for.
	file, backup := plain(t, "beads", "issues.jsonl"), plain(t, "beads", "backup", "issues.jsonl")
	all := maps.Clone(file)
	maps.Copy(all, backup)
	left := r.Skipped["ephemeral"] + r.Skipped["infra_agent"] + r.Skipped["pinned"]
	if len(r.Issues)+left != len(all) {
		t.Errorf("%d issues and %d left out of %d", len(r.Issues), left, len(all))
	}
	codes := codesOf(r.Findings)
	if codes["beads_left_out"] != left || codes["beads_only_there"] == 0 || codes["beads_older_version"] == 0 {
		t.Errorf("findings %v", codes)
	}
	for _, i := range r.Issues {
		if _, ok := backup[i.ID]; ok && !strings.HasPrefix(i.Place.File, ".beads/backup/") && !updated(file[i.ID]).After(updated(backup[i.ID])) {
			t.Errorf("%s comes from %s although the backup is not older", i.ID, i.Place)
		}
	}
}

func TestRealStoresHaveTheirOddities(t *testing.T) {
	r := readCorpus(t, "reframe2")
	codes := codesOf(r.Findings)
	if codes["beads_repaired_target"] != 24 {
		t.Errorf("%d mangled targets, want 24", codes["beads_repaired_target"])
	}
	decisions := 0
	for _, i := range r.Issues {
		if i.Type == "decision" {
			decisions++
		}
		for _, d := range i.Dependencies {
			if d.Written != "" && (!strings.HasSuffix(d.Written, ":"+d.Target) || d.Type != "blocks" && d.Type != "related") {
				t.Errorf("%s: %+v", i.ID, d)
			}
		}
	}
	if decisions != 27 {
		t.Errorf("%d decisions, want 27", decisions)
	}
	if want := []string{"rf2"}; !slices.Equal(r.Prefixes, want) {
		t.Errorf("prefixes %v, want %v", r.Prefixes, want)
	}
}

// Each text is compared with what encoding/json makes of the same line.
func TestTextsAgreeWithPlainDecoding(t *testing.T) {
	compared := 0
	for _, c := range [][]string{{"reframe2", "issues.jsonl"}, {"neomagi", "backup", "issues.jsonl"}} {
		records := plain(t, c[0], c[1:]...)
		for _, i := range readCorpus(t, c[0]).Issues {
			record := records[i.ID]
			for field, got := range map[string]string{
				"title": i.Title, "description": i.Description, "notes": i.Notes, "design": i.Design, "acceptance_criteria": i.AcceptanceCriteria,
				"status": i.Status, "issue_type": i.Type, "close_reason": i.CloseReason, "external_ref": i.ExternalRef,
			} {
				want, _ := record[field].(string)
				if got != want {
					t.Errorf("%s of %s is %q, want %q", field, i.ID, got, want)
				}
				compared++
			}
			if want, ok := record["priority"].(float64); ok && (i.Priority == nil || *i.Priority != int(want)) {
				t.Errorf("priority of %s is %v, want %v", i.ID, i.Priority, want)
			}
		}
	}
	if compared != 9*(1958+194) {
		t.Errorf("%d texts compared", compared)
	}
}

// plain decodes the issues of a corpus file by encoding/json, by id.
func plain(t testing.TB, corpus string, file ...string) map[string]map[string]any {
	t.Helper()
	data, err := os.ReadFile(testenv.Shared(t, append([]string{"corpora", corpus, ".beads"}, file...)...))
	if err != nil {
		t.Fatal(err)
	}
	records := map[string]map[string]any{}
	for line := range bytes.Lines(data) {
		var record map[string]any
		if err := json.Unmarshal(line, &record); err != nil {
			t.Fatal(err)
		}
		if id, ok := record["id"].(string); ok {
			records[id] = record
		}
	}
	return records
}

func updated(record map[string]any) time.Time {
	var newest time.Time
	for _, field := range []string{"created_at", "updated_at", "closed_at"} {
		s, _ := record[field].(string)
		if at, err := time.Parse(time.RFC3339, s); err == nil && at.After(newest) {
			newest = at
		}
	}
	return newest
}
