package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// paceGC makes the garbage collector spare memory where there is much to hold and time
// where there is little, until the function that it returns is called. The stages of a
// build hand each other values as large as the corpus, most of which live on: for a large
// one, collecting more often costs little and saves memory. One of the
// usual size would be collected every few megabytes.
func paceGC() (stop func()) {
	const (
		first  = 800       // percent of Go's smallest heap, 4 MB: as many bytes
		least  = 32 << 20  // bytes by which the heap may grow in any case
		double = 768 << 20 // bytes up to which it may grow to twice of what lives
		share  = 25        // percent of what lives by which it may grow beyond
	)
	// growth returns the percent by which a heap may grow of which so many bytes live.
	growth := func(live int) int {
		live = max(1, live)
		return max(100*least/live, min(100, 100*double/live-100), share)
	}
	var mu sync.Mutex
	stopped := false
	before := debug.SetGCPercent(first)
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
		debug.SetGCPercent(growth(int(live[0].Value.Uint64())))
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
