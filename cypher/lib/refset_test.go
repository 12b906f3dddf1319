package lib

import (
	"testing"

	"pgregory.net/rapid"
)

func TestRefSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s refSet
		seen := map[uint64]bool{}
		for _, n := range rapid.SliceOf(rapid.OneOf(rapid.Uint64Range(0, 50), rapid.Uint64Range(0, 1<<32))).Draw(t, "numbers") {
			if s.add(n) == seen[n] {
				t.Fatalf("%d: new is %v", n, !seen[n])
			}
			seen[n] = true
		}
	})
}
