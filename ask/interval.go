package ask

import (
	"cmp"
	"slices"

	"bdgraph"
)

// Span says in an answer when something holds. The end is not included.
// Texts are null where no day is written; the precision says so, and the bounds, both included, are
// given where they say more than the text. An open end has neither.
type Span struct {
	Since          *string           `json:"since"`
	SincePrecision bdgraph.Precision `json:"since_precision,omitempty"`
	SinceBasis     bdgraph.Basis     `json:"since_basis,omitempty"`
	SinceEarliest  bdgraph.Day       `json:"since_earliest,omitzero"`
	SinceLatest    bdgraph.Day       `json:"since_latest,omitzero"`
	Until          *string           `json:"until"`
	UntilPrecision bdgraph.Precision `json:"until_precision,omitempty"`
	UntilBasis     bdgraph.Basis     `json:"until_basis,omitempty"`
	UntilEarliest  bdgraph.Day       `json:"until_earliest,omitzero"`
	UntilLatest    bdgraph.Day       `json:"until_latest,omitzero"`

	interval bdgraph.Interval // that all this describes
}

// The precisions of an end for which no day is written.
const (
	PrecisionBounds  bdgraph.Precision = "bounds"  // what is known are bounds
	PrecisionUnknown bdgraph.Precision = "unknown" // nothing is known but that there is such an end
)

// spanOf describes an effective interval.
func spanOf(v bdgraph.Interval) Span {
	s := Span{SinceBasis: v.From.Basis, UntilBasis: v.To.Basis, interval: v}
	s.Since, s.SincePrecision, s.SinceEarliest, s.SinceLatest = endOf(v.From)
	s.Until, s.UntilPrecision, s.UntilEarliest, s.UntilLatest = endOf(v.To)
	return s
}

// endOf says what answers tell of an end; a bound that is none is 0.
func endOf(e bdgraph.Endpoint) (text *string, p bdgraph.Precision, earliest, latest bdgraph.Day) {
	earliest, latest = finite(e)
	switch {
	case e.Text != "":
		text, p = &e.Text, bdgraph.Date{Text: e.Text}.Precision()
	case e.Earliest == bdgraph.MaxDay || e.Latest == bdgraph.MinDay: // there is none
	case earliest == 0 && latest == 0:
		p = PrecisionUnknown
	case earliest == latest:
		p = bdgraph.PrecisionDay
	default:
		p = PrecisionBounds
	}
	if text != nil && p == bdgraph.PrecisionDay && earliest == latest {
		earliest, latest = 0, 0
	}
	return text, p, earliest, latest
}

// SinceWords and UntilWords tell the ends as exactly as they are known, to stand after "since" and
// "until"; "" for none.
func (s Span) SinceWords() string {
	if s.Since == nil && s.SinceBasis == "" { // it has no time
		return ""
	}
	return s.interval.From.Words()
}

func (s Span) UntilWords() string {
	if s.Until == nil && s.UntilPrecision == "" {
		return ""
	}
	return s.interval.To.Words()
}

// StateOn returns the state on a day.
func (s Span) StateOn(day bdgraph.Day) bdgraph.State { return s.interval.StateOn(day) }

// OverOn tells whether it is certainly over on a day, having begun.
func (s Span) OverOn(day bdgraph.Day) bool { return endedBy(s.interval, day) }

// finite returns the bounds of an end, 0 in place of the sentinels.
func finite(e bdgraph.Endpoint) (earliest, latest bdgraph.Day) {
	if e.Earliest != bdgraph.MinDay && e.Earliest != bdgraph.MaxDay {
		earliest = e.Earliest
	}
	if e.Latest != bdgraph.MaxDay && e.Latest != bdgraph.MinDay {
		latest = e.Latest
	}
	return earliest, latest
}

// neverHeld tells the interval of what was never in force.
func neverHeld(v bdgraph.Interval) bool { return v.To.Latest == bdgraph.MinDay }

// endedBy tells whether an interval is certainly over on a day, having begun.
func endedBy(v bdgraph.Interval, day bdgraph.Day) bool {
	return v.To.Latest <= day && !neverHeld(v)
}

// best returns the state that claims more: HOLDS, then POSSIBLE, then NO.
func best(a, b bdgraph.State) bdgraph.State {
	if strength(a) >= strength(b) {
		return a
	}
	return b
}

