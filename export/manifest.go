package export

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/go-json-experiment/json/jsontext"

	"bdgraph"
)

// manifestJSON is manifest.json as far as it is read: the manifest, what was found, and the
// hashes that tie the other files to it.
type manifestJSON struct {
	bdgraph.Manifest
	Findings []bdgraph.Finding `json:"findings"`
	Files    map[string]string `json:"file_sha256"` // by file name
}

// write writes the manifest, and as its last member the hash of each document by its id,
// straight from the documents: there are many.
func (m manifestJSON) write(w *bufio.Writer, documents []bdgraph.Document) error {
	head, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	w.Write(bytes.TrimSuffix(head, []byte("\n}"))) // w keeps an error until it is flushed
	w.WriteString(",\n  \"document_sha256\": {")
	var line []byte
	separator := "\n    "
	for i := range documents {
		if i+1 < len(documents) && documents[i+1].ID == documents[i].ID {
			continue // a name stands in an object once, also where an issue is called like a record
		}
		line = append(line[:0], separator...)
		if line, err = jsontext.AppendQuote(line, documents[i].ID); err != nil {
			return err
		}
		line = append(append(append(line, `: "`...), documents[i].SHA256...), '"')
		w.Write(line)
		separator = ",\n    "
	}
	_, err = w.WriteString("\n  }\n}\n")
	return err
}

// LoadStamps reads how the sources of a stored corpus looked, and nothing after
// that: a manifest has a line for each document, and every answer looks at the stamps.
// Errors are those of Load.
func LoadStamps(dir string) ([]bdgraph.SourceStamp, error) {
	f, err := os.Open(filepath.Join(dir, manifestFile))
	if err != nil {
		return nil, unopened(dir, err)
	}
	defer f.Close()
	stamps, err := readStamps(json.NewDecoder(f))
	if err != nil {
		return nil, damaged(dir, manifestFile, err)
	}
	return stamps, nil
}

// checkVersion returns an error for the version of a manifest that is not read.
func checkVersion(version int) error {
	if version != manifestVersion {
		return fmt.Errorf("format version %d, this bdgraph reads %d", version, manifestVersion)
	}
	return nil
}

// readStamps reads a manifest up to its sources, which stand near its beginning.
func readStamps(dec *json.Decoder) (stamps []bdgraph.SourceStamp, err error) {
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return nil, errors.Join(errors.New("not an object"), err)
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return nil, err
		}
		switch name {
		case "version":
			var version int
			if err := dec.Decode(&version); err != nil {
				return nil, err
			}
			if err := checkVersion(version); err != nil {
				return nil, err
			}
		case "sources":
			err := dec.Decode(&stamps)
			return stamps, err
		default:
			var other json.RawMessage
			if err := dec.Decode(&other); err != nil {
				return nil, err
			}
		}
	}
	_, err = dec.Token() // the end, of one without sources
	return nil, err
}
