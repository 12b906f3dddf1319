package main

import (
	"bdgraph"
	"bdgraph/ask"
)

// since and until write the ends of a span, "" for none. What is not known exactly is told by its
// bounds, as is a text that says less than they do.
func since(s ask.Span) string {
	if s.Since == nil && s.SinceBasis == "" {
		return "" // it has no time
	}
	return endText(s.Since, s.SinceEarliest, s.SinceLatest)
}

func until(s ask.Span) string {
	if s.Until == nil && s.UntilEarliest == 0 && s.UntilLatest == 0 {
		return ""
	}
	return endText(s.Until, s.UntilEarliest, s.UntilLatest)
}

// endText writes one end of a span; a bound that is not known is 0.
func endText(text *string, earliest, latest bdgraph.Day) string {
	if text != nil {
		written, err := bdgraph.ParseDate(*text)
		if err != nil || earliest == 0 || latest == 0 || written.Earliest == earliest && written.Latest == latest {
			return *text
		}
	}
	switch {
	case earliest != 0 && earliest == latest:
		return earliest.String()
	case earliest != 0 && latest != 0:
		return "between " + earliest.String() + " and " + latest.String()
	case latest != 0:
		return latest.String() + " at the latest"
	case earliest != 0:
		return earliest.String() + " at the earliest, if at all"
	}
	return "an unknown day"
}

// lasting tells in a sentence when something of a state was in force, "" for what has no time.
func lasting(state bdgraph.State, s ask.Span, endedBy string) string {
	from, to := since(s), until(s)
	switch {
	case from != "" && to != "":
		return "since " + from + " until " + to + orNothing(" by ", endedBy)
	case from != "":
		return "since " + from
	case state == bdgraph.No:
		return "never in force"
	}
	return ""
}
