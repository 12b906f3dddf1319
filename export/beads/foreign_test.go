package beads_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Tools beside bd write the same file with names of their own.
func TestFieldsOfOtherWritersAreRead(t *testing.T) {
	r := readFiles(t, map[string]string{"issues.jsonl": `{"id":"e-1","type":"epic","title":"All","status":"open","priority":0,"externalRef":"prd:all.json","tags":["api"]}` + "\n" +
		`{"id":"t-1","type":"task","title":"One","status":"done","parentId":"e-1","dependsOn":[],"createdAt":"2026-02-01T00:00:00Z"}` + "\n" +
		`{"id":"t-2","type":"task","title":"Two","parent_id":"e-1","dependsOn":["t-1"],"blocked_by":["t-3"],"updatedAt":"2026-02-02T00:00:00Z","dueIn":3,"colour":"red"}` + "\n" +
		`{"id":"t-3","issue_type":"bug","type":"task","title":"Three","parent_id":null,"labels":["x"],"tags":["y"],"schema_version":1,` +
		`"notes":[{"id":"1","text":"first"},"second",{"n":3}],"acceptance_criteria":["a","b"],"close_reason":null}` + "\n"})
	e, one, two, three := issueOf(t, r, "e-1"), issueOf(t, r, "t-1"), issueOf(t, r, "t-2"), issueOf(t, r, "t-3")
	if e.Type != "epic" || e.ExternalRef != "prd:all.json" || !slices.Equal(e.Labels, []string{"api"}) {
		t.Errorf("%+v", e)
	}
	if one.CreatedAt.IsZero() || two.UpdatedAt.IsZero() {
		t.Errorf("times %v and %v", one.CreatedAt, two.UpdatedAt)
	}
	var deps []string
	for _, d := range slices.Concat(one.Dependencies, two.Dependencies) {
		deps = append(deps, d.Target+" "+d.Type)
	}
	if want := []string{"e-1 parent-child", "e-1 parent-child", "t-1 ", "t-3 "}; !slices.Equal(deps, want) {
		t.Errorf("%q, want %q", deps, want)
	}
	if three.Type != "bug" || !slices.Equal(three.Labels, []string{"x"}) || len(three.Dependencies) != 0 {
		t.Errorf("what bd has by its own name counts: %+v", three)
	}
	if three.Notes != "first\n\nsecond\n\n{\"n\":3}" || three.AcceptanceCriteria != "a\n\nb" {
		t.Errorf("%q, %q", three.Notes, three.AcceptanceCriteria)
	}
	const file = ".beads/issues.jsonl"
	assertFinding(t, r, "beads_foreign_field", file+":1", 13)
	assertFinding(t, r, "beads_unknown_field", file+":3", 4)
	if f := findingOf(t, r, "beads_unknown_field"); !strings.Contains(f.Message, ": colour, dueIn, tags, type (t-2, t-3)") {
		t.Errorf("one finding names them all: %s", f.Message)
	}
	assertFinding(t, r, "beads_no_dependency_type", file+":3", 2)
}

func TestPrioritiesInWordsAreRead(t *testing.T) {
	words := []string{"critical", "High", "medium", "normal", " low ", "backlog", "someday"}
	var lines strings.Builder
	for n, word := range words {
		fmt.Fprintf(&lines, `{"id":"a-%d","title":"One","priority":%q}`+"\n", n, word)
	}
	r := readFiles(t, map[string]string{"issues.jsonl": lines.String()})
	for n, want := range []int{0, 1, 2, 2, 3, 4} {
		if p := issueOf(t, r, fmt.Sprintf("a-%d", n)).Priority; p == nil || *p != want {
			t.Errorf("%q is %v, want %d", words[n], p, want)
		}
	}
	if p := issueOf(t, r, "a-6").Priority; p != nil {
		t.Errorf("someday is %d", *p)
	}
	assertFinding(t, r, "beads_foreign_field", ".beads/issues.jsonl:1", 6)
	assertFinding(t, r, "beads_bad_priority", ".beads/issues.jsonl:7", 1)
}

