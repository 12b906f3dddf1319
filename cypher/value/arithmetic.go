package value

import (
	"math"
	"math/bits"

	"bdgraph/cypher/temporal"
)

// The operators below return null where an operand is null, and a TypeError
// where the operands' types do not go together.

// Add is a + b: the sum of numbers and of durations, a temporal value moved by a
// duration, texts joined (numbers, booleans and temporal values beside a STRING
// as they print), lists joined, and a value put at the end or the beginning of a
// list.
func Add(a, b Value) (Value, error) {
	switch {
	case a.kind == KindInt && b.kind == KindInt:
		x, y := int64(a.num), int64(b.num)
		sum := x + y
		if (sum > x) != (y > 0) {
			return Null, overflow()
		}
		return Int(sum), nil
	case a.kind == KindNull || b.kind == KindNull:
		return Null, nil
	case a.IsNumber() && b.IsNumber():
		return Float(a.Number() + b.Number()), nil
	case a.kind == KindList && b.kind == KindList:
		return joinLists(a.List(), b.List())
	case a.kind == KindList:
		return joinLists(a.List(), []Value{b})
	case b.kind == KindList:
		return joinLists([]Value{a}, b.List())
	case a.kind == KindString || b.kind == KindString:
		x, ok1 := a.Text()
		y, ok2 := b.Text()
		if !ok1 || !ok2 {
			break
		}
		return joinStrings(x, y)
	case b.kind == KindDuration:
		return addDuration(a, b.Duration())
	case a.kind == KindDuration && b.IsTemporal():
		return addDuration(b, a.Duration())
	}
	return Null, mismatch("Cannot add `%s` and `%s`", a, b)
}

// Subtract is a - b, of numbers and durations, and a temporal value moved back
// by a duration.
func Subtract(a, b Value) (Value, error) {
	switch {
	case a.kind == KindInt && b.kind == KindInt:
		x, y := int64(a.num), int64(b.num)
		difference := x - y
		if (difference < x) != (y > 0) {
			return Null, overflow()
		}
		return Int(difference), nil
	case a.kind == KindNull || b.kind == KindNull:
		return Null, nil
	case a.IsNumber() && b.IsNumber():
		return Float(a.Number() - b.Number()), nil
	case b.kind == KindDuration && (a.kind == KindDuration || a.IsTemporal()):
		negative, err := b.Duration().Negate()
		if err != nil {
			return Null, FromTemporal(err)
		}
		return addDuration(a, negative)
	}
	return Null, mismatch("Cannot subtract `%s` from `%s`", b, a)
}

// Multiply is a * b, of numbers, and of a duration and a number.
func Multiply(a, b Value) (Value, error) {
	switch {
	case a.kind == KindInt && b.kind == KindInt:
		return multiplyInts(int64(a.num), int64(b.num))
	case a.kind == KindNull || b.kind == KindNull:
		return Null, nil
	case a.IsNumber() && b.IsNumber():
		return Float(a.Number() * b.Number()), nil
	case a.kind == KindDuration && b.IsNumber():
		return multiplyDuration(a.Duration(), b)
	case a.IsNumber() && b.kind == KindDuration:
		return multiplyDuration(b.Duration(), a)
	}
	return Null, mismatch("Cannot multiply `%s` and `%s`", a, b)
}

func multiplyInts(x, y int64) (Value, error) {
	high, low := bits.Mul64(uint64(x), uint64(y))
	// The signed high half: the unsigned one counts 2^64 for each negative factor.
	signed := int64(high) - x>>63&y - y>>63&x
	if signed != int64(low)>>63 {
		return Null, overflow()
	}
	return Int(int64(low)), nil
}

// Divide is a / b, of numbers, and of a duration by a number. Of two integers
// the quotient is cut towards zero; an integer zero divides nothing but floats,
// null included, which comes before whether the two can be divided.
func Divide(a, b Value) (Value, error) {
	switch {
	case b.kind == KindInt && b.num == 0 && a.kind != KindFloat:
		return Null, &Error{Type: ArithmeticError, Detail: DivisionByZero, Message: "/ by zero"}
	case a.kind == KindInt && b.kind == KindInt:
		if b.Int() == -1 {
			return Int(-a.Int()), nil // the smallest integer stays as it is
		}
		return Int(a.Int() / b.Int()), nil
	case a.kind == KindNull || b.kind == KindNull:
		return Null, nil
	case a.IsNumber() && b.IsNumber():
		return Float(a.Number() / b.Number()), nil
	case a.kind == KindDuration && b.IsNumber():
		d, err := a.Duration().Divide(b.Number())
		if err != nil {
			return Null, FromTemporal(err)
		}
		return Duration(d), nil
	}
	return Null, mismatch("Cannot divide `%s` by `%s`", a, b)
}