// worst returns the state that claims less.
func worst(a, b bdgraph.State) bdgraph.State {
	if strength(a) <= strength(b) {
		return a
	}
	return b
}

func strength(s bdgraph.State) int {
	switch s {
	case bdgraph.Holds:
		return 2
	case bdgraph.Possible:
		return 1
	}
	return 0
}

// supported is an interval with the indices of what supports it.
type supported struct {
	interval bdgraph.Interval
	supports []int
}

// coalesce joins intervals that overlap or meet into one, as far as that is
// exact: on every day the state of the result is the best state of the
// intervals it is made of. What would only possibly meet stays apart. Supports are
// indices into the argument, ascending.
func coalesce(intervals []bdgraph.Interval) []supported {
	out := make([]supported, len(intervals))
	for i, v := range intervals {
		out[i] = supported{v, []int{i}}
	}
	slices.SortStableFunc(out, func(a, b supported) int { return compareIntervals(a.interval, b.interval) })
	for joined := true; joined; {
		joined = false
		for i := 0; i < len(out); i++ {
			for k := i + 1; k < len(out); k++ {
				v, exact := union(out[i].interval, out[k].interval)
				if !exact {
					continue
				}
				out[i] = supported{v, append(out[i].supports, out[k].supports...)}
				out = slices.Delete(out, k, k+1)
				joined = true
				k--
			}
		}
	}
	for i := range out {
		slices.Sort(out[i].supports)
	}
	slices.SortStableFunc(out, func(a, b supported) int { return compareIntervals(a.interval, b.interval) })
	return out
}

func compareIntervals(a, b bdgraph.Interval) int {
	return cmp.Or(
		cmp.Compare(a.From.Latest, b.From.Latest), cmp.Compare(a.From.Earliest, b.From.Earliest),
		cmp.Compare(a.To.Earliest, b.To.Earliest), cmp.Compare(a.To.Latest, b.To.Latest),
		cmp.Compare(a.From.Text, b.From.Text), cmp.Compare(a.To.Text, b.To.Text),
		cmp.Compare(a.From.Basis, b.From.Basis), cmp.Compare(a.To.Basis, b.To.Basis),
	)
}

// union returns the interval from the earlier start to the later end, bound by
// bound, and whether on every day its state is the better one of the two.
func union(a, b bdgraph.Interval) (v bdgraph.Interval, exact bool) {
	v = bdgraph.Interval{From: firstOf(a.From, b.From), To: lastOf(a.To, b.To)}
	certain := func(i bdgraph.Interval) days { return days{i.From.Latest, i.To.Earliest} }
	possible := func(i bdgraph.Interval) days { return days{i.From.Earliest, i.To.Latest} }
	return v, certain(v).isUnion(certain(a), certain(b)) && possible(v).isUnion(possible(a), possible(b))
}

// firstOf returns the minimum of two ends, bound by bound, lastOf the maximum.
func firstOf(a, b bdgraph.Endpoint) bdgraph.Endpoint {
	return endpoint(a, b, min(a.Earliest, b.Earliest), min(a.Latest, b.Latest))
}

func lastOf(a, b bdgraph.Endpoint) bdgraph.Endpoint {
	return endpoint(a, b, max(a.Earliest, b.Earliest), max(a.Latest, b.Latest))
}

// endpoint gives an end of two ends' bounds the text and basis of the one that
// gives both; where each gives one, no text fits.
func endpoint(a, b bdgraph.Endpoint, earliest, latest bdgraph.Day) bdgraph.Endpoint {
	for _, e := range []bdgraph.Endpoint{a, b} {
		if e.Earliest == earliest && e.Latest == latest {
			return e
		}
	}
	if a.Earliest != earliest {
		a.Basis = b.Basis
	}
	return bdgraph.Endpoint{Earliest: earliest, Latest: latest, Basis: a.Basis}
}

// days is a half-open range of days, empty where the end is not after the start.
type days struct{ from, to bdgraph.Day }

func (d days) empty() bool { return d.from >= d.to }

// isUnion tells whether d holds exactly the days of a and b.
func (d days) isUnion(a, b days) bool {
	switch {
	case a.empty() && b.empty():
		return d.empty()
	case a.empty():
		return d == b
	case b.empty():
		return d == a
	}
	return d == days{min(a.from, b.from), max(a.to, b.to)} && a.from <= b.to && b.from <= a.to
}
