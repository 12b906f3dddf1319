package export

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/go-json-experiment/json/jsontext"

	"bdgraph"
)

// A corpus is stored as a folder of these files; docs/formats/corpus.md
// describes them.
const (
	manifestFile  = "manifest.json"
	issuesFile    = "issues.jsonl"
	memoriesFile  = "memories.jsonl"
	adrsFile      = "adrs.jsonl"
	documentsFile = "docs.jsonl"

	manifestVersion = 1
)

// ErrNoCorpus is returned (wrapped) when a folder holds no corpus.
var ErrNoCorpus = errors.New("no corpus")

// ErrDamagedCorpus is returned (wrapped) when the files of a corpus do not
// belong together or cannot be decoded.
var ErrDamagedCorpus = errors.New("damaged corpus")

// manifestJSON is manifest.json as far as it is read: the manifest, what was found, and the
// hashes that tie the other files to it.
type manifestJSON struct {
	bdgraph.Manifest
	Findings []bdgraph.Finding `json:"findings"`
	Files    map[string]string `json:"file_sha256"` // by file name
}

// write writes the manifest, and as its last member the hash of each document by its id.
// There are so many that nothing is made of them first.
func (m manifestJSON) write(w io.Writer, documents []bdgraph.Document) error {
	head, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	w.Write(bytes.TrimSuffix(head, []byte("\n}"))) // an error stays until the file is flushed
	io.WriteString(w, ",\n  \"document_sha256\": {")
	var line []byte
	separator := "\n    "
	for i := range documents {
		line = append(line[:0], separator...)
		if line, err = jsontext.AppendQuote(line, documents[i].ID); err != nil {
			return err
		}
		line = append(append(append(line, `: "`...), documents[i].SHA256...), '"')
		w.Write(line)
		separator = ",\n    "
	}
	_, err = io.WriteString(w, "\n  }\n}\n")
	return err
}

// Write stores a corpus in the folder dir, replacing the one that is there, unless
// that is the same to the byte. A reader finds the old corpus or the new one; after a crash too.
func Write(dir string, c bdgraph.Corpus) error {
	if err := holdsOthers(dir); err != nil {
		return fmt.Errorf("write corpus: %w", err)
	}
	parent := filepath.Dir(dir)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return fmt.Errorf("write corpus: %w", err)
	}
	tmp, err := os.MkdirTemp(parent, "."+filepath.Base(dir)+".tmp-")
	if err != nil {
		return fmt.Errorf("write corpus: %w", err)
	}
	defer os.RemoveAll(tmp)
	if err := writeFiles(tmp, c); err != nil {
		return fmt.Errorf("write corpus: %w", err)
	}
	if sameFiles(tmp, dir) {
		return nil
	}
	if err := syncFiles(tmp); err != nil {
		return fmt.Errorf("write corpus: %w", err)
	}
	if err := os.Chmod(tmp, 0o755); err != nil {
		return fmt.Errorf("write corpus: %w", err)
	}
	if err := replaceFolder(tmp, dir); err != nil {
		return fmt.Errorf("write corpus: %w", err)
	}
	return nil
}

// holdsOthers returns an error for a folder whose files are not those of a
// corpus: it is somebody else's and not to be replaced.
func holdsOthers(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if info, statErr := os.Stat(dir); statErr == nil && !info.IsDir() {
		return fmt.Errorf("%s is a file: move it away", dir)
	}
	if err != nil {
		return err
	}
	own := recordFiles(&bdgraph.Corpus{})
	for _, e := range entries {
		if _, ok := own[e.Name()]; !ok && e.Name() != manifestFile {
			return fmt.Errorf("%s holds %s, which is no part of a corpus: move it away, or name another state_dir", dir, e.Name())
		}
	}
	return nil
}

