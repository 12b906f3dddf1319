package bdgraph

import "strings"

// CodeBlocks follows the fenced blocks of code in a Markdown text, line by line. A
// block is closed by the character that opened it, at least as often, alone on its line;
// in a quotation also by the quotation's end. An opening without its end opens
// nothing: texts are put together of many, one of which may be cut off.
type CodeBlocks struct {
	text  string
	fence fence
	// endless holds by mark the length of fences which, like all longer ones, nothing
	// closes in the rest of the text, so that no second search is made.
	endless map[byte]int
}

// NewCodeBlocks returns a reader that stands before the first line of a text.
func NewCodeBlocks(text string) CodeBlocks { return CodeBlocks{text: text} }

// Enter goes on to the line that begins at an offset, which is not before that of
// the last call, and reports whether it lies in a block. The line that opens a
// block does, the one that closes it does not.
func (b *CodeBlocks) Enter(at int) bool {
	line, quoted := unquoteLine(b.text[at:])
	switch {
	case !b.Inside():
		b.open(line, quoted, at)
	case b.fence.quoted && !quoted:
		b.fence = fence{}
		b.open(line, quoted, at)
	case b.fence.closedBy(line):
		b.fence = fence{}
	}
	return b.Inside()
}

// Inside reports whether the line of the last call lies in a block.
func (b *CodeBlocks) Inside() bool { return b.fence.length > 0 }

// open opens a block if the line that begins at an offset, here without the marks of
// quotations, begins with a fence that has an end.
func (b *CodeBlocks) open(line string, quoted bool, at int) {
	f := openingFence(unlistLine(line))
	if f.length == 0 {
		return
	}
	f.quoted = quoted
	if least, ok := b.endless[f.mark]; ok && f.length >= least {
		return
	}
	if !b.ends(f, at) {
		if b.endless == nil {
			b.endless = make(map[byte]int)
		}
		b.endless[f.mark] = f.length
		return
	}
	b.fence = f
}

// ends reports whether a line below the one at an offset closes a fence. A
// quotation's fence needs no other end than the quotation's.
func (b *CodeBlocks) ends(f fence, at int) bool {
	if f.quoted {
		return true
	}
	for {
		end := strings.IndexByte(b.text[at:], '\n')
		if end < 0 {
			return false
		}
		at += end + 1
		if f.closedBy(b.text[at:]) {
			return true
		}
	}
}

// fence is the line that opened a block of code; zero outside of blocks.
type fence struct {
	mark   byte // ` or ~
	length int
	quoted bool // inside a quotation, with which it ends
}

// openingFence returns the fence with which a text begins. What follows
// backticks on their line has none itself, or it is a code span.
func openingFence(text string) fence {
	text = strings.TrimLeft(text, " \t")
	if text == "" || text[0] != '`' && text[0] != '~' {
		return fence{}
	}
	n := repeats(text, text[0])
	if n < 3 {
		return fence{}
	}
	if text[0] == '`' {
		info, _, _ := strings.Cut(text[n:], "\n")
		if strings.Contains(info, "`") {
			return fence{}
		}
	}
	return fence{mark: text[0], length: n}
}

// closedBy reports whether the line with which a text begins ends the block.
func (f fence) closedBy(text string) bool {
	text = strings.TrimLeft(text, " \t")
	n := repeats(text, f.mark)
	if n < f.length {
		return false
	}
	rest := strings.TrimLeft(text[n:], " \t\r")
	return rest == "" || rest[0] == '\n'
}

// repeats counts how often a byte stands at the beginning of a text.
func repeats(text string, c byte) int {
	n := 0
	for n < len(text) && text[n] == c {
		n++
	}
	return n
}

// unquoteLine takes the marks of quotations from the beginning of a line.
func unquoteLine(text string) (rest string, quoted bool) {
	for {
		inner := strings.TrimLeft(text, " \t")
		if !strings.HasPrefix(inner, ">") {
			return text, quoted
		}
		text, quoted = inner[1:], true
	}
}

// unlistLine takes the mark of a list item from the beginning of a line.
func unlistLine(text string) string {
	inner := strings.TrimLeft(text, " \t")
	mark := strings.TrimLeft(inner, "0123456789")
	digits, marks := len(inner)-len(mark), "-*+"
	if digits > 0 {
		marks = ".)"
	}
	if digits < 10 && len(mark) > 1 && strings.IndexByte(marks, mark[0]) >= 0 && mark[1] == ' ' {
		return mark[2:]
	}
	return text
}
