package clients

import (
	"fmt"
	"strings"
)

// marks enclose bdgraph's part of a text file, as a comment of its kind.
type marks struct{ begin, end string }

var (
	markdown = marks{"<!-- bdgraph: begin -->", "<!-- bdgraph: end -->"}
	hash     = marks{"# bdgraph: begin", "# bdgraph: end"}
)

// setBlock puts a body between the marks: in place of the one there, else at the end.
func (m marks) setBlock(text, body string) (string, error) {
	block := m.begin + "\n" + strings.TrimSpace(body) + "\n" + m.end + "\n"
	before, after, ok, err := m.cut(text)
	switch {
	case err != nil:
		return "", err
	case ok:
		return before + block + after, nil
	case text == "":
		return block, nil
	case !strings.HasSuffix(text, "\n"):
		text += "\n"
	}
	return text + "\n" + block, nil
}

// removeBlock takes the marks out with what is between them, and the empty line
// before where nothing needs it.
func (m marks) removeBlock(text string) (string, error) {
	before, after, ok, err := m.cut(text)
	if err != nil || !ok {
		return text, err
	}
	if strings.HasSuffix(before, "\n\n") && (after == "" || strings.HasPrefix(after, "\n")) {
		before = before[:len(before)-1]
	}
	return before + after, nil
}

// cut returns what stands before and after the marked part, whose lines go. Marks
// that are no pair are an error: what is between them may be anybody's.
func (m marks) cut(text string) (before, after string, ok bool, err error) {
	if !strings.Contains(text, m.begin) && !strings.Contains(text, m.end) {
		return text, "", false, nil
	}
	before, rest, begins := strings.Cut(text, m.begin)
	_, after, ends := strings.Cut(rest, m.end)
	if !begins || !ends || strings.Count(text, m.begin) > 1 || strings.Count(text, m.end) > 1 {
		return "", "", false, fmt.Errorf("want the marks %q and %q once each, in this order", m.begin, m.end)
	}
	return before, strings.TrimPrefix(after, "\n"), true, nil
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
