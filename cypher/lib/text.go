package lib

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"

	"bdgraph/cypher/value"
)

// Characters are code points throughout, never bytes or UTF-16 units.

func stringFunctions() []*Function {
	all := []*Function{
		function("String", "toUpper(input :: STRING) :: STRING",
			"The text in capitals.", text("toUpper", upper)),
		function("String", "upper(input :: STRING) :: STRING",
			"The text in capitals.", text("upper", upper)),
		function("String", "toLower(input :: STRING) :: STRING",
			"The text in small letters.", text("toLower", lower)),
		function("String", "lower(input :: STRING) :: STRING",
			"The text in small letters.", text("lower", lower)),
		function("String", "substring(original :: STRING, start :: INTEGER, length = null :: INTEGER) :: STRING",
			"The part of a string from a start, counted from 0, to its end or of a length.", substring),
		function("String", "left(original :: STRING, length :: INTEGER) :: STRING",
			"The first characters of a string.", left),
		function("String", "right(original :: STRING, length :: INTEGER) :: STRING",
			"The last characters of a string.", right),
		function("String", "split(original :: STRING, splitDelimiters :: STRING | LIST<STRING>) :: LIST<STRING>",
			"The parts of a string between the occurrences of a delimiter, or of any of several.", split),
		function("String", "replace(original :: STRING, search :: STRING, replace :: STRING) :: STRING",
			"The string with every occurrence of a text replaced by another.", replace),
		function("String", "normalize(input :: STRING, normalForm = 'NFC' :: STRING) :: STRING",
			"The string in a Unicode normal form: NFC, NFD, NFKC or NFKD.", normalize),
		function("Scalar", "char_length(input :: STRING) :: INTEGER",
			"The number of characters of a string.", charLength("char_length")),
		function("Scalar", "character_length(input :: STRING) :: INTEGER",
			"The number of characters of a string.", charLength("character_length")),
	}
	for _, t := range []struct {
		name, where string
		left, right bool
	}{
		{"btrim", "both ends", true, true},
		{"ltrim", "the beginning", true, false},
		{"rtrim", "the end", false, true},
	} {
		all = append(all, function("String", t.name+"(input :: STRING, trimCharacterString = ' ' :: STRING) :: STRING",
			"The string without white space, or without given characters, at "+t.where+".", trim(t.name, t.left, t.right)))
	}
	return append(all, function("String", "trim(input :: STRING) :: STRING",
		"The string without white space at both ends; trim(BOTH, LEADING or TRAILING c FROM input) without the character c.", trimForm))
}

// stringArgument is the text of an argument that has to be a STRING.
func stringArgument(function string, v value.Value) (string, error) {
	if v.Kind() != value.KindString {
		return "", value.Errorf(value.TypeError, value.InvalidArgumentType,
			"Expected a string value for `%s`, but got: %s; consider converting it to a string with toString().", function, value.Describe(v))
	}
	return v.Str(), nil
}

// integerArgument is an INTEGER, or a FLOAT cut towards zero.
func integerArgument(function string, v value.Value) (int64, error) {
	switch v.Kind() {
	case value.KindInt:
		return v.Int(), nil
	case value.KindFloat:
		return value.Truncate(v.Float()), nil
	}
	return 0, wrongArgument(function, "Integer", v)
}

// text makes the implementation of a function from string to string.
func text(name string, convert func(string) string) func(*Env, []value.Value) (value.Value, error) {
	return func(_ *Env, args []value.Value) (value.Value, error) {
		s, err := stringArgument(name, args[0])
		if err != nil {
			return value.Null, err
		}
		result := convert(s)
		if len(result) > len(s) {
			err = value.CheckString(len(result))
		}
		return value.String(result), err
	}
}

// upper and lower map without a locale, but with the mappings to several
// characters and the final sigma, which package strings leaves out.

func upper(s string) string {
	if ascii(s) {
		return strings.ToUpper(s)
	}
	return cases.Upper(language.Und).String(s)
}

