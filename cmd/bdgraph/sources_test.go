package main

import (
	"bytes"
	"context"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"testing"
	"time"

	"bdgraph/demo"
)

// Whatever is asked, the sources stay as they are, to the byte and the second;
// and the verbs that only ask leave the state folder alone too.
func TestNoVerbTouchesTheSources(t *testing.T) {
	dir := t.TempDir()
	if err := demo.Write(dir); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) {
		t.Helper()
		var out, talk bytes.Buffer
		a := &app{stdin: os.Stdin, stdout: &out, stderr: &talk, environ: []string{}, clock: time.Now}
		if code := a.run(context.Background(), append([]string{"-C", dir}, args...)); code != exitOK && code != exitFindings {
			t.Fatalf("%q: exit code %d: %s", args, code, talk.String())
		}
	}
	before := snapshot(t, dir)
	run("regenerate")
	run("export")
	run("regenerate", "--offline")
	after := snapshot(t, dir)
	for path := range after {
		if rel, _ := filepath.Rel(dir, path); rel == ".bdgraph" || filepath.Dir(rel) == ".bdgraph" || filepath.Dir(filepath.Dir(rel)) == ".bdgraph" {
			delete(after, path)
		}
	}
	delete(before, dir) // a folder was added to it
	delete(after, dir)
	if !maps.Equal(before, after) {
		t.Errorf("the sources were\n%v\nand are\n%v", before, after)
	}

	before = snapshot(t, dir)
	run("query", "MATCH (n) RETURN count(n)")
	run("show", "Api")
	run("lint", "--all")
	run("status")
	run("doctor", "--full")
	run("config")
	if after := snapshot(t, dir); !maps.Equal(before, after) {
		t.Errorf("before asking\n%v\nafterwards\n%v", before, after)
	}
}

// snapshot returns contents and time of everything below dir.
func snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		files[path] = info.ModTime().String() + info.Mode().String()
		if !d.IsDir() {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			files[path] += string(data)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
