package beads_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bdgraph/export/beads"
	"bdgraph/internal/testenv"
)

func TestTimesAreReadAsHandsAndDatabasesWriteThem(t *testing.T) {
	want := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	minute := want.Truncate(time.Minute)
	day := want.Truncate(24 * time.Hour)
	for _, c := range []struct {
		written string
		want    time.Time
	}{
		{"2026-01-02T03:04:05Z", want},
		{"2026-01-02T05:04:05+02:00", want},
		{"2026-01-02T05:04:05+0200", want},
		{"2026-01-02t03:04:05z", want},
		{" 2026-01-02T03:04:05Z\n", want},
		{"2026-01-02T03:04Z", minute},
		{"2026-01-02T03:04", minute},
		{"2026-01-02 03:04", minute},
		{"2026-01-02 03:04:05", want},
		{"2026-01-02 03:04:05+00", want},
		{"2026-01-02 03:04:05 UTC", want},
		{"2026-01-02 03:04:05 +0000 UTC", want},
		{"2026-01-02 04:04:05 +0100 CET m=+0.12", want},
		{"Fri, 02 Jan 2026 03:04:05 GMT", want},
		{"Fri, 2 Jan 2026 05:04:05 +0200", want},
		{"2026/01/02", day},
		{"2026-01-02", day},
		{"1767323045", want},
		{"1767323045000", want},
		{"1767323045000000", want},
		{"1767323045000000000", want},
		{"2026-01-02T05:04:05+02", want},
		{"20260102T030405Z", want},
		{"20260102T050405+0200", want},
		{"2026-01-02T04:04:05+01:00[Europe/Berlin]", want},
		{"2026-01-02T23:59:60Z", day.Add(24*time.Hour - time.Second)},          // a leap second
		{"2026-01-03T00:59:60.5+01:00", day.Add(24*time.Hour - time.Second/2)}, // its second half
	} {
		r := readFiles(t, map[string]string{"issues.jsonl": fmt.Sprintf(`{"id":"a-1","title":"x","created_at":%q}`, c.written)})
		if got := r.Issues[0].CreatedAt; !got.Equal(c.want) {
			t.Errorf("%q is read as %v, not %v", c.written, got, c.want)
		}
	}
}

func TestTimesThatCannotBeAreUnknown(t *testing.T) {
	for written, code := range map[string]string{
		"2026-02-30T00:00:00Z":      "beads_bad_time",
		"2026-01-02T24:00:00Z":      "beads_bad_time",
		"2026-01-01T00:00:00+24:00": "beads_bad_time",
		"2026-01-01T00:00:00-23:60": "beads_bad_time",
		"2026":                      "beads_bad_time",
		"NaN":                       "beads_bad_time",
		"now":                       "beads_bad_time",
		"2026-01-01T10:60:00Z":      "beads_bad_time",
		"2026-01-01T10:00:00[UTC":   "beads_bad_time",
		"1899-12-30T00:00:00Z":      "beads_no_time",
		"9999-12-31T23:59:59Z":      "beads_no_time",
		"9999-12-31T23:59:59-10:00": "beads_no_time", // of the year 10000 in UTC
		"0001-01-01T00:00:00+05:00": "beads_no_time",
		"1970-01-01T00:00:00Z":      "beads_no_time",
	} {
		r := readFiles(t, map[string]string{"issues.jsonl": fmt.Sprintf(
			`{"id":"a-1","title":"x","closed_at":%q,"dependencies":[{"depends_on_id":"a-1","type":"blocks","created_at":%q}]}`, written, written)})
		i := r.Issues[0]
		if !i.ClosedAt.IsZero() || !i.Dependencies[0].CreatedAt.IsZero() {
			t.Errorf("%q is read as %v and %v", written, i.ClosedAt, i.Dependencies[0].CreatedAt)
		}
		assertFinding(t, r, code, ".beads/issues.jsonl:1", 1)
	}
}

func TestVersionsThatDifferInAnyPartAreTold(t *testing.T) {
	dependency := func(target, typ string) string {
		return fmt.Sprintf(`"dependencies":[{"issue_id":"a-1","depends_on_id":%q,"type":%q}]`, target, typ)
	}
	for _, c := range []struct{ one, other string }{
		{dependency("a-2", "blocks"), dependency("a-3", "blocks")},
		{dependency("a-2", "blocks"), dependency("a-2", "related")},
		{`"labels":["x"]`, `"labels":["y"]`},
		{`"priority":1`, `"priority":3`},
		{`"priority":0`, `"priority":null`},
		{`"metadata":{"x":1}`, `"metadata":{"x":2}`},
		{`"spec_id":"a"`, `"spec_id":"b"`},
	} {
		one, other := issueLine("a-1", c.one), issueLine("a-1", c.other)
		assertFinding(t, readFiles(t, map[string]string{"issues.jsonl": one + other}), "beads_duplicate_differs", ".beads/issues.jsonl:2", 1)
		two := readFiles(t, map[string]string{"issues.jsonl": one, "beads.jsonl": other})
		if f := findingOf(t, two, "beads_duplicate_differs"); f.Count != 1 {
			t.Errorf("%s and %s in two files: %+v", c.one, c.other, f)
		}
	}
	same := readFiles(t, map[string]string{"issues.jsonl": issueLine("a-1", `"labels":["x","y"]`) + issueLine("a-1", `"labels":["y","x"]`)})
	if codesOf(same.Findings)["beads_duplicate_differs"] != 0 {
		t.Errorf("the order of labels is no difference: %v", same.Findings)
	}
}

