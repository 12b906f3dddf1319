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

// Size returns about how many bytes values take up in memory, with all that they
// hold, even what they share with others. It is what limits count, the same in every graph: ids
// of elements are left out, which each graph makes as it likes.
func Size(values ...Value) int64 {
	const header = 24
	var size int64
	for _, v := range values {
		size += header
		switch v.kind {
		case KindString:
			size += int64(v.num)
		case KindList:
			size += Size(v.List()...)
		case KindMap:
			size += sizeOfMap(v.Map())
		case KindPath:
			size += Size(v.Path().Nodes...) + Size(v.Path().Relationships...)
		case KindNode:
			if v.Detached() {
				for _, label := range v.Node().Labels {
					size += int64(len(label))
				}
				size += sizeOfMap(v.Node().Properties)
			}
		case KindRelationship:
			if v.Detached() {
				size += int64(len(v.Relationship().Type)) + sizeOfMap(v.Relationship().Properties)
			}
		case KindPoint, KindTime, KindLocalDateTime, KindDateTime, KindDuration:
			size += 48
		}
	}
	return size
}

func sizeOfMap(m Map) int64 {
	const header = 16
	var size int64
	for _, e := range m {
		size += header + int64(len(e.Key)) + Size(e.Value)
	}
	return size
}
