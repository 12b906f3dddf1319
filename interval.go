package bdgraph

// Basis says where an interval's end comes from.
type Basis string

// The bases. GitFirstAdd, FirstSeen and bd's creation time of a memory-like
// source bound a start from above only; they are no dates of validity.
const (
	BasisHeader           Basis = "header"            // a decision record's own date field
	BasisStated           Basis = "stated"            // the text states it
	BasisBDCreated        Basis = "bd_created"        // created_at of an issue
	BasisBDClosed         Basis = "bd_closed"         // closed_at of an issue
	BasisDepCreated       Basis = "dep_created"       // created_at of a dependency
	BasisSupersessionLine Basis = "supersession_line" // the date on a relation line
	BasisSuccessorStart   Basis = "successor_start"   // the start of what replaced it
	BasisGitFirstAdd      Basis = "git_first_add"     // the commit that added the file
	BasisFirstSeen        Basis = "first_seen"        // the day on which a build first saw this text
	BasisUnknown          Basis = "unknown"           // nothing says
)

// Endpoint is one end of an interval: the date as written (empty when none
// is) and the days between which the end lies, both included.
type Endpoint struct {
	Text     string `json:"text,omitempty"`    // YYYY, YYYY-MM, YYYY-MM-DD or ""
	Written  string `json:"written,omitempty"` // what the source says where Text says less
	Earliest Day    `json:"earliest"`
	Latest   Day    `json:"latest"`
	Basis    Basis  `json:"basis,omitempty"`
}

// IsZero reports whether nothing at all was said about the end.
func (e Endpoint) IsZero() bool { return e == Endpoint{} }

// At returns the endpoint that a date gives.
func At(d Date, basis Basis) Endpoint {
	return Endpoint{Text: d.Text, Written: d.Written, Earliest: d.Earliest, Latest: d.Latest, Basis: basis}
}

// StartBy returns an unknown start that lies on latest at the latest.
func StartBy(latest Day, basis Basis) Endpoint {
	return Endpoint{Earliest: MinDay, Latest: latest, Basis: basis}
}

// OpenEnd returns the end of what nothing closes.
func OpenEnd() Endpoint { return Endpoint{Earliest: MaxDay, Latest: MaxDay} }

// Words tells an end as exactly as it is known, to stand after "since", "until" or "on": by its text, or by
// its bounds where the text says less. What always held holds since ever.
func (e Endpoint) Words() string {
	if d, err := ParseDate(e.Text); e.Text != "" && (err != nil || d.Earliest == e.Earliest && d.Latest == e.Latest) {
		return e.Text
	}
	switch from, to := e.Earliest > MinDay, e.Latest < MaxDay; {
	case e.Latest == MinDay:
		return "ever"
	case e.Earliest == e.Latest:
		return e.Earliest.String()
	case from && to:
		return "some day between " + e.Earliest.String() + " and " + e.Latest.String()
	case to:
		return e.Latest.String() + " at the latest"
	case from:
		return e.Earliest.String() + " at the earliest, if at all"
	}
	return "an unknown day"
}

// Interval is a half-open valid time [From, To): From's day is included,
// To's day is not. A zero Endpoint means that the source does not state it; an
// effective interval, as the closure leaves it, has no zero Endpoint.
type Interval struct {
	From Endpoint `json:"from"`
	To   Endpoint `json:"to"`
}

// State is what an interval says of one day.
type State string

// The states: HOLDS when From.Latest <= day < To.Earliest, NO when
// day < From.Earliest or day >= To.Latest, POSSIBLE otherwise.
const (
	Holds    State = "HOLDS"
	Possible State = "POSSIBLE"
	No       State = "NO"
)

// StateOn returns the state of an effective interval on a day. An interval
// that ends on the day it begins holds on no day.
func (i Interval) StateOn(day Day) State {
	switch {
	case day < i.From.Earliest || day >= i.To.Latest:
		return No
	case i.From.Latest <= day && day < i.To.Earliest:
		return Holds
	default:
		return Possible
	}
}
