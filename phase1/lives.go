package phase1

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"bdgraph"
)

// instant returns the endpoint that a record's time gives, or the zero one.
func (x *extractor) instant(t time.Time, basis bdgraph.Basis) bdgraph.Endpoint {
	day := bdgraph.DayOf(t.In(x.zone))
	if t.IsZero() || day == 0 {
		return bdgraph.Endpoint{}
	}
	date, known := x.dates[day]
	if !known {
		date = bdgraph.DateOfDay(day)
		x.dates[day] = date
	}
	return bdgraph.At(date, basis)
}

// startBound returns the unknown start of a document, bounded from above by the
// earlier of the commit that added its file and the day a build first saw it.
func startBound(d *bdgraph.Document) bdgraph.Endpoint {
	switch {
	case d == nil, d.FirstAdded == 0 && d.FirstSeen == 0:
		return bdgraph.StartBy(bdgraph.MaxDay, bdgraph.BasisUnknown)
	case d.FirstAdded != 0 && (d.FirstSeen == 0 || d.FirstAdded <= d.FirstSeen):
		return bdgraph.StartBy(d.FirstAdded, bdgraph.BasisGitFirstAdd)
	default:
		return bdgraph.StartBy(d.FirstSeen, bdgraph.BasisFirstSeen)
	}
}

// unknownEnd returns the end of what is over, nobody knows since when: not
// before it began, and not after the day on which a build saw the text that says so.
func unknownEnd(from bdgraph.Endpoint, d *bdgraph.Document) bdgraph.Endpoint {
	latest := bdgraph.MaxDay
	if d != nil && d.FirstSeen != 0 {
		latest = d.FirstSeen
	}
	return bdgraph.Endpoint{
		Earliest: min(from.Earliest, latest), Latest: latest, Basis: bdgraph.BasisUnknown,
	}
}

// reportOpenButClosed reports an issue whose status and day of closing contradict each other.
func (x *extractor) reportOpenButClosed(i *bdgraph.Issue, d *bdgraph.Document) {
	if i.ClosedAt.IsZero() || i.Closed() {
		return
	}
	var document string
	if d != nil {
		document = d.ID
	}
	x.find(bdgraph.Finding{
		Code: "open_but_closed", Severity: bdgraph.Warning, Document: document,
		Message: fmt.Sprintf("issue %s has the status %q, but a closed_at: it counts as open", i.ID, i.Status),
		Remedy:  "close it, or clear its closed_at",
	})
}

// issueLife returns when an issue is in force: from its creation, one of type
// decision from its closing.
func (x *extractor) issueLife(i *bdgraph.Issue, d *bdgraph.Document) *bdgraph.Life {
	closed := i.Closed()
	from := x.instant(i.CreatedAt, bdgraph.BasisBDCreated)
	if from.IsZero() {
		from = startBound(d)
	}
	life := &bdgraph.Life{Stated: bdgraph.Interval{From: from}}
	x.reportOpenButClosed(i, d)
	if closed {
		life.Closed = x.instant(i.ClosedAt, bdgraph.BasisBDClosed).Earliest
		if life.NeverInForce = bdgraph.Withdrawal(i.Status); life.NeverInForce == "" {
			life.NeverInForce = bdgraph.Withdrawal(i.CloseReason)
		}
		if life.NeverInForce == "" && isDuplicate(i) {
			life.NeverInForce = "duplicate"
		}
	}
	if !isDecision(i) || life.NeverInForce != "" {
		return life
	}
	switch end := x.instant(i.ClosedAt, bdgraph.BasisBDClosed); {
	case !closed:
		life.NeverInForce = "open decision"
	case end.IsZero():
		// Closed, the record does not say when: some day between its creation
		// and the day on which the closed text was seen.
		life.Stated.From = unknownEnd(from, d)
	default:
		life.Stated.From = end
	}
	return life
}

func isDecision(i *bdgraph.Issue) bool { return strings.EqualFold(i.Type, "decision") }

// isDuplicate reports whether the issue itself says that it is a duplicate.
func isDuplicate(i *bdgraph.Issue) bool {
	for _, d := range i.Dependencies {
		if t, _ := bdType(d.Type); t.relation == bdgraph.Duplicates && !t.reversed {
			return true
		}
	}
	return false
}

// adrLife returns when a decision record is in force by its own header.
func adrLife(a *bdgraph.ADR, d *bdgraph.Document) *bdgraph.Life {
	life := &bdgraph.Life{Stated: bdgraph.Interval{From: adrStart(a, d)}, ReviewBy: a.ReviewBy}
	switch a.Status {
	case bdgraph.StatusRejected, bdgraph.StatusWithdrawn:
		// One that names the day of its acceptance was in force from then on.
		if a.Accepted.IsZero() || !a.StatusDate.IsZero() && a.Accepted.Earliest >= a.StatusDate.Latest {
			life.NeverInForce = string(a.Status)
			return life
		}
		life.Ended = string(a.Status)
		life.Stated.To = ownEnd(a, life.Stated.From, d)
		return life
	case bdgraph.StatusDraft, bdgraph.StatusProposed:
		life.NeverInForce = string(a.Status)
		return life
	case bdgraph.StatusSuperseded, bdgraph.StatusDeprecated:
		life.Ended = string(a.Status)
		life.Stated.To = ownEnd(a, life.Stated.From, d)
		return life
	}
	if !a.Sunset.IsZero() {
		// "Valid until" a day may mean that day with or without itself.
		end := bdgraph.DateBetween(a.Sunset.Earliest, a.Sunset.Latest.Add(1))
		end.Written = cmp.Or(a.Sunset.Written, a.Sunset.Text)
		life.Stated.To = bdgraph.At(end, bdgraph.BasisStated)
	}
	return life
}

// adrStart returns the start that a header states: the day of acceptance, else its
// date. The date on the status line says when the present status began, so it is the start of what is accepted only.
func adrStart(a *bdgraph.ADR, d *bdgraph.Document) bdgraph.Endpoint {
	switch {
	case a.Status == bdgraph.StatusAccepted && !a.StatusDate.IsZero():
		return bdgraph.At(a.StatusDate, bdgraph.BasisHeader)
	case a.Status != bdgraph.StatusAccepted && !a.Accepted.IsZero():
		return bdgraph.At(a.Accepted, bdgraph.BasisHeader)
	case !a.Date.IsZero():
		return bdgraph.At(a.Date, bdgraph.BasisHeader)
	default:
		return startBound(d)
	}
}

// ownEnd returns the end of a superseded or deprecated record: the date of its
// status line, the first date on a line that names its successor, or unknown.
func ownEnd(a *bdgraph.ADR, from bdgraph.Endpoint, d *bdgraph.Document) bdgraph.Endpoint {
	if !a.StatusDate.IsZero() {
		return bdgraph.At(a.StatusDate, bdgraph.BasisHeader)
	}
	for _, r := range a.Relations {
		if (r.Kind == bdgraph.ADRSupersededBy || r.Kind == bdgraph.ADRDeprecatedBy) && !r.Date.IsZero() {
			return bdgraph.At(r.Date, bdgraph.BasisSupersessionLine)
		}
	}
	return unknownEnd(from, d)
}
