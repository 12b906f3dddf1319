package beads

import (
	"maps"
	"slices"
	"strings"

	"bdgraph"
)

// prefixes returns the configured prefixes and those of the ids, sorted.
func prefixes(configured []string, issues []bdgraph.Issue) []string {
	seen := map[string]bool{}
	for _, p := range configured {
		seen[p] = true
	}
	for _, i := range issues {
		if p := prefixOf(i.ID, configured); p != "" {
			seen[p] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// prefixOf returns what stands before the last hyphen of an id, without the infixes of wisps
// and molecules. A prefix may hold hyphens itself, so that a configured one is tried first.
func prefixOf(id string, configured []string) string {
	for _, p := range configured {
		if strings.HasPrefix(id, p+"-") {
			return p
		}
	}
	at := strings.LastIndexByte(id, '-')
	if at <= 0 {
		return ""
	}
	prefix := id[:at]
	for _, infix := range [...]string{"-wisp", "-mol", "-cv"} {
		if p, ok := strings.CutSuffix(prefix, infix); ok && p != "" {
			return p
		}
	}
	return prefix
}
