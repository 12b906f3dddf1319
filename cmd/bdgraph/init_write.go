package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"

	"bdgraph/internal/clients"
	"bdgraph/internal/config"
	"bdgraph/internal/files"
)

// written is what init remembers of one file. It keeps no text: settings may hold secrets.
type written struct {
	Path    string `json:"path"`
	Created bool   `json:"created"` // there was no such file
	After   string `json:"after"`   // SHA-256
	// Folders were made for it, the outermost first.
	Folders []string `json:"folders,omitempty"`
}

// initRecord is the file in the state folder with what init wrote.
const initRecord = "init.json"

func readWritten(p config.Project) ([]written, error) {
	data, err := os.ReadFile(p.State(initRecord))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var record []written
	if err := json.Unmarshal(data, &record); err != nil {
		return nil, fmt.Errorf("%s: %w", p.State(initRecord), err)
	}
	return record, nil
}

// writeChanges writes the files, and the record of those that are written, also
// when one cannot be.
func (a *app) writeChanges(p config.Project, changes []clients.Change, undo bool) error {
	if _, err := makeState(p); err != nil {
		return err
	}
	record, err := readWritten(p)
	if err != nil {
		return err
	}
	before := slices.Clone(record)
	var emptied []string
	for _, c := range changes {
		folders := missingFolders(p, c.Path)
		if err = writeChange(p, c); err != nil {
			break
		}
		created := c.Before == nil
		if i := slices.IndexFunc(record, func(r written) bool { return r.Path == c.Path }); i >= 0 {
			created = created || record[i].Created && record[i].After == sha(c.Before)
			folders = append(record[i].Folders, folders...)
			record = slices.Delete(record, i, i+1)
		}
		if undo {
			emptied = append(emptied, folders...)
		} else {
			record = append(record, written{c.Path, created, sha(c.After), folders})
		}
	}
	if !reflect.DeepEqual(before, record) {
		if len(record) == 0 {
			err = errors.Join(err, os.Remove(p.State(initRecord)))
		} else {
			err = errors.Join(err, files.WriteJSON(p.State(initRecord), record, 0o644))
		}
	}
	if undo {
		removeEmpty(p, emptied)
		removeBare(p.State())
	}
	return err
}

// missingFolders lists the folders that have to be made for a file, the outermost first.
func missingFolders(p config.Project, file string) (missing []string) {
	for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
		if _, err := os.Stat(p.Path(dir)); err == nil {
			break
		}
		missing = append(missing, dir)
	}
	slices.Reverse(missing)
	return missing
}

// removeEmpty removes the folders that are empty, what lies in others before those.
func removeEmpty(p config.Project, folders []string) {
	slices.SortFunc(folders, func(a, b string) int { return len(b) - len(a) })
	for _, dir := range folders {
		os.Remove(p.Path(dir)) // fails where something is in it, as it shall
	}
}

func writeChange(p config.Project, c clients.Change) error {
	at, err := place(p.Root, c.Path)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Path, err)
	}
	if c.After == nil {
		return os.Remove(at)
	}
	perm := fs.FileMode(0o644)
	if info, err := os.Stat(at); err == nil {
		perm = info.Mode().Perm()
	}
	return files.Write(at, c.After, perm)
}

// undoing returns the changes that take init's out: a file that init made and
// nobody has changed since goes, another one loses bdgraph's part.
func (a *app) undoing(p config.Project) ([]clients.Change, error) {
	record, err := readWritten(p)
	if err != nil {
		return nil, err
	}
	var changes []clients.Change
	for _, r := range record {
		now, err := os.ReadFile(filepath.Join(p.Root, filepath.FromSlash(r.Path)))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		c := clients.Change{Path: r.Path, Before: now}
		if !r.Created || sha(now) != r.After {
			if c.After, err = clients.Remove(r.Path, now); err != nil {
				a.talk.Warn("left as it is: %s: %v", r.Path, err)
				continue
			}
			if bytes.Equal(c.Before, c.After) {
				a.talk.Say("left as it is, since it was changed: %s", r.Path)
				continue
			}
			if r.Created && clients.IsEmpty(c.After) {
				c.After = nil
			}
		}
		changes = append(changes, c)
	}
	return a.writable(p, changes), nil
}

func sha(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