func lower(s string) string {
	if ascii(s) {
		return strings.ToLower(s)
	}
	return cases.Lower(language.Und).String(s)
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func runeCount(s string) value.Value { return value.Int(int64(utf8.RuneCountInString(s))) }

func charLength(name string) func(*Env, []value.Value) (value.Value, error) {
	return func(_ *Env, args []value.Value) (value.Value, error) {
		s, err := stringArgument(name, args[0])
		if err != nil {
			return value.Null, err
		}
		return runeCount(s), nil
	}
}

func substring(_ *Env, args []value.Value) (value.Value, error) {
	s, err := stringArgument("substring", args[0])
	if err != nil {
		return value.Null, err
	}
	start, err := integerArgument("substring", args[1])
	if err != nil {
		return value.Null, err
	}
	length := int64(len(s))
	if len(args) > 2 {
		if length, err = integerArgument("substring", args[2]); err != nil {
			return value.Null, err
		}
	}
	if s != "" && (start < 0 || length < 0) {
		return value.Null, negativeLength("Cannot handle negative start index nor negative length")
	}
	return value.String(firstRunes(s[len(firstRunes(s, start)):], length)), nil
}

func left(_ *Env, args []value.Value) (value.Value, error) {
	s, err := stringArgument("left", args[0])
	if err != nil {
		return value.Null, err
	}
	n, err := integerArgument("left", args[1])
	switch {
	case err != nil:
		return value.Null, err
	case n < 0 && s != "":
		return value.Null, negativeLength("Cannot handle negative start index nor negative length")
	}
	return value.String(firstRunes(s, n)), nil
}

func right(_ *Env, args []value.Value) (value.Value, error) {
	s, err := stringArgument("right", args[0])
	if err != nil {
		return value.Null, err
	}
	n, err := integerArgument("right", args[1])
	switch {
	case err != nil:
		return value.Null, err
	case n < 0:
		return value.Null, negativeLength("negative length")
	}
	end := len(s)
	for ; n > 0 && end > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(s[:end])
		end -= size
	}
	return value.String(s[end:]), nil
}

func negativeLength(message string) error {
	return &value.Error{Type: value.ArgumentError, Detail: value.NegativeIntegerArgument, Message: message}
}

// firstRunes returns up to n characters from the beginning.
func firstRunes(s string, n int64) string {
	if n >= int64(len(s)) {
		return s
	}
	end := 0
	for ; n > 0 && end < len(s); n-- {
		_, size := utf8.DecodeRuneInString(s[end:])
		end += size
	}
	return s[:end]
}

func split(_ *Env, args []value.Value) (value.Value, error) {
	s, err := stringArgument("split", args[0])
	if err != nil {
		return value.Null, err
	}
	var delimiters []string
	if args[1].Kind() == value.KindList {
		for _, v := range args[1].List() {
			if v.IsNull() {
				return value.Null, nil
			}
			d, err := stringArgument("split", v)
			if err != nil {
				return value.Null, err
			}
			delimiters = append(delimiters, d)
		}
		if len(delimiters) > 1 { // an empty one says nothing beside others
			delimiters = slices.DeleteFunc(delimiters, func(d string) bool { return d == "" })
		}
	} else {
		d, err := stringArgument("split", args[1])
		if err != nil {
			return value.Null, err
		}
		delimiters = []string{d}
	}
	var parts []value.Value
	for {
		at, length := nextDelimiter(s, delimiters)
		if at < 0 {
			break
		}
		parts = append(parts, value.String(s[:at]))
		if err := value.CheckList(len(parts) + 1); err != nil {
			return value.Null, err
		}
		s = s[at+length:]
	}
	return value.List(append(parts, value.String(s))), nil
}

// nextDelimiter finds the first place of any delimiter, at one place the one
// that is listed first. An empty delimiter stands between any two characters.
func nextDelimiter(s string, delimiters []string) (at, length int) {
	at = -1
	for _, d := range delimiters {
		i := strings.Index(s, d)
		if d == "" {
			_, i = utf8.DecodeRuneInString(s)
			if i == len(s) {
				continue
			}
		}
		if i >= 0 && (at < 0 || i < at) {
			at, length = i, len(d)
		}
	}
	return at, length
}

