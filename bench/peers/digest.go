package main

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"bdgraph/cypher/value"
	"bdgraph/store"
)

// digest is a short hash of answers, whatever the order of rows, as digest in common.py
// computes it: rows as compact JSON with their values sorted, as lists within them are.
func digest(answers []store.Result) string {
	h := sha256.New()
	for _, a := range answers {
		lines := make([]string, len(a.Rows))
		for i, r := range a.Rows {
			lines[i] = plain(value.List(r))
		}
		slices.Sort(lines)
		for _, line := range lines {
			h.Write([]byte(line + "\n"))
		}
		h.Write([]byte("--\n"))
	}
	return hex.EncodeToString(h.Sum(nil))[:12]
}

func plain(v value.Value) string {
	switch v.Kind() {
	case value.KindList:
		var parts []string
		for _, e := range v.List() {
			parts = append(parts, plain(e))
		}
		slices.Sort(parts)
		return "[" + strings.Join(parts, ",") + "]"
	case value.KindFloat:
		if f := v.Float(); f == float64(int64(f)) {
			return strconv.FormatInt(int64(f), 10)
		}
	}
	return string(value.AppendJSON(nil, v, value.JSONOptions{}))
}
