package lib_test

import (
	"strings"
	"testing"

	"bdgraph/cypher/lib"
	"bdgraph/cypher/value"
)

func TestPatternsMatchTheWholeText(t *testing.T) {
	for _, c := range []struct {
		text, pattern string
		want          bool
	}{
		{"abc", "b", false},
		{"abc", ".*b.*", true},
		{"abc", "a|abc", true},
		{"a\nb", "a.b", false},
		{"a\r\nb", `a\Rb`, true},
		{"a\u2028b", `a\R\H`, true},
		{"a\nb", `a\Vb`, false},
		{"a\u2028b", "a.b", false},
		{"a\nb", "(?s)a.b", true},
		{"a\nb", "(?s:a.)b", true},
		{"aa\nb", "(?s:a.)(.)b", false},
		{"a\n", "a$", false},
		{"ABC", "(?i)[a-c]+", true},
		{"Ä", "(?i)ä", false},
		{"Ä", "(?iu)ä", true},
		{"\u212a", "(?i)k", false}, // the Kelvin sign
		{"aB", "a(?i)b", true},
		{"AB", "a(?i)b", false},
		{"aB", "(?i:A)b", false},
		{"aB", "((?i)A)b", false},
		{"aB", "(?i)a(?-i)B", true},
		{"ab", "(?i)a(?-i)B", false},
		{"x.Y", `(?i)\Qx.y\E`, true},
		{"x.y", `\Qx.y`, true},
		{"a-z", `[\Qa-z\E]+`, true},
		{"m", `[\Qa-z\E]`, false},
		{"ab12", `\w+`, true},
		{"ä", `\w`, false},
		{"ä", `\p{L}`, true},
		{"ä", `\p{IsLatin}`, true},
		{"ä", `\p{Lower}`, false},
		{"a", `\p{Lower}`, true},
		{"A", `\P{Lower}`, true},
		{"a1", `[\p{Alpha}\d]+`, true},
		{"\u00a0", `\h`, true},
		{"\v", `\s`, true},
		{"A", `\u0041`, true},
		{"a]", "a]", true},
		{"a}", "a}", true},
		{"]", "[]a]", true},
		{"😀", ".", true},
		{"abab", "(?<pair>ab)+", true},
		{"bd-123", `bd-\d{1,4}(\.\d+)?`, true},
	} {
		p, err := lib.CompilePattern(c.pattern)
		if err != nil {
			t.Errorf("%q: %v", c.pattern, err)
			continue
		}
		if got := p.Match(c.text); got != c.want {
			t.Errorf("%q =~ %q is %v", c.text, c.pattern, got)
		}
	}
}

func TestPatternsThatAreRefused(t *testing.T) {
	for pattern, want := range map[string]string{
		"foo(?=bar)":           "look-ahead, `(?=`, near index 3",
		"(?!x)y":               "look-ahead",
		"(?<=x)y":              "look-behind",
		"(?<!x)y":              "look-behind",
		`(a)\1`:                "a back reference, `\\1`, near index 3",
		`(?<x>a)\k<x>`:         "a back reference, `\\k<x>`",
		"a++":                  "a possessive quantifier",
		"a{2}+":                "a possessive quantifier",
		"(?>a)":                "an atomic group",
		"[a-z&&[^b]]":          "an intersection of classes",
		"[a[bc]]":              "a class inside of a class",
		"(?x)a b":              "the flag x",
		`[\R]`:                 "this escape",
		"a{,2}":                "Illegal repetition",
		"a{1,2":                "Unclosed counted closure",
		"(":                    "missing closing )",
		"[z-a]":                "invalid character class range",
		"[a":                   "Unclosed character class",
		"*":                    "missing argument to repetition operator",
		`\y`:                   "invalid escape sequence",
		`a\`:                   "Invalid Regex",
		`\p{Nope}`:             "Invalid Regex",
		"(?z)a":                "Unknown inline modifier",
		"(?i":                  "Unclosed group",
		`\p{L`:                 "Unclosed character family",
		`\u00`:                 "Illegal Unicode escape sequence",
		"((a{100}){100}){100}": "expression nests too deeply or is too large",
	} {
		_, err := lib.CompilePattern(pattern)
		if pattern == "((a{100}){100}){100}" {
			if !isType(err, value.SemanticError) {
				t.Errorf("%q: %v", pattern, err)
			}
			continue
		}
		if !isType(err, value.SemanticError) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", pattern, err, want)
		}
	}
	if _, err := lib.CompilePattern(strings.Repeat("a", 20_000)); !isType(err, value.LimitExceeded) {
		t.Errorf("a long pattern: %v", err)
	}
}

func TestMatchPattern(t *testing.T) {
	env := &lib.Env{}
	for range 2 { // the second time from the cache
		for _, c := range []struct {
			text, pattern value.Value
			want          value.Truth
		}{
			{value.String("abc"), value.String("a.c"), value.Yes},
			{value.String("abc"), value.String("b"), value.No},
			{value.Null, value.String("a"), value.Unknown},
			{value.String("a"), value.Null, value.Unknown},
			{value.Int(1), value.String("a"), value.Unknown},
		} {
			if got, err := lib.MatchPattern(env, c.text, c.pattern); err != nil || got != c.want {
				t.Errorf("%v =~ %v is %v, %v", c.text, c.pattern, got, err)
			}
		}
	}
	if _, err := lib.MatchPattern(env, value.String("a"), value.Int(1)); !isType(err, value.TypeError) {
		t.Errorf("a number as pattern: %v", err)
	}
}

func FuzzPattern(f *testing.F) {
	for _, seed := range []string{"(?i)a[b-c]+", `\Qx\E`, "(?s-i:.)", `[^\p{L}\d]`, "a{2,}"} {
		f.Add(seed, "abc")
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		p, err := lib.CompilePattern(pattern)
		if err == nil {
			p.Match(text)
			return
		}
		if !isType(err, value.SemanticError) && !isType(err, value.LimitExceeded) {
			t.Errorf("%q: %v", pattern, err)
		}
	})
}