func replace(_ *Env, args []value.Value) (value.Value, error) {
	var texts [3]string
	for i := range texts {
		var err error
		if texts[i], err = stringArgument("replace", args[i]); err != nil {
			return value.Null, err
		}
	}
	s, old, with := texts[0], texts[1], texts[2]
	if len(with) > len(old) {
		count := strings.Count(s, old) // of an empty text: characters + 1
		if err := value.CheckString(len(s) + count*(len(with)-len(old))); err != nil {
			return value.Null, err
		}
	}
	return value.String(strings.ReplaceAll(s, old, with)), nil
}

func trim(name string, left, right bool) func(*Env, []value.Value) (value.Value, error) {
	return func(_ *Env, args []value.Value) (value.Value, error) {
		s, err := stringArgument(name, args[0])
		if err != nil {
			return value.Null, err
		}
		drop := whiteSpace
		if len(args) > 1 {
			characters, err := stringArgument(name, args[1])
			if err != nil {
				return value.Null, err
			}
			drop = func(r rune) bool { return strings.ContainsRune(characters, r) }
		}
		if left {
			s = strings.TrimLeftFunc(s, drop)
		}
		if right {
			s = strings.TrimRightFunc(s, drop)
		}
		return value.String(s), nil
	}
}

// trimForm is trim: of a text alone; or of a specification, BOTH, LEADING or
// TRAILING, the text and, if one is written, a character. The longer forms have
// a syntax of their own, trim(BOTH c FROM input), so that they are not in the
// signature.
func trimForm(env *Env, args []value.Value) (value.Value, error) {
	left, right := true, true
	if len(args) > 1 {
		left, right = args[0].Str() != "TRAILING", args[0].Str() != "LEADING"
		args = args[1:]
	}
	if len(args) > 1 && args[1].Kind() == value.KindString && utf8.RuneCountInString(args[1].Str()) != 1 {
		return value.Null, value.Errorf(value.ArgumentError, value.InvalidArgumentValue,
			"The argument `trimCharacterString` in the `trim()` function must be of length 1.")
	}
	return trim("trim", left, right)(env, args)
}

func trimSpace(s string) string { return strings.TrimFunc(s, whiteSpace) }

// whiteSpace is Java's notion: separators but for those that forbid a line
// break, and the control characters from tab to carriage return and from file to
// unit separator.
func whiteSpace(r rune) bool {
	switch {
	case r >= '\t' && r <= '\r', r >= '\x1c' && r <= '\x1f', r == ' ':
		return true
	case r == '\u00a0', r == '\u2007', r == '\u202f':
		return false
	}
	return r >= utf8.RuneSelf && unicode.In(r, unicode.Zs, unicode.Zl, unicode.Zp)
}

var normalForms = map[string]norm.Form{"NFC": norm.NFC, "NFD": norm.NFD, "NFKC": norm.NFKC, "NFKD": norm.NFKD}

func normalForm(name string) (norm.Form, error) {
	form, ok := normalForms[name]
	if !ok {
		return 0, value.Errorf(value.ArgumentError, value.InvalidArgumentValue, "Invalid normal form '%s', expected NFC, NFD, NFKC, NFKD", name)
	}
	return form, nil
}

func normalize(_ *Env, args []value.Value) (value.Value, error) {
	s, err := stringArgument("normalize", args[0])
	if err != nil {
		return value.Null, err
	}
	form := norm.NFC
	if len(args) > 1 {
		name, err := stringArgument("normalize", args[1])
		if err != nil {
			return value.Null, err
		}
		if form, err = normalForm(name); err != nil {
			return value.Null, err
		}
	}
	if form.IsNormalString(s) {
		return args[0], nil
	}
	var result []byte
	var it norm.Iter
	for it.InitString(form, s); !it.Done(); { // a character may become eighteen
		result = append(result, it.Next()...)
		if err := value.CheckString(len(result)); err != nil {
			return value.Null, err
		}
	}
	return value.String(string(result)), nil
}
