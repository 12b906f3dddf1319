package value

import (
	"math"
	"strconv"
	"strings"
	"unicode"
)

// String prints the value as Neo4j's shell does, close to a Cypher literal:
// 'it\'s', [1, 2.0], {a: null}, (:Label {k: 1}), [:TYPE {k: 1}],
// <(:A)-[:R]->(:B)>; temporal values and durations as bare ISO text. A
// reference prints as its number: (#12), [#12].
func (v Value) String() string { return string(AppendText(nil, v)) }

// AppendText appends what [Value.String] returns.
func AppendText(b []byte, v Value) []byte {
	switch v.kind {
	case KindNull:
		return append(b, "null"...)
	case KindBool:
		return strconv.AppendBool(b, v.Bool())
	case KindInt:
		return strconv.AppendInt(b, v.Int(), 10)
	case KindFloat:
		return AppendFloat(b, v.Float())
	case KindString:
		return appendQuoted(b, v.Str())
	case KindList:
		b = append(b, '[')
		for i, e := range v.List() {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = AppendText(b, e)
		}
		return append(b, ']')
	case KindMap:
		return appendMapText(b, v.Map())
	case KindNode:
		return appendNodeText(b, v)
	case KindRelationship:
		return appendRelationshipText(b, v)
	case KindPath:
		return appendPathText(b, v.Path())
	case KindPoint:
		return appendPointText(b, v.Point())
	}
	return append(b, v.iso()...)
}

// iso prints a temporal value or a duration.
func (v Value) iso() string {
	switch v.kind {
	case KindDate:
		return v.Date().String()
	case KindLocalTime:
		return v.LocalTime().String()
	case KindTime:
		return v.Time().String()
	case KindLocalDateTime:
		return v.LocalDateTime().String()
	case KindDateTime:
		return v.DateTime().String()
	}
	return v.Duration().String()
}

// Text returns what toString() gives: a STRING's own characters, the printed
// form of numbers, booleans, temporal values, durations and points. ok is false
// for every other kind.
func (v Value) Text() (text string, ok bool) {
	switch v.kind {
	case KindString:
		return v.Str(), true
	case KindNull, KindList, KindMap, KindNode, KindRelationship, KindPath:
		return "", false
	}
	return v.String(), true
}

var quoteEscapes = strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `\n`, "\r", `\r`, "\t", `\t`)

func appendQuoted(b []byte, s string) []byte {
	b = append(b, '\'')
	if strings.ContainsAny(s, "\\'\n\r\t") {
		s = quoteEscapes.Replace(s)
	}
	return append(append(b, s...), '\'')
}

func appendMapText(b []byte, m Map) []byte {
	b = append(b, '{')
	for i, e := range m {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(AppendName(b, e.Key), ": "...)
		b = AppendText(b, e.Value)
	}
	return append(b, '}')
}

// AppendName appends a label, type or key as a query would write it, in
// backticks where it needs them.
func AppendName(b []byte, name string) []byte {
	plain := name != ""
	for i, c := range name {
		if c != '_' && !unicode.IsLetter(c) && (i == 0 || c < '0' || c > '9') {
			plain = false
		}
	}
	if plain {
		return append(b, name...)
	}
	return AppendQuotedName(b, name)
}

