package bdgraph

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// InParallel calls do with each number below n, in any order and on every core.
func InParallel(n int, do func(i int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	all.Wait()
}

// InChunks works on n items, a chunk of at most size after the other, on every core:
// work is given the first of a chunk and the one behind its last, and take, which runs
// alone, what it made, in order. No more chunks than cores are ahead of take.
func InChunks[T any](n, size int, work func(from, to int) T, take func(T)) {
	chunks := make([]chan T, (n+size-1)/size)
	for i := range chunks {
		chunks[i] = make(chan T)
	}
	var next atomic.Int64
	for range min(runtime.GOMAXPROCS(0), len(chunks)) {
		go func() {
			for i := int(next.Add(1)) - 1; i < len(chunks); i = int(next.Add(1)) - 1 {
				chunks[i] <- work(i*size, min(n, (i+1)*size))
			}
		}()
	}
	for _, made := range chunks {
		take(<-made)
	}
}
