package storetest

import (
	_ "embed"
	"encoding/json"
	"strings"
	"testing"
)

//go:embed testdata/bypass.tsv
var bypass string

// Attack is a query that tries to get past the walls of reading, or a harmless one that looks
// like that. The head of testdata/bypass.tsv says what the groups are; Code is that of the
// refusal, "-" for none.
type Attack struct{ Group, Code, Text string }

// Attacks returns the attacks; port is where those go that reach out.
func Attacks(t testing.TB, port string) []Attack {
	t.Helper()
	var attacks []Attack
	for line := range strings.Lines(bypass) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 3)
		a := Attack{Group: fields[0], Code: fields[1]}
		if err := json.Unmarshal([]byte(strings.ReplaceAll(fields[2], "CANARY", port)), &a.Text); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		attacks = append(attacks, a)
	}
	if len(attacks) < 150 {
		t.Fatalf("%d attacks", len(attacks))
	}
	return attacks
}
