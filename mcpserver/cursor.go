package mcpserver

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// A cursor is the generation and place where an answer goes on, bound to the
// question by a hash. It needs no memory in the server.

func makeCursor(generation, question string, offset int) string {
	return encodeCursor(offset, question, shortHash(generation))
}

func encodeCursor(offset int, question, generation string) string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d.%s.%s", offset, question, generation))
}

// furthest is the largest offset of a cursor.
const furthest = 10_000_000

// readCursor returns the offset of a cursor that belongs to a question.
func readCursor(cursor, question string) (offset int, generation string, err error) {
	plain, decodeErr := base64.RawURLEncoding.DecodeString(cursor)
	parts := strings.Split(string(plain), ".")
	if decodeErr != nil || len(parts) != 3 {
		return 0, "", badArgument("cursor", "this is no cursor", "Give next_cursor of an answer as it is, or none.")
	}
	offset, err = strconv.Atoi(parts[0])
	if err != nil || offset < 0 || offset > furthest || cursor != encodeCursor(offset, parts[1], parts[2]) || len(parts[2]) != len(shortHash("")) {
		return 0, "", badArgument("cursor", "this is no cursor", "Give next_cursor of an answer as it is, or none.")
	}
	if parts[1] != question {
		return 0, "", badArgument("cursor", "the cursor belongs to another question", "Give it with the same other arguments as before.")
	}
	return offset, parts[2], nil
}

// questionHash identifies a call without its cursor.
func questionHash(tool string, in inputs) string {
	var b strings.Builder
	b.WriteString(tool)
	for _, name := range sortedNames(in) {
		if name != "cursor" {
			v, err := json.Marshal(in[name])
			if err != nil {
				panic(err) // it came from JSON
			}
			fmt.Fprintf(&b, "\x00%s\x00%s", name, v)
		}
	}
	return shortHash(b.String())
}

func shortHash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:6])
}