// AppendQuotedName appends a name in backticks. Nothing in it ends them: a query's escapes of
// characters, which are read in names too and before names are told from the rest, are escaped.
func AppendQuotedName(b []byte, name string) []byte {
	if strings.Contains(name, `\u`) {
		name = strings.ReplaceAll(name, `\`, `\u005C`)
	}
	b = append(b, '`')
	b = append(b, strings.ReplaceAll(name, "`", "``")...)
	return append(b, '`')
}

func appendNodeText(b []byte, v Value) []byte {
	b = append(b, '(')
	if !v.Detached() {
		return append(strconv.AppendUint(append(b, '#'), v.num, 10), ')')
	}
	n := v.Node()
	for _, label := range n.Labels {
		b = AppendName(append(b, ':'), label)
	}
	if len(n.Properties) > 0 {
		if len(n.Labels) > 0 {
			b = append(b, ' ')
		}
		b = appendMapText(b, n.Properties)
	}
	return append(b, ')')
}

func appendRelationshipText(b []byte, v Value) []byte {
	b = append(b, '[')
	if !v.Detached() {
		return append(strconv.AppendUint(append(b, '#'), v.num, 10), ']')
	}
	r := v.Relationship()
	b = AppendName(append(b, ':'), r.Type)
	if len(r.Properties) > 0 {
		b = appendMapText(append(b, ' '), r.Properties)
	}
	return append(b, ']')
}

func appendPathText(b []byte, p *Path) []byte {
	b = append(b, '<')
	for i, n := range p.Nodes {
		b = appendNodeText(b, n)
		if i == len(p.Relationships) {
			break
		}
		r := p.Relationships[i]
		switch {
		case !r.Detached() || !n.Detached():
			b = append(appendRelationshipText(append(b, '-'), r), '-')
		case r.Relationship().StartElementID == n.Node().ElementID:
			b = append(appendRelationshipText(append(b, '-'), r), "->"...)
		default:
			b = append(appendRelationshipText(append(b, "<-"...), r), '-')
		}
	}
	return append(b, '>')
}

func appendPointText(b []byte, p Point) []byte {
	b = AppendFloat(append(b, "point({x: "...), p.X)
	b = AppendFloat(append(b, ", y: "...), p.Y)
	if p.CRS.ThreeD() {
		b = AppendFloat(append(b, ", z: "...), p.Z)
	}
	return append(append(append(b, ", crs: '"...), p.CRS.String()...), "'})"...)
}

// AppendFloat appends a float as Java prints a double: the shortest digits that
// give the same float back, at least one after the point; plain from 1.0E-3
// up to but not including 1.0E7, else with an exponent.
func AppendFloat(b []byte, f float64) []byte {
	switch {
	case f != f:
		return append(b, "NaN"...)
	case math.IsInf(f, 1):
		return append(b, "Infinity"...)
	case math.IsInf(f, -1):
		return append(b, "-Infinity"...)
	}
	if a := math.Abs(f); a == 0 || a >= 1e-3 && a < 1e7 {
		start := len(b)
		b = strconv.AppendFloat(b, f, 'f', -1, 64)
		for _, c := range b[start:] {
			if c == '.' {
				return b
			}
		}
		return append(b, ".0"...)
	}
	var buf [32]byte
	digits := strconv.AppendFloat(buf[:0], f, 'e', -1, 64)
	mantissa, exponent, _ := strings.Cut(string(digits), "e")
	if !strings.Contains(mantissa, ".") {
		// Java looks for the nearest of the numbers with up to two digits.
		two := strconv.FormatFloat(f, 'e', 1, 64)
		if back, err := strconv.ParseFloat(two, 64); err == nil && back == f {
			mantissa, exponent, _ = strings.Cut(two, "e")
		} else {
			mantissa += ".0"
		}
	}
	n, _ := strconv.Atoi(exponent)
	return strconv.AppendInt(append(append(b, mantissa...), 'E'), int64(n), 10)
}

// Describe prints a value with its type, as Neo4j's messages do: Long(1),
// String("abc"), Double(1.500000e+00), List{Long(1)}, NO_VALUE for null.
func Describe(v Value) string {
	switch v.kind {
	case KindNull:
		return "NO_VALUE"
	case KindBool:
		return "Boolean('" + strconv.FormatBool(v.Bool()) + "')"
	case KindInt:
		return "Long(" + strconv.FormatInt(v.Int(), 10) + ")"
	case KindFloat:
		return "Double(" + strconv.FormatFloat(v.Float(), 'e', 6, 64) + ")"
	case KindString:
		return `String("` + shorten(v.Str()) + `")`
	case KindList:
		parts := make([]string, 0, len(v.List()))
		for i, e := range v.List() {
			if i == describedElements {
				parts = append(parts, "…")
				break
			}
			parts = append(parts, Describe(e))
		}
		return "List{" + strings.Join(parts, ", ") + "}"
	case KindMap:
		parts := make([]string, 0, len(v.Map()))
		for i, e := range v.Map() {
			if i == describedElements {
				parts = append(parts, "…")
				break
			}
			parts = append(parts, e.Key+" -> "+Describe(e.Value))
		}
		return "Map{" + strings.Join(parts, ", ") + "}"
	}
	return v.String()
}

// Messages show the beginning of long values only.
const (
	describedElements = 8
	describedText     = 100
)

func shorten(s string) string {
	if len(s) <= describedText {
		return s
	}
	return strings.ToValidUTF8(s[:describedText], "") + "…"
}

// TypeName returns the name of the value's type in Neo4j's messages: Long,
// Double, String, Boolean, DateTime ….
func TypeName(v Value) string {
	switch v.kind {
	case KindInt:
		return "Long"
	case KindFloat:
		return "Double"
	case KindBool:
		return "Boolean"
	case KindString:
		return "String"
	case KindDate:
		return "Date"
	case KindLocalTime:
		return "LocalTime"
	case KindTime:
		return "Time"
	case KindLocalDateTime:
		return "LocalDateTime"
	case KindDateTime:
		return "DateTime"
	case KindDuration:
		return "Duration"
	case KindPoint:
		return "Point"
	case KindList:
		return "List"
	case KindMap:
		return "Map"
	case KindNode:
		return "Node"
	case KindRelationship:
		return "Relationship"
	case KindPath:
		return "Path"
	}
	return "Null"
}
