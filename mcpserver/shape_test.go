package mcpserver

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"bdgraph/internal/unseen"
)

func shaped(t interface{ Fatalf(string, ...any) }, v any, textLimit, listLimit int) (string, shaping) {
	raw, err := marshal(v)
	if err != nil {
		t.Fatalf("%v", err)
	}
	s := shaping{textLimit: textLimit, listLimit: listLimit}
	if end := s.value(raw, 0); end != len(raw) {
		t.Fatalf("stopped at %d of %s", end, raw)
	}
	return string(s.out), s
}

func TestShape(t *testing.T) {
	long := make([]int, 200)
	for _, c := range []struct {
		in   any
		want string
	}{
		{map[string]any{"a": []any{1, "x", nil, true, 1.5, map[string]any{}, []any{}}}, `{"a":[1,"x",null,true,1.5,{},[]]}`},
		{int64(9007199254740991), `9007199254740991`},
		{int64(9007199254740992), `"9007199254740992"`},
		{[]any{int64(-9223372036854775808)}, `["-9223372036854775808"]`},
		{"caf\u00e9 <b>", `"café <b>"`},
		{"a\u202eb\u200bc\x00d\x1b", `"a⟨U+202E⟩b⟨U+200B⟩c⟨U+0000⟩d⟨U+001B⟩"`},
		{"line\nend\ttab", `"line\nend\ttab"`},
		{"❤️", `"❤️"`},
		{strings.Repeat("x", 30), `"xxxxxxxxxxxxxxxxxxxx… (shortened: 30 characters in all)"`},
		{strings.Repeat("ü", 15), `"üüüüüüüüüü… (shortened: 15 characters in all)"`},
		{map[string]any{"l": long}, `{"l":{"_omitted":"list","len":200}}`},
		{map[string]any{"bdgraph_hash": "x", "k": map[string]any{"bdgraph_hash": []any{1, map[string]any{}}}}, `{"k":{}}`},
		{map[string]any{"a": 1, "bdgraph_hash": "x", "c": 2}, `{"a":1,"c":2}`},
	} {
		got, _ := shaped(t, c.in, 20, 100)
		if got != c.want || !json.Valid([]byte(got)) {
			t.Errorf("%v: got %s, want %s", c.in, got, c.want)
		}
	}
	if _, s := shaped(t, []string{"a\u202e", "b\u2066\u2069", strings.Repeat("x", 30)}, 20, 0); s.hidden != 3 || s.shortened != 1 {
		t.Errorf("%d hidden, %d shortened", s.hidden, s.shortened)
	}
}

// Whatever is short and visible passes unchanged.
func TestShapeKeepsWhatItNeedNotChange(t *testing.T) {
	value := rapid.Custom(func(t *rapid.T) any { return anyJSON(t, 3) })
	rapid.Check(t, func(t *rapid.T) {
		v := value.Draw(t, "value")
		got, s := shaped(t, v, 1<<20, 0)
		var back any
		if err := json.Unmarshal([]byte(got), &back); err != nil {
			t.Fatalf("%s: %v", got, err)
		}
		raw, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var want any
		if err := json.Unmarshal(raw, &want); err != nil {
			t.Fatal(err)
		}
		if s.hidden == 0 && !reflect.DeepEqual(back, want) {
			t.Fatalf("%s became %s", raw, got)
		}
		if unseen.Count(got) > 0 || !utf8.ValidString(got) {
			t.Fatalf("%q holds what nobody can see", got)
		}
	})
}

func anyJSON(t *rapid.T, depth int) any {
	switch rapid.IntRange(0, 6).Draw(t, "kind") {
	case 0:
		return rapid.String().Draw(t, "text")
	case 1:
		return rapid.IntRange(-1000, 1000).Draw(t, "number")
	case 2:
		return nil
	case 3:
		return rapid.Bool().Draw(t, "bool")
	case 4:
		return float64(rapid.IntRange(-50, 50).Draw(t, "quarters")) / 4
	case 5:
		list := []any{}
		for range rapid.IntRange(0, 3*min(depth, 1)).Draw(t, "len") {
			list = append(list, anyJSON(t, depth-1))
		}
		return list
	}
	m := map[string]any{}
	for i := range rapid.IntRange(0, 3*min(depth, 1)).Draw(t, "len") {
		m[fmt.Sprint("key", i)] = anyJSON(t, depth-1)
	}
	return m
}
