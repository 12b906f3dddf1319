package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"bdgraph/demo"
	"bdgraph/internal/testenv"
)

// Every command that the README shows runs, in the order in which it stands there.
func TestReadmeCommandsRun(t *testing.T) {
	root := testenv.Root(t)
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	bin, project := t.TempDir(), t.TempDir()
	if err := demo.Write(project); err != nil {
		t.Fatal(err)
	}
	folders := map[string]string{"the repository": root, "a project": project}
	blocks := regexp.MustCompile("(?s)<!-- run in ([a-z ]+) -->\n```sh\n(.*?)```").FindAllSubmatch(readme, -1)
	if len(blocks) != 2 || len(regexp.MustCompile("(?m)^```sh").FindAll(readme, -1)) != len(blocks) {
		t.Fatalf("%d blocks of commands say where they run", len(blocks))
	}
	run := func(dir, script string) {
		t.Helper()
		cmd := exec.Command("sh", "-eu", "-c", script)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOBIN="+bin, "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", script, err, out)
		}
	}
	for _, block := range blocks {
		run(folders[string(block[1])], string(block[2]))
	}
	shown := regexp.MustCompile("(?s)three days:\n\n```\n(.*?)```").FindSubmatch(readme)
	golden, err := os.ReadFile(filepath.Join(root, "demo", "golden", "demo.txt"))
	if err != nil || shown == nil || !bytes.Contains(golden, shown[1]) {
		t.Errorf("the answer that the README shows is not the demo's: %v", err)
	}
	// The wrappers, beside a binary that is there already.
	for _, name := range []string{"regenerate.sh", "doctor.sh"} {
		run(root, "cp "+name+" "+bin)
		run(project, bin+"/"+name+" --json")
	}
}
