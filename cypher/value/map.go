package value

import (
	"slices"
	"strings"
)

// Entry is one key of a [Map] with its value.
type Entry struct {
	Key   string
	Value Value
}

// Map is a MAP: entries in order of their keys, by bytes, no key twice. Cypher
// promises no order of keys; this one is always the same.
type Map []Entry

// NewMap makes a Map of entries in any order; of entries with the same key the
// last one stays. It takes the slice over.
func NewMap(entries ...Entry) Map {
	sorted := slices.IsSortedFunc(entries, func(a, b Entry) int { return strings.Compare(a.Key, b.Key) })
	if !sorted {
		slices.SortStableFunc(entries, func(a, b Entry) int { return strings.Compare(a.Key, b.Key) })
	}
	kept := entries[:0]
	for _, e := range entries {
		if n := len(kept); n > 0 && kept[n-1].Key == e.Key {
			kept[n-1] = e
			continue
		}
		kept = append(kept, e)
	}
	return Map(kept)
}

// smallMap is the length up to which looking at each key beats a binary search.
const smallMap = 8

// Get returns the value of a key, and whether the map has it.
func (m Map) Get(key string) (Value, bool) {
	if len(m) <= smallMap {
		for i := range m {
			if m[i].Key == key {
				return m[i].Value, true
			}
		}
		return Null, false
	}
	i, ok := slices.BinarySearchFunc(m, key, func(e Entry, key string) int { return strings.Compare(e.Key, key) })
	if !ok {
		return Null, false
	}
	return m[i].Value, true
}
