package lib

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"bdgraph/cypher/value"
)

// Pattern is a compiled regular expression of =~, which has to match the whole
// text. It is safe for concurrent use.
type Pattern struct {
	compiled *regexp.Regexp
}

// Limits on patterns of one query.
const (
	maxPatternBytes   = 10_000
	maxCachedPatterns = 100
)

// CompilePattern compiles a regular expression. Its language is the part of
// Java's that can be matched in time proportional to the text: look-around, back
// references, possessive quantifiers, atomic groups and set operations inside of
// brackets are refused. The flag i folds the case of ASCII letters, iu that of all.
// The error is a SemanticError.
func CompilePattern(source string) (*Pattern, error) {
	if len(source) > maxPatternBytes {
		return nil, value.Errorf(value.LimitExceeded, "", "a regular expression of %d bytes exceeds the limit of %d", len(source), maxPatternBytes)
	}
	translated, err := translate(source)
	if err != nil {
		return nil, err
	}
	compiled, err := regexp.Compile(`\A(?:` + translated + `)\z`)
	if err != nil {
		message := strings.TrimPrefix(err.Error(), "error parsing regexp: ")
		return nil, value.Errorf(value.SemanticError, value.InvalidArgumentValue, "Invalid Regex: %s in %q", strings.SplitN(message, ": `", 2)[0], source)
	}
	return &Pattern{compiled}, nil
}

// Match reports whether the whole text matches.
func (p *Pattern) Match(text string) bool { return p.compiled.MatchString(text) }

// MatchPattern is text =~ pattern: unknown if either is null or the text is not
// a STRING, a TypeError if the pattern is not. Patterns are compiled once a query.
func MatchPattern(env *Env, text, pattern value.Value) (value.Truth, error) {
	if text.Kind() != value.KindString || pattern.IsNull() {
		return value.Unknown, nil
	}
	if pattern.Kind() != value.KindString {
		return value.Unknown, value.Errorf(value.TypeError, value.InvalidArgumentType, "Expected a string as regular expression, got: %s", value.Describe(pattern))
	}
	p := env.patterns[pattern.Str()]
	if p == nil {
		var err error
		if p, err = CompilePattern(pattern.Str()); err != nil {
			return value.Unknown, err
		}
		if env.patterns == nil || len(env.patterns) >= maxCachedPatterns {
			env.patterns = make(map[string]*Pattern)
		}
		env.patterns[pattern.Str()] = p
	}
	return value.TruthOf(p.Match(text.Str())), nil
}

// translate rewrites a pattern of Java's into one of package regexp. Where the
// same characters would mean something else there, it refuses them.
func translate(source string) (string, error) {
	t := translator{source: source}
	for t.at < len(source) {
		var err error
		switch source[t.at] {
		case '\\':
			err = t.escape(false)
		case '[':
			err = t.class()
		case '(':
			err = t.group()
		case ')':
			t.keep(1)
			if n := len(t.outer); n > 0 {
				t.flags, t.outer = t.outer[n-1], t.outer[:n-1]
			}
		case '*', '+', '?':
			err = t.quantifier(1)
		case '{':
			err = t.repetition()
		case '.':
			if t.flags.dotAll {
				t.keep(1)
				break
			}
			// Without s, a dot stops at any line terminator, not only at \n.
			t.out.WriteString(`[^\n\r\x{85}\x{2028}\x{2029}]`)
			t.at++
		default:
			t.letter()
		}
		if err != nil {
			return "", err
		}
	}
	return t.out.String(), nil
}

type translator struct {
	source string
	at     int
	out    strings.Builder
	flags  patternFlags
	outer  []patternFlags // of the open groups, what holds after them
}

type patternFlags struct {
	dotAll bool // s
	fold   bool // i without u: ASCII letters match in both cases
}

// letter copies a byte, an ASCII letter in both cases where that is asked for.
func (t *translator) letter() {
	if c := t.source[t.at]; t.flags.fold && isLetter(c) {
		t.out.WriteString(string([]byte{'[', c, c ^ ' ', ']'}))
		t.at++
		return
	}
	t.keep(1)
}

func isLetter(c byte) bool { return c|' ' >= 'a' && c|' ' <= 'z' }

// keep copies n bytes.
func (t *translator) keep(n int) {
	t.out.WriteString(t.source[t.at : t.at+n])
	t.at += n
}

func (t *translator) rest() string { return t.source[t.at:] }

// refuse says what is not supported, and shows it.
func (t *translator) refuse(length int, what string) error {
	end := min(t.at+length, len(t.source))
	return value.Errorf(value.SemanticError, value.InvalidArgumentValue,
		"Unsupported regular expression: %s, `%s`, near index %d; say it with plain alternatives, classes and repetitions, or with several conditions",
		what, t.source[t.at:end], t.at)
}

