package export

import (
	"bufio"
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
		err := writeFile(filepath.Join(dir, name), func(w *bufio.Writer) error { return records.encode(io.MultiWriter(w, hash)) })
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		m.Files[name] = hex.EncodeToString(hash.Sum(nil))
	}
	return writeFile(filepath.Join(dir, manifestFile), func(w *bufio.Writer) error { return m.write(w, c.Documents) })
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

// recordFiles pairs each file with the part of the corpus that it holds.
func recordFiles(c *bdgraph.Corpus) map[string]records {
	return map[string]records{
		issuesFile:    lines[bdgraph.Issue]{&c.Issues},
		memoriesFile:  lines[bdgraph.Memory]{&c.Memories},
		adrsFile:      lines[bdgraph.ADR]{&c.ADRs},
		documentsFile: lines[bdgraph.Document]{&c.Documents},
	}
}

func hexSHA256(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// writeFile makes a file of what content writes.
func writeFile(name string, content func(*bufio.Writer) error) error {
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
