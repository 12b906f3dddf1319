package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// paceGC makes the garbage collector spare memory where there is much to hold and time
// where there is little, until the function that it returns is called. The stages of a
// build hand each other values as large as the corpus, most of which live on, so that
// each collection costs what is held and frees little of it; a question is mostly answered
// before a collection is worth its while. The heap grows by least bytes between two of them.
func paceGC(least int) (stop func()) {
	before := debug.SetGCPercent(100 * least / smallestHeap)
	var mu sync.Mutex
	stopped := false
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	// A finalizer of what nobody holds runs once after each collection.
	type sign struct{ _ [16]byte }
	var pace func(*sign)
	pace = func(s *sign) {
		mu.Lock()
		defer mu.Unlock()
		if stopped {
			return
		}
		metrics.Read(live)
		bytes := max(1, int(live[0].Value.Uint64()))
		debug.SetGCPercent(int(100 * float64(growth(bytes, least)) / float64(bytes)))
		runtime.SetFinalizer(s, pace)
	}
	runtime.SetFinalizer(&sign{}, pace)
	return func() {
		mu.Lock()
		defer mu.Unlock()
		stopped = true
		debug.SetGCPercent(before)
	}
}

// What the heap of a build and of a question grows by, and Go's own least.
const (
	buildHeap    = 32 << 20
	questionHeap = 16 << 20
	smallestHeap = 4 << 20
)

// growth returns by how many bytes a heap in which so many live may grow before it is
// collected: it doubles while it is small, and grows by a quarter where it is large.
func growth(live, least int) int {
	const small = 768 << 20
	return max(least, min(live, small-live), live/4)
}
