package adr

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"
)

// frontField is one key of the front matter with its values; a list gives
// several, a mapping one for each of its members below a dotted key.
type frontField struct {
	key    string
	values []rich
	line   int
	nested bool // below another key, which may be that of some other tool
}

// brokenFront is front matter that is no YAML; it was read line by line.
type brokenFront struct {
	line    int
	message string
}

// readFront reads the block between --- lines (YAML) or +++ lines (TOML) at the top.
func (o *outline) readFront() {
	start := o.aboveFront()
	if start >= len(o.lines) {
		return
	}
	fence := strings.TrimRight(o.lines[start], " \t")
	if fence != "---" && fence != "+++" {
		return
	}
	end := 0
	for i := start + 1; i < len(o.lines) && end == 0; i++ {
		if l := strings.TrimRight(o.lines[i], " \t"); l == fence || (fence == "---" && l == "...") {
			end = i
		}
	}
	if end == 0 {
		if fence == "---" && (start+1 >= len(o.lines) || !keyLine().MatchString(o.lines[start+1])) {
			return // a thematic break
		}
		o.broken = &brokenFront{line: start + 1, message: "the front matter is never closed by " + fence}
		return
	}
	block := o.lines[1:end]
	if start > 0 {
		block = slices.Concat(make([]string, start), o.lines[start+1:end])
	}
	if fence == "---" {
		fields, err := yamlFields(strings.Join(block, "\n"))
		if err == nil {
			o.front, o.frontEnd = fields, end+1
			return
		}
		// A rule, prose and another rule are no front matter.
		if !hasKeyLine(block) {
			return
		}
		o.broken = err
	}
	o.front, o.frontEnd = lineFields(block), end+1
}

// aboveFront returns the number of lines above front matter: blank lines and
// comments, such as a licence's. Where no front matter follows it is of no meaning.
func (o *outline) aboveFront() int {
	comment := false
	for i, l := range o.lines {
		l = strings.TrimSpace(l)
		switch {
		case comment, strings.HasPrefix(l, "<!--"):
			comment = !strings.HasSuffix(l, "-->")
		case l == "":
		case i > 0 && (i+1 >= len(o.lines) || !keyLine().MatchString(o.lines[i+1])):
			return 0
		default:
			return i
		}
	}
	return 0
}

// boldKey is a key as Markdown emphasises it, in what is only fenced like front matter.
var boldKey = pattern(`^\s*(?:[-*]\s+)?\*\*([^*:]+):?\*\*:?[ \t]*`)

func hasKeyLine(lines []string) bool {
	for _, l := range lines {
		if keyLine().MatchString(boldKey().ReplaceAllString(l, "$1: ")) || tightLine().MatchString(l) {
			return true
		}
	}
	return false
}

var yamlErrorLine = pattern(`line (\d+)`)

// yamlFields reads YAML with the lines on which values stand; the block's
// first line is line 2 of the file.
func yamlFields(block string) ([]frontField, *brokenFront) {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(block), &doc); err != nil {
		b := &brokenFront{line: 2, message: firstLine(err)}
		if m := yamlErrorLine().FindStringSubmatch(b.message); m != nil {
			if n, err := strconv.Atoi(m[1]); err == nil {
				b.line = min(n+1, strings.Count(block, "\n")+2)
				b.message = yamlErrorLine().ReplaceAllString(b.message, fmt.Sprintf("line %d", b.line))
			}
		}
		return nil, b
	}
	if len(doc.Content) == 0 {
		return nil, nil
	}
	root := doc.Content[0]
	if root.Kind != yaml.MappingNode {
		return nil, &brokenFront{line: 2, message: "the front matter is no mapping of keys to values"}
	}
	return mappingFields(root, "", 0), nil
}

func firstLine(err error) string {
	var e *yaml.LoadErrors
	if errors.As(err, &e) && len(e.Errors) > 0 {
		err = e.Errors[0]
	}
	s, _, _ := strings.Cut(err.Error(), "\n")
	return s
}

func mappingFields(n *yaml.Node, prefix string, depth int) []frontField {
	var fields []frontField
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		f := frontField{key: prefix + key.Value, line: key.Line + 1, nested: depth > 0}
		if value.Kind == yaml.MappingNode && depth < 3 && !placeholderMapping(value) {
			fields = append(fields, mappingFields(value, "", depth+1)...)
			continue
		}
		f.values = nodeValues(value, 0)
		fields = append(fields, f)
	}
	return fields
}

