package unseen

import (
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestWhatIsUnseen(t *testing.T) {
	for in, want := range map[string]string{
		"plain é 状\n\tx\r\n":      "plain é 状\n\tx\r\n",
		"\x1b[2J\a\x00\x7f":       "⟨U+001B⟩[2J⟨U+0007⟩⟨U+0000⟩⟨U+007F⟩",
		"csi \u009b31m":           "csi ⟨U+009B⟩31m",
		"overwrite\rthis":         "overwrite⟨U+000D⟩this",
		"a\u202eb\u2066\u061c":    "a⟨U+202E⟩b⟨U+2066⟩⟨U+061C⟩",
		"soft\u00ad \u200b\u2060": "soft⟨U+00AD⟩ ⟨U+200B⟩⟨U+2060⟩",
		"\ufeffmark":              "⟨U+FEFF⟩mark",
		"line\u2028, \u2029":      "line⟨U+2028⟩, ⟨U+2029⟩",
		"fill\u3164\u115f\u2800":  "fill⟨U+3164⟩⟨U+115F⟩⟨U+2800⟩",
		"tag\U000e0041":           "tag⟨U+E0041⟩",
		"picked\ufe01":            "picked⟨U+FE01⟩",
		"broken \xff bytes":       "broken \ufffd bytes",
		"\u0600١٢":                "\u0600١٢", // a sign that stands above digits

		// Joiners and selectors count as what they make of others.
		"می\u200cخواهم":                         "می\u200cخواهم",
		"क\u094d\u200dष":                        "क\u094d\u200dष",
		"👩\u200d🚒 ❤\ufe0f\u200d🔥 1\ufe0f\u20e3": "👩\u200d🚒 ❤\ufe0f\u200d🔥 1\ufe0f\u20e3",
		"Ap\u200di":           "Ap⟨U+200D⟩i",
		"x\ufe0f":             "x⟨U+FE0F⟩",
		"é\u200d\u200d\ufe0f": "é\u200d⟨U+200D⟩⟨U+FE0F⟩",
		"\u200cstart":         "⟨U+200C⟩start",
		"a\ufe0f\u200c":       "a⟨U+FE0F⟩⟨U+200C⟩",
		"é\u202e\u200d":       "é⟨U+202E⟩⟨U+200D⟩",
	} {
		if got := Show(in); got != want {
			t.Errorf("Show(%q) = %q, want %q", in, got, want)
		}
	}
}

// What is shown or dropped hides nothing any more, and what hides nothing stays.
func TestNothingIsLeftUnseen(t *testing.T) {
	odd := rapid.SampledFrom([]rune("a1é\r\n\t \u00a0\u200c\u200d\ufe0f\u202e\u00ad\x00❤"))
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.OneOf(odd, rapid.Rune())).Draw(t, "text")
		shown, dropped := Show(text), Drop(text)
		if Count(shown) != 0 || Count(dropped) != 0 || !utf8.ValidString(shown) {
			t.Fatalf("%q, shown %q, dropped %q", text, shown, dropped)
		}
		if _, found := First(text); found != (Count(text) > 0) || !found && (shown != text || dropped != text) {
			t.Fatalf("%q, shown %q, dropped %q, unseen: %t", text, shown, dropped, found)
		}
	})
}

// Unicode's own sets of what turns or hides text are within it.
func TestTheSetHoldsThoseOfUnicode(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if unicode.In(r, unicode.Bidi_Control, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) && !isUnseen('a', r) {
			t.Errorf("U+%04X is seen", r)
		}
	}
}
