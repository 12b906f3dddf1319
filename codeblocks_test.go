package bdgraph

import (
	"strings"
	"testing"
)

// Lines inside of blocks say code, those outside say text.
func TestCodeBlocks(t *testing.T) {
	for _, text := range []string{
		"text\n```go\ncode\n```\ntext",
		"```\ncode\n~~~\ncode\n```\ntext", // closed by its own character
		"~~~\ncode\n```\ncode\n~~~\ntext",
		"````\ncode\n```\ncode\n`````\ntext",    // at least as long
		"```\ncode\n```go\ncode\n```  \r\ntext", // and alone on its line
		"text\n```\ntext\n~~~\ntext",            // nothing closes these
		"```\ncode\n```\n```\ntext",
		"```sh``` text\ntext\n```\ntext", // a code span
		"> ```\n> code\ntext",            // ends with the quotation
		"> ```\n> code\n> ```\n> text",
		"- ```\n  code\n  ```\n- text", // in a list item
		"10) ~~~\n    code\n    ~~~\ntext",
		"  \t```\n\tcode\n```\ntext", // indented
		"``\ntext\n``",               // too short
		"",
	} {
		blocks := NewCodeBlocks(text)
		at := 0
		for line := range strings.SplitSeq(text, "\n") {
			inside := blocks.Enter(at)
			if inside != blocks.Inside() {
				t.Errorf("%q: two answers about line %q", text, line)
			}
			switch words := strings.Trim(line, "> \t-"); {
			case strings.HasPrefix(words, "code") && !inside:
				t.Errorf("%q: line %q is outside", text, line)
			case strings.HasPrefix(words, "text") && inside:
				t.Errorf("%q: line %q is inside", text, line)
			}
			at += len(line) + 1
		}
	}
}
