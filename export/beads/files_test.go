package beads_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"bdgraph"
	"bdgraph/export/beads"
	"bdgraph/internal/testenv"
)

func TestAStoreMayHaveAFileForEachIssue(t *testing.T) {
	r := readFiles(t, map[string]string{
		"issues/a-1.json": "{\n  \"id\": \"a-1\",\n  \"title\": \"One\",\n  \"colour\": 1,\n  \"created_at\": \"2026-01-01T00:00:00Z\",\n" +
			"  \"dependencies\": [\n    {\"issue_id\": \"a-1\", \"depends_on_id\": \"a-1.1\", \"type\": \"blocks\"}\n  ]\n}\n",
		"issues/a-1.1.json":       issueLine("a-1.1", `"colour":2`),
		"comments/a-1.1/123.json": "{\n  \"id\": \"7\",\n  \"issue_id\": \"a-1.1\",\n  \"text\": \"said\",\n  \"created_at\": \"2026-01-03T00:00:00Z\"\n}\n",
		"events/a-1.jsonl":        "{}\n",
	})
	if got := ids(r.Issues); !slices.Equal(got, []string{"a-1", "a-1.1"}) {
		t.Fatalf("%v", got)
	}
	if len(issueOf(t, r, "a-1").Dependencies) != 1 || len(issueOf(t, r, "a-1.1").Comments) != 1 {
		t.Errorf("%+v", r.Issues)
	}
	assertFinding(t, r, "beads_unknown_field", ".beads/issues/a-1.1.json:1", 2) // once for the folder
	for _, folder := range []string{".beads/issues", ".beads/comments", ".beads/comments/a-1.1"} {
		if !slices.ContainsFunc(r.Sources, func(s bdgraph.SourceStamp) bool { return s.Path == folder }) {
			t.Errorf("nothing tells of new files in %s: %v", folder, r.Sources)
		}
	}
}

// bd can be told to back up into .beads itself: the tables lie beside the issues then. Beside
// an export, whose issues hold all, they are of another time.
func TestTablesBesideTheIssuesAreReadWhereTheseLackThem(t *testing.T) {
	tables := map[string]string{
		"comments.jsonl":     `{"id":"c1","issue_id":"a-1","author":"x","text":"Looked at","created_at":"2026-01-03T00:00:00Z"}` + "\n",
		"config.jsonl":       `{"key":"issue_prefix","value":"a"}` + "\n" + `{"key":"kv.memory.use-the-queue","value":"Use it."}` + "\n",
		"dependencies.jsonl": `{"issue_id":"a-1","depends_on_id":"a-2","type":"blocks","created_at":"2026-01-02T00:00:00Z"}` + "\n",
		"events.jsonl":       `{"id":"e1","issue_id":"a-1","event_type":"created"}` + "\n",
		"labels.jsonl":       `{"issue_id":"a-2","label":"api"}` + "\n",
	}
	tables["issues.jsonl"] = issueLine("a-1", `"content_hash":"0"`) + issueLine("a-2", `"content_hash":"1"`)
	r := readFiles(t, tables)
	one, two := issueOf(t, r, "a-1"), issueOf(t, r, "a-2")
	if len(one.Dependencies) != 1 || len(one.Comments) != 1 || !slices.Equal(two.Labels, []string{"api"}) || len(r.Memories) != 1 {
		t.Errorf("%+v, %+v, %v", one, two, r.Memories)
	}
	assertFinding(t, r, "beads_file_not_read", ".beads/events.jsonl", 1)
	tables["issues.jsonl"] = issueLine("a-1", `"labels":["web"]`) + issueLine("a-2", "")
	r = readFiles(t, tables)
	if one = issueOf(t, r, "a-1"); len(one.Dependencies)+len(one.Comments)+len(r.Memories) != 0 {
		t.Errorf("%+v", one)
	}
}

// What bd export was told to write beside the database is all that a clone has.
func TestAnExportIsReadWhereNothingElseHoldsIssues(t *testing.T) {
	files := map[string]string{"export.jsonl": issueLine("a-1", ""), "interactions.jsonl": ""}
	if r := readFiles(t, files); len(r.Issues) != 1 {
		t.Errorf("%v", r.Issues)
	}
	files["backup/issues.jsonl"] = issueLine("a-2", "")
	r := readFiles(t, files)
	if len(r.Issues) != 1 || r.Issues[0].ID != "a-2" {
		t.Errorf("%v", r.Issues)
	}
	assertFinding(t, r, "beads_file_not_read", ".beads/export.jsonl", 1)
}

func TestOneDocumentInPlaceOfLinesIsRead(t *testing.T) {
	for _, text := range []string{
		"{\n \"prefix\": \"a\",\n \"issues\": [\n  {\"id\": \"a-1\",\n   \"title\": \"One\"},\n  {\"id\": \"a-2\", \"title\": \"Two\"}\n ]\n}\n",
		"{\"prefix\": \"a\", \"issues\": [\n  {\"id\": \"a-1\",\n   \"title\": \"One\"},\n\n\n  {\"id\": \"a-2\", \"title\": \"Two\"}]}",
	} {
		r := readFiles(t, map[string]string{"issues.json": text})
		if len(r.Issues) != 2 || issueOf(t, r, "a-2").Place.Line != 6 {
			t.Errorf("%v", r.Issues)
		}
		if f := codesOf(r.Findings); len(f) != 1 || f["beads_unknown_field"] != 1 {
			t.Errorf("%v", r.Findings)
		}
	}
}

// The most common store of a public clone: bd's settings, and a database that git does not hold.
func TestAMissingDatabaseIsNamed(t *testing.T) {
	const dolt = `{"database":"dolt","backend":"dolt","dolt_mode":"embedded","dolt_database":"shop"}`
	log := map[string]string{".beads/metadata.json": dolt, ".beads/interactions.jsonl": `{"id":"int-1","kind":"field_change","issue_id":"a-1"}` + "\n"}
	r, err := beads.Read(context.Background(), beads.Options{Root: testenv.Project(t, log), Environ: []string{}, Now: today})
	if err != nil || !strings.Contains(findingOf(t, r, "beads_no_records").Message, "names the Dolt database shop, which is not in this checkout") {
		t.Errorf("%v, %v", r.Findings, err)
	}
	for want, files := range map[string]map[string]string{
		"names the Dolt database shop, which is not in this checkout: fetch it with bd bootstrap": {".beads/metadata.json": dolt},
		"names the database beads.db, which is not in this checkout":                              {".beads/metadata.json": `{"database":"beads.db","jsonl_export":"issues.jsonl"}`},
		"nor JSONL files that bd reads issues from, but beads.left.jsonl":                         {".beads/beads.left.jsonl": issueLine("a-1", "")},
	} {
		files[".git/"] = ""
		_, err := beads.Read(context.Background(), beads.Options{Root: testenv.Project(t, files), Environ: []string{}})
		if !errors.Is(err, beads.ErrNoStore) || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q: %v", want, err)
		}
	}
}

func TestAnExportIsReadBesideFilesWithoutIssues(t *testing.T) {
	r := readFiles(t, map[string]string{"export.jsonl": issueLine("a-1", ""), "issues.jsonl": "", "issues/index.json": `{"count":1}`})
	if got := ids(r.Issues); !slices.Equal(got, []string{"a-1"}) {
		t.Errorf("issues %v", got)
	}
}
