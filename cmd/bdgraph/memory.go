package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// pacer makes the garbage collector spare memory where there is much to hold and time
// where there is little, until it is stopped. The stages of a build hand each other values
// as large as the corpus, most of which live on, so that each collection costs what is
// held and frees little of it; a question is mostly answered before a collection is worth
// its while.
type pacer struct {
	mu      sync.Mutex
	before  int // the percentage that is restored
	least   int // by so much the heap grows between two collections
	sources int // bytes that a build reads
	stopped bool
}

// paceGC starts a pacer. The heap grows by least bytes between two collections.
func paceGC(least int) *pacer {
	p := &pacer{before: debug.SetGCPercent(100 * least / smallestHeap), least: least}
	runtime.SetFinalizer(&sign{}, p.pace)
	return p
}

// sign is what nobody holds, so that its finalizer runs once after each collection.
type sign struct{ _ [16]byte }

// pace runs after each collection, and leaves the sign for the next.
func (p *pacer) pace(s *sign) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.stopped {
		p.set()
		runtime.SetFinalizer(s, p.pace)
	}
}

// set allows the heap to grow by what is due where so much lives as the last collection
// found; before the first, that is Go's own least.
func (p *pacer) set() {
	found := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(found)
	live := max(smallestHeap, int(found[0].Value.Uint64()))
	debug.SetGCPercent(int(100 * float64(p.growth(live)) / float64(live)))
}

// expect tells the pacer of a source of so many bytes that is about to be read.
func (p *pacer) expect(bytes int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sources += int(min(bytes, largeHeap))
	p.set()
}

// stop leaves the collector as it was found.
func (p *pacer) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopped = true
	debug.SetGCPercent(p.before)
}

const (
	buildHeap    = 32 << 20  // the least by which the heap of a build grows,
	questionHeap = 16 << 20  // and that of a question
	smallestHeap = 4 << 20   // Go's own least
	largeHeap    = 768 << 20 // from here on a heap does not double any more
)

// growth returns by how many bytes a heap in which so many live may grow before it is
// collected. It doubles while it is small, and grows by a quarter where it is large; a
// build of which the sources are known comes to hold about eight times as much as they
// do, before which it would be collected in vain.
func (p *pacer) growth(live int) int {
	due := min(8*p.sources, largeHeap)
	return max(p.least, min(live, largeHeap-live), due-live, live/4)
}
