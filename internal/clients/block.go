package clients

import "strings"

// marks enclose bdgraph's part of a text file, as a comment of its kind.
type marks struct{ begin, end string }

var (
	markdown = marks{"<!-- bdgraph: begin -->", "<!-- bdgraph: end -->"}
	hash     = marks{"# bdgraph: begin", "# bdgraph: end"}
)

// setBlock puts a body between the marks: in place of the one there, else at the end.
func (m marks) setBlock(text, body string) string {
	block := m.begin + "\n" + strings.TrimSpace(body) + "\n" + m.end + "\n"
	if before, after, ok := m.cut(text); ok {
		return before + block + after
	}
	switch {
	case text == "":
		return block
	case !strings.HasSuffix(text, "\n"):
		text += "\n"
	}
	return text + "\n" + block
}

// removeBlock takes the marks out with what is between them, and the empty line before.
func (m marks) removeBlock(text string) string {
	before, after, ok := m.cut(text)
	if !ok {
		return text
	}
	if strings.HasSuffix(before, "\n\n") {
		before = before[:len(before)-1]
	}
	return before + after
}

// cut returns what stands before and after the marked part, whose lines go.
func (m marks) cut(text string) (before, after string, ok bool) {
	before, rest, ok := strings.Cut(text, m.begin)
	if !ok {
		return text, "", false
	}
	_, after, ok = strings.Cut(rest, m.end)
	return before, strings.TrimPrefix(strings.TrimPrefix(after, "\r"), "\n"), ok
}

// addLine adds a line to a file of lines, unless it is there.
func addLine(text, line string) string {
	for l := range strings.Lines(text) {
		if strings.TrimSpace(l) == line {
			return text
		}
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text + line + "\n"
}

func removeLine(text, line string) string {
	var b strings.Builder
	for l := range strings.Lines(text) {
		if strings.TrimSpace(l) != line {
			b.WriteString(l)
		}
	}
	return b.String()
}
