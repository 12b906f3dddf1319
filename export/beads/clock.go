package beads

import (
	"time"

	"bdgraph"
)

// clockTolerance is how far an edge may precede its issues by rounding.
const clockTolerance = 2 * time.Second

// clock decides which times of dependencies may date their edges, issue by issue, and at
// last whether the clock that wrote them was off.
type clock struct {
	exported  time.Time
	notes     *notes
	distances []time.Duration // how far times lie behind the later creation of their ends
	suspects  []suspect       // trusted, unless the clock is off
}

// suspect is a dependency: the place of its issue among all, and its own in there.
type suspect struct{ issue, dependency int32 }

// trustTimes decides for each dependency of one of the issues. At decoding Trusted says that
// the offset is explicit; every other time has to lie between the later creation of its ends
// and the export.
func (c *clock) trustTimes(issues []bdgraph.Issue, at int, created func(id string) time.Time) {
	issue := &issues[at]
	for j := range issue.Dependencies {
		d := &issue.Dependencies[j]
		if d.Trusted || d.CreatedAt.IsZero() {
			continue
		}
		from, to := issue.CreatedAt, created(d.Target)
		later := from
		if to.After(from) {
			later = to
		}
		// Only whole seconds tell of a clock: the versions that wrote fractions wrote true instants.
		whole := d.CreatedAt.Nanosecond() == 0
		if whole && !from.IsZero() && !to.IsZero() {
			c.distances = append(c.distances, d.CreatedAt.Sub(later))
		}
		if later.IsZero() || d.CreatedAt.Before(later.Add(-clockTolerance)) || d.CreatedAt.After(c.exported) {
			c.notes.add(untrustedTime, d.Place, issue.ID, "")
			continue
		}
		d.Trusted = true
		if whole {
			c.suspects = append(c.suspects, suspect{int32(at), int32(j)})
		}
	}
}

// distrustShifted takes all trust from the times of a store whose clock is visibly off.
func (c *clock) distrustShifted(issues []bdgraph.Issue) {
	shift := clockShift(c.distances)
	if shift == 0 {
		return
	}
	for _, s := range c.suspects {
		issue := &issues[s.issue]
		d := &issue.Dependencies[s.dependency]
		d.Trusted = false
		c.notes.add(shiftedClock, d.Place, issue.ID, shift.String())
	}
}

// clockShift finds the constant by which a writer's local clock moved the edge times of a
// store, 0 where there is none, from how far they lie behind the later creation of their
// ends. Most edges are made with their later issue, so that the most frequent distance
// is the shift, a multiple of a quarter of an hour. It wants ten edges, and three
// quarters of all at that distance.
func clockShift(distances []time.Duration) time.Duration {
	const quarter, slack = 15 * time.Minute, 2 * time.Minute
	shifts := map[time.Duration]int{}
	for _, distance := range distances {
		if shift := distance.Round(quarter); (distance - shift).Abs() <= slack {
			shifts[shift]++
		}
	}
	for shift, count := range shifts {
		if shift != 0 && count >= 10 && count*4 >= len(distances)*3 && shift.Abs() <= 14*time.Hour {
			return shift
		}
	}
	return 0
}
