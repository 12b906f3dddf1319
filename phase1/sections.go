package phase1

import (
	"strings"

	"bdgraph"
)

// parts are what a decision's text says about itself.
type parts struct {
	rationale string
	rejected  []string // alternatives that lost
	reason    []lineRange
	first     map[string]bdgraph.Quote // role -> its first line of prose
}

func (p parts) firstLineOf(role string) bdgraph.Quote { return p.first[role] }

// heading is a heading of a document with the lines that belong to it.
type heading struct {
	text  string
	role  string
	level int
	lines lineRange // from the line after the heading
}

// adrParts reads the sections that the exporter found.
func adrParts(a *bdgraph.ADR, d *bdgraph.Document) parts {
	hs := make([]heading, len(a.Sections))
	for i, s := range a.Sections {
		hs[i] = heading{text: s.Heading, role: s.Role, level: s.Level, lines: lineRange{s.Line + 1, s.EndLine}}
	}
	return partsOf(hs, strings.Split(d.Text, "\n"))
}

// issueParts reads the headings in an issue's text: those that its writer set,
// else bd's own fields for design and close reason.
func issueParts(d *bdgraph.Document) parts {
	lines := strings.Split(d.Text, "\n")
	hs := headings(d.Text, lines)
	for i := range hs {
		hs[i].role = headingRoles[strings.ToLower(strings.Trim(hs[i].text, " :*_"))]
	}
	return partsOf(hs, lines)
}

// reasonRoles are the sections that say why, the best first.
var reasonRoles = []string{"rationale", "drivers", "context", "design", "close_reason"}

func partsOf(hs []heading, lines []string) parts {
	p := parts{first: make(map[string]bdgraph.Quote)}
	decision := ""
	for _, h := range hs {
		body := linesOf(lines, h.lines)
		if _, seen := p.first[h.role]; !seen && h.role != "" {
			p.first[h.role] = firstProse(body, h.lines.first)
		}
		if h.role == "decision" {
			decision += strings.ToLower(plain(strings.Join(body, "\n")))
		}
	}
	for _, role := range reasonRoles {
		for _, h := range hs {
			text := strings.TrimSpace(strings.Join(linesOf(lines, h.lines), "\n"))
			if h.role != role || text == "" {
				continue
			}
			if p.rationale == "" {
				p.rationale = text
			}
			p.reason = append(p.reason, h.lines)
		}
		if p.rationale != "" {
			break
		}
	}
	for i, h := range hs {
		if h.role != "rejected" && h.role != "alternatives" {
			continue
		}
		for _, item := range alternatives(hs, i, lines) {
			// A list of options may hold the one that was chosen.
			if h.role == "alternatives" && strings.Contains(decision, strings.ToLower(item)) {
				continue
			}
			p.rejected = append(p.rejected, item)
		}
	}
	return p
}

// alternatives returns the headings below a section, or else its list items.
func alternatives(hs []heading, at int, lines []string) []string {
	var found []string
	for _, h := range hs[at+1:] {
		if h.lines.first > hs[at].lines.last {
			break
		}
		if h.level == hs[at].level+1 && h.role == "" {
			found = append(found, plain(h.text))
		}
	}
	if found != nil {
		return found
	}
	indent := -1 // of the first item; deeper ones say more about it
	for _, line := range linesOf(lines, hs[at].lines) {
		item := strings.TrimLeft(line, " \t")
		text, ok := listItem(item)
		if !ok {
			continue
		}
		if indent < 0 {
			indent = len(line) - len(item)
		}
		if len(line)-len(item) <= indent && plain(text) != "" {
			found = append(found, plain(text))
		}
	}
	return found
}

// listItem returns what follows "- ", "* ", "+ ", "1. " or "1) ".
func listItem(line string) (string, bool) {
	digits := digitsAt(line)
	rest := line[len(digits):]
	switch {
	case digits == "" && len(rest) > 1 && strings.IndexByte("-*+", rest[0]) >= 0 && rest[1] == ' ',
		digits != "" && len(rest) > 1 && strings.IndexByte(".)", rest[0]) >= 0 && rest[1] == ' ':
		return strings.TrimSpace(rest[2:]), true
	}
	return "", false
}

// plain drops emphasis and code marks around a text.
func plain(s string) string {
	return strings.TrimSpace(strings.NewReplacer("**", "", "__", "", "`", "").Replace(s))
}

func linesOf(lines []string, r lineRange) []string {
	first, last := max(r.first, 1), min(r.last, len(lines))
	if first > last {
		return nil
	}
	return lines[first-1 : last]
}

// firstProse returns the first line that is neither blank, a mark nor a heading.
func firstProse(body []string, line int) bdgraph.Quote {
	for i, l := range body {
		if !strings.HasPrefix(l, "#") && strings.Trim(l, " \t-*_=>|`") != "" {
			q := lineAt(l, 0)
			q.Line = line + i
			return q
		}
	}
	return bdgraph.Quote{}
}

// headings returns the Markdown headings of a text with these lines; those in code blocks are none.
func headings(text string, lines []string) []heading {
	var hs []heading
	blocks, start := bdgraph.NewCodeBlocks(text), 0
	for i, l := range lines {
		fenced := blocks.Enter(start)
		start += len(l) + 1
		level := 0
		for level < len(l) && l[level] == '#' {
			level++
		}
		if fenced || level == 0 || level > 6 || level == len(l) || l[level] != ' ' {
			continue
		}
		for k := range hs {
			if hs[k].lines.last == len(lines) && hs[k].level >= level {
				hs[k].lines.last = i
			}
		}
		hs = append(hs, heading{text: strings.TrimSpace(strings.Trim(l[level:], "# ")), level: level, lines: lineRange{i + 2, len(lines)}})
	}
	return hs
}

// headingRoles are the headings of decisions in beads, which carry the
// exporter's names for its own fields and what people write in them.
var headingRoles = func() map[string]string {
	roles := make(map[string]string)
	for role, words := range map[string]string{
		"decision":     "decision|decisions|outcome|resolution|decided|décision|entscheidung|decisión|decisão|决定|决策|決定",
		"rationale":    "rationale|why|reason|reasons|reasoning|justification|pourquoi|raisons|begründung|warum|razones|por qué|justificación|razões|por quê|justificativa|理由|为什么|原因",
		"context":      "context|background|problem|motivation|contexte|kontext|hintergrund|contexto|背景|問題|问题",
		"alternatives": "alternatives|alternatives considered|options|options considered|considered options|alternativen|alternativas|opciones|opções|备选方案|選択肢|代替案",
		"rejected":     "rejected|rejected alternatives|rejected options|not chosen|verworfen|verworfene alternativen|rechazado|rejeitado|放弃了什么|却下",
		"design":       "design",
		"close_reason": "close reason",
	} {
		for word := range strings.SplitSeq(words, "|") {
			roles[word] = role
		}
	}
	return roles
}()
