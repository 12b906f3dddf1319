package image

import (
	"slices"
	"testing"
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
