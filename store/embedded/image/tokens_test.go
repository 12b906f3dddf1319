package image

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestTokens(t *testing.T) {
	for text, want := range map[string][]string{
		"":                          nil,
		"The Store, replaced.":      {"the", "store", "replaced"},
		"foo_bar foo-bar a/b":       {"foo_bar", "foo", "bar", "a", "b"},
		"image.go can't 3.14 1,000": {"image.go", "can't", "3.14", "1,000"},
		"v1.2, a.1 x:y ns::z":       {"v1.2", "a", "1", "x:y", "ns", "z"},
		"__ ... _x":                 {"_x"},
		"Ärger ÉTÉ e\u0301te\u0301": {"ärger", "été", "e\u0301te\u0301"},
		"規則を守る":                     {"規則", "則を", "を守", "守る"},
		"用 Go 写的存储":                 {"用", "go", "写的", "的存", "存储"},
		"비밀번호 규칙":                   {"비밀", "밀번", "번호", "규칙"},
	} {
		var got []string
		tokens(text, func(word string) { got = append(got, word) })
		if !slices.Equal(got, want) {
			t.Errorf("%q\n got %q\nwant %q", text, got, want)
		}
	}
}

// Words of ASCII are cut by a table; it gives what Unicode's tables do.
func TestTokensOfASCIIAreThoseOfUnicode(t *testing.T) {
	byRunes := func(text string) (words []string) {
		for at := 0; at < len(text); {
			c, size := utf8.DecodeRuneInString(text[at:])
			switch {
			case eastAsian(c):
				at = pairs(text, at, func(word string) { words = append(words, word) })
			case wordPart(c):
				end := wordEnd(text, at)
				if word := text[at:end]; strings.IndexFunc(word, letterOrDigit) >= 0 {
					words = append(words, strings.ToLower(word))
				}
				at = end
			default:
				at += size
			}
		}
		return words
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom([]rune("aBz09__..'':,;- \n/é’·\u0301規用한\xff")), 0, 30, -1).Draw(t, "text")
		var got []string
		tokens(text, func(word string) { got = append(got, word) })
		if want := byRunes(text); !slices.Equal(got, want) {
			t.Errorf("%q\n got %q\nwant %q", text, got, want)
		}
	})
}

func BenchmarkTokens(b *testing.B) {
	text := strings.Repeat("The Store keeps image.go v1.2 and 1,000 rules; can't it? See docs/adr for what came before.\n", 100)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		tokens(text, func(string) {})
	}
}