// Modulo is a % b of numbers; the result has the sign of a.
func Modulo(a, b Value) (Value, error) {
	switch {
	case a.kind == KindInt && b.kind == KindInt:
		switch b.Int() {
		case 0:
			return Null, &Error{Type: ArithmeticError, Detail: DivisionByZero, Message: "/ by zero"}
		case -1:
			return Int(0), nil
		}
		return Int(a.Int() % b.Int()), nil
	case a.kind == KindNull || b.kind == KindNull:
		return Null, nil
	case a.IsNumber() && b.IsNumber():
		return Float(math.Mod(a.Number(), b.Number())), nil
	}
	return Null, mismatch("Cannot calculate modulus of `%s` and `%s`", a, b)
}

// Power is a ^ b of numbers, always a FLOAT.
func Power(a, b Value) (Value, error) {
	switch {
	case a.kind == KindNull || b.kind == KindNull:
		return Null, nil
	case a.IsNumber() && b.IsNumber():
		x, y := a.Number(), b.Number()
		if math.Abs(x) == 1 && math.IsInf(y, 0) || x == 1 && y != y {
			return Float(math.NaN()), nil // as in Java; Go gives 1
		}
		return Float(math.Pow(x, y)), nil
	}
	return Null, mismatch("Cannot raise `%s` to the power of `%s`", a, b)
}

// Negate is -a of a number.
func Negate(a Value) (Value, error) {
	switch a.kind {
	case KindNull:
		return Null, nil
	case KindInt:
		if a.Int() == math.MinInt64 {
			return Null, overflow()
		}
		return Int(-a.Int()), nil
	case KindFloat:
		return Float(-a.Float()), nil
	}
	return Null, mismatch("Cannot subtract `%s` from `%s`", a, Int(0))
}

// Concat is a || b, of two strings or two lists.
func Concat(a, b Value) (Value, error) {
	switch {
	case joins(a) && joins(b) && (a.kind == KindNull || b.kind == KindNull):
		return Null, nil
	case a.kind == KindString && b.kind == KindString:
		return joinStrings(a.Str(), b.Str())
	case a.kind == KindList && b.kind == KindList:
		return joinLists(a.List(), b.List())
	}
	return Null, mismatch("Cannot concatenate `%s` and `%s`", a, b)
}

func joins(v Value) bool { return v.kind == KindNull || v.kind == KindString || v.kind == KindList }

func joinStrings(a, b string) (Value, error) {
	if err := CheckString(len(a) + len(b)); err != nil {
		return Null, err
	}
	return String(a + b), nil
}

func joinLists(a, b []Value) (Value, error) {
	if err := CheckList(len(a) + len(b)); err != nil {
		return Null, err
	}
	return List(append(append(make([]Value, 0, len(a)+len(b)), a...), b...)), nil
}

func multiplyDuration(d temporal.Duration, factor Value) (Value, error) {
	var err error
	if factor.kind == KindInt {
		d, err = d.MultiplyInt(factor.Int())
	} else {
		d, err = d.Multiply(factor.Float())
	}
	if err != nil {
		return Null, FromTemporal(err)
	}
	return Duration(d), nil
}

func addDuration(v Value, d temporal.Duration) (Value, error) {
	var err error
	switch v.kind {
	case KindDate:
		var t temporal.Date
		if t, err = v.Date().Add(d); err == nil {
			return Date(t), nil
		}
	case KindLocalTime:
		return LocalTime(v.LocalTime().Add(d)), nil
	case KindTime:
		return Time(v.Time().Add(d)), nil
	case KindLocalDateTime:
		var t temporal.LocalDateTime
		if t, err = v.LocalDateTime().Add(d); err == nil {
			return LocalDateTime(t), nil
		}
	case KindDateTime:
		var t temporal.DateTime
		if t, err = v.DateTime().Add(d); err == nil {
			return DateTime(t), nil
		}
	case KindDuration:
		var t temporal.Duration
		if t, err = v.Duration().Add(d); err == nil {
			return Duration(t), nil
		}
	default:
		return Null, mismatch("Cannot add `%s` and `%s`", v, Duration(d))
	}
	return Null, FromTemporal(err)
}

func overflow() error {
	return &Error{Type: ArithmeticError, Detail: IntegerOverflow, Message: "long overflow"}
}

func mismatch(format string, a, b Value) error {
	return Errorf(TypeError, InvalidArgumentType, format, TypeName(a), TypeName(b))
}
