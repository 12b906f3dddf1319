package phase2

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"bdgraph"

	"pgregory.net/rapid"
)

const text = "# bd-1: Outbox\n\nWe queue mail in the outbox.\nSince March 2024.\n"

func hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

func testCorpus() bdgraph.Corpus {
	return bdgraph.Corpus{
		Issues: []bdgraph.Issue{{ID: "bd-1"}, {ID: "bd-2"}},
		Documents: []bdgraph.Document{
			{ID: "bd-1", Key: "bd-1", Kind: bdgraph.IssueDocument, Text: text, SHA256: hash(text)},
			{ID: "bd-2", Key: "bd-2", Kind: bdgraph.IssueDocument, Text: "# bd-2\n", SHA256: hash("# bd-2\n")},
			{ID: "docs/A.md", Key: "docs/A.md", Kind: bdgraph.ADRDocument, Text: "# A\n", SHA256: hash("# A\n")},
		},
	}
}

var vocabulary = bdgraph.Vocabulary{
	Components: []bdgraph.Component{{Name: "mail", Aliases: []string{"Mailer"}}, {Name: "storage"}},
	Rules:      []bdgraph.KnownRule{{Name: "Outbox first", Kind: bdgraph.Invariant, Aliases: []string{"use the outbox"}}},
}

// good is an accepted extraction of bd-1.
const good = `{
  "document": "bd-1",
  "sha256": "HASH",
  "lines_read": 4,
  "edges": [
    {
      "type": "ESTABLISHES",
      "from": {"label": "Issue", "key": "bd-1"},
      "to": {"label": "Rule", "key": "Use the outbox", "kind": "decision", "rejected": ["send at once"], "rationale": "no loss"},
      "fact": "All mail is queued in the outbox.",
      "evidence": [{"quote": "We queue mail in the outbox.", "line": 3}],
      "dates": [{"value": "2024-03", "role": "valid_from", "quote": "Since March 2024"}]
    },
    {
      "type": "GOVERNS",
      "from": {"label": "Rule", "key": "Use the outbox"},
      "to": {"label": "Component", "key": "mailer"},
      "fact": "The mailer queues.",
      "evidence": [{"quote": "We queue mail in the outbox.", "line": 3}]
    }
  ]
}
`

func file(s string) string { return strings.ReplaceAll(s, "HASH", hash(text)) }

func readOne(s string) bdgraph.Fragment {
	return Read(testCorpus(), vocabulary, fstest.MapFS{"bd-1.json": {Data: []byte(file(s))}})
}

func TestAcceptedExtraction(t *testing.T) {
	f := readOne(good)
	if len(f.Findings) > 0 || !slices.Equal(f.Extracted, []string{"bd-1"}) || len(f.Edges) != 2 || len(f.Nodes) != 1 {
		t.Fatalf("%+v", f)
	}
	rule := bdgraph.NodeRef{Label: bdgraph.RuleLabel, Key: "Outbox first"}
	e := f.Edges[0]
	want := bdgraph.Edge{
		Type: bdgraph.Establishes, From: bdgraph.NodeRef{Label: bdgraph.IssueLabel, Key: "bd-1"}, To: rule, Source: "bd-1", Phase: 2,
		Confidence: bdgraph.Unverified, Fact: "All mail is queued in the outbox.",
	}
	want.ID = want.ComputeID()
	if e.ID != want.ID || e.Confidence != want.Confidence || e.Fact != want.Fact || e.Phase != 2 ||
		e.Stated.From.Text != "2024-03" || e.Stated.From.Basis != bdgraph.BasisStated || !e.Stated.To.IsZero() ||
		e.Evidence[0] != (bdgraph.Quote{Text: "We queue mail in the outbox.", Line: 3}) {
		t.Errorf("%+v", e)
	}
	if got := f.Edges[1].To; got != (bdgraph.NodeRef{Label: bdgraph.ComponentLabel, Key: "mail"}) {
		t.Errorf("an alias leads to %s", got)
	}
	a := f.Nodes[0].Attributes
	if f.Nodes[0].NodeRef != rule || a["kind"] != "invariant" || a["rationale"] != "no loss" || a["id"] != "outbox-first" ||
		!slices.Equal(a["aliases"].([]string), []string{"Use the outbox", "use the outbox"}) ||
		!slices.Equal(a["rejected"].([]string), []string{"send at once"}) {
		t.Errorf("%+v", f.Nodes[0])
	}
}

