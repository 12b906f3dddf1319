package value

// Limits on single values, so that a short query cannot fill the memory.
const (
	MaxListLength  = 1_000_000 // elements
	MaxStringBytes = 16 << 20
)

// CheckList returns a LimitExceeded error for a list that would be longer than
// [MaxListLength].
func CheckList(length int) error {
	if length > MaxListLength {
		return Errorf(LimitExceeded, "", "a list of %d elements exceeds the limit of %d; narrow the query or work on parts", length, MaxListLength)
	}
	return nil
}

// CheckString returns a LimitExceeded error for a string that would be longer
// than [MaxStringBytes].
func CheckString(bytes int) error {
	if bytes > MaxStringBytes {
		return Errorf(LimitExceeded, "", "a string of %d bytes exceeds the limit of %d; narrow the query or work on parts", bytes, MaxStringBytes)
	}
	return nil
}

// Size estimates the bytes that keeping the value takes, what it shares with
// others included.
func (v Value) Size() int64 {
	const header = 24
	size := int64(header)
	switch v.kind {
	case KindString:
		size += int64(v.num)
	case KindList:
		for _, e := range v.List() {
			size += e.Size()
		}
	case KindMap:
		for _, e := range v.Map() {
			size += int64(len(e.Key)) + 16 + e.Value.Size()
		}
	case KindPath:
		for _, e := range v.Path().Nodes {
			size += e.Size()
		}
		for _, e := range v.Path().Relationships {
			size += e.Size()
		}
	case KindNode:
		if v.Detached() {
			n := v.Node()
			size += int64(len(n.ElementID)) + FromMap(n.Properties).Size()
			for _, l := range n.Labels {
				size += int64(len(l))
			}
		}
	case KindRelationship:
		if v.Detached() {
			r := v.Relationship()
			size += int64(len(r.ElementID)+len(r.Type)) + FromMap(r.Properties).Size()
		}
	case KindPoint, KindTime, KindLocalDateTime, KindDateTime, KindDuration:
		size += 48
	}
	return size
}
