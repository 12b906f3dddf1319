package passage

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"bdgraph/internal/unseen"
)

// Number puts "NN| " before each line of a text and returns it with the number of lines.
func Number(text string) (numbered string, lines int) {
	var b strings.Builder
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		lines++
		fmt.Fprintf(&b, "%4d| %s\n", lines, line)
	}
	return b.String(), lines
}

// Fence returns a mark for the ends of a text in a prompt. A text does not hold
// it, since nobody can write a text that holds its own hash.
func Fence(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "DOCUMENT-" + hex.EncodeToString(sum[:8])
}

// Line puts a text on one line and leaves out what is unseen, for the places of a
// prompt that stand outside of fences.
func Line(text string) string {
	oneLine := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	return oneLine(unseen.Drop(oneLine(text))) // line ends that are unseen part words
}

// Code writes a name for a prompt as code: between backquotes where that can be
// read back, otherwise as a JSON string.
func Code(name string) string {
	if name == Line(name) && !strings.ContainsAny(name, "`\"\\") {
		return "`" + name + "`"
	}
	return JSON(name)
}

// JSON writes a text as a JSON string.
func JSON(text string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(text); err != nil {
		panic(err) // a string
	}
	return strings.TrimSuffix(b.String(), "\n")
}
