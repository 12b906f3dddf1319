package exec

import (
	"bdgraph/cypher/plan"
	"bdgraph/cypher/value"
)

// table is a set of keys of one or more values, by equivalence. Each key has a number, from
// 0, in the order in which they were added.
type table struct {
	budget *budget
	slots  []plan.Slot
	width  int
	heads  map[uint64]int32
	next   []int32       // next key with the same hash, -1 at the end
	keys   []value.Value // width values for each key
	key    []value.Value // the key that is looked up
	bytes  int
	// recent holds the numbers, from 1, of keys that were looked up, by their
	// trace. Values out of columns are the same bits each time that they come, which
	// is found without hashing and comparing texts.
	recent  []int32
	lookups int
}

// The size of table.recent and how many keys are added or found before
// it is worth its memory.
const (
	recentBits  = 10
	recentKeys  = 1 << recentBits
	recentAfter = 64
)

func newTable(b *budget, slots []plan.Slot) *table {
	return &table{budget: b, slots: slots, width: len(slots), heads: make(map[uint64]int32), key: make([]value.Value, len(slots))}
}

// addRow adds the key in a row's slots; added is false if it was there.
func (t *table) addRow(r row) (added bool, err error) {
	for i, s := range t.slots {
		t.key[i] = r[s]
	}
	_, added, err = t.add()
	return added, err
}

// entryBytes is about what one key takes beside its values.
const entryBytes = 40

// add looks the key up that lies in t.key and adds it if it is new.
func (t *table) add() (number int, added bool, err error) {
	if t.lookups++; t.lookups < recentAfter {
		return t.addNew()
	}
	if t.recent == nil {
		t.recent = make([]int32, recentKeys)
	}
	var trace uint64
	for _, v := range t.key {
		trace = value.Trace(trace, v)
	}
	last := &t.recent[trace>>(64-recentBits)]
	if *last > 0 && t.same(int(*last-1)) {
		return int(*last - 1), false, nil
	}
	number, added, err = t.addNew()
	*last = int32(number + 1)
	return number, added, err
}

// same reports whether a key is bit for bit the one that lies in t.key.
func (t *table) same(i int) bool {
	for j, v := range t.at(i) {
		if !value.Same(v, t.key[j]) {
			return false
		}
	}
	return true
}

func (t *table) addNew() (number int, added bool, err error) {
	h := t.hash()
	head, ok := t.heads[h]
	if ok {
		if i := t.find(head); i >= 0 {
			return i, false, nil
		}
	} else {
		head = -1
	}
	n := len(t.next)
	t.heads[h] = int32(n)
	t.next = append(t.next, head)
	t.keys = append(t.keys, t.key...)
	size := entryBytes
	for _, v := range t.key {
		size += sizeOf(v)
	}
	t.bytes += size
	return n, true, t.budget.keep(size)
}

// lookup returns the number of the key in t.key, -1 if there is none.
func (t *table) lookup() int {
	head, ok := t.heads[t.hash()]
	if !ok {
		return -1
	}
	return t.find(head)
}

func (t *table) hash() uint64 {
	var h uint64
	for _, v := range t.key {
		h = value.Hash(h, v)
	}
	return h
}

func (t *table) find(head int32) int {
search:
	for i := head; i >= 0; i = t.next[i] {
		stored := t.at(int(i))
		for j := range t.key {
			if !value.Equivalent(stored[j], t.key[j]) {
				continue search
			}
		}
		return int(i)
	}
	return -1
}

// at returns the key with a number.
func (t *table) at(i int) []value.Value { return t.keys[i*t.width : (i+1)*t.width] }

// free gives the memory back.
func (t *table) free() { t.budget.release(t.bytes) }
