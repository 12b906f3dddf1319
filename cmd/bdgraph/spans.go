package main

import (
	"strings"

	"bdgraph"
	"bdgraph/ask"
)

// lasting tells when something of a state was in force, "" for what has no time.
func lasting(state bdgraph.State, s ask.Span, endedBy string) string {
	var parts []string
	if since := s.SinceWords(); since != "" {
		parts = append(parts, "since "+since)
	}
	if until := untilBy(s, endedBy); until != "" {
		parts = append(parts, "until "+until)
	}
	if len(parts) == 0 && state == bdgraph.No {
		return "never in force"
	}
	return strings.Join(parts, " ")
}

// untilBy tells the end of a span, and who brought it about; "" for none.
func untilBy(s ask.Span, endedBy string) string {
	until := s.UntilWords()
	if until != "" {
		until += orNothing(" by ", endedBy)
	}
	return until
}