// placeholderMapping recognises status: {proposed | accepted}, which a template
// means as a choice and YAML reads as a mapping without values.
func placeholderMapping(n *yaml.Node) bool {
	for i := 1; i < len(n.Content); i += 2 {
		if n.Content[i].Value != "" || len(n.Content[i].Content) > 0 {
			return false
		}
	}
	return true
}

// nodeValues returns the scalars of a value; a mapping in a list, such as
// {id: 12, date: 2024-03-05}, gives one value with its parts side by side.
func nodeValues(n *yaml.Node, depth int) []rich {
	switch n.Kind {
	case yaml.ScalarNode:
		if n.Tag == "!!null" {
			return nil
		}
		// A block scalar begins on the line after its sign.
		line := n.Line + 1
		if n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
			line++
		}
		value := strings.TrimSpace(n.Value)
		return []rich{inlineText(value[:cut(value, maxText)], line)}
	case yaml.SequenceNode:
		var out []rich
		for _, c := range n.Content {
			if c.Kind == yaml.MappingNode {
				var item rich
				for i := 1; i < len(c.Content); i += 2 {
					for _, v := range nodeValues(c.Content[i], depth+1) {
						item = item.join(v, " ")
					}
				}
				if !item.empty() {
					out = append(out, item)
				}
			} else if depth < 3 {
				out = append(out, nodeValues(c, depth+1)...)
			}
		}
		return out
	case yaml.MappingNode:
		var keys []string
		for i := 0; i < len(n.Content); i += 2 {
			keys = append(keys, n.Content[i].Value)
		}
		return []rich{plain("{"+strings.Join(keys, ", ")+"}", n.Line+1)}
	case yaml.AliasNode:
		if n.Alias != nil && n.Alias.Kind == yaml.ScalarNode {
			return []rich{plain(n.Alias.Value, n.Line+1)}
		}
	}
	return nil
}

var inlineLink = pattern(`\[([^\[\]]+)\]\(([^()\s]+)\)`)

// inlineText reads text that is no Markdown by itself but may hold links.
func inlineText(s string, line int) rich {
	s = strings.ReplaceAll(s, "\n", " ")
	out := rich{lines: []lineMark{{0, line}}}
	at := 0
	for _, m := range inlineLink().FindAllStringSubmatchIndex(s, -1) {
		out.text += s[at:m[0]]
		start := len(out.text)
		out.text += s[m[2]:m[3]]
		out.links = append(out.links, link{start, len(out.text), s[m[4]:m[5]]})
		at = m[1]
	}
	out.text += s[at:]
	for _, m := range bareAddress().FindAllStringIndex(out.text, -1) {
		out.links = append(out.links, link{m[0], m[1], out.text[m[0]:m[1]]})
	}
	return out
}

var bareAddress = pattern(`https?://[^\s<>()\[\]"']+[^\s<>()\[\]"'.,;:]`)

var (
	keyLine  = pattern(`^\s*["']?([\p{L}_][\p{L}\p{N}_. -]*?)["']?\s*[:=](?:\s+(.*))?$`)
	itemLine = pattern(`^\s*-\s+(.*)$`)
	// tightLine is what YAML reads as text for want of a blank, "tags:web"; no address is one.
	tightLine = pattern(`^([\p{L}_][\p{L}\p{N}_-]*):([^\s/:].*)$`)
)

// lineFields reads "key: value" and "key = value" lines with list items below them.
func lineFields(block []string) []frontField {
	var fields []frontField
	value := func(s string, line int) {
		s, _, _ = strings.Cut(s, " #")
		s = strings.Trim(strings.TrimSpace(s), `"'`)
		if f := &fields[len(fields)-1]; s != "" {
			f.values = append(f.values, inlineText(s, line))
		}
	}
	for i, l := range block {
		line := i + 2
		l = boldKey().ReplaceAllString(l, "$1: ")
		m := keyLine().FindStringSubmatch(l)
		if m == nil {
			m = tightLine().FindStringSubmatch(l)
		}
		if m != nil {
			fields = append(fields, frontField{key: m[1], line: line})
			value(m[2], line)
		} else if m := itemLine().FindStringSubmatch(l); m != nil && len(fields) > 0 {
			value(m[1], line)
		}
	}
	return fields
}
