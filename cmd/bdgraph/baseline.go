package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"

	"bdgraph"
	"bdgraph/internal/files"
)

// baselineVersion is the version of the file's form.
const baselineVersion = 1

// baseline is a file of known findings: docs/formats/findings.md.
type baseline struct {
	Version  int            `json:"version"`
	Findings []knownFinding `json:"findings"`
}

type knownFinding struct {
	Fingerprint string `json:"fingerprint"`
	Code        string `json:"code"`
	Document    string `json:"document,omitempty"`
	Message     string `json:"message"`
}

// fingerprint names a finding by what it says and where, but for the line,
// which moves with every edit.
func fingerprint(f bdgraph.Finding) string {
	sum := sha256.Sum256([]byte(f.Code + "\x00" + f.Document + "\x00" + f.Place.File + "\x00" + f.Message))
	return hex.EncodeToString(sum[:16])
}

func readBaseline(path string) (baseline, error) {
	var b baseline
	data, err := os.ReadFile(path)
	if err != nil {
		return b, &failure{err: fmt.Errorf("read baseline: %w", err), next: "bdgraph lint --write-baseline " + path}
	}
	if err := json.Unmarshal(data, &b); err != nil {
		return b, fmt.Errorf("read baseline %s: %w", path, err)
	}
	if b.Version != baselineVersion {
		return b, fmt.Errorf("read baseline %s: format version %d, this bdgraph reads %d", path, b.Version, baselineVersion)
	}
	return b, nil
}

func writeBaseline(path string, fs []bdgraph.Finding) error {
	b := baseline{Version: baselineVersion, Findings: []knownFinding{}}
	for _, f := range fs {
		b.Findings = append(b.Findings, knownFinding{fingerprint(f), f.Code, f.Document, f.Message})
	}
	return files.WriteJSON(path, b, 0o644)
}

// without leaves out what the baseline knows.
func (b baseline) without(fs []bdgraph.Finding) []bdgraph.Finding {
	known := make(map[string]bool, len(b.Findings))
	for _, f := range b.Findings {
		known[f.Fingerprint] = true
	}
	left := []bdgraph.Finding{}
	for _, f := range fs {
		if !known[fingerprint(f)] {
			left = append(left, f)
		}
	}
	return left
}
