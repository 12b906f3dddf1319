package beads

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"bdgraph"
)

// FuzzScanner holds the scanner to encoding/json: whatever that accepts as an
// object has the same members here, and nothing makes the scanner panic.
func FuzzScanner(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"id":"a-1","title":"x"}`, ` { "a" : [ 1 , {"b":null} ] , "c" : "\\\"q\u00e9\ud83d\ude00" } `,
		`{"a":"\ud800"}`, "{\"a\":\"\xff\"}", `{"a":-1.5e3,"b":true}`, `{"a":1}{"b":2}`, `{"a":"cut`, `{"a":[}`, `tail"}`, `{"\u0061":1}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s := scanner{data: data}
		members, err := s.members(nil, fieldNames)
		var want map[string]json.RawMessage
		if json.Unmarshal(data, &want) != nil || want == nil {
			return // what is broken may be read here as far as it goes
		}
		if err != nil {
			t.Fatalf("%q: %v", data, err)
		}
		got := map[string][]byte{}
		for _, m := range members {
			got[m.key] = m.value
		}
		for key, value := range want {
			if strings.ContainsAny(key, "\x00\ufffd") {
				continue // replaced on purpose
			}
			mine, ok := got[key]
			if !ok || !bytes.Equal(bytes.TrimSpace(mine), bytes.TrimSpace(value)) {
				t.Fatalf("%q: %q is %q, want %q", data, key, mine, value)
			}
			var text string
			if mine[0] == '"' && json.Unmarshal(value, &text) == nil {
				if decoded, _ := unquote(mine); decoded != strings.ReplaceAll(text, "\x00", "\ufffd") {
					t.Fatalf("%q decodes to %q, want %q", value, decoded, text)
				}
			}
		}
	})
}

// FuzzReader holds the reader to its promise: any bytes give records and
// findings, each finding with a code and a count, and every text is valid.
func FuzzReader(f *testing.F) {
	f.Add([]byte(`{"id":"a-1","title":"x","dependencies":[{"depends_on_id":"b"}],"comments":[{"id":1}]}`))
	f.Add([]byte("<<<<<<< a\n{\"id\":\"a\",\"title\":\"\\u0000\"}\n=======\n[{},1]\n"))
	f.Add([]byte(`{"schema_version":1,"data":{"data":[{"key":"k","value":{}}]}}`))
	f.Add([]byte("\xff\xfe{\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var n notes
		l := &loader{notes: &n, skipped: map[string]int{}}
		g := newGroup("fuzz")
		if err := l.reader(g, issuesFile).read(bytes.NewReader(data), "fuzz"); err != nil {
			t.Fatal(err)
		}
		m := merger{groups: []*group{g}, notes: &n, skipped: l.skipped}
		issues, _ := m.merge()
		for _, i := range issues {
			for _, text := range []string{i.ID, i.Title, i.Description, i.Status, i.Type, i.CloseReason, string(i.Metadata)} {
				if strings.ContainsRune(text, 0) || strings.ToValidUTF8(text, "") != text {
					t.Fatalf("%q is no clean text", text)
				}
			}
		}
		if !slices.IsSortedFunc(issues, func(a, b bdgraph.Issue) int { return strings.Compare(a.ID, b.ID) }) {
			t.Fatal("issues are not sorted")
		}
		for _, finding := range n.findings() {
			if finding.Count < 1 || finding.Code == "" || finding.Message == "" {
				t.Fatalf("%+v", finding)
			}
		}
	})
}
