package beads_test

import (
	"slices"
	"testing"
)

func TestConflictMarkersKeepTheNewestOfBothSides(t *testing.T) {
	r := readFiles(t, map[string]string{"issues.jsonl": issueLine("a-1", "") +
		"<<<<<<< HEAD\n" +
		issueLine("a-2", `"status":"open","updated_at":"2026-01-05T00:00:00Z"`) +
		issueLine("a-3", `"status":"closed","updated_at":"2026-01-09T00:00:00Z"`) +
		"||||||| base\n" +
		issueLine("a-2", `"status":"new","updated_at":"2026-01-02T00:00:00Z"`) +
		issueLine("a-8", "") + // deleted on both sides
		"<<<<<<<<< a conflict within the ancestor\n" +
		issueLine("a-9", "") +
		"=========\n" +
		">>>>>>>>> of it\n" +
		"=======\n" +
		issueLine("a-2", `"status":"closed","updated_at":"2026-01-06T00:00:00Z"`) +
		issueLine("a-3", `"status":"open","updated_at":"2026-01-03T00:00:00Z"`) +
		issueLine("a-4", "") +
		">>>>>>> theirs\n"})
	if got := ids(r.Issues); !slices.Equal(got, []string{"a-1", "a-2", "a-3", "a-4"}) {
		t.Errorf("%v", got)
	}
	for _, id := range []string{"a-2", "a-3"} {
		if s := issueOf(t, r, id).Status; s != "closed" {
			t.Errorf("%s is %s, not of the newer side", id, s)
		}
	}
	assertFinding(t, r, "beads_conflict_markers", ".beads/issues.jsonl:2", 7)
	assertFinding(t, r, "beads_conflict_base", ".beads/issues.jsonl:6", 3)
	assertFinding(t, r, "beads_duplicate_id", ".beads/issues.jsonl:13", 2)
}

func TestAnAncestorThatDoesNotEndIsRead(t *testing.T) {
	r := readFiles(t, map[string]string{"issues.jsonl": "<<<<<<< HEAD\n" + issueLine("a-1", "") + "||||||| base\n" + issueLine("a-2", "")})
	if got := ids(r.Issues); !slices.Equal(got, []string{"a-1", "a-2"}) || issueOf(t, r, "a-2").Place.Line != 4 {
		t.Errorf("%v", r.Issues)
	}
}
