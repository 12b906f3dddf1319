package mcpserver

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

type testAnswer struct {
	Rows  []string `json:"rows"`
	Other []string `json:"other"`
	Note  string   `json:"note"`
}

type testEnvelope struct {
	testAnswer
	envelope
}

func fitted(t interface{ Fatalf(string, ...any) }, answer any, p page) testEnvelope {
	p.cursor = func(offset int) string { return makeCursor("g", "q", offset) }
	b, err := fit(answer, p)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if len(b) > p.size {
		t.Fatalf("%d bytes, more than %d", len(b), p.size)
	}
	var e testEnvelope
	if err := json.Unmarshal(b, &e); err != nil {
		t.Fatalf("%s: %v", b, err)
	}
	return e
}

// Pages put together are the whole list, whatever their size and limit, and no
// answer is larger than allowed.
func TestPagesAreTheWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		answer := testAnswer{Rows: []string{}, Other: rapid.SliceOfN(rapid.StringN(0, 30, 60), 0, 20).Draw(t, "other")}
		for i := range rapid.IntRange(0, 60).Draw(t, "rows") {
			answer.Rows = append(answer.Rows, fmt.Sprintf("%d %s", i, strings.Repeat("x", rapid.IntRange(0, 400).Draw(t, "length"))))
		}
		p := page{list: "rows", size: rapid.IntRange(2_000, 8_000).Draw(t, "size"), limit: rapid.IntRange(1, 70).Draw(t, "limit")}
		var got []string
		for {
			e := fitted(t, answer, p)
			got = append(got, e.Rows...)
			if e.Returned != len(e.Rows) || e.Offset != p.offset {
				t.Fatalf("%+v", e.envelope)
			}
			if e.NextCursor == "" {
				if e.Truncated && e.Omitted["other"] == 0 {
					t.Fatalf("truncated without a way on: %+v", e.envelope)
				}
				break
			}
			if !e.Truncated || e.LimitHit == "" || e.GoOn == "" || e.Omitted["rows"] != len(answer.Rows)-len(got) {
				t.Fatalf("%+v", e.envelope)
			}
			offset, _, err := readCursor(e.NextCursor, "q")
			if err != nil || offset <= p.offset {
				t.Fatalf("the cursor leads from %d to %d: %v", p.offset, offset, err)
			}
			p.offset = offset
		}
		if len(got) != len(answer.Rows) {
			t.Fatalf("%d of %d rows", len(got), len(answer.Rows))
		}
		for i, row := range got {
			if full := answer.Rows[i]; row != full && !strings.HasPrefix(full, strings.Split(row, "…")[0]) {
				t.Fatalf("row %d is %q, want %q", i, row, full)
			}
		}
	})
}

func TestLongTextsGiveWayBeforeRows(t *testing.T) {
	e := fitted(t, testAnswer{Rows: []string{strings.Repeat("a", 9_000), strings.Repeat("b", 9_000)}, Other: []string{}}, page{list: "rows", size: 5_000})
	if e.Truncated || len(e.Rows) != 2 || e.ShortenedTexts != 2 || !strings.Contains(e.Rows[0], "shortened: 9000 characters in all") {
		t.Errorf("%+v", e)
	}
}

// An element that never fits is said, not passed over in silence.
func TestAnElementThatIsTooLarge(t *testing.T) {
	wide := map[string]any{"rows": []any{map[string]any{"cells": strings.Split(strings.Repeat("some words ", 900), " ")}}}
	e, err := fit(wide, page{list: "rows", size: 3_000, cursor: func(int) string { return "c" }})
	if err != nil {
		t.Fatal(err)
	}
	if s := string(e); !strings.Contains(s, `"rows":[]`) || !strings.Contains(s, `"limit_hit":"characters"`) || !strings.Contains(s, "too large") || strings.Contains(s, "next_cursor") {
		t.Errorf("%s", s)
	}
}

func TestCursorsAreBoundToTheirQuestion(t *testing.T) {
	c := makeCursor("generation", "question", 40)
	if offset, of, err := readCursor(c, "question"); offset != 40 || of != shortHash("generation") || err != nil {
		t.Errorf("%d, %s, %v", offset, of, err)
	}
	for _, wrong := range []string{"", "x", "AAAA", makeCursor("generation", "other", 40), makeCursor("generation", "question", -1)} {
		if _, _, err := readCursor(wrong, "question"); err == nil {
			t.Errorf("%q is taken for a cursor", wrong)
		}
	}
	good := shortHash("generation")
	for _, forged := range []string{"1e3.question." + good, "2x.question." + good, " 2.question." + good, "+2.question." + good, "02.question." + good, "2.question.", "2.question." + good + "0", "99999999999999999999.question." + good, "999999999.question." + good} {
		if _, _, err := readCursor(base64.RawURLEncoding.EncodeToString([]byte(forged)), "question"); err == nil {
			t.Errorf("%q is taken for a cursor", forged)
		}
	}
	a, b := questionHash("t", inputs{"name": "a", "cursor": "x"}), questionHash("t", inputs{"name": "a", "cursor": "y"})
	if a != b || a == questionHash("t", inputs{"name": "b"}) || a == questionHash("u", inputs{"name": "a"}) {
		t.Error("the question is the call without its cursor")
	}
}
