package testenv

import (
	"os"
	"path/filepath"
	"testing"
)

// A repeated test says how often it ran, where test.sh finds it.
func TestTimesAreWrittenDown(t *testing.T) {
	file := filepath.Join(t.TempDir(), "times")
	t.Setenv("BDGRAPH_TIMES", file)
	t.Setenv("BDGRAPH_LONG", "")
	short := Times(t, 1000, "kills")
	least := Times(t, 5, "rounds")
	t.Setenv("BDGRAPH_LONG", "1")
	if long := Times(t, 1000, "kills"); short != 100 || least != 1 || long != 1000 {
		t.Errorf("%d and %d times, in the long form %d", short, least, long)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const of = "TestTimesAreWrittenDown: "
	if want := of + "100 of 1000 kills\n" + of + "1 of 5 rounds\n" + of + "1000 of 1000 kills\n"; string(data) != want {
		t.Errorf("written down is %q", data)
	}
}