// A dependency may stand at both of its ends, or at the one that blocks alone.
func TestWhatAnIssueBlocksDependsOnIt(t *testing.T) {
	r := readFiles(t, map[string]string{"issues.jsonl": `{"id":"a-1","title":"One","blocks":["a-2","a-3","a-9"]}` + "\n" +
		`{"id":"a-2","title":"Two","deps":["a-1"],"blocks":[]}` + "\n" + `{"id":"a-3","title":"Three","closed_reason":"done"}` + "\n"})
	if d := issueOf(t, r, "a-1").Dependencies; len(d) != 0 {
		t.Errorf("%v", d)
	}
	if d := issueOf(t, r, "a-2").Dependencies; len(d) != 1 || d[0].Target != "a-1" {
		t.Errorf("%v", d)
	}
	if three := issueOf(t, r, "a-3"); len(three.Dependencies) != 1 || three.Dependencies[0].Target != "a-1" || three.Dependencies[0].Type != "blocks" || three.CloseReason != "done" {
		t.Errorf("%+v", three)
	}
	assertFinding(t, r, "beads_legacy_link", ".beads/issues.jsonl:1", 3)
	assertFinding(t, r, "beads_orphan_row", ".beads/issues.jsonl:1", 1)
}

func TestTargetsInOneStringAreParted(t *testing.T) {
	r := readFiles(t, map[string]string{"issues.jsonl": issueLine("a-1", `"deps":"a-2, a-3","labels":"x, y"`) + issueLine("a-2", `"blocks":"a-3,a-1"`) +
		issueLine("a-3", `"depends_on":[""," ",{"depends_on_id":" ","type":"blocks"}],"blocked_by":","`)})
	var got []string
	for _, i := range r.Issues {
		for _, d := range i.Dependencies {
			got = append(got, i.ID+" "+d.Target)
		}
	}
	if want := []string{"a-1 a-2", "a-1 a-3", "a-3 a-2"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if labels := issueOf(t, r, "a-1").Labels; !slices.Equal(labels, []string{"x", "y"}) {
		t.Errorf("labels %q", labels)
	}
	assertFinding(t, r, "beads_no_target", ".beads/issues.jsonl:3", 4)
}

// Were each field and each link compared with all before it, this would take many minutes.
func TestHundredThousandsOfFieldsAndLinksAreRead(t *testing.T) {
	const many = 300_000
	var ids strings.Builder
	for n := range many {
		fmt.Fprintf(&ids, `"b-%d",`, n)
	}
	links := "[" + strings.TrimSuffix(ids.String(), ",") + "]"
	r := readFiles(t, map[string]string{"issues.jsonl": issueLine("a-1", strings.Repeat(`"tags":["x"],`, many)+`"notes":"n"`) +
		issueLine("a-2", `"depends_on":`+links+`,"relates_to":`+links)})
	if n := len(issueOf(t, r, "a-2").Dependencies); n != 2*many {
		t.Errorf("%d dependencies", n)
	}
	assertFinding(t, r, "beads_repeated_field", ".beads/issues.jsonl:1", many-1)
}

func TestAFindingListsTheFirstOfVeryManyFields(t *testing.T) {
	var fields strings.Builder
	for n := range 5000 {
		fmt.Fprintf(&fields, `"x%04d":1,`, n)
	}
	r := readFiles(t, map[string]string{"issues.jsonl": issueLine("a-1", fields.String()+`"notes":"n"`)})
	if f := findingOf(t, r, "beads_unknown_field"); !strings.Contains(f.Message, ": x0000, x0001, ") || !strings.Contains(f.Message, ", x0039, and 4960 more") {
		t.Errorf("%s", f.Message)
	}
}
