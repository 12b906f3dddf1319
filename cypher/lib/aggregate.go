package lib

import (
	"math"
	"slices"

	"bdgraph/cypher/temporal"
	"bdgraph/cypher/value"
)

// Aggregator gathers the rows of one group.
type Aggregator interface {
	// Add takes the arguments of one row; null as the first is passed over. It
	// does not keep the slice.
	Add(args []value.Value) error
	// Result ends the aggregation.
	Result() (value.Value, error)
}

func aggregatingFunctions() []*Function {
	const of = "Aggregating"
	return []*Function{
		function(of, "count(input :: ANY) :: INTEGER",
			"The number of values that are not null; of count(*) the number of rows.", nil).
			aggregating(func(*Env) Aggregator { return &counter{} }),
		function(of, "collect(input :: ANY) :: LIST<ANY>",
			"The list of the values that are not null.", nil).
			aggregating(func(env *Env) Aggregator { return &collector{env: env} }),
		function(of, "sum(input :: INTEGER | FLOAT | DURATION) :: INTEGER | FLOAT | DURATION",
			"The sum of numbers or of durations.", nil).
			aggregating(func(*Env) Aggregator { return &summer{} }),
		function(of, "avg(input :: INTEGER | FLOAT | DURATION) :: INTEGER | FLOAT | DURATION",
			"The average of numbers or of durations.", nil).
			aggregating(func(*Env) Aggregator { return &averager{} }),
		function(of, "min(input :: ANY) :: ANY",
			"The first value in the order of ORDER BY.", nil).
			aggregating(func(*Env) Aggregator { return &extreme{sign: -1} }),
		function(of, "max(input :: ANY) :: ANY",
			"The last value, but for null, in the order of ORDER BY.", nil).
			aggregating(func(*Env) Aggregator { return &extreme{sign: 1} }),
		function(of, "stDev(input :: FLOAT) :: FLOAT",
			"The standard deviation of a sample.", nil).
			aggregating(func(*Env) Aggregator { return &deviation{name: "STDEV", sample: 1} }),
		function(of, "stDevP(input :: FLOAT) :: FLOAT",
			"The standard deviation of a whole population.", nil).
			aggregating(func(*Env) Aggregator { return &deviation{name: "STDEVP"} }),
		function(of, "percentileCont(input :: FLOAT, percentile :: FLOAT) :: FLOAT",
			"The value at a percentile from 0.0 to 1.0, between two values if need be.", nil).
			aggregating(func(env *Env) Aggregator { return &percentile{env: env, name: "PERCENTILE_CONT", continuous: true} }),
		function(of, "percentileDisc(input :: INTEGER | FLOAT, percentile :: FLOAT) :: INTEGER | FLOAT",
			"The value nearest to a percentile from 0.0 to 1.0.", nil).
			aggregating(func(env *Env) Aggregator { return &percentile{env: env, name: "PERCENTILE_DISC"} }),
	}
}

// distinctAggregator passes on only rows whose first argument is new.
type distinctAggregator struct {
	env   *Env
	inner Aggregator
	seen  value.Set
	// References to nodes and relationships are many and small: their numbers are enough.
	nodes, rels refSet
}

func (a *distinctAggregator) isNew(v value.Value) bool {
	switch {
	case v.Kind() == value.KindNode && !v.Detached():
		return a.nodes.add(v.NodeRef())
	case v.Kind() == value.KindRelationship && !v.Detached():
		return a.rels.add(v.RelationshipRef())
	}
	return a.seen.Add(v)
}

func (a *distinctAggregator) Add(args []value.Value) error {
	if args[0].IsNull() || !a.isNew(args[0]) {
		return nil
	}
	if err := a.env.grow(value.Size(args[0])); err != nil {
		return err
	}
	return a.inner.Add(args)
}

func (a *distinctAggregator) Result() (value.Value, error) { return a.inner.Result() }

type counter struct{ n int64 }

func (c *counter) Add(args []value.Value) error {
	if !args[0].IsNull() {
		c.n++
	}
	return nil
}

func (c *counter) Result() (value.Value, error) { return value.Int(c.n), nil }

type collector struct {
	env  *Env
	list []value.Value
}

func (c *collector) Add(args []value.Value) error {
	if args[0].IsNull() {
		return nil
	}
	if err := value.CheckList(len(c.list) + 1); err != nil {
		return err
	}
	if err := c.env.grow(value.Size(args[0])); err != nil {
		return err
	}
	c.list = append(c.list, args[0])
	return nil
}

func (c *collector) Result() (value.Value, error) { return value.List(c.list), nil }

// extreme keeps the first or last value in order; of equal ones the first met.
type extreme struct {
	sign int
	best value.Value
}

func (e *extreme) Add(args []value.Value) error {
	v := args[0]
	if !v.IsNull() && (e.best.IsNull() || value.Compare(v, e.best)*e.sign > 0) {
		e.best = v
	}
	return nil
}

func (e *extreme) Result() (value.Value, error) { return e.best, nil }

// onlyNumbers is the error of an aggregate over something else.
func onlyNumbers(name string, v value.Value) error {
	return value.Errorf(value.TypeError, value.InvalidArgumentType,
		"%s(…) can only handle numerical values or null, but received: %s", name, value.Describe(v))
}