func writeFiles(dir string, c bdgraph.Corpus) error {
	m := manifestJSON{Manifest: c.Manifest, Findings: c.Findings, Files: map[string]string{}}
	if m.Findings == nil {
		m.Findings = []bdgraph.Finding{}
	}
	for name, records := range recordFiles(&c) {
		hash := sha256.New()
		err := writeFile(filepath.Join(dir, name), func(w io.Writer) error { return records.encode(io.MultiWriter(w, hash)) })
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		m.Files[name] = hex.EncodeToString(hash.Sum(nil))
	}
	return writeFile(filepath.Join(dir, manifestFile), func(w io.Writer) error { return m.write(w, c.Documents) })
}

// Load reads the corpus that Write stored in dir; the result equals what was
// written. Errors: [ErrNoCorpus] when there is none, [ErrDamagedCorpus] when a
// file was changed, is missing or cannot be decoded.
func Load(dir string) (bdgraph.Corpus, error) { return loadAgain(dir, recordFiles) }

// LoadSeen reads of a stored corpus what [Sources] wants of the previous one: its
// documents with id, hash and the day on which they were first seen, and nothing else. Errors
// are those of Load; files that it does not need may be damaged.
func LoadSeen(dir string) (bdgraph.Corpus, error) {
	return loadAgain(dir, func(c *bdgraph.Corpus) map[string]seenLines {
		return map[string]seenLines{documentsFile: {&c.Documents}}
	})
}

// LoadForCompare reads of a stored corpus what [Compare] wants of it: the manifest and what
// LoadSeen reads. Of the other files it only checks that they are those that were written.
// Errors are those of Load.
func LoadForCompare(dir string) (bdgraph.Corpus, error) {
	return loadAgain(dir, func(c *bdgraph.Corpus) map[string]decoder {
		files := map[string]decoder{}
		for name := range recordFiles(c) {
			files[name] = unread{}
		}
		files[documentsFile] = seenLines{&c.Documents}
		return files
	})
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

// unopened returns the error of a stored corpus whose manifest was not to be opened.
func unopened(dir string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w in %s", ErrNoCorpus, dir)
	}
	if info, statErr := os.Stat(dir); statErr == nil && !info.IsDir() {
		return fmt.Errorf("read corpus: %s is a file: move it away", dir)
	}
	return fmt.Errorf("read corpus: %w", err)
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

func loadAgain[D decoder](dir string, files func(*bdgraph.Corpus) map[string]D) (bdgraph.Corpus, error) {
	c, err := load(dir, files)
	if errors.Is(err, ErrDamagedCorpus) {
		// A writer may have replaced the folder between two reads.
		c, err = load(dir, files)
	}
	return c, err
}

func load[D decoder](dir string, files func(*bdgraph.Corpus) map[string]D) (bdgraph.Corpus, error) {
	data, err := os.ReadFile(filepath.Join(dir, manifestFile))
	if err != nil {
		return bdgraph.Corpus{}, unopened(dir, err)
	}
	var m manifestJSON
	if err = json.Unmarshal(data, &m); err == nil {
		err = checkVersion(m.Version)
	}
	if err != nil {
		return bdgraph.Corpus{}, damaged(dir, manifestFile, err)
	}
	c := bdgraph.Corpus{Manifest: m.Manifest, Findings: m.Findings}
	if len(c.Findings) == 0 {
		c.Findings = nil
	}
	for name, file := range files(&c) {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return bdgraph.Corpus{}, damaged(dir, name, err)
		}
		if hexSHA256(data) != m.Files[name] {
			return bdgraph.Corpus{}, damaged(dir, name, errors.New("its contents are not those that the manifest names"))
		}
		if err := file.decode(data); err != nil {
			return bdgraph.Corpus{}, damaged(dir, name, err)
		}
	}
	return c, nil
}

func damaged(dir, name string, err error) error {
	return fmt.Errorf("%w: %s: %v", ErrDamagedCorpus, filepath.Join(dir, name), err)
}

// decoder reads one JSON Lines file of a corpus into a part of it.
type decoder interface{ decode([]byte) error }

// records is a file that is also written.
type records interface {
	decoder
	encode(io.Writer) error
}

