package guard

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"bdgraph/cypher/syntax"
)

// alphabet returns the first character of a text that parsers are known to read
// differently, as a refusal, or nil.
//
// A server decodes \u escapes before it looks for the ends of strings, takes many
// characters of Unicode for white space, and ends a comment at a carriage return.
func alphabet(text string) *Refusal {
	const code, comment, block, quoted = 0, 1, 2, 3
	inside, closing, escaped := code, byte(0), false
	pos := syntax.Pos{Line: 1, Column: 1}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		pos.Offset = i
		switch {
		case r == utf8.RuneError:
			return refuse(CodeCharacter, "a character", pos, "the text is not valid Unicode here",
				"Pass the value as a parameter.")
		case r < ' ' && r != '\t' && r != '\n' && r != '\r', r == 0x7f:
			return refuse(CodeCharacter, "a control character", pos, fmt.Sprintf("control character U+%04X", r),
				"Leave it out, or pass the value as a parameter.")
		case r == '\\' && strings.HasPrefix(strings.ToLower(text[i+1:min(i+2, len(text))]), "u"):
			return refuse(CodeEscape, `\u`, pos, `the escape \u is not allowed anywhere in a query`,
				"Write the character itself inside of the string, or pass the value as a parameter.")
		case r >= utf8.RuneSelf && inside != quoted:
			return refuse(CodeCharacter, "a character", pos, fmt.Sprintf("character U+%04X outside of a string", r),
				"Use ASCII; put names with other characters in back-ticks and texts in quotes.")
		case r == '\r' && inside == comment && !strings.HasPrefix(text[i+1:], "\n"):
			return refuse(CodeCharacter, "a carriage return", pos, "a carriage return alone ends a comment for some parsers",
				"End lines with a line feed.")
		}
		next := i + size
		switch inside {
		case code:
			switch two := text[i:min(i+2, len(text))]; {
			case two == "//":
				inside = comment
			case two == "/*":
				inside, next = block, i+2
			case r == '\'' || r == '"' || r == '`':
				inside, closing = quoted, byte(r)
			}
		case comment:
			if r == '\n' {
				inside = code
			}
		case block:
			if strings.HasPrefix(text[i:], "*/") {
				inside, next = code, i+2
			}
		case quoted:
			switch {
			case escaped:
				escaped = false
			case r == '\\' && closing != '`':
				escaped = true
			case r == rune(closing):
				inside = code // a doubled back-tick opens again at once
			}
		}
		if r == '\n' {
			pos.Line, pos.Column = pos.Line+1, 1
		} else {
			pos.Column += utf16.RuneLen(r)
		}
		i = next
	}
	return nil
}
