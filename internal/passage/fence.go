package passage

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
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
