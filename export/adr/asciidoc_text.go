package adr

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

var (
	asciiLink      = pattern(`(?:link|xref):([^\s\[\]]+)\[([^\]]*)\]|<<([^>,#]+)?(#[^>,]*)?(?:,\s*([^>]*))?>>|(https?://[^\s\[\]<>]+)\[([^\]]*)\]`)
	asciiStruck    = pattern(`\[(?:\.|role=")?(?:line-through|strike)[^\]]*\]##?.+?##?`)
	asciiSpan      = pattern(`\[[.#][^\]]*\](#{1,2})(.+?)#{1,2}`)
	asciiStrong    = pattern(`^\*{1,2}([^*]+?)\*{1,2}`)
	asciiEmphasis  = pattern(`(^|[\s(:"'])([*_` + "`" + `]{1,2})([^\s*_` + "`" + `](?:[^*_` + "`" + `]*[^\s*_` + "`" + `])?)([*_` + "`" + `]{1,2})`)
	asciiReference = pattern(`\{([A-Za-z0-9_][A-Za-z0-9_-]*)\}`)
	asciiBadge     = pattern(`image::?(https?://[^\s\[\]]+)\[([^\]]*)\]`)
)

// text reads the markup within a line: attributes, what is struck out, links and emphasis.
func (d *asciiDoc) text(s string, line int) rich {
	s = asciiReference().ReplaceAllStringFunc(s, func(name string) string {
		if value, ok := d.attributes[strings.ToLower(name[1:len(name)-1])]; ok && len(value) < 200 {
			return value
		}
		return name
	})
	s = asciiStruck().ReplaceAllString(s, "")
	s = asciiSpan().ReplaceAllString(s, "$2")
	s = asciiBadge().ReplaceAllStringFunc(s, func(image string) string {
		m := asciiBadge().FindStringSubmatch(image)
		if label, message, ok := badge(m[1]); ok {
			if label != "" {
				return label + ": " + message
			}
			return message
		}
		return m[2]
	})
	out := rich{lines: []lineMark{{0, line}}}
	bold := 0
	s = strings.TrimSpace(s)
	if m := asciiStrong().FindStringSubmatch(s); m != nil && !strings.HasPrefix(s, "* ") {
		s, bold = m[1]+s[len(m[0]):], len(m[1])
	}
	at := 0
	for _, m := range asciiLink().FindAllStringSubmatchIndex(s, -1) {
		group := func(n int) string {
			if m[2*n] < 0 {
				return ""
			}
			return s[m[2*n]:m[2*n+1]]
		}
		out.text += asciiPlain(s[at:m[0]])
		start := len(out.text)
		dest := group(1) + group(3) + group(6)
		text := strings.TrimSuffix(group(2)+group(5)+group(7), "^")
		if text == "" {
			text = strings.TrimSuffix(path.Base(cleanLink(cmp.Or(dest, strings.TrimPrefix(group(4), "#")))), ".adoc")
		}
		out.text += asciiPlain(text)
		if dest != "" && len(out.text) > start {
			out.links = append(out.links, link{start, len(out.text), dest})
		}
		at = m[1]
	}
	out.text += asciiPlain(s[at:])
	out.bold = min(bold, len(out.text))
	return out
}

// asciiPlain takes the signs of emphasis from a text without links.
func asciiPlain(s string) string {
	for range 2 {
		s = asciiEmphasis().ReplaceAllStringFunc(s, func(whole string) string {
			m := asciiEmphasis().FindStringSubmatch(whole)
			if m[2] != reverse(m[4]) {
				return whole
			}
			return m[1] + m[3]
		})
	}
	return s
}

func reverse(s string) string {
	b := []byte(s)
	slices.Reverse(b)
	return string(b)
}
