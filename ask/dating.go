package ask

import (
	"fmt"

	"bdgraph"
)

// Dating tells how one end of one interval was derived.
type Dating struct {
	Of    string   `json:"of"`  // what has the interval: a thing, or a relationship by its ends
	End   string   `json:"end"` // start or end
	Steps []string `json:"steps"`
}

// datings tells how both ends of an interval came about.
func datings(of string, v bdgraph.Interval, closedBy string, by *around, statedEnd string, docs documents) []Dating {
	if neverHeld(v) {
		return []Dating{{of, "start", []string{"its source was never in force, so it holds on no day"}}}
	}
	start := Dating{of, "start", endSteps(v.From, "began")}
	end := Dating{Of: of, End: "end"}
	switch {
	case v.To.Earliest == bdgraph.MaxDay:
		end.Steps = []string{"nothing ends it"}
	default:
		if statedEnd != "" {
			end.Steps = append(end.Steps, "its document states another end: "+statedEnd)
		}
		if closedBy != "" {
			end.Steps = append(end.Steps, "ended by "+docs.name(closedBy))
		}
		if by != nil && by.Edge.Quote != "" {
			end.Steps = append(end.Steps, fmt.Sprintf("%s:%d says %q", by.Edge.Source, by.Edge.Line, by.Edge.Quote))
		}
		end.Steps = append(end.Steps, endSteps(v.To, "ended")...)
	}
	return []Dating{start, end}
}

// endSteps tells what is known of one end: what was written, between which days
// it lies, and what that rests on.
func endSteps(e bdgraph.Endpoint, verb string) []string {
	var steps []string
	switch {
	case e.Written != "":
		steps = append(steps, "written as "+e.Written)
	case e.Text != "":
		steps = append(steps, "written as "+e.Text)
	default:
		steps = append(steps, "no day is written")
	}
	switch {
	case e.Latest == bdgraph.MinDay:
		steps = append(steps, "it holds since ever")
	case e.Earliest != e.Latest:
		steps = append(steps, "it "+verb+" on "+bdgraph.Endpoint{Earliest: e.Earliest, Latest: e.Latest}.Words())
	}
	if text := basisTexts[e.Basis]; text != "" {
		steps = append(steps, "basis "+string(e.Basis)+": "+text)
	}
	return steps
}

// basisTexts says in words what each basis is.
var basisTexts = map[bdgraph.Basis]string{
	bdgraph.BasisHeader:           "the record's own header",
	bdgraph.BasisStated:           "the text states it",
	bdgraph.BasisBDCreated:        "the issue's created_at",
	bdgraph.BasisBDClosed:         "the issue's closed_at",
	bdgraph.BasisDepCreated:       "the creation of the dependency",
	bdgraph.BasisSupersessionLine: "the date on the line that says so",
	bdgraph.BasisSuccessorStart:   "the start of what replaced it",
	bdgraph.BasisGitFirstAdd:      "the commit that added the file; it bounds the day from above only",
	bdgraph.BasisFirstSeen:        "the build that first saw this text; it bounds the day from above only",
	bdgraph.BasisUnknown:          "nothing says when",
}
