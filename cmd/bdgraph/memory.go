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
		share = 25       // percent of what lives by which the heap may grow
		least = 32 << 20 // bytes by which it may grow in any case
		first = 800      // percent of Go's smallest heap, 4 MB: as many bytes
	)
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
		debug.SetGCPercent(max(share, int(100*least/max(1, live[0].Value.Uint64()))))
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
