package main

import (
	"path/filepath"

	"bdgraph/internal/config"
	"bdgraph/verify"
)

// What lies in the state folder: the files of which docs/formats has a page, and
// what verification keeps. The key tells canaries from claims, so it lies apart from
// what verifiers are shown.
func corpusDir(p config.Project) string    { return p.State("corpus") }
func reportFile(p config.Project) string   { return p.State("report.json") }
func planFile(p config.Project) string     { return p.State("plan.json") }
func coverageFile(p config.Project) string { return p.State("coverage.json") }
func packetsFile(p config.Project) string  { return p.State("verify", "packets.json") }
func keyFile(p config.Project) string      { return p.State("verify", "key.json") }

// appliedFile lies with the verdicts, which may be kept elsewhere.
func appliedFile(p config.Project) string {
	return filepath.Join(p.Path(p.VerdictsDir), verify.AppliedFile)
}
