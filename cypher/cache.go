package cypher

import (
	"cmp"
	"container/list"
	"maps"
	"slices"
	"sync"
)

// planKey is what a plan depends on: the graph by identity, the text, and the
// types of the parameters.
type planKey struct {
	graph Graph
	text  string
	types string
}

// planCache holds the plans that were used last.
type planCache struct {
	mu    sync.Mutex
	max   int
	plans map[planKey]*list.Element
	order *list.List // of *planEntry, the last used first
}

type planEntry struct {
	key  planKey
	plan *prepared
}

func newPlanCache(max int) *planCache {
	return &planCache{max: max, plans: make(map[planKey]*list.Element), order: list.New()}
}

func (c *planCache) get(key planKey) *prepared {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.plans[key]
	if e == nil {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(*planEntry).plan
}

func (c *planCache) put(key planKey, p *prepared) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.plans[key] != nil {
		return
	}
	c.plans[key] = c.order.PushFront(&planEntry{key, p})
	for c.order.Len() > c.max {
		last := c.order.Back()
		delete(c.plans, last.Value.(*planEntry).key)
		c.order.Remove(last)
	}
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
