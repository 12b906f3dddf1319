package store_test

import (
	"testing"
	"time"

	"bdgraph/cypher/value"
	"bdgraph/store"
)

func TestLimitsOrDefault(t *testing.T) {
	for _, c := range []struct{ given, want store.Limits }{
		{store.Limits{}, store.Limits{Rows: store.DefaultRows, Bytes: store.DefaultBytes, Timeout: store.DefaultTimeout}},
		{store.Limits{Rows: -1, Bytes: -1, Timeout: -1}, store.Limits{}},
		{store.Limits{Rows: 5, Bytes: 7, Timeout: time.Second}, store.Limits{Rows: 5, Bytes: 7, Timeout: time.Second}},
	} {
		if got := c.given.OrDefault(); got != c.want {
			t.Errorf("%+v becomes %+v, want %+v", c.given, got, c.want)
		}
	}
}

func TestCutter(t *testing.T) {
	row := []value.Value{value.Int(1), value.String("four")} // 24 + 24 + 4 bytes
	for _, c := range []struct {
		name   string
		limits store.Limits
		rows   int
		hit    string
	}{
		{"no limit", store.Limits{Rows: -1, Bytes: -1}, 10, ""},
		{"rows", store.Limits{Rows: 3}, 3, store.LimitRows},
		{"as many rows as there are", store.Limits{Rows: 10}, 10, ""},
		{"bytes for four rows", store.Limits{Bytes: 4*52 + 51}, 4, store.LimitBytes},
		{"bytes for none", store.Limits{Bytes: 51}, 0, store.LimitBytes},
		{"rows before bytes", store.Limits{Rows: 2, Bytes: 3 * 52}, 2, store.LimitRows},
	} {
		t.Run(c.name, func(t *testing.T) {
			var r store.Result
			cutter := store.NewCutter(&r, c.limits)
			for range 10 {
				if !cutter.Add(row) {
					break
				}
			}
			if len(r.Rows) != c.rows || r.LimitHit != c.hit || r.Truncated != (c.hit != "") {
				t.Errorf("%d rows, hit %q, truncated %v; want %d rows, %q", len(r.Rows), r.LimitHit, r.Truncated, c.rows, c.hit)
			}
		})
	}
}
