package validtime

import (
	"cmp"
	"slices"

	"bdgraph"
)

// never is the interval that holds on no day.
var never = bdgraph.Interval{
	From: bdgraph.Endpoint{Earliest: bdgraph.MinDay, Latest: bdgraph.MinDay},
	To:   bdgraph.Endpoint{Earliest: bdgraph.MinDay, Latest: bdgraph.MinDay},
}

// timeless is the interval of what was never dated because it does not change
// with time, such as the parts that a configuration names.
var timeless = bdgraph.Interval{
	From: bdgraph.Endpoint{Earliest: bdgraph.MinDay, Latest: bdgraph.MinDay},
	To:   bdgraph.OpenEnd(),
}

// dated tells an end that something says from one that is only bounded by
// when somebody first saw it.
func dated(e bdgraph.Endpoint) bool {
	switch e.Basis {
	case "", bdgraph.BasisUnknown, bdgraph.BasisGitFirstAdd, bdgraph.BasisFirstSeen:
		return false
	}
	return true
}

// bases from the one that says most of a day to the one that says least.
var bases = []bdgraph.Basis{
	bdgraph.BasisSupersessionLine, bdgraph.BasisStated, bdgraph.BasisHeader, bdgraph.BasisBDClosed, bdgraph.BasisDepCreated,
	bdgraph.BasisSuccessorStart, bdgraph.BasisBDCreated, bdgraph.BasisGitFirstAdd, bdgraph.BasisFirstSeen, bdgraph.BasisUnknown, "",
}

// compareEnds orders ends by their earliest day, their latest, their basis and
// their text, so that whichever of several is taken does not depend on their order.
func compareEnds(a, b bdgraph.Endpoint) int {
	return cmp.Or(
		cmp.Compare(a.Earliest, b.Earliest), cmp.Compare(a.Latest, b.Latest),
		cmp.Compare(slices.Index(bases, a.Basis), slices.Index(bases, b.Basis)), cmp.Compare(a.Text, b.Text),
	)
}

// later returns the maximum of two ends, bound by bound. Text and basis are
// those of the end that decides: the one with the later Earliest, then the later
// Latest, then a.
func later(a, b bdgraph.Endpoint) bdgraph.Endpoint {
	e := a
	if b.Earliest > a.Earliest || b.Earliest == a.Earliest && b.Latest > a.Latest {
		e = b
	}
	return bounded(e, max(a.Earliest, b.Earliest), max(a.Latest, b.Latest))
}

// earlier returns the minimum of two ends, bound by bound. Text and basis are those of
// the end that decides: the earlier one, of equal ones the one whose basis says more.
func earlier(a, b bdgraph.Endpoint) bdgraph.Endpoint {
	e := a
	if compareEnds(b, a) < 0 {
		e = b
	}
	return bounded(e, min(a.Earliest, b.Earliest), min(a.Latest, b.Latest))
}

// precedes orders ends by their earliest day, then by their latest.
func precedes(a, b bdgraph.Endpoint) bool {
	return a.Earliest < b.Earliest || a.Earliest == b.Earliest && a.Latest < b.Latest
}

// bounded gives an end new bounds. A text that no longer says what the bounds
// say is dropped: "2024" must not stand for a single day of that year.
func bounded(e bdgraph.Endpoint, earliest, latest bdgraph.Day) bdgraph.Endpoint {
	if e.Earliest != earliest || e.Latest != latest {
		e.Text, e.Written = bdgraph.DateBetween(earliest, latest).Text, ""
		if earliest == bdgraph.MinDay || latest == bdgraph.MaxDay {
			e.Text = ""
		}
	}
	e.Earliest, e.Latest = earliest, latest
	return e
}
