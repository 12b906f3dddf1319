package syntax

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// lex cuts the text into tokens, ending with tEOF, and pairs the brackets.
// Every byte of the text is part of a token, white space or a comment, or is
// refused; then the tokens end before it.
func lex(text string) (tokens []token, err *Error) {
	l := lexer{text: text, line: 1, column: 1, tokens: make([]token, 0, len(text)/3+8)}
	for err == nil && l.at < len(text) {
		if err = l.skipSpace(); err == nil && l.at < len(text) {
			err = l.next()
		}
	}
	l.emit(tEOF, 0)
	return l.tokens, err
}

type lexer struct {
	text         string
	at           int // byte offset of what is read next
	line, column int
	tokens       []token
	open         []int32 // indexes of brackets not yet closed
}

func (l *lexer) peek(ahead int) byte {
	if l.at+ahead < len(l.text) {
		return l.text[l.at+ahead]
	}
	return 0
}

// advance moves over n bytes, keeping line and column.
func (l *lexer) advance(n int) {
	for _, r := range l.text[l.at : l.at+n] {
		switch {
		case r == '\n':
			l.line, l.column = l.line+1, 1
		case r > 0xffff:
			l.column += 2
		default:
			l.column++
		}
	}
	l.at += n
}

func (l *lexer) fail(n int, detail, message, hint string) *Error {
	pos := Pos{l.at, l.line, l.column}
	return &Error{Type: SyntaxError, Detail: detail, Pos: pos, End: l.at + n, Message: message, Hint: hint}
}

// emit adds a token of n bytes.
func (l *lexer) emit(k kind, n int) {
	index := int32(len(l.tokens))
	t := token{kind: k, start: int32(l.at), end: int32(l.at + n), line: int32(l.line), column: int32(l.column)}
	switch k {
	case tWord:
		t.keyword = lookupKeyword(l.text[l.at : l.at+n])
	case tLeftParen, tLeftBracket, tLeftBrace:
		l.open = append(l.open, index)
	case tRightParen, tRightBracket, tRightBrace:
		// Each closing kind follows its opening kind.
		if last := len(l.open) - 1; last >= 0 && l.tokens[l.open[last]].kind == k-1 {
			t.match = l.open[last]
			l.tokens[t.match].match = index
			l.open = l.open[:last]
		}
	}
	l.tokens = append(l.tokens, t)
	l.advance(n)
}

func (l *lexer) skipSpace() *Error {
	for l.at < len(l.text) {
		switch c := l.text[l.at]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n' || c >= 0x09 && c <= 0x0d || c >= 0x1c && c <= 0x1f:
			l.advance(1)
		case c == '/' && l.peek(1) == '/':
			n := strings.IndexByte(l.text[l.at:], '\n')
			if n < 0 {
				n = len(l.text) - l.at
			}
			l.advance(n)
		case c == '/' && l.peek(1) == '*':
			n := strings.Index(l.text[l.at+2:], "*/")
			if n < 0 {
				return l.fail(2, "UnexpectedSyntax", "Comment is not closed", "Close it with */")
			}
			l.advance(n + 4)
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRuneInString(l.text[l.at:])
			if !unicode.IsSpace(r) && r != '\ufeff' && r != '\u180e' {
				return nil
			}
			l.advance(n)
		default:
			return nil
		}
	}
	return nil
}

// twoByte and oneByte hold the signs.
var twoByte = map[[2]byte]kind{
	{'.', '.'}: tDotDot, {':', ':'}: tColonColon, {'<', '>'}: tNe, {'!', '='}: tBangEq, {'<', '='}: tLe,
	{'>', '='}: tGe, {'=', '~'}: tRegex, {'+', '='}: tPlusEq, {'|', '|'}: tBarBar,
}

var oneByte = [utf8.RuneSelf]kind{
	'(': tLeftParen, ')': tRightParen, '[': tLeftBracket, ']': tRightBracket, '{': tLeftBrace, '}': tRightBrace,
	',': tComma, ';': tSemicolon, '.': tDot, ':': tColon, '+': tPlus, '-': tMinus, '*': tStar, '/': tSlash,
	'%': tPercent, '^': tCaret, '=': tEq, '<': tLt, '>': tGt, '|': tBar, '&': tAmpersand, '!': tBang, '$': tDollar,
}

