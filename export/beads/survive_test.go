package beads_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"bdgraph"
	"bdgraph/export/beads"
	"bdgraph/internal/testenv"
)

// readFiles reads a store made of files below .beads.
func readFiles(t testing.TB, files map[string]string) beads.Result {
	t.Helper()
	in := map[string]string{}
	for name, content := range files {
		in[".beads/"+name] = content
	}
	r, err := beads.Read(context.Background(), beads.Options{Root: testenv.Project(t, in), Mode: beads.ModeFiles, Environ: []string{}, Now: today})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// issueLine is a record with the members that every bd writes, and more.
func issueLine(id, more string) string {
	line := fmt.Sprintf(`{"id":%q,"title":"Issue %s","priority":2,"created_at":"2026-01-01T00:00:00Z"`, id, id)
	if !strings.Contains(more, "updated_at") {
		line += `,"updated_at":"2026-01-01T00:00:00Z"`
	}
	if more != "" {
		line += "," + more
	}
	return line + "}\n"
}

func findingOf(t testing.TB, r beads.Result, code string) bdgraph.Finding {
	t.Helper()
	for _, f := range r.Findings {
		if f.Code == code {
			return f
		}
	}
	t.Fatalf("no finding %s in %v", code, r.Findings)
	return bdgraph.Finding{}
}

func assertFinding(t testing.TB, r beads.Result, code, place string, count int) {
	t.Helper()
	f := findingOf(t, r, code)
	if f.Place.String() != place || f.Count != count {
		t.Errorf("%s at %s, %d times; want %s, %d times", code, f.Place, f.Count, place, count)
	}
}

func TestDuplicateIdsKeepTheNewestAndTellWhatDiffers(t *testing.T) {
	r := readFiles(t, map[string]string{"issues.jsonl": issueLine("a-1", `"status":"closed","closed_at":"2026-02-01T00:00:00Z"`) +
		issueLine("a-1", `"status":"open","updated_at":"2026-01-20T00:00:00Z"`) +
		issueLine("a-2", `"status":"open"`) +
		issueLine("a-2", `"status":"blocked"`)})
	if s := issueOf(t, r, "a-1").Status; s != "closed" {
		t.Errorf("a-1 is %s: a later closing counts", s)
	}
	if s := issueOf(t, r, "a-2").Status; s != "blocked" {
		t.Errorf("a-2 is %s: of equally new ones the later line counts", s)
	}
	assertFinding(t, r, "beads_duplicate_id", ".beads/issues.jsonl:2", 2)
	assertFinding(t, r, "beads_duplicate_differs", ".beads/issues.jsonl:4", 1)
}

func TestBrokenLinesAreReportedWithTheirColumn(t *testing.T) {
	r := readFiles(t, map[string]string{"issues.jsonl": issueLine("a-1", "") +
		`tail of a record","status":"open"}` + "\n" +
		"\n   \n" +
		`{"id":"a-2","title":"cut o` + "\n" +
		`{"id":"a-3","title":"x" "status":"open"}` + "\n" +
		`123` + "\n" + `"text"` + "\n" + `null` + "\n" + "# remark\n" +
		strings.TrimSpace(issueLine("a-4", "")) + issueLine("a-5", "") +
		`[` + strings.TrimSpace(issueLine("a-6", "")) + ",7]\r\n"})
	if got := ids(r.Issues); !slices.Equal(got, []string{"a-1", "a-4", "a-5", "a-6"}) {
		t.Errorf("%v", got)
	}
	places := map[string]bool{}
	for _, f := range r.Findings {
		if f.Code == "beads_bad_line" {
			places[f.Place.String()] = true
		}
	}
	want := map[string]bool{".beads/issues.jsonl:2:1": true, ".beads/issues.jsonl:5:21": true, ".beads/issues.jsonl:6:25": true}
	if !maps.Equal(places, want) {
		t.Errorf("bad lines at %v, want %v", places, want)
	}
	assertFinding(t, r, "beads_not_an_object", ".beads/issues.jsonl:7", 5)
	assertFinding(t, r, "beads_several_on_a_line", ".beads/issues.jsonl:11", 1)
	if r.Skipped["bad_line"] != 3 || r.Skipped["not_an_object"] != 5 {
		t.Errorf("skipped %v", r.Skipped)
	}
}

func TestTextsLoseNulAndBadBytesOnly(t *testing.T) {
	r := readFiles(t, map[string]string{
		"issues.jsonl": issueLine("a-1", `"description":"a\u0000b\u0000c","notes":"bell \u0007, raw `+"\x01"+`, tab \t"`) +
			issueLine("a-2", `"description":"`+"caf\xe9"+` and \ud800 alone, \ud83d\ude00 paired","design":"C:\dir"`),
	})
	i := issueOf(t, r, "a-1")
	if i.Description != "a\ufffdb\ufffdc" || i.Notes != "bell \a, raw \x01, tab \t" {
		t.Errorf("%q, %q", i.Description, i.Notes)
	}
	i = issueOf(t, r, "a-2")
	if i.Description != "caf\ufffd and \ufffd alone, 😀 paired" || i.Design != `C:\dir` {
		t.Errorf("%q, %q", i.Description, i.Design)
	}
	assertFinding(t, r, "beads_nul", ".beads/issues.jsonl:1", 2)
	assertFinding(t, r, "beads_control_character", ".beads/issues.jsonl:1", 2)
	assertFinding(t, r, "beads_bad_encoding", ".beads/issues.jsonl:2", 2)
	assertFinding(t, r, "beads_bad_escape", ".beads/issues.jsonl:2", 1)
}

func TestLinesOfMegabytesAreRead(t *testing.T) {
	for _, size := range []int{258_000, 5_000_000} {
		text := strings.Repeat("x", size)
		r := readFiles(t, map[string]string{"issues.jsonl": issueLine("a-1", `"description":"`+text+`"`) + issueLine("a-2", "")})
		if len(r.Issues) != 2 || issueOf(t, r, "a-1").Description != text {
			t.Errorf("%d bytes: %v", size, ids(r.Issues))
		}
		if p := issueOf(t, r, "a-2").Place.Line; p != 2 {
			t.Errorf("a-2 is on line %d", p)
		}
	}
}

func TestTargetsAreRepairedOrKept(t *testing.T) {
	dep := func(target string) string {
		return fmt.Sprintf(`{"issue_id":"a-1","depends_on_id":%q,"type":"blocks"}`, target)
	}
	r := readFiles(t, map[string]string{"issues.jsonl": issueLine("a-1", `"dependencies":[`+strings.Join([]string{
		dep("discovered-from:a-2"), dep("child-of: a-3"), dep("a-2 "), dep("external:other:api"), dep("a-99"), dep("blocks:a-98"), dep("a-wisp-1"), dep("external:x:a-2"),
	}, ",")+`]`) + issueLine("a-2", "") + issueLine("a-3", "") + issueLine("a-wisp-1", `"ephemeral":true`)})
	var got []string
	for _, d := range issueOf(t, r, "a-1").Dependencies {
		got = append(got, d.Target+" < "+d.Written)
	}
	want := []string{
		// The third of a-2 is the first again, once repaired.
		"a-2 < discovered-from:a-2", "a-3 < child-of: a-3", "a-99 < ", "a-wisp-1 < ",
		"blocks:a-98 < ", "external:other:api < ", "external:x:a-2 < ",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	assertFinding(t, r, "beads_same_dependency", ".beads/issues.jsonl:1", 1)
	assertFinding(t, r, "beads_repaired_target", ".beads/issues.jsonl:1", 3)
	assertFinding(t, r, "beads_dangling_target", ".beads/issues.jsonl:1", 2)
	assertFinding(t, r, "beads_target_left_out", ".beads/issues.jsonl:1", 1)
	if !slices.ContainsFunc(r.Issues[0].Dependencies, func(d bdgraph.Dependency) bool { return d.LeftOut != "" }) {
		t.Errorf("no dependency says that its target was left out: %v", r.Issues[0].Dependencies)
	}
}

func TestDependencyRecordsAreKeptAsStored(t *testing.T) {
	zoo := []string{"blocked-by", "blocks-on", "parent", "child-of", "related-to", "parent_child", "Weird Type", "supersedes", "relates-to"}
	var deps []string
	for _, edge := range zoo {
		deps = append(deps, fmt.Sprintf(`{"issue_id":"a-1","depends_on_id":"a-2","type":%q,"created_at":"2026-01-02T00:00:00Z"}`, edge))
	}
	deps = append(deps,
		deps[0], // the very same again
		`{"issue_id":"a-1","depends_on_id":"a-1","type":"blocks"}`,
		`{"issue_id":"a-1","depends_on_id":"a-2"}`,
		`{"issue_id":"a-1","type":"blocks"}`,
		`{"id":"a-2","title":"whole issue","dependency_type":"tracks","created_at":"2026-01-01T00:00:00Z"}`,
		`"a-2"`,
		`{"issue_id":"a-2","depends_on_id":"a-1","type":"blocks"}`,
		`{"issue_id":"a-404","depends_on_id":"a-1","type":"blocks"}`,
	)
	r := readFiles(t, map[string]string{"issues.jsonl": issueLine("a-1", `"dependencies":[`+strings.Join(deps, ",")+`]`) + issueLine("a-2", "")})
	var got []string
	for _, d := range issueOf(t, r, "a-1").Dependencies {
		got = append(got, d.Target+" "+d.Type)
	}
	want := []string{"a-1 blocks", "a-2 ", "a-2 tracks"}
	for _, edge := range zoo {
		want = append(want, "a-2 "+edge)
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	if moved := issueOf(t, r, "a-2").Dependencies; len(moved) != 1 || moved[0].Target != "a-1" {
		t.Errorf("a-2 has %v", moved)
	}
	for code, count := range map[string]int{
		"beads_same_dependency": 2, "beads_no_dependency_type": 2, "beads_no_target": 1,
		"beads_moved_dependency": 2, "beads_orphan_row": 1,
	} {
		assertFinding(t, r, code, ".beads/issues.jsonl:1", count)
	}
}

func TestRecordsAreKnownByTheirContent(t *testing.T) {
	r := readFiles(t, map[string]string{
		"issues.jsonl": `{"_schema":"beads-jsonl/1","_sort":"stable-v1"}` + "\n" + issueLine("a-1", "") +
			`{"_type":"memory","key":"k1","value":"one"}` + "\n" +
			`{"_type":"gadget","id":"a-7"}` + "\n" +
			`{"hello":"world"}` + "\n" +
			`{"title":"No id","created_at":"2026-01-01T00:00:00Z"}` + "\n" +
			`{"issue_id":"a-1","label":"from-a-row"}` + "\n",
		"interactions.jsonl": `{"id":"int-1","kind":"field_change","created_at":"2026-01-01T00:00:00Z","issue_id":"a-1","extra":{}}` + "\n" + issueLine("a-2", ""),
		"deletions.jsonl": `{"id":"a-3","ts":"2026-02-01T00:00:00Z","by":"ada","reason":"x"}` + "\n" +
			`{"id":"a-4","title":"","created_at":"0001-01-01T00:00:00Z","updated_at":"0001-01-01T00:00:00Z","status":""}` + "\n" + issueLine("a-5", ""),
		"beads.jsonl":               issueLine("a-3", "") + issueLine("a-6", `"updated_at":"2026-03-01T00:00:00Z"`),
		"memories.jsonl":            `{"key":"k2","value":"two"}` + "\n" + `{"_type":"memory","key":"k1","value":"other one"}` + "\n",
		"sync_base.jsonl":           issueLine("a-8", ""),
		"issues.jsonl.bak":          issueLine("a-9", ""),
		"knowledge/k.jsonl":         "# foreign\n",
		".br_history/issues.1.json": "{}",
	})
	if got := ids(r.Issues); !slices.Equal(got, []string{"a-1", "a-2", "a-5", "a-6"}) {
		t.Errorf("%v", got)
	}
	if got := issueOf(t, r, "a-1").Labels; !slices.Equal(got, []string{"from-a-row"}) {
		t.Errorf("labels %v", got)
	}
	if len(r.Memories) != 2 || r.Memories[0].Key != "k1" || r.Memories[1].Text != "two" {
		t.Errorf("memories %v", r.Memories)
	}
	if want := (map[string]int{"unknown_type": 1, "unknown_record": 1, "no_id": 1, "empty": 1, "deletion": 1}); !maps.Equal(r.Skipped, want) {
		t.Errorf("skipped %v, want %v", r.Skipped, want)
	}
	codes := codesOf(r.Findings)
	for code, count := range map[string]int{
		"beads_unknown_type": 1, "beads_unknown_record": 1, "beads_no_id": 1, "beads_misplaced_record": 2, "beads_empty_issue": 1,
		"beads_duplicate_memory": 1, "beads_file_not_read": 3, "beads_left_out": 1,
	} {
		if codes[code] != count {
			t.Errorf("%d of %s, want %d", codes[code], code, count)
		}
	}
}

func TestStaleTwinsAreChosenByRecordNotByFileTime(t *testing.T) {
	r := readFiles(t, map[string]string{
		"issues.jsonl":              issueLine("a-1", `"status":"open"`) + issueLine("a-2", `"status":"closed","closed_at":"2026-02-01T00:00:00Z"`) + issueLine("a-3", ""),
		"backup/issues.jsonl":       issueLine("a-1", `"status":"closed","closed_at":"2026-03-01T00:00:00Z","ephemeral":0,"pinned":0,"metadata":"{}","assignee":null`) + issueLine("a-2", `"status":"open"`) + issueLine("a-4", ""),
		"backup/dependencies.jsonl": `{"issue_id":"a-4","depends_on_id":"a-1","type":"blocks","created_at":"2026-01-01T00:00:01Z","created_by":"ada"}` + "\n" + `{"issue_id":"a-3","depends_on_id":"a-1","type":"tracks"}` + "\n" + `{"issue_id":"zz","depends_on_id":"a-1","type":"blocks"}` + "\n",
		"backup/labels.jsonl":       `{"issue_id":"a-1","label":"b"}` + "\n" + `{"issue_id":"a-1","label":"a"}` + "\n" + `{"issue_id":"a-1","label":"b"}` + "\n",
		"backup/comments.jsonl":     `{"id":7,"issue_id":"a-1","author":"ada","text":"said","created_at":"2026-01-01T00:00:00Z"}` + "\n",
		"backup/config.jsonl":       `{"key":"issue_prefix","value":"alpha"}` + "\n" + `{"key":"kv.memory.use-utc","value":"Always UTC"}` + "\n" + `{"key":"sync.mode","value":"x"}` + "\n",
		"backup/events.jsonl":       `{"id":1,"issue_id":"a-1","event_type":"created"}` + "\n",
	})
	var got []string
	for _, i := range r.Issues {
		got = append(got, i.ID+" "+i.Status)
	}
	if want := []string{"a-1 closed", "a-2 closed", "a-3 ", "a-4 "}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	i := issueOf(t, r, "a-1")
	if !slices.Equal(i.Labels, []string{"a", "b"}) || len(i.Comments) != 1 || i.Comments[0].ID != "7" || i.Comments[0].Author != "" || i.Metadata != nil {
		t.Errorf("%+v", i)
	}
	if d := issueOf(t, r, "a-4").Dependencies; len(d) != 1 || d[0].Place.String() != ".beads/backup/dependencies.jsonl:1" {
		t.Errorf("%v", d)
	}
	if d := issueOf(t, r, "a-3").Dependencies; len(d) != 1 {
		t.Errorf("the row of an issue that only the twin has is lost: %v", d)
	}
	if !slices.Equal(r.Memories, []bdgraph.Memory{{Key: "use-utc", Text: "Always UTC", Place: bdgraph.Place{File: ".beads/backup/config.jsonl", Line: 2}}}) {
		t.Errorf("%v", r.Memories)
	}
	if !slices.Equal(r.Prefixes, []string{"a", "alpha"}) {
		t.Errorf("%v", r.Prefixes)
	}
	assertFinding(t, r, "beads_only_there", ".beads/issues.jsonl:3", 1)
	assertFinding(t, r, "beads_orphan_row", ".beads/backup/dependencies.jsonl:3", 1)
	if codes := codesOf(r.Findings); codes["beads_older_version"] != 2 || codes["beads_adopted_row"] != 1 {
		t.Errorf("%v", r.Findings)
	}
}

func TestWhatIsNoKnowledgeIsLeftOutWithItsReason(t *testing.T) {
	files := map[string]string{"issues.jsonl": issueLine("a-1", "") +
		issueLine("a-2", `"ephemeral":true`) + issueLine("a-3", `"wisp":true`) + issueLine("a-4", `"status":"tombstone"`) +
		issueLine("a-5", `"is_template":1`) + issueLine("a-6", `"pinned":true`) + issueLine("a-7", `"status":"pinned"`) +
		issueLine("a-8", `"issue_type":"agent"`) + issueLine("a-9", `"issue_type":"message"`) + issueLine("a-10", `"ephemeral":false,"pinned":0,"issue_type":"gate","status":"hooked"`) +
		issueLine("a-11", `"issue_type":"role"`) + issueLine("a-12", `"issue_type":"rig"`)}
	r := readFiles(t, files)
	if got := ids(r.Issues); !slices.Equal(got, []string{"a-1", "a-10"}) {
		t.Errorf("%v", got)
	}
	want := map[string]int{"ephemeral": 2, "tombstone": 1, "template": 1, "pinned": 2, "infra_agent": 1, "infra_message": 1, "infra_role": 1, "infra_rig": 1}
	if !maps.Equal(r.Skipped, want) {
		t.Errorf("skipped %v, want %v", r.Skipped, want)
	}
	if n := codesOf(r.Findings)["beads_left_out"]; n != 10 {
		t.Errorf("findings for %d of 10", n)
	}
	root := testenv.Project(t, map[string]string{".beads/issues.jsonl": files["issues.jsonl"]})
	kept, err := beads.Read(context.Background(), beads.Options{Root: root, Mode: beads.ModeFiles, Ephemeral: true, Environ: []string{}})
	if err != nil || !slices.Equal(ids(kept.Issues), []string{"a-1", "a-10", "a-2", "a-3"}) {
		t.Errorf("with wisps: %v, %v", ids(kept.Issues), err)
	}
}

func TestDeletedIssuesComeBackOnlyWhenNewer(t *testing.T) {
	r := readFiles(t, map[string]string{
		"issues.jsonl":    issueLine("a-1", "") + issueLine("a-2", `"updated_at":"2026-05-01T00:00:00Z"`),
		"deletions.jsonl": `{"id":"a-1","ts":"2026-02-01T00:00:00Z"}` + "\n" + `{"id":"a-2","ts":"2026-02-01T00:00:00Z"}` + "\n",
	})
	if got := ids(r.Issues); !slices.Equal(got, []string{"a-2"}) || r.Skipped["deletion"] != 2 {
		t.Errorf("%v, skipped %v", got, r.Skipped)
	}
}

func TestWronglyTypedFieldsAreConvertedOrUnknown(t *testing.T) {
	r := readFiles(t, map[string]string{"issues.jsonl": `{"id":17,"title":42,"description":null,"status":null,"priority":"P1","issue_type":true,"labels":"one","created_at":1767225600,"updated_at":"yesterday","closed_at":"0001-01-01T00:00:00Z","started_at":"1970-01-01T00:00:00Z","comments":{"a":1},"dependencies":null,"notes":{"a":["b"]},"ephemeral":"false","repo":"x"}` + "\n" +
		issueLine("a-2", `"metadata":{"files":["a.go"], "score":0.5},"comments":[{"id":3,"text":"int id","created_at":"2026-01-02T00:00:00Z"},{"id":"u-1","text":"uuid","created_at":"2026-01-01T00:00:00Z"}]`) +
		issueLine("a-3", `"metadata":"{\"a\":1}"`) + issueLine("a-4", `"metadata":"not json"`) +
		`{"id":"a-5","title":"no priority","created_at":"2026-01-01T00:00:00Z"}` + "\n" +
		`{"id":"a-6","title":"zero","priority":0,"created_at":"2026-01-01 10:00:00+02:00"}` + "\n" +
		`{"id":"a-7","title":"odd","priority":"someday","created_at":"2026-01-01T00:00:00Z"}` + "\n"})
	i := issueOf(t, r, "17")
	if i.Title != "42" || i.Description != "" || i.Status != "" || i.Type != "true" || i.Notes != `{"a":["b"]}` || !slices.Equal(i.Labels, []string{"one"}) {
		t.Errorf("%+v", i)
	}
	if i.Priority == nil || *i.Priority != 1 {
		t.Errorf("priority %v", i.Priority)
	}
	if !i.CreatedAt.Equal(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)) || !i.UpdatedAt.IsZero() || !i.ClosedAt.IsZero() || !i.StartedAt.IsZero() {
		t.Errorf("times %v %v %v %v", i.CreatedAt, i.UpdatedAt, i.ClosedAt, i.StartedAt)
	}
	c := issueOf(t, r, "a-2").Comments
	if len(c) != 2 || c[0].ID != "u-1" || c[1].ID != "3" {
		t.Errorf("comments %v", c)
	}
	for id, want := range map[string]string{"a-2": `{"files":["a.go"],"score":0.5}`, "a-3": `{"a":1}`, "a-4": `"not json"`} {
		if got := string(issueOf(t, r, id).Metadata); got != want {
			t.Errorf("metadata of %s is %s, want %s", id, got, want)
		}
	}
	if p := issueOf(t, r, "a-5").Priority; p != nil {
		t.Errorf("absent priority is %d", *p)
	}
	if p := issueOf(t, r, "a-6").Priority; p == nil || *p != 0 {
		t.Errorf("priority 0 is %v", p)
	}
	if at := issueOf(t, r, "a-6").CreatedAt; !at.Equal(time.Date(2026, 1, 1, 8, 0, 0, 0, time.UTC)) {
		t.Errorf("offset lost: %v", at)
	}
	codes := codesOf(r.Findings)
	for code, count := range map[string]int{"beads_wrong_type": 9, "beads_bad_time": 1, "beads_no_time": 2, "beads_unknown_field": 1, "beads_bad_priority": 1} {
		if codes[code] != count {
			t.Errorf("%d of %s, want %d: %v", codes[code], code, count, r.Findings)
		}
	}
}

func TestHandMadePartsAreKept(t *testing.T) {
	r := readFiles(t, map[string]string{"issues.jsonl": `{"_type":"issue","id":"a-1","title":"x","type":"bug","label":"l","created_at":1767225600000,"dependencies":["a-2"],"comments":["said"],"comment_count":"1"}` + "\n" +
		`{"_type":"memory","key":"k","text":"kept"}` + "\n"})
	i := issueOf(t, r, "a-1")
	if len(i.Dependencies) != 1 || i.Dependencies[0].Target != "a-2" || len(i.Comments) != 1 || i.Comments[0].Text != "said" || i.CreatedAt.Year() != 2026 {
		t.Errorf("%+v", i)
	}
	if len(r.Memories) != 1 || r.Memories[0].Text != "kept" {
		t.Errorf("%v", r.Memories)
	}
	codes := codesOf(r.Findings)
	for code, count := range map[string]int{"beads_wrong_type": 3, "beads_unknown_field": 1, "beads_foreign_field": 1, "beads_no_dependency_type": 1} {
		if codes[code] != count {
			t.Errorf("%d of %s, want %d: %v", codes[code], code, count, r.Findings)
		}
	}
}

// An import of what is there already gives the comments new ids.
func TestACommentThatWasImportedAgainIsOne(t *testing.T) {
	r := readFiles(t, map[string]string{"issues.jsonl": issueLine("a-1", `"comments":[{"id":1,"text":"x","created_at":"2026-01-02T00:00:00Z"},`+
		`{"id":2,"text":"y","created_at":"2026-01-02T00:00:00Z"},{"id":5,"text":"x","created_at":"2026-01-02T00:00:00Z"},{"id":6,"text":"x","created_at":"2026-01-04T00:00:00Z"}]`)})
	var got []string
	for _, c := range issueOf(t, r, "a-1").Comments {
		got = append(got, c.ID+" "+c.Text)
	}
	if want := []string{"1 x", "2 y", "6 x"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	assertFinding(t, r, "beads_same_comment", ".beads/issues.jsonl:1", 1)
}

func TestOlderLinksBecomeDependencies(t *testing.T) {
	r := readFiles(t, map[string]string{"issues.jsonl": issueLine("a-1", `"relates_to":["a-2","a-3"],"replies_to":"a-2","duplicate_of":"a-3","superseded_by":"a-4","parent":"a-5","dependencies":[{"issue_id":"a-1","depends_on_id":"a-5","type":"parent-child","created_at":"2026-01-01T00:00:00Z"}]`)})
	var got []string
	for _, d := range issueOf(t, r, "a-1").Dependencies {
		got = append(got, d.Target+" "+d.Type)
	}
	if want := []string{"a-2 relates-to", "a-2 replies-to", "a-3 duplicates", "a-3 relates-to", "a-4 supersedes", "a-5 parent-child"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestDocumentsOfOtherShapesAreRead(t *testing.T) {
	a, b := strings.TrimSpace(issueLine("a-1", "")), strings.TrimSpace(issueLine("a-2", ""))
	utf16 := []byte{0xff, 0xfe}
	for _, c := range []byte(a + "\r\n" + b) {
		utf16 = append(utf16, c, 0)
	}
	for name, text := range map[string]string{
		"lines with a mark, CRLF and no last line end": "\ufeff" + a + "\r\n\r\n" + b,
		"UTF-16":               string(utf16),
		"an array":             "[\n  " + a + ",\n  " + b + "\n]\n",
		"an array on one line": "[" + a + "," + b + "]",
		"an envelope":          `{"schema_version":1,"data":[` + a + "," + b + `]}`,
		"an indented envelope": "{\n  \"data\": [\n" + a + ",\n" + b + "],\n\"schema_version\": 1\n}\n",
		"list without labels":  `{"issues":[` + a + "," + b + `],"meta":{},"schema_version":1}`,
	} {
		t.Run(name, func(t *testing.T) {
			r := readFiles(t, map[string]string{"issues.jsonl": text})
			if got := ids(r.Issues); !slices.Equal(got, []string{"a-1", "a-2"}) {
				t.Errorf("%v %v", got, r.Findings)
			}
			if strings.HasPrefix(name, "an ") && issueOf(t, r, "a-2").Place.Line != 1+strings.Count(text[:strings.Index(text, b)], "\n") {
				t.Errorf("a-2 is at %v", issueOf(t, r, "a-2").Place)
			}
		})
	}
}

func TestATruncatedArrayIsReadAsFarAsItGoes(t *testing.T) {
	r := readFiles(t, map[string]string{"issues.jsonl": "[\n" + strings.TrimSpace(issueLine("a-1", "")) + ",\n{\"id\":\"a-2\",\n\"ti"})
	if got := ids(r.Issues); !slices.Equal(got, []string{"a-1"}) {
		t.Errorf("%v", got)
	}
	assertFinding(t, r, "beads_bad_line", ".beads/issues.jsonl:4", 1) // where the string begins that does not end
}

func TestRowsAndSettingsBelongInTheirFiles(t *testing.T) {
	r := readFiles(t, map[string]string{"issues.jsonl": issueLine("a-1", "") +
		`{"id":"int-1","kind":"field_change","created_at":"2026-01-01T00:00:00Z","issue_id":"a-1"}` + "\n" +
		`{"key":"sync.mode","value":"x"}` + "\n" + `{"key":"kv.memory.a","value":"kept"}` + "\n"})
	if len(r.Memories) != 1 || r.Skipped["unknown_record"] != 2 {
		t.Errorf("%v, skipped %v", r.Memories, r.Skipped)
	}
}

func TestAnUnknownModeIsRefused(t *testing.T) {
	_, err := beads.Read(context.Background(), beads.Options{Root: t.TempDir(), Mode: "guess"})
	if err == nil || !strings.Contains(err.Error(), `"guess" is none of auto, command, files`) {
		t.Errorf("error %v", err)
	}
}

func TestReadingTwiceGivesTheSame(t *testing.T) {
	for _, name := range []string{"beads", "neomagi", "reframe2"} {
		if a, b := readCorpus(t, name), readCorpus(t, name); !reflect.DeepEqual(a, b) {
			t.Errorf("%s differs from itself", name)
		}
	}
}

func TestNoDataIsNoStore(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"nothing":          {"README.md": "x"},
		"only settings":    {".beads/config.yaml": "issue-prefix: a\n"},
		"an empty backup":  {".beads/backup/": ""},
		"an empty project": {},
	} {
		files[".git/"] = ""
		_, err := beads.Read(context.Background(), beads.Options{Root: testenv.Project(t, files), Environ: []string{}})
		if !errors.Is(err, beads.ErrNoStore) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