func TestATypeOfNullIsNone(t *testing.T) {
	r := readFiles(t, map[string]string{"issues.jsonl": `{"_type":null,"id":"a-1","title":"x"}` + "\n" + `{"_type":null,"key":"k","value":"v"}`})
	if len(r.Issues) != 1 {
		t.Errorf("%v", r.Findings)
	}
}

func TestAStoreThatYieldsNothingIsTold(t *testing.T) {
	for _, content := range []string{"", "\n\n", `{"_schema":"beads-jsonl/1"}`, issueLine("a-1", `"ephemeral":true`)} {
		assertFinding(t, readFiles(t, map[string]string{"issues.jsonl": content}), "beads_no_records", ".beads", 1)
	}
}

func TestWhatIsNoFileIsNeitherReadNorWaitedFor(t *testing.T) {
	root := testenv.Project(t, map[string]string{".beads/beads.jsonl": issueLine("a-1", "")})
	file := filepath.Join(root, ".beads", "issues.jsonl")
	read := func() (beads.Result, error) {
		return beads.Read(context.Background(), beads.Options{Root: root, Mode: beads.ModeFiles, Environ: []string{}, Now: today})
	}
	if err := os.Mkdir(file, 0o755); err != nil {
		t.Fatal(err)
	}
	r, err := read()
	if err != nil || len(r.Issues) != 1 {
		t.Fatalf("%v, %v", r.Issues, err)
	}
	assertFinding(t, r, "beads_file_not_read", ".beads/issues.jsonl", 1)

	for target, want := range map[string]string{
		"nowhere.jsonl": "leads nowhere",
		"issues.jsonl":  "issues.jsonl",
		".":             "no regular file",
	} {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, file); err != nil {
			t.Skip("NOT RUN, links cannot be made here:", err)
		}
		if _, err := read(); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), ".beads/issues.jsonl") {
			t.Errorf("a link to %s: %v", target, err)
		}
	}
}

func TestOneInPlaceOfAnArrayIsKept(t *testing.T) {
	r := readFiles(t, map[string]string{"issues.jsonl": issueLine("a-1", `"comments":"said by hand","dependencies":{"depends_on_id":"a-2","type":"blocks"}`) +
		issueLine("a-2", `"comments":{"id":1,"text":"one"},"dependencies":"a-1"`)})
	one, two := issueOf(t, r, "a-1"), issueOf(t, r, "a-2")
	if len(one.Comments) != 1 || one.Comments[0].Text != "said by hand" || len(two.Comments) != 1 || two.Comments[0].Text != "one" {
		t.Errorf("comments %v %v", one.Comments, two.Comments)
	}
	if len(one.Dependencies) != 1 || one.Dependencies[0].Type != "blocks" || len(two.Dependencies) != 1 || two.Dependencies[0].Target != "a-1" {
		t.Errorf("dependencies %v %v", one.Dependencies, two.Dependencies)
	}
}

func TestAFieldThatIsThereTwiceIsTold(t *testing.T) {
	r := readFiles(t, map[string]string{"issues.jsonl": `{"id":"a-1","title":"one","status":"open","title":"two"}`})
	if i := issueOf(t, r, "a-1"); i.Title != "two" {
		t.Errorf("%+v", i)
	}
	assertFinding(t, r, "beads_repeated_field", ".beads/issues.jsonl:1", 1)

	// So is one of anything else, and the later one counts there too.
	r = readFiles(t, map[string]string{
		"issues.jsonl": issueLine("a-1", `"dependencies":[{"depends_on_id":"a-8","depends_on_id":"a-2","type":"blocks"}],"comments":[{"text":"no","text":"yes"}]`) +
			`{"_type":"issue","_type":"memory","key":"j","key":"k","value":"v"}` + "\n",
		"backup/labels.jsonl": `{"issue_id":"a-1","label":"old","label":"new"}` + "\n",
		"backup/config.jsonl": `{"key":"kv.memory.m","value":"old","value":"new"}` + "\n",
	})
	i := issueOf(t, r, "a-1")
	if i.Dependencies[0].Target != "a-2" || i.Comments[0].Text != "yes" || !slices.Equal(i.Labels, []string{"new"}) {
		t.Errorf("%+v", i)
	}
	texts := map[string]string{}
	for _, m := range r.Memories {
		texts[m.Key] = m.Text
	}
	if texts["k"] != "v" || texts["m"] != "new" || len(texts) != 2 {
		t.Errorf("%v", texts)
	}
	told := map[string]int{}
	for _, f := range r.Findings {
		if f.Code == "beads_repeated_field" {
			told[f.Place.File] += f.Count
		}
	}
	if want := map[string]int{".beads/issues.jsonl": 4, ".beads/backup/labels.jsonl": 1, ".beads/backup/config.jsonl": 1}; !maps.Equal(told, want) {
		t.Errorf("told %v, want %v", told, want)
	}
}