func TestEmptyExtractionIsAccepted(t *testing.T) {
	f := readOne(`{"document":"bd-1","sha256":"HASH","lines_read":4,"edges":[],"empty_reason":"only a status report"}`)
	if len(f.Findings) > 0 || len(f.Extracted) != 1 || len(f.Edges) != 0 {
		t.Errorf("%+v", f)
	}
}

// change replaces one text by another, which must occur.
func change(t *testing.T, old, new string) string {
	t.Helper()
	if !strings.Contains(good, old) {
		t.Fatalf("%q is not in the example", old)
	}
	return strings.Replace(good, old, new, 1)
}

func TestRejectedExtractions(t *testing.T) {
	for name, c := range map[string]struct{ text, code, place, says string }{
		"no JSON":           {`{"document":`, "extraction_syntax", "bd-1.json:1:13", "ends too early"},
		"two values":        {good + "{}", "extraction_syntax", "bd-1.json:23:1", "something follows"},
		"not UTF-8":         {change(t, "All mail", "All\xff mail"), "extraction_syntax", "bd-1.json:10:19", "not UTF-8"},
		"deep":              {strings.Repeat("[", 100000), "extraction_syntax", "bd-1.json:1:34", "levels deep"},
		"syntax":            {change(t, `"bd-1",`, `"bd-1"`), "extraction_syntax", "bd-1.json:3:3", "no JSON"},
		"key twice":         {change(t, `"lines_read": 4,`, `"lines_read": 4, "lines_read": 3,`), "extraction_duplicate_key", "bd-1.json:4:20", `"lines_read"`},
		"no object":         {"[]", "extraction_schema", "bd-1.json:1:1", "found array, allowed: object"},
		"missing field":     {change(t, `"lines_read": 4,`, ``), "extraction_schema", "bd-1.json:1:1", `"lines_read" is missing`},
		"unknown field":     {change(t, `"fact":`, `"confidence": 0.9, "fact":`), "extraction_schema", "bd-1.json:10:21", `/edges/0/confidence: the field "confidence" is unknown`},
		"type":              {change(t, `"GOVERNS"`, `"GOVERN"`), "extraction_schema", "bd-1.json:15:15", "did you mean GOVERNS"},
		"type of phase 1":   {change(t, `"GOVERNS"`, `"MENTIONS"`), "extraction_schema", "bd-1.json:15:15", "allowed: ESTABLISHES"},
		"line as text":      {change(t, `"line": 3`, `"line": "3"`), "extraction_schema", "bd-1.json:11:70", "found string, allowed: integer"},
		"line 0":            {change(t, `"line": 3`, `"line": 0`), "extraction_schema", "bd-1.json:11:70", "1 or more"},
		"no evidence":       {change(t, `[{"quote": "We queue mail in the outbox.", "line": 3}],`, `[],`), "extraction_schema", "bd-1.json:11:19", "at least 1"},
		"empty fact":        {change(t, `"The mailer queues."`, `""`), "extraction_schema", "bd-1.json:18:15", "empty"},
		"date form":         {change(t, `"2024-03"`, `"March 2024"`), "extraction_schema", "bd-1.json:12:27", "YYYY-MM"},
		"date role":         {change(t, `"valid_from"`, `"since"`), "extraction_schema", "bd-1.json:12:46", "valid_from, invalid_at"},
		"scope":             {change(t, `"fact": "The`, `"scope": "x", "fact": "The`), "extraction_schema", "bd-1.json:18:16", "only AMENDS"},
		"kind of component": {change(t, `"key": "mailer"`, `"key": "mailer", "kind": "decision"`), "extraction_schema", "bd-1.json:17:61", "only a Rule"},
		"empty, no reason":  {`{"document":"bd-1","sha256":"HASH","lines_read":4,"edges":[]}`, "extraction_schema", "bd-1.json:1:1", "empty_reason"},
		"reason and edges":  {change(t, `"edges"`, `"empty_reason": "x", "edges"`), "extraction_schema", "bd-1.json:5:19", "beside edges"},
		"other file":        {strings.ReplaceAll(good, `"document": "bd-1"`, `"document": "bd-2"`), "extraction_file_name", "bd-1.json:2:15", "bd-2.json"},
		"no document":       {change(t, `"document": "bd-1"`, `"document": "bd-9"`), "unknown_document", "bd-1.json:2:15", "no document"},
		"other text":        {strings.ReplaceAll(good, "HASH", hash("other")), "stale_extraction", "bd-1.json:3:13", "has changed"},
		"unread":            {change(t, `"lines_read": 4`, `"lines_read": 3`), "lines_unread", "bd-1.json:4:17", "the document has 4"},
		"evidence below":    {change(t, `"line": 3`, `"line": 5`), "evidence_line", "bd-1.json:11:70", "the document has 4"},
		"component":         {change(t, `"mailer"`, `"storag"`), "unknown_component", "bd-1.json:17:43", `did you mean "storage"`},
		"issue":             {change(t, `{"label": "Issue", "key": "bd-1"}`, `{"label": "Issue", "key": "bd-7"}`), "unknown_end", "bd-1.json:8:41", "Issue(bd-7)"},
		"signature":         {change(t, `"ESTABLISHES"`, `"GOVERNS"`), "extraction_signature", "bd-1.json:6:5", "allowed: Rule→Component"},
		"dependency":        {change(t, `"ESTABLISHES"`, `"DEPENDS_ON"`), "extraction_signature", "bd-1.json:6:5", "allowed: Component→Component"},
		"itself": {
			strings.NewReplacer(`"GOVERNS"`, `"MOTIVATED_BY"`, `{"label": "Component", "key": "mailer"}`, `{"label": "Rule", "key": "outbox  FIRST"}`).Replace(good),
			"self_edge", "bd-1.json:14:5", "Rule(Outbox first)",
		},
		"no such day": {change(t, `"2024-03"`, `"2024-02-30"`), "extraction_date", "bd-1.json:12:27", "2024-02-30"},
		"two starts":  {change(t, `"dates": [`, `"dates": [{"value": "2023", "role": "valid_from", "quote": "x"}, `), "extraction_date", "bd-1.json:12:101", "two dates"},
		"order":       {change(t, `"dates": [`, `"dates": [{"value": "2023", "role": "invalid_at", "quote": "x"}, `), "extraction_order", "bd-1.json:12:16", "ends on 2023"},
	} {
		f := readOne(c.text)
		if len(f.Edges)+len(f.Nodes)+len(f.Extracted) > 0 {
			t.Errorf("%s: it is loaded", name)
		}
		i := slices.IndexFunc(f.Findings, func(x bdgraph.Finding) bool { return x.Code == c.code })
		if i < 0 {
			t.Errorf("%s: no %s in %+v", name, c.code, f.Findings)
			continue
		}
		x := f.Findings[i]
		if x.Place.String() != c.place || !strings.Contains(x.Message+x.Remedy, c.says) || x.Remedy == "" || x.Count != 1 {
			t.Errorf("%s: at %s: %s (%s); want %s, %q", name, x.Place, x.Message, x.Remedy, c.place, c.says)
		}
	}
}

