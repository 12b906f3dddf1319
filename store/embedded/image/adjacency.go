package image

import "slices"

func (b *builder) writeLabelSets() {
	var ws []uint32
	for _, s := range b.sets {
		ws = append(ws, s.first, s.end, uint32(len(s.labels)))
		ws = append(ws, s.labels...)
	}
	b.w.add(labelSets, 0, 0, words(ws...))
}

// writeAdjacency writes both directions, and the counts by pattern. A type's
// ranges begin at the first node that has one, and end at the last.
func (b *builder) writeAdjacency() {
	b.w.add(typeStarts, 0, 0, words(b.typeStart...))
	b.w.add(sources, 0, 0, words(b.from...))
	b.w.add(targets, 0, 0, words(b.to...))
	var counts []uint32
	for t := range b.types.texts {
		first, end := b.typeStart[t], b.typeStart[t+1]
		starts := rangesOf(b.from[first:end])
		b.w.add(outStarts, uint32(t), 0, words(starts...))

		starts = rangesOf(b.to[first:end])
		b.w.add(inStarts, uint32(t), 0, words(starts...))
		base, next := starts[0], slices.Clone(starts[2:])
		in := make([]uint32, end-first)
		for r := first; r < end; r++ {
			n := b.to[r] - base
			in[next[n]] = r
			next[n]++
		}
		b.w.add(inRels, uint32(t), 0, words(in...))

		bySets := map[[2]uint32]uint32{}
		for r := first; r < end; r++ {
			bySets[[2]uint32{b.setOf[b.from[r]], b.setOf[b.to[r]]}]++
		}
		pairs := make([][2]uint32, 0, len(bySets))
		for p := range bySets {
			pairs = append(pairs, p)
		}
		slices.SortFunc(pairs, func(x, y [2]uint32) int { return slices.Compare(x[:], y[:]) })
		for _, p := range pairs {
			counts = append(counts, p[0], uint32(t), p[1], bySets[p])
		}
	}
	b.w.add(patternCounts, 0, 0, words(counts...))
}

// rangesOf returns base, 0 and then, for each node from base to the last one
// that occurs, the number of ends before it, and the total.
func rangesOf(nodes []uint32) []uint32 {
	if len(nodes) == 0 {
		return []uint32{0, 0, 0}
	}
	low, high := slices.Min(nodes), slices.Max(nodes)
	starts := make([]uint32, 2+int(high-low)+2)
	starts[0] = low
	counts := starts[2:]
	for _, n := range nodes {
		counts[n-low+1]++
	}
	for i := 1; i < len(counts); i++ {
		counts[i] += counts[i-1]
	}
	return starts
}
