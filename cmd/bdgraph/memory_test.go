package main

import "testing"

func TestAHeapGrowsWithWhatItHoldsAndWhatIsExpected(t *testing.T) {
	const mb = 1 << 20
	for name, c := range map[string]struct{ sources, live, want int }{
		"a small build":                     {5 * mb, 10 * mb, 32 * mb},
		"what lives doubles":                {5 * mb, 100 * mb, 100 * mb},
		"what its sources make expected":    {50 * mb, 100 * mb, 300 * mb},
		"no more than a large heap":         {500 * mb, 300 * mb, 468 * mb},
		"a quarter where that is more":      {500 * mb, 800 * mb, 200 * mb},
		"and where less is left of a large": {0, 700 * mb, 175 * mb},
	} {
		p := pacer{least: buildHeap, sources: c.sources}
		if got := p.growth(c.live); got != c.want {
			t.Errorf("%s: %d MB that live may grow by %d MB, want %d", name, c.live/mb, got/mb, c.want/mb)
		}
	}
}
