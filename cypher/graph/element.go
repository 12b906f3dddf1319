package graph

import (
	"strconv"
	"strings"
)

// ElementID returns the text that names a node or relationship: a prefix, 4:UUID: or
// 5:UUID:, and its number.
func ElementID[ID NodeID | RelID](prefix string, id ID) string {
	return prefix + strconv.FormatUint(uint64(id), 10)
}

// ParseElementID reads what [ElementID] writes, of one of so many nodes or relationships.
func ParseElementID[ID NodeID | RelID](text, prefix string, count int) (id ID, ok bool) {
	digits, ok := strings.CutPrefix(text, prefix)
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n < 0 || n >= count || strconv.Itoa(n) != digits {
		return 0, false
	}
	return ID(n), true
}
