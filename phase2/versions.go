package phase2

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"bdgraph"
)

// Versions are hashes of what an agent is told besides the document: when one of
// them changes, what was extracted before is stale.
type Versions struct {
	Prompt     string `json:"prompt"`
	Schema     string `json:"schema"`
	Vocabulary string `json:"vocabulary"`
}

// VersionsOf returns the versions of a prompt's template, this package's schema
// and a vocabulary, as far as the prompt shows it: where a component's files lie and what it
// depends on is nothing that agents are told.
func VersionsOf(template string, v bdgraph.Vocabulary) Versions {
	v.Components = slices.Clone(v.Components)
	for i := range v.Components {
		v.Components[i].Paths, v.Components[i].DependsOn = nil, nil
	}
	vocabulary, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings and lists of them
	}
	return Versions{digest([]byte(template)), digest(Schema), digest(vocabulary)}
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// StampFolder is the folder, inside that of the extractions, with a stamp for
// each accepted extraction, under the extraction's own name.
const StampFolder = ".accepted"

// Stamp says that an extraction passed all gates, and against what.
type Stamp struct {
	Document   string `json:"document"`
	SHA256     string `json:"sha256"`     // of the document's text
	Extraction string `json:"extraction"` // SHA-256 of the file
	// Proposals is the hash of what verifiers had proposed for the document
	// when it was accepted; "" when nothing.
	Proposals string `json:"proposals,omitempty"`
	Versions
}

// NewStamp returns the stamp of an accepted extraction, made with these proposals of
// verifiers at hand.
func NewStamp(x Checked, proposals []string, v Versions) Stamp {
	return Stamp{x.Document, x.Extraction.SHA256, x.Hash, digestAll(proposals), v}
}

func digestAll(texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	return digest([]byte(strings.Join(texts, "\n")))
}

// readStamp returns the stamp of a file of extractions; ok is false when there
// is none that can be read.
func readStamp(extractions fs.FS, name string) (s Stamp, ok bool) {
	data, err := fs.ReadFile(extractions, StampFolder+"/"+name)
	return s, err == nil && json.Unmarshal(data, &s) == nil
}

// outdated returns what has changed since a stamp was given, "" when nothing has.
func (s Stamp) outdated(now Versions) string {
	for _, x := range []struct{ what, then, now string }{
		{"prompt", s.Prompt, now.Prompt}, {"schema", s.Schema, now.Schema}, {"vocabulary", s.Vocabulary, now.Vocabulary},
	} {
		if x.then != x.now {
			return fmt.Sprintf("the %s has changed since it was extracted", x.what)
		}
	}
	return ""
}
