package value

import "bdgraph/cypher/temporal"

// Element is container[index] of a list (an INTEGER, from the end where
// negative; null outside), a map or a detached entity (a STRING; null where the
// key is missing) and null. References to nodes and relationships are the
// caller's to look up.
func Element(container, index Value) (Value, error) {
	switch container.kind {
	case KindNull:
		return Null, nil
	case KindList:
		return listElement(container, index)
	case KindMap, KindNode, KindRelationship:
		switch index.kind {
		case KindNull:
			return Null, nil
		case KindString:
			return Property(container, index.Str())
		}
		if container.kind == KindMap {
			return Null, Errorf(TypeError, MapElementAccessByNonString, "Cannot access a map '%s' by key '%s': Expected a String", Describe(container), Describe(index))
		}
		return Null, Errorf(TypeError, MapElementAccessByNonString, "Cannot access a property by '%s': node or relationship property key must be given as String", Describe(index))
	}
	if index.kind == KindNull {
		return Null, nil
	}
	return Null, Errorf(TypeError, InvalidArgumentType, "`%s` is not a collection or a map. Element access is only possible by performing a collection lookup using an integer index, or by performing a map lookup using a string key (found: `%s`[%s])", Describe(container), container, index)
}

func listElement(container, index Value) (Value, error) {
	switch index.kind {
	case KindNull:
		return Null, nil
	case KindInt:
	case KindFloat:
		return Null, Errorf(TypeError, ListElementAccessByNonInteger, "Cannot access a list using an non-integer number index, got %s", Describe(index))
	default:
		return Null, Errorf(TypeError, ListElementAccessByNonInteger, "Cannot access a list '%s' using a non-number index, got %s", Describe(container), Describe(index))
	}
	list, i := container.List(), index.Int()
	if i < 0 {
		i += int64(len(list))
	}
	if i < 0 || i >= int64(len(list)) {
		return Null, nil
	}
	return list[i], nil
}

// Slice is list[from..to], from included, to not. Negative bounds count from
// the end, bounds outside are moved to the ends; null gives null. An end that
// the query leaves open is 0 or the length.
func Slice(list, from, to Value) (Value, error) {
	if list.kind == KindNull || from.kind == KindNull || to.kind == KindNull {
		return Null, nil
	}
	elements := AsList(list)
	first, err := sliceBound(from, len(elements))
	if err != nil {
		return Null, err
	}
	end, err := sliceBound(to, len(elements))
	if err != nil {
		return Null, err
	}
	return List(elements[min(first, end):end]), nil
}

func sliceBound(v Value, length int) (int, error) {
	if v.kind != KindInt {
		return 0, Errorf(TypeError, ListElementAccessByNonInteger, "Cannot access a list using a non-integer bound, got %s", Describe(v))
	}
	i := v.Int()
	if i < 0 {
		i += int64(length)
	}
	return int(min(max(i, 0), int64(length))), nil
}

// AsList returns the elements of a LIST, and any other value but null as the
// only one of a list: so does a scalar count where its type was not known
// beforehand. Null has no elements.
func AsList(v Value) []Value {
	switch v.kind {
	case KindNull:
		return nil
	case KindList:
		return v.List()
	}
	return []Value{v}
}

// Property is v.name: of a map, of a detached node or relationship, a component
// of a temporal value, duration or point; null of null, and where a map or
// entity lacks it. References to nodes and relationships are the caller's to
// look up.
func Property(v Value, name string) (Value, error) {
	var part any
	var err error
	switch v.kind {
	case KindNull:
		return Null, nil
	case KindMap:
		found, _ := v.Map().Get(name)
		return found, nil
	case KindNode:
		found, _ := v.Node().Properties.Get(name)
		return found, nil
	case KindRelationship:
		found, _ := v.Relationship().Properties.Get(name)
		return found, nil
	case KindPoint:
		return pointProperty(v.Point(), name)
	case KindDuration:
		part, err = v.Duration().Component(name)
	default:
		t := v.Temporal()
		if t == nil {
			return Null, Errorf(TypeError, InvalidArgumentType, "Type mismatch: expected a map but was %s", Describe(v))
		}
		part, err = temporal.Component(t, name)
	}
	if err != nil {
		return Null, FromTemporal(err)
	}
	return Of(part)
}

// Temporal returns an instant or a time of day for package temporal, nil if v is
// of another kind.
func (v Value) Temporal() temporal.Temporal {
	switch v.kind {
	case KindDate:
		return v.Date()
	case KindLocalTime:
		return v.LocalTime()
	case KindTime:
		return v.Time()
	case KindLocalDateTime:
		return v.LocalDateTime()
	case KindDateTime:
		return v.DateTime()
	}
	return nil
}

func pointProperty(p Point, name string) (Value, error) {
	switch {
	case name == "x", name == "longitude" && p.CRS.Geographic():
		return Float(p.X), nil
	case name == "y", name == "latitude" && p.CRS.Geographic():
		return Float(p.Y), nil
	case name == "z" && p.CRS.ThreeD(), name == "height" && p.CRS == WGS84In3D:
		return Float(p.Z), nil
	case name == "crs":
		return String(p.CRS.String()), nil
	case name == "srid":
		return Int(int64(p.CRS)), nil
	}
	switch name {
	case "x", "y", "z", "longitude", "latitude", "height":
		return Null, Errorf(ArgumentError, InvalidArgumentValue, "Field: %s is not available on point: %s", name, FromPoint(p))
	}
	return Null, Errorf(ArgumentError, InvalidArgumentValue, "No such field: %s", name)
}
