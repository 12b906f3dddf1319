package temporal

import "math"

// durationUnits are the components of a duration: how much of which part each
// is.
var durationUnits = map[string]struct {
	part  int // 0 months, 1 days, 2 seconds, 3 nanoseconds
	times int64
}{
	"years": {0, 12}, "months": {0, 1},
	"weeks": {1, 7}, "days": {1, 1},
	"hours": {2, 3600}, "minutes": {2, 60}, "seconds": {2, 1},
	"milliseconds": {3, 1_000_000}, "microseconds": {3, 1_000}, "nanoseconds": {3, 1},
}

// DurationFields collects the components of a duration, as in
// duration({days: 1.5}). The zero DurationFields is empty.
type DurationFields struct {
	sum amounts
}

// Set adds a component, whole (int64) or fractional (float64).
func (f *DurationFields) Set(name string, component any) error {
	unit, ok := durationUnits[name]
	if !ok {
		return invalid("Unknown field: %s", name)
	}
	switch n := component.(type) {
	case int64:
		f.sum.addWhole(unit.part, n, unit.times)
	case float64:
		if math.IsNaN(n) || math.IsInf(n, 0) {
			return invalid("%s must be a finite number, but was %v", name, n)
		}
		f.sum.addFloat(unit.part, n, unit.times)
	default:
		return invalid("%s must be a number value, but was %v", name, component)
	}
	return nil
}

// Duration makes the duration. A fraction of a unit goes on as the next smaller
// part: of a month as days and seconds of an average month, of a day as seconds.
func (f *DurationFields) Duration() (Duration, error) { return f.sum.duration() }
