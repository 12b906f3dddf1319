package phase2

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
)

// Versions are hashes of what every agent is told besides the documents and the
// vocabulary: when one of them changes, what was extracted before is stale.
type Versions struct {
	Prompt string `json:"prompt"`
	Schema string `json:"schema"`
}

// VersionsOf returns the versions of a prompt's template and this package's schema.
func VersionsOf(template string) Versions {
	return Versions{digest([]byte(template)), digest(Schema)}
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
	// Vocabulary is what of it can matter to this document and this extraction, by subject.
	Vocabulary map[string]string `json:"vocabulary"`
}

// Stamp returns the stamp of an accepted extraction, made with these proposals of
// verifiers at hand.
func (c *Checker) Stamp(x Checked, proposals []string, v Versions) Stamp {
	return Stamp{x.Document, x.Extraction.SHA256, x.Hash, digestAll(proposals), v, c.told(x)}
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

// Standing returns where an extraction stands that passes the gates, and why: extracted
// when it has no stamp of its own, stale when something has changed since it was stamped.
func (c *Checker) Standing(extractions fs.FS, x Checked, now Versions, proposals []string) (State, string) {
	stamp, ok := readStamp(extractions, x.File)
	if !ok || stamp.Extraction != x.Hash {
		return Extracted, "not checked yet"
	}
	for _, version := range []struct{ what, then, now string }{{"prompt", stamp.Prompt, now.Prompt}, {"schema", stamp.Schema, now.Schema}} {
		if version.then != version.now {
			return Stale, fmt.Sprintf("the %s has changed since it was extracted", version.what)
		}
	}
	if what := changes(stamp.Vocabulary, c.told(x)); what != "" {
		return Stale, "the vocabulary has changed since it was extracted: " + what
	}
	if len(proposals) > 0 && stamp.Proposals != digestAll(proposals) {
		return Stale, fmt.Sprintf("a verifier proposes: %s", proposals[0])
	}
	if len(x.Extraction.Edges) == 0 {
		return Empty, x.Extraction.EmptyReason
	}
	return Accepted, ""
}
