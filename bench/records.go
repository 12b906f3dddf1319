package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// componentsOfRecords is how many components [WriteRecords] names.
const componentsOfRecords = 100

// WriteRecords writes n decision records into docs/adr of a project, a day apart up to
// the day last, each about one of a hundred components, which bdgraph.toml names with
// their paths: what a project of the size of [WriteIssues] has besides issues. Every fifth
// record supersedes the one ten before it. The first component is Api with cmd/api.
func WriteRecords(dir string, n, last int, seed uint64) error {
	t := newSource(seed)
	var settings strings.Builder
	settings.WriteString("[beads]\nsource = \"files\"\n")
	names := make([]string, componentsOfRecords)
	for i := range names {
		word := t.words[len(t.words)-1-i]
		names[i] = strings.ToUpper(word[:1]) + word[1:]
		path := "internal/" + word + "/**"
		if i == 0 {
			names[i], path = "Api", "cmd/api/**"
		}
		fmt.Fprintf(&settings, "\n[[vocab.components]]\nname = %q\naliases = [%q]\npaths = [%q]\n", names[i], "the "+names[i]+" service", path)
	}
	folder := filepath.Join(dir, "docs", "adr")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "bdgraph.toml"), []byte(settings.String()), 0o644); err != nil {
		return err
	}
	for i := range n {
		supersedes, status := "", "Accepted"
		if i >= 10 && i%5 == 0 {
			supersedes = fmt.Sprintf("\nSupersedes: ADR-%04d\n", i-10+1)
		}
		if i+10 < n && (i+10)%5 == 0 {
			status = fmt.Sprintf("Superseded by ADR-%04d", i+10+1)
		}
		component := names[i%len(names)]
		text := fmt.Sprintf("# ADR-%04d: %s %s\n\nDate: %s\n\nStatus: %s\n%s\n## Context\n\n%s.\n\n## Decision\n\nThe %s %s.\n\n## Consequences\n\n%s.\n",
			i+1, component, strings.ToLower(t.text(20, 50)), day(last-n+1+i), status, supersedes, t.text(200, 600), component, strings.ToLower(t.text(40, 100)), t.text(100, 300))
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%04d-record.md", i+1)), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
