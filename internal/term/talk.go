package term

import (
	"fmt"
	"io"

	"bdgraph/internal/unseen"
)

// Talk says what is going on, on stderr. Progress is shown on a terminal only,
// on one line that the next message takes back.
type Talk struct {
	w        io.Writer
	quiet    bool
	terminal bool
	color    bool
	pending  bool // a progress line stands unfinished
}

// NewTalk returns a Talk on w. A quiet one says warnings and errors only.
func NewTalk(w io.Writer, environ []string, quiet bool) *Talk {
	return &Talk{w: w, quiet: quiet, terminal: IsTerminal(w), color: wantsColor(w, environ)}
}

// Say prints one line.
func (t *Talk) Say(format string, args ...any) {
	if !t.quiet {
		t.line("", format, args...)
	}
}

// Warn prints one line that begins with "warning: ".
func (t *Talk) Warn(format string, args ...any) { t.line(t.paint("33", "warning: "), format, args...) }

// Fail prints one line that begins with "error: ".
func (t *Talk) Fail(format string, args ...any) { t.line(t.paint("31", "error: "), format, args...) }

// More prints a further line of what was said before.
func (t *Talk) More(format string, args ...any) { t.line("", format, args...) }

// Next prints the next step to take, on a line of its own.
func (t *Talk) Next(format string, args ...any) { t.line(t.paint("36", "next: "), format, args...) }

// Progress shows what is being done at the moment.
func (t *Talk) Progress(format string, args ...any) {
	if t.quiet || !t.terminal {
		return
	}
	fmt.Fprintf(t.w, "\r\x1b[K%s", Line(fmt.Sprintf(format, args...)))
	t.pending = true
}

// Done takes back the last progress line.
func (t *Talk) Done() {
	if t.pending {
		io.WriteString(t.w, "\r\x1b[K")
		t.pending = false
	}
}

func (t *Talk) line(prefix, format string, args ...any) {
	t.Done()
	fmt.Fprintf(t.w, "%s%s\n", prefix, unseen.Show(fmt.Sprintf(format, args...)))
}

func (t *Talk) paint(code, s string) string {
	if !t.color {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}