// recordFiles pairs each file with the part of the corpus that it holds.
func recordFiles(c *bdgraph.Corpus) map[string]records {
	return map[string]records{
		issuesFile:    lines[bdgraph.Issue]{&c.Issues},
		memoriesFile:  lines[bdgraph.Memory]{&c.Memories},
		adrsFile:      lines[bdgraph.ADR]{&c.ADRs},
		documentsFile: lines[bdgraph.Document]{&c.Documents},
	}
}

type lines[T any] struct{ values *[]T }

func (l lines[T]) encode(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for i := range *l.values {
		if err := enc.Encode(&(*l.values)[i]); err != nil {
			return err
		}
	}
	return nil
}

func (l lines[T]) decode(data []byte) error {
	n := 0
	for line := range bytes.Lines(data) {
		n++
		var v T
		if err := json.Unmarshal(line, &v); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		*l.values = append(*l.values, v)
	}
	return nil
}

// unread is a file of which nothing is wanted.
type unread struct{}

func (unread) decode([]byte) error { return nil }

// seenLines reads the documents' file without the texts.
type seenLines struct{ documents *[]bdgraph.Document }

func (l seenLines) decode(data []byte) error {
	var dec jsontext.Decoder
	n := 0
	for line := range bytes.Lines(data) {
		n++
		dec.Reset(bytes.NewBuffer(line))
		d, err := seenDocument(&dec)
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		*l.documents = append(*l.documents, d)
	}
	return nil
}

func seenDocument(dec *jsontext.Decoder) (d bdgraph.Document, err error) {
	if tok, err := dec.ReadToken(); err != nil || tok.Kind() != '{' {
		return d, cmp.Or(err, errors.New("no object"))
	}
	for dec.PeekKind() == '"' {
		name, err := dec.ReadToken()
		if err != nil {
			return d, err
		}
		var to any
		switch name.String() {
		case "id":
			to = &d.ID
		case "sha256":
			to = &d.SHA256
		case "first_seen":
			to = &d.FirstSeen
		default:
			if err := dec.SkipValue(); err != nil {
				return d, err
			}
			continue
		}
		v, err := dec.ReadValue()
		if err != nil {
			return d, err
		}
		if err := json.Unmarshal(v, to); err != nil {
			return d, err
		}
	}
	_, err = dec.ReadToken()
	return d, err
}

func hexSHA256(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// writeFile makes a file of what content writes.
func writeFile(name string, content func(io.Writer) error) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<18)
	return cmp.Or(content(w), w.Flush(), f.Close())
}

// syncFiles makes the files of a folder last through a crash of the machine.
func syncFiles(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		f, err := os.OpenFile(filepath.Join(dir, e.Name()), os.O_RDWR, 0)
		if err != nil {
			return err
		}
		if err := cmp.Or(f.Sync(), f.Close()); err != nil {
			return err
		}
	}
	return nil
}

// sameFiles reports whether dir holds all files of another folder as they are there.
func sameFiles(other, dir string) bool {
	entries, err := os.ReadDir(other)
	if err != nil {
		return false
	}
	for _, e := range entries {
		if !sameFile(filepath.Join(other, e.Name()), filepath.Join(dir, e.Name())) {
			return false
		}
	}
	return true
}

// sameFile compares the contents of two files; one that cannot be read is another.
func sameFile(a, b string) bool {
	f, err := os.Open(a)
	if err != nil {
		return false
	}
	defer f.Close()
	g, err := os.Open(b)
	if err != nil {
		return false
	}
	defer g.Close()
	x, y := make([]byte, 1<<17), make([]byte, 1<<17)
	for {
		n, endOfA := io.ReadFull(f, x)
		m, endOfB := io.ReadFull(g, y)
		if !bytes.Equal(x[:n], y[:m]) {
			return false
		}
		if endOfA != nil || endOfB != nil {
			return isEnd(endOfA) && isEnd(endOfB)
		}
	}
}

func isEnd(err error) bool { return err == io.EOF || err == io.ErrUnexpectedEOF }
