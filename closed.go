package bdgraph

import (
	"strings"
	"time"
	"unicode"
)

// closedStatuses are statuses of an issue that nobody works on any more;
// stores know more words than bd's own "closed".
var closedStatuses = map[string]bool{
	"closed": true, "done": true, "resolved": true, "completed": true, "complete": true, "tombstone": true,
}

// withdrawnWords are the ways in which people say that an issue came to
// nothing, as a status or at the beginning of a close reason, and what a life calls it.
var withdrawnWords = []struct{ words, reason string }{
	{"cancelled", "cancelled"},
	{"canceled", "cancelled"},
	{"abandoned", "cancelled"},
	{"rejected", "rejected"},
	{"declined", "rejected"},
	{"duplicate", "duplicate"},
	{"dupe", "duplicate"},
	{"dup", "duplicate"},
	{"wontfix", "won't fix"},
	{"won't fix", "won't fix"},
	{"wont fix", "won't fix"},
	{"will not fix", "won't fix"},
	{"wontdo", "won't fix"},
	{"won't do", "won't fix"},
	{"wont do", "won't fix"},
	{"won't ship", "won't fix"},
	{"won't implement", "won't fix"},
	{"not planned", "won't fix"},
	{"invalid", "rejected"},
}

// openStatuses are statuses of an issue that somebody may still work on. A day of
// closing beside one of them is left from before the issue was reopened, or wrong.
var openStatuses = map[string]bool{
	"open": true, "reopened": true, "new": true, "todo": true, "to do": true, "backlog": true, "ready": true, "triage": true,
	"in progress": true, "in-progress": true, "started": true, "doing": true, "active": true, "hooked": true, "pinned": true,
	"blocked": true, "deferred": true, "on hold": true, "waiting": true, "pending": true, "paused": true,
	"review": true, "in review": true, "in-review": true, "proposed": true, "draft": true,
}

// Closed reports whether nobody works on the issue any more.
func (i *Issue) Closed() bool { return IsClosed(i.Status, i.ClosedAt) }

// IsClosed reports whether an issue is closed: by its status, and where nobody
// knows that word by its day of closing.
func IsClosed(status string, closedAt time.Time) bool {
	status = plainWords(status)
	return closedStatuses[status] || Withdrawal(status) != "" || !closedAt.IsZero() && !openStatuses[status]
}

// Withdrawal returns why an issue came to nothing by its status or close reason, or "".
// The words must stand alone: at the end, before a mark or a dash, or before a word that goes on about
// the withdrawal, such as "by" or "because"; "Rejected the first draft, shipped the second" is none.
func Withdrawal(text string) string {
	text = plainWords(text)
	for _, w := range withdrawnWords {
		rest, ok := strings.CutPrefix(text, w.words)
		if !ok {
			continue
		}
		rest, spaced := strings.CutPrefix(rest, " ")
		if rest == "" || !spaced && !beginsInWord(rest) {
			return w.reason
		}
		if spaced {
			first, _, _ := strings.Cut(rest, " ")
			switch first {
			case "as", "by", "of", "per", "in", "due", "because", "since", "after", "-", "–", "—":
				return w.reason
			}
		}
	}
	return ""
}

// plainWords lowers the beginning of a text, writes typographic apostrophes as typed
// ones, and blanks for underscores and for the hyphens in "won't-fix" and "not-planned".
func plainWords(text string) string {
	const longest = 80 // the words stand at the beginning
	text = strings.ToLower(strings.TrimSpace(text[:min(len(text), longest)]))
	return typed.Replace(text)
}

// typed writes what typography and ids make of words as people type them.
var typed = strings.NewReplacer("’", "'", "_", " ", "won't-", "won't ", "wont-", "wont ", "not-", "not ")

// beginsInWord reports whether a text goes on with the word before it.
func beginsInWord(s string) bool {
	for _, r := range s {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '\'' || r == '-'
	}
	return false
}