// quantity takes the values of a sum or average, all numbers or all durations, and
// adds the durations.
type quantity struct {
	numbers  bool
	times    bool
	count    int64
	duration temporal.Duration
}

// take looks at a value for an aggregate; isNumber says that there is a number to add.
func (q *quantity) take(name string, v value.Value) (isNumber bool, err error) {
	switch {
	case v.IsNull():
		return false, nil
	case v.IsNumber():
		q.numbers = true
	case v.Kind() == value.KindDuration:
		q.times = true
	default:
		return false, value.Errorf(value.TypeError, value.InvalidArgumentType,
			"%s(…) can only handle numerical values, duration, or null, but received: %s", name, value.Describe(v))
	}
	if q.numbers && q.times {
		return false, value.Errorf(value.TypeError, value.InvalidArgumentType, "%s(…) cannot mix number and duration", name)
	}
	q.count++
	if q.times {
		q.duration, err = q.duration.Add(v.Duration())
	}
	return q.numbers, value.FromTemporal(err)
}

// summer adds integers as long as they fit, then goes on in floats.
type summer struct {
	quantity
	ints     int64
	floats   float64
	floating bool
}

func (s *summer) Add(args []value.Value) error {
	v := args[0]
	if isNumber, err := s.take("SUM", v); !isNumber {
		return err
	}
	switch {
	case s.floating:
		s.floats += v.Number()
	case v.Kind() == value.KindInt:
		if sum := s.ints + v.Int(); (sum > s.ints) == (v.Int() > 0) {
			s.ints = sum
			return nil
		}
		s.floating, s.floats = true, float64(s.ints)+v.Number()
	default:
		s.floating, s.floats = true, float64(s.ints)+v.Float()
	}
	return nil
}

func (s *summer) Result() (value.Value, error) {
	switch {
	case s.times:
		return value.Duration(s.duration), nil
	case s.floating:
		return value.Float(s.floats), nil
	}
	return value.Int(s.ints), nil
}

// averager moves the average towards each number by its share, which cannot
// overflow.
type averager struct {
	quantity
	average float64
}

func (a *averager) Add(args []value.Value) error {
	isNumber, err := a.take("AVG", args[0])
	if isNumber {
		a.average += (args[0].Number() - a.average) / float64(a.count)
	}
	return err
}

func (a *averager) Result() (value.Value, error) {
	switch {
	case a.count == 0:
		return value.Null, nil
	case a.times:
		d, err := a.duration.Divide(float64(a.count))
		return made(value.Duration)(wholeDays(d), err)
	}
	return value.Float(a.average), nil
}

// wholeDays turns seconds that make up days into these, as an average does and
// nothing else.
func wholeDays(d temporal.Duration) temporal.Duration {
	const day = 24 * 60 * 60
	if d.Seconds() < day {
		return d
	}
	return temporal.NewDuration(d.Months(), d.Days()+d.Seconds()/day, d.Seconds()%day, d.Nanosecond())
}

// deviation is Welford's: mean and sum of squares of the differences move along.
type deviation struct {
	name          string
	sample        int64 // 1 for a sample, which has one degree of freedom less
	count         int64
	mean, squares float64
}

func (d *deviation) Add(args []value.Value) error {
	v := args[0]
	if v.IsNull() {
		return nil
	}
	if !v.IsNumber() {
		return onlyNumbers(d.name, v)
	}
	d.count++
	x := v.Number()
	before := x - d.mean
	d.mean += before / float64(d.count)
	d.squares += before * (x - d.mean)
	return nil
}

func (d *deviation) Result() (value.Value, error) {
	if d.count < 2 {
		return value.Float(0), nil
	}
	return value.Float(math.Sqrt(d.squares / float64(d.count-d.sample))), nil
}

type percentile struct {
	env        *Env
	name       string
	continuous bool
	fraction   float64 // of the first row
	known      bool
	numbers    []value.Value
}

func (p *percentile) Add(args []value.Value) error {
	if !p.known {
		fraction := args[1]
		if !fraction.IsNumber() || !(fraction.Number() >= 0 && fraction.Number() <= 1) {
			return value.Errorf(value.ArgumentError, value.NumberOutOfRange,
				"Invalid input '%s' is not a valid argument, must be a number in the range 0.0 to 1.0", fraction)
		}
		p.fraction, p.known = fraction.Number(), true
	}
	v := args[0]
	switch {
	case v.IsNull():
		return nil
	case !v.IsNumber():
		return onlyNumbers(p.name, v)
	}
	if err := p.env.grow(value.Size(v)); err != nil {
		return err
	}
	p.numbers = append(p.numbers, v)
	return nil
}

func (p *percentile) Result() (value.Value, error) {
	count := len(p.numbers)
	if count == 0 {
		return value.Null, nil
	}
	slices.SortStableFunc(p.numbers, value.Compare)
	if !p.continuous {
		place := p.fraction * float64(count)
		index := int(place)
		if index > 0 && float64(index) == place {
			index--
		}
		return p.numbers[index], nil
	}
	place := p.fraction * float64(count-1)
	floor := math.Floor(place)
	low := p.numbers[int(floor)]
	if floor == place {
		return low, nil
	}
	high := p.numbers[int(floor)+1]
	return value.Float(low.Number()*(floor+1-place) + high.Number()*(place-floor)), nil
}