func TestAllProblemsAtOnce(t *testing.T) {
	s := strings.NewReplacer(`"lines_read": 4`, `"lines_read": 1`, `"mailer"`, `"nothing"`, `"line": 3`, `"line": 9`).Replace(good)
	var got []string
	for _, x := range readOne(s).Findings {
		got = append(got, x.Code)
	}
	if want := []string{"evidence_line", "evidence_line", "lines_unread", "unknown_component"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	s = strings.NewReplacer(`"lines_read": 4`, `"lines_read": "1"`, `"GOVERNS"`, `"X"`, `"label": "Issue"`, `"label": "issue"`).Replace(good)
	if n := len(readOne(s).Findings); n != 3 {
		t.Errorf("%d findings about the form", n)
	}
}

func TestARepeatedEdgeIsAProblemAndAnotherIntervalIsNot(t *testing.T) {
	edge := `{"type":"ESTABLISHES","from":{"label":"Issue","key":"bd-1"},"to":{"label":"Rule","key":"Queue mail"},"fact":"f","evidence":[{"quote":"We queue mail in the outbox.","line":3}]%s}`
	dates := `,"dates":[{"value":"%d","role":"valid_from","quote":"%[1]d"},{"value":"%[2]d","role":"invalid_at","quote":"%[2]d"}]`
	whole := `{"document":"bd-1","sha256":"HASH","lines_read":4,"edges":[%s,%s]}`
	changed := strings.Replace(text, "Since March 2024.", "In 2020 to 2022, and in 2025 to 2026.", 1)
	c := testCorpus()
	c.Documents[0].Text, c.Documents[0].SHA256 = changed, hash(changed)
	whole = strings.Replace(whole, "HASH", hash(changed), 1)
	readOne := func(s string) bdgraph.Fragment {
		return Read(c, vocabulary, fstest.MapFS{"bd-1.json": {Data: []byte(s)}})
	}
	f := readOne(fmt.Sprintf(whole, fmt.Sprintf(edge, ""), fmt.Sprintf(edge, "")))
	if len(f.Edges) > 0 || len(f.Findings) != 1 || f.Findings[0].Code != "extraction_duplicate_edge" {
		t.Errorf("%+v", f)
	}
	f = readOne(fmt.Sprintf(whole, fmt.Sprintf(edge, fmt.Sprintf(dates, 2025, 2026)), fmt.Sprintf(edge, fmt.Sprintf(dates, 2020, 2022))))
	if len(f.Edges) != 2 || f.Edges[0].Ordinal != 0 || f.Edges[0].Stated.From.Text != "2020" || f.Edges[1].Ordinal != 1 {
		t.Errorf("%+v", f)
	}
}

func TestFilesAroundExtractions(t *testing.T) {
	f := Read(testCorpus(), vocabulary, fstest.MapFS{
		"bd-1.json":          {Data: []byte(file(good))},
		"notes.txt":          {Data: []byte("x")},
		".bd-1.json.swp":     {Data: []byte("x")},
		"old/bd-2.json":      {Data: []byte("x")},
		"docs%2f=a.md.json":  {Data: []byte(`{"document":"docs/A.md","sha256":"` + hash("# A\n") + `","lines_read":1,"edges":[],"empty_reason":"r"}`)},
		"bd-2.json":          {Data: []byte("nonsense")},
		"docs%2fother.json":  {Data: []byte(`{"document":"docs/other","sha256":"` + hash("") + `","lines_read":1,"edges":[],"empty_reason":"r"}`)},
		"docs%2f=a2.md.json": {Data: []byte(`{"document":7}`)},
	})
	if !slices.Equal(f.Extracted, []string{"bd-1", "docs/A.md"}) || len(f.Edges) != 2 {
		t.Errorf("extracted %q", f.Extracted)
	}
	files := map[string]bool{}
	for _, x := range f.Findings {
		files[x.Place.File] = true
	}
	for _, name := range []string{"notes.txt", "bd-2.json", "docs%2fother.json", "docs%2f=a2.md.json", "old"} {
		if !files[name] {
			t.Errorf("no finding about %s", name)
		}
	}
	if len(files) != 5 {
		t.Errorf("findings about %v", files)
	}
	if f := Read(testCorpus(), vocabulary, nil); len(f.Findings)+len(f.Edges) > 0 {
		t.Errorf("%+v", f)
	}
}

// Any extraction of sound parts is accepted and gives a graph that keeps its
// invariants, whatever else stands in the folder.
func TestSoundExtractionsGiveASoundGraph(t *testing.T) {
	doc := "# bd-1: Mail\n\nWe queue mail in the outbox, not in storage.\nWe also send at once (bd-2), 2020, 2021-02, 2022-03-04.\n"
	queue, send := End{Label: "Rule", Key: "Queue mail", Kind: "decision", Aliases: []string{"queueing"}}, End{Label: "Rule", Key: "Send at once"}
	both := []bdgraph.Quote{{Text: "We queue mail in the outbox, not in storage.", Line: 3}, {Text: "We also send at once (bd-2)", Line: 4}}
	ends := map[bdgraph.RelType][2][]End{
		bdgraph.Establishes: {{{Label: "Issue", Key: "bd-1"}, {Label: "Issue", Key: "bd-2"}}, {queue, send}},
		bdgraph.Governs:     {{queue, send}, {{Label: "Component", Key: "mail"}}},
		bdgraph.Supersedes:  {{queue}, {send, {Label: "Issue", Key: "bd-2"}}},
		bdgraph.PartOf:      {{{Label: "Component", Key: "mail"}}, {{Label: "Component", Key: "storage"}}},
	}
	c := testCorpus()
	c.Documents[0].Text, c.Documents[0].SHA256 = doc, hash(doc)
	rapid.Check(t, func(t *rapid.T) {
		x := Extraction{Document: "bd-1", SHA256: hash(doc), LinesRead: 4, Edges: []Edge{}}
		seen := map[string]bool{}
		for range rapid.IntRange(0, 8).Draw(t, "edges") {
			typ := rapid.SampledFrom([]bdgraph.RelType{bdgraph.Establishes, bdgraph.Governs, bdgraph.Supersedes, bdgraph.PartOf}).Draw(t, "type")
			e := Edge{
				Type: typ, From: rapid.SampledFrom(ends[typ][0]).Draw(t, "from"), To: rapid.SampledFrom(ends[typ][1]).Draw(t, "to"),
				Fact: "f", Evidence: both,
			}
			if rapid.Bool().Draw(t, "dated") {
				date := rapid.SampledFrom([]string{"2020", "2021-02", "2022-03-04"}).Draw(t, "date")
				e.Dates = []Date{{Value: date, Role: ValidFrom, Quote: date}}
			}
			if key := fmt.Sprint(e.Type, e.From.Key, e.To.Key, e.Dates); !seen[key] {
				seen[key] = true
				x.Edges = append(x.Edges, e)
			}
		}
		if len(x.Edges) == 0 {
			x.EmptyReason = "nothing"
		}
		data, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		f := Read(c, vocabulary, fstest.MapFS{"bd-1.json": {Data: data}}, Patterns(established("bd-2", queue.Key, send.Key)))
		if len(f.Findings) > 0 || len(f.Edges) != len(x.Edges) || len(f.Extracted) != 1 {
			t.Fatalf("%+v", f.Findings)
		}
		if broken := bdgraph.Merge(bdgraph.Fragment{}, f).Check(); len(broken) > 0 {
			t.Fatalf("%+v", broken[0])
		}
	})
}

// An extraction is paid for: where a document was moved, the finding says how to keep it.
func TestExtractionOfAMovedDocument(t *testing.T) {
	c := testCorpus()
	const moved = "docs/old/A.md"
	text := `{"document":"` + moved + `","sha256":"` + hash("# A\n") + `","lines_read":1,"edges":[],"empty_reason":"only a title, as ` + moved + ` has"}`
	checker := NewChecker(c, vocabulary)
	checked := checker.Check(bdgraph.FileName(moved)+Extension, []byte(text))
	if len(checked.Problems) != 1 || checked.Problems[0].Code != "unknown_document" || checked.Problems[0].Allowed != "docs/A.md" {
		t.Fatalf("%+v", checked.Problems)
	}
	for _, want := range []string{`"docs/A.md", which has the text`, "in the place of " + moved, "docs%2f=a.md.json"} {
		if !strings.Contains(checked.Problems[0].Remedy, want) {
			t.Errorf("the remedy lacks %q: %s", want, checked.Problems[0].Remedy)
		}
	}
	if again := checker.Check("docs%2f=a.md.json", []byte(strings.ReplaceAll(text, moved, "docs/A.md"))); again.Extraction == nil {
		t.Errorf("done as it says: %+v", again.Problems)
	}
}

// The files come in the order of their names, which says nothing of the documents.
func TestWhatSetsARuleTellsMoreOfItThanWhatNamesIt(t *testing.T) {
	const passage = "Keep mail in the outbox of the Mailer."
	extraction := func(document, edge string) string {
		return fmt.Sprintf(`{"document": %q, "sha256": %q, "lines_read": 1, "edges": [%s]}`, document, hash(passage), edge)
	}
	of := func(kind string) string {
		return fmt.Sprintf(`{"label": "Rule", "key": "Keep mail in the outbox", "kind": %q, "rationale": "a %s"}`, kind, kind)
	}
	const rest = `"fact": "Mail stays.", "evidence": [{"quote": "Keep mail in the outbox of the Mailer.", "line": 1}], "dates": []}`
	var c bdgraph.Corpus
	for _, id := range []string{"a", "b"} {
		c.Documents = append(c.Documents, bdgraph.Document{ID: id, Key: id, Kind: bdgraph.MemoryDocument, Text: passage, SHA256: hash(passage)})
	}
	f := Read(c, bdgraph.Vocabulary{Components: []bdgraph.Component{{Name: "Mailer"}}}, fstest.MapFS{
		"a.json": {Data: []byte(extraction("a", `{"type": "GOVERNS", "from": `+of("preference")+`, "to": {"label": "Component", "key": "Mailer"}, `+rest))},
		"b.json": {Data: []byte(extraction("b", `{"type": "ESTABLISHES", "from": {"label": "Memory", "key": "b"}, "to": `+of("constraint")+`, `+rest))},
	})
	if len(f.Extracted) != 2 || len(f.Nodes) != 1 {
		t.Fatalf("%+v", f)
	}
	if a := f.Nodes[0].Attributes; a["kind"] != "constraint" || a["rationale"] != "a constraint" {
		t.Errorf("attributes %v", a)
	}
}
