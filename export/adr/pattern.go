package adr

import (
	"regexp"
	"sync"
)

// pattern is a regular expression that is compiled when it is first needed: most
// processes read no records, and compiling all of them takes longer than many an answer.
func pattern(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
