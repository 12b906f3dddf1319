package tck

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"bdgraph/cypher/value"
	"bdgraph/cypher/valuetest"
)

// parseValue reads a value as the TCK writes it: the literals of the query
// language, (:Label {key: value}), [:TYPE {key: value}], <(:A)-[:R]->(:B)>, NaN
// and Inf. Temporal values are written as strings.
func parseValue(text string) (v value.Value, err error) {
	p := &valueParser{text: text}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case syntaxError:
			err = fmt.Errorf("value %q: %s at %d", text, string(r), p.at)
		default:
			panic(r)
		}
	}()
	v = p.value()
	p.space()
	if p.at < len(text) {
		p.fail("more than one value")
	}
	return v, nil
}

type syntaxError string

type valueParser struct {
	text string
	at   int
}

func (p *valueParser) fail(what string) { panic(syntaxError(what)) }

func (p *valueParser) space() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\n') {
		p.at++
	}
}

// is reports whether a text comes next, behind spaces.
func (p *valueParser) is(token string) bool {
	p.space()
	return strings.HasPrefix(p.text[p.at:], token)
}

func (p *valueParser) take(token string) bool {
	if !p.is(token) {
		return false
	}
	p.at += len(token)
	return true
}

func (p *valueParser) want(token string) {
	if !p.take(token) {
		p.fail("no " + token)
	}
}

func (p *valueParser) value() value.Value {
	switch {
	case p.is("("):
		return value.FromNode(p.node("node"))
	case p.is("[:"):
		return value.FromRelationship(p.relationship("", ""))
	case p.take("["):
		var list []value.Value
		for !p.take("]") {
			if len(list) > 0 {
				p.want(",")
			}
			list = append(list, p.value())
		}
		return value.List(list)
	case p.is("{"):
		return value.FromMap(p.properties())
	case p.take("<"):
		return p.path()
	case p.take("'"):
		return value.String(p.quoted())
	}
	return p.word()
}

// word reads a number, true, false, null, NaN or Inf.
func (p *valueParser) word() value.Value {
	start := p.at
	for p.at < len(p.text) && strings.IndexByte(" ,]})>|\n", p.text[p.at]) < 0 {
		p.at++
	}
	switch word := p.text[start:p.at]; word {
	case "null":
		return value.Null
	case "true":
		return value.True
	case "false":
		return value.False
	case "NaN":
		return value.Float(math.NaN())
	case "Inf":
		return value.Float(math.Inf(1))
	case "-Inf":
		return value.Float(math.Inf(-1))
	default:
		if n, err := strconv.ParseInt(word, 10, 64); err == nil {
			return value.Int(n)
		}
		f, err := strconv.ParseFloat(word, 64)
		if err != nil {
			p.fail("not a value: " + word)
		}
		return value.Float(f)
	}
}

var escapes = map[byte]byte{'n': '\n', 't': '\t', 'r': '\r', 'b': '\b', 'f': '\f'}

func (p *valueParser) quoted() string {
	var b strings.Builder
	for ; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; {
		case c == '\'':
			p.at++
			return b.String()
		case c == '\\' && p.at+1 < len(p.text):
			p.at++
			c = p.text[p.at]
			if e, ok := escapes[c]; ok {
				c = e
			}
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	p.fail("a string without an end")
	return ""
}

func (p *valueParser) properties() value.Map {
	p.want("{")
	var entries []value.Entry
	for !p.take("}") {
		if len(entries) > 0 {
			p.want(",")
		}
		key := p.name()
		p.want(":")
		entries = append(entries, value.Entry{Key: key, Value: p.value()})
	}
	return value.NewMap(entries...)
}

func (p *valueParser) name() string {
	p.space()
	if p.take("`") {
		end := strings.IndexByte(p.text[p.at:], '`')
		if end < 0 {
			p.fail("a name without an end")
		}
		name := p.text[p.at : p.at+end]
		p.at += end + 1
		return name
	}
	start := p.at
	for p.at < len(p.text) && strings.IndexByte(" :,(){}[]|", p.text[p.at]) < 0 {
		p.at++
	}
	if p.at == start {
		p.fail("no name")
	}
	return p.text[start:p.at]
}

func (p *valueParser) node(id string) *value.Node {
	n := &value.Node{ElementID: id}
	p.want("(")
	for p.take(":") {
		n.Labels = append(n.Labels, p.name())
	}
	if p.is("{") {
		n.Properties = p.properties()
	}
	p.want(")")
	return n
}

func (p *valueParser) relationship(from, to string) *value.Relationship {
	p.want("[:")
	r := &value.Relationship{Type: p.name(), StartElementID: from, EndElementID: to}
	if p.is("{") {
		r.Properties = p.properties()
	}
	p.want("]")
	return r
}

// path reads what follows a <; the nodes get their places as ids.
func (p *valueParser) path() value.Value {
	path := &value.Path{Nodes: []value.Value{value.FromNode(p.node("0"))}}
	for i := 1; !p.take(">"); i++ {
		left, right := strconv.Itoa(i-1), strconv.Itoa(i)
		var r *value.Relationship
		if p.take("<-") {
			r = p.relationship(right, left)
			p.want("-")
		} else {
			p.want("-")
			r = p.relationship(left, right)
			p.want("->")
		}
		path.Relationships = append(path.Relationships, value.FromRelationship(r))
		path.Nodes = append(path.Nodes, value.FromNode(p.node(right)))
	}
	return value.FromPath(path)
}

// form prints values so that those print alike which the TCK takes for the same, where
// times are strings.
var form = valuetest.Form{Time: func(v value.Value) string {
	return value.String(wholeMinute.ReplaceAllString(v.String(), "$1$2$3")).String()
}}

// wholeMinute finds the seconds that the TCK does not write where they are zero.
var wholeMinute = regexp.MustCompile(`^(.*T)?(\d\d:\d\d):00([^.]|$)`)

func TestValuesAreRead(t *testing.T) {
	for text, want := range map[string]string{
		"1":                        "1",
		"-2.50":                    "-2.5",
		"NaN":                      "NaN",
		`'it\'s'`:                  `'it\'s'`,
		"[1, [null], 'a, b']":      "[1, [null], 'a, b']",
		"{b: 1, a: {}}":            "{a: {}, b: 1}",
		"(:B:A {k: 'v'})":          "(:A:B{k: 'v'})",
		"()":                       "({})",
		"[:R {k: 1}]":              "[:R{k: 1}]",
		"<(:A)-[:R]->()<-[:S]-()>": "<(:A{})-[:R{}]->({})<-[:S{}]-({})>",
	} {
		v, err := parseValue(text)
		if err != nil {
			t.Error(err)
		} else if got := form.Print(v); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	for _, text := range []string{"", "[1", "'a", "(:A", "<(:A)-[:R]-(:B)>", "1 2", "abc"} {
		if v, err := parseValue(text); err == nil {
			t.Errorf("%q was read as %s", text, v)
		}
	}
}