func (t *translator) invalid(what string) error {
	return value.Errorf(value.SemanticError, value.InvalidArgumentValue, "Invalid Regex: %s near index %d", what, t.at)
}

func (t *translator) repetition() error {
	rest := t.rest()
	if !repetitionForm().MatchString(rest) {
		if len(rest) > 1 && rest[1] >= '0' && rest[1] <= '9' {
			return t.invalid("Unclosed counted closure")
		}
		return t.invalid("Illegal repetition")
	}
	return t.quantifier(strings.IndexByte(rest, '}') + 1)
}

// quantifier copies a quantifier of n bytes.
func (t *translator) quantifier(n int) error {
	t.keep(n)
	if t.at < len(t.source) && t.source[t.at] == '+' {
		return t.refuse(1, "a possessive quantifier")
	}
	return nil
}

var repetitionForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\{[0-9]+(,[0-9]*)?\}`) })

func (t *translator) group() error {
	rest := t.rest()
	switch {
	case strings.HasPrefix(rest, "(?="), strings.HasPrefix(rest, "(?!"):
		return t.refuse(3, "look-ahead")
	case strings.HasPrefix(rest, "(?<="), strings.HasPrefix(rest, "(?<!"):
		return t.refuse(4, "look-behind")
	case strings.HasPrefix(rest, "(?>"):
		return t.refuse(3, "an atomic group")
	case strings.HasPrefix(rest, "(?<"):
		t.outer = append(t.outer, t.flags)
		t.keep(max(3, strings.IndexByte(rest, '>')+1)) // no letter of the name is folded
		return nil
	case !strings.HasPrefix(rest, "(?"):
		t.outer = append(t.outer, t.flags)
		t.keep(1)
		return nil
	}
	end := strings.IndexAny(rest, ":)")
	if end < 0 {
		return t.invalid("Unclosed group")
	}
	flags := rest[2:end]
	if i := strings.IndexAny(flags, "xdUc"); i >= 0 {
		return t.refuse(end+1, fmt.Sprintf("the flag %c", flags[i]))
	}
	if strings.Trim(flags, "imsu-") != "" {
		return t.invalid("Unknown inline modifier")
	}
	on, off, _ := strings.Cut(flags, "-")
	if rest[end] == ':' {
		t.outer = append(t.outer, t.flags)
	}
	t.flags.dotAll = (t.flags.dotAll || strings.Contains(on, "s")) && !strings.Contains(off, "s")
	if strings.Contains(on, "i") && !strings.Contains(on, "u") {
		t.flags.fold = true
		on = strings.ReplaceAll(on, "i", "") // folding is written out instead
	}
	t.flags.fold = t.flags.fold && !strings.Contains(off, "i")
	on, off = strings.ReplaceAll(on, "u", ""), strings.ReplaceAll(off, "u", "")
	t.at += end + 1
	if off != "" {
		on += "-" + off
	}
	switch {
	case rest[end] == ':':
		t.out.WriteString("(?" + on + ":")
	case on != "":
		t.out.WriteString("(?" + on + ")")
	}
	return nil
}

// class copies a bracketed class.
func (t *translator) class() error {
	t.keep(1)
	if t.at < len(t.source) && t.source[t.at] == '^' {
		t.keep(1)
	}
	for first := true; t.at < len(t.source); first = false {
		rest := t.rest()
		switch {
		case rest[0] == '\\':
			if err := t.escape(true); err != nil {
				return err
			}
		case rest[0] == ']' && !first:
			t.keep(1)
			return nil
		case strings.HasPrefix(rest, "&&"):
			return t.refuse(2, "an intersection of classes")
		case rest[0] == '[':
			return t.refuse(1, "a class inside of a class")
		default:
			t.member()
		}
	}
	return t.invalid("Unclosed character class")
}

// member copies a character or a range of a class, and where case is folded
// what the letters of it become in the other case.
func (t *translator) member() {
	rest := t.rest()
	low, high, n := rest[0], rest[0], 1
	if len(rest) > 2 && rest[1] == '-' && rest[2] != ']' && rest[2] != '\\' {
		high, n = rest[2], 3
	}
	t.keep(n)
	if !t.flags.fold || high >= utf8.RuneSelf {
		return
	}
	for _, letters := range [2][2]byte{{'a', 'z'}, {'A', 'Z'}} {
		if first, last := max(low, letters[0]), min(high, letters[1]); first <= last {
			t.out.WriteString(string([]byte{first ^ ' ', '-', last ^ ' '}))
		}
	}
}

// The characters of \h and \v.
const (
	blanks   = `\t \x{A0}\x{1680}\x{180e}\x{2000}-\x{200a}\x{202f}\x{205f}\x{3000}`
	lineEnds = `\n\x0B\f\r\x{85}\x{2028}\x{2029}`
)

// escape copies or rewrites what begins with a backslash.
func (t *translator) escape(inClass bool) error {
	rest := t.rest()
	if len(rest) < 2 {
		return t.invalid("Unexpected internal error")
	}
	switch rest[1] {
	case 'Q':
		return t.quoted(inClass)
	case 'p', 'P':
		return t.property(inClass)
	case 'u':
		if len(rest) < 6 {
			return t.invalid("Illegal Unicode escape sequence")
		}
		t.out.WriteString(`\x{` + rest[2:6] + `}`)
		t.at += 6
	case 'h':
		t.set(inClass, 2, blanks)
	case 'v':
		t.set(inClass, 2, lineEnds)
	case 'H', 'V', 'R':
		if inClass {
			return t.refuse(2, "this escape")
		}
		t.out.WriteString(map[byte]string{'H': "[^" + blanks + "]", 'V': "[^" + lineEnds + "]", 'R': `(?:\r\n|[` + lineEnds + "])"}[rest[1]])
		t.at += 2
	case 's':
		t.set(inClass, 2, `\t\n\x0B\f\r `) // package regexp leaves out the vertical tab
	case 'e':
		t.out.WriteString(`\x1B`)
		t.at += 2
	case 'k':
		return t.refuse(len(rest[:strings.IndexByte(rest+">", '>')])+1, "a back reference")
	case '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return t.refuse(2, "a back reference")
	case 'G', 'X', 'Z', 'N', 'c':
		return t.refuse(2, "this escape")
	case 'C', 'E':
		return t.invalid("Illegal/unsupported escape sequence")
	default:
		t.keep(2) // package regexp refuses letters that are no escape
	}
	return nil
}

// set writes a class for n bytes, or its members where one is open.
func (t *translator) set(inClass bool, n int, members string) {
	if !inClass {
		members = "[" + members + "]"
	}
	t.out.WriteString(members)
	t.at += n
}

// quoted copies the text between \Q and \E literally.
func (t *translator) quoted(inClass bool) error {
	text, _, _ := strings.Cut(t.rest()[2:], `\E`)
	t.at = min(t.at+2+len(text)+2, len(t.source))
	for _, c := range text {
		switch {
		case t.flags.fold && c < utf8.RuneSelf && isLetter(byte(c)):
			t.set(inClass, 0, string([]byte{byte(c), byte(c) ^ ' '}))
		case c == '-' || c == '^':
			t.out.WriteString(`\` + string(c))
		default:
			t.out.WriteString(regexp.QuoteMeta(string(c)))
		}
	}
	return nil
}

// posixClasses are Java's names for the ASCII classes.
var posixClasses = map[string]string{
	"Lower": "a-z", "Upper": "A-Z", "ASCII": `\x00-\x7F`, "Alpha": "a-zA-Z", "Digit": "0-9", "Alnum": "a-zA-Z0-9",
	"Punct": "!-/:-@\\[-`{-~", "Graph": "!-~", "Print": " -~", "Blank": ` \t`, "Cntrl": `\x00-\x1F\x7F`,
	"XDigit": "0-9a-fA-F", "Space": `\t\n\x0B\f\r `,
}

// property rewrites \p{Name}: the ASCII classes, and scripts and categories,
// which Java also writes with Is before the name.
func (t *translator) property(inClass bool) error {
	rest := t.rest()
	negated := rest[1] == 'P'
	switch {
	case len(rest) < 3:
		return t.invalid("Unknown character property name {}")
	case rest[2] != '{':
		t.keep(3)
		return nil
	}
	end := strings.IndexByte(rest, '}')
	if end < 0 {
		return t.invalid("Unclosed character family")
	}
	name := rest[3:end]
	if members := posixClasses[name]; members != "" {
		switch {
		case negated && inClass:
			return t.refuse(end+1, "a negated ASCII class inside of a class")
		case negated:
			members = "^" + members
		}
		t.set(inClass, end+1, members)
		return nil
	}
	name = strings.TrimPrefix(name, "Is")
	for _, prefix := range []string{"script=", "sc=", "general_category=", "gc="} {
		name = strings.TrimPrefix(name, prefix)
	}
	switch name {
	case "Alphabetic":
		name = "L"
	case "Lowercase":
		name = "Ll"
	case "Uppercase":
		name = "Lu"
	}
	t.out.WriteString(rest[:2] + "{" + name + "}")
	t.at += end + 1
	return nil
}