func (l *lexer) next() *Error {
	c := l.text[l.at]
	switch {
	case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_':
		l.emit(tWord, l.wordLength())
		return nil
	case isDigit(c) || c == '.' && isDigit(l.peek(1)):
		l.emit(tNumber, l.numberLength())
		return nil
	case c == '\'' || c == '"':
		return l.quoted(tString, c)
	case c == '`':
		return l.quoted(tQuoted, c)
	case c < utf8.RuneSelf:
		switch c {
		case '.', ':', '<', '>', '!', '=', '+', '|':
			if k, ok := twoByte[[2]byte{c, l.peek(1)}]; ok {
				l.emit(k, 2)
				return nil
			}
		}
		if k := oneByte[c]; k != tEOF {
			l.emit(k, 1)
			return nil
		}
	}
	return l.unusual()
}

// unusual reads what begins with a character outside ASCII, or refuses it.
func (l *lexer) unusual() *Error {
	r, n := utf8.DecodeRuneInString(l.text[l.at:])
	switch {
	case r == utf8.RuneError && n == 1:
		return l.fail(1, "InvalidUnicodeCharacter", fmt.Sprintf("Invalid input: byte 0x%02x is not UTF-8", l.text[l.at]), "")
	case isWordStart(r):
		l.emit(tWord, l.wordLength())
	case strings.ContainsRune("\u00ad\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", r):
		l.emit(tArrowLine, n)
	case strings.ContainsRune("\u27e8\u3008\ufe64\uff1c", r):
		l.emit(tArrowLeft, n)
	case strings.ContainsRune("\u27e9\u3009\ufe65\uff1e", r):
		l.emit(tArrowRight, n)
	default:
		detail, hint := "UnexpectedSyntax", ""
		switch r {
		case '\u2018', '\u2019', '\u201c', '\u201d':
			hint = "Use straight quotes: 'text' or \"text\""
		case '#':
			hint = "A comment starts with //"
		case '?', '@':
			hint = "A parameter is written $name"
		case '\\':
			hint = "A backslash stands only inside strings and `names`"
		}
		if r >= utf8.RuneSelf {
			detail = "InvalidUnicodeCharacter"
		}
		return l.fail(n, detail, fmt.Sprintf("Invalid input '%c'", r), hint)
	}
	return nil
}

// quoted emits a string or `name` up to its closing quote. In a string a backslash
// protects the next byte; in a name a doubled backtick stands for one.
func (l *lexer) quoted(k kind, quote byte) *Error {
	for i := l.at + 1; i < len(l.text); i++ {
		switch c := l.text[i]; {
		case c == '\\' && k == tString:
			i++
		case c != quote:
		case k == tQuoted && i+1 < len(l.text) && l.text[i+1] == quote:
			i++
		case !utf8.ValidString(l.text[l.at:i]):
			return l.fail(i+1-l.at, "InvalidUnicodeCharacter", "Invalid input: the text between quotes is not UTF-8", "")
		default:
			l.emit(k, i+1-l.at)
			return nil
		}
	}
	what := "String"
	if k == tQuoted {
		what = "Name"
	}
	return l.fail(1, "UnexpectedSyntax", what+" is not closed: no matching "+string(quote)+" follows",
		"Close it, and write a quote inside a string with a backslash: 'it\\'s'")
}

func (l *lexer) wordLength() int {
	for i, r := range l.text[l.at:] {
		if !isWordPart(r) {
			return i
		}
	}
	return len(l.text) - l.at
}

// numberLength measures a number with whatever letters and digits stick to it;
// parsing decides whether it is one. A dot belongs to it only before a digit, so
// that 1..2 is a range and 1.x a property.
func (l *lexer) numberLength() int {
	s, n := l.text[l.at:], 0
	digits := func() {
		for n < len(s) && (isDigit(s[n]) || s[n] == '_') {
			n++
		}
	}
	digits()
	if n+1 < len(s) && s[n] == '.' && isDigit(s[n+1]) {
		n++
		digits()
	}
	if n+2 < len(s) && (s[n] == 'e' || s[n] == 'E') && (s[n+1] == '-' || s[n+1] == '+') && isDigit(s[n+2]) {
		n += 2
	}
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		if !isWordPart(r) {
			break
		}
		n += size
	}
	return n
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isWordStart(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r == '_'
	}
	return unicode.In(r, unicode.L, unicode.Nl, unicode.Sc, unicode.Pc)
}

func isWordPart(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r == '_' || '0' <= r && r <= '9' || r == '$'
	}
	return isWordStart(r) || unicode.In(r, unicode.Nd, unicode.Mn, unicode.Mc)
}
