package phase1

import "strings"

// fence is the line that opened a block of code; zero outside of blocks.
type fence struct {
	mark   byte // ` or ~
	length int
	quoted bool // inside a quotation, with which it ends
}

func (f fence) open() bool { return f.length > 0 }

// unclosed remembers what is known to have no end in the rest of a text, so
// that no second search is made.
type unclosed struct {
	comment bool
	fences  map[byte]int // by mark: fences of this length or longer are never closed
}

// follow opens or closes a block of code at the line that begins at a place. An
// opening without its end opens nothing: texts are put together of many, one of
// which may be cut off.
func (s *scanner) follow(at int) {
	line := s.text[at:]
	if s.fence.open() {
		line, quoted := unquoteLine(line)
		if s.fence.quoted && !quoted {
			s.fence = fence{}
		} else {
			if s.fence.closedBy(line) {
				s.fence = fence{}
			}
			return
		}
	}
	line, quoted := unquoteLine(line)
	f := openingFence(unlist(line))
	if !f.open() {
		return
	}
	f.quoted = quoted
	if longest, ok := s.unclosed.fences[f.mark]; ok && f.length >= longest {
		return
	}
	if !s.closes(f, at) {
		if s.unclosed.fences == nil {
			s.unclosed.fences = make(map[byte]int)
		}
		s.unclosed.fences[f.mark] = f.length
		return
	}
	s.fence = f
}

// closes reports whether a line below the one at a place closes a fence. A
// quotation's fence needs no other end than the quotation's.
func (s *scanner) closes(f fence, at int) bool {
	if f.quoted {
		return true
	}
	for {
		end := strings.IndexByte(s.text[at:], '\n')
		if end < 0 {
			return false
		}
		at += end + 1
		if f.closedBy(s.text[at:]) {
			return true
		}
	}
}

// closedBy reports whether the line with which a text begins ends the block.
func (f fence) closedBy(text string) bool {
	text = strings.TrimLeft(text, " \t")
	n := run(text, f.mark)
	if n < f.length {
		return false
	}
	rest := strings.TrimLeft(text[n:], " \t\r")
	return rest == "" || rest[0] == '\n'
}

// openingFence returns the fence with which a text begins. What follows
// backticks on their line has none itself, or it is a code span.
func openingFence(text string) fence {
	text = strings.TrimLeft(text, " \t")
	if text == "" || text[0] != '`' && text[0] != '~' {
		return fence{}
	}
	n := run(text, text[0])
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

// run counts how often a byte stands at the beginning of a text.
func run(text string, c byte) int {
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

// unlist takes the mark of a list item from the beginning of a line.
func unlist(text string) string {
	inner := strings.TrimLeft(text, " \t")
	digits := digitsAt(inner)
	mark := inner[len(digits):]
	switch {
	case digits == "" && len(mark) > 1 && strings.IndexByte("-*+", mark[0]) >= 0 && mark[1] == ' ',
		digits != "" && len(digits) < 10 && len(mark) > 1 && strings.IndexByte(".)", mark[0]) >= 0 && mark[1] == ' ':
		return mark[2:]
	}
	return text
}
