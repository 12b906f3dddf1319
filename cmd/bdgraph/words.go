package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"bdgraph/internal/term"
)

// plural returns "1 issue", "2 issues".
func plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}

// memories is plural for the word that has another one.
func memories(n int) string {
	if n == 1 {
		return "1 memory"
	}
	return fmt.Sprintf("%d memories", n)
}

func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// countList prints counts in one line, the largest first.
func countList(counts map[string]int) string { return strings.Join(countParts(counts), ", ") }

// countParts returns counts with their names, the largest first.
func countParts(counts map[string]int) []string {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	parts := make([]string, len(names))
	for i, name := range names {
		parts[i] = fmt.Sprintf("%d %s", counts[name], name)
	}
	return parts
}

// listed returns how many there are, with the first of them.
func listed(list []string) string {
	const shown = 5
	switch {
	case len(list) == 0:
		return "0"
	case len(list) > shown:
		return fmt.Sprintf("%d: %s, …", len(list), strings.Join(list[:shown], ", "))
	}
	return fmt.Sprintf("%d: %s", len(list), strings.Join(list, ", "))
}

// orNothing returns a text with what comes before it, "" without a text.
func orNothing(before, text string) string {
	if text == "" {
		return ""
	}
	return before + text
}

// orEmpty returns the text that there may be, "" for none.
func orEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// titleText returns a title as it follows a name, "" without one.
func titleText(title string) string {
	if title == "" {
		return ""
	}
	return " “" + term.Line(title) + "”"
}

// quoted writes a word as an argument of the command.
func quoted(word string) string { return fmt.Sprintf("%q", word) }
