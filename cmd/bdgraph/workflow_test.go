package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"bdgraph/demo"
	"bdgraph/internal/clients"
	"bdgraph/internal/testenv"
)

// workflow is what a runner reads of a CI job.
type workflow struct {
	Jobs map[string]struct {
		RunsOn string            `yaml:"runs-on"`
		Env    map[string]string `yaml:"env"`
		Steps  []struct{ Name, Uses, Run, If string }
	}
}

var expression = regexp.MustCompile(`^\$\{\{ vars\.([A-Z_0-9]+) \}\}$`)

// runWorkflow runs the commands of the job that init writes, each in a shell of its own
// as a runner does, in a copy of the demo's project, and returns what they print.
func runWorkflow(t *testing.T, variables map[string]string) (output string, err error) {
	t.Helper()
	var w workflow
	if err := yaml.Unmarshal([]byte(clients.WorkflowText), &w); err != nil {
		t.Fatal(err)
	}
	job := w.Jobs["graph"]
	dir, temp := t.TempDir(), t.TempDir()
	if err := demo.Write(dir); err != nil {
		t.Fatal(err)
	}
	pathFile := filepath.Join(temp, "path")
	env := []string{"HOME=" + os.Getenv("HOME"), "RUNNER_TEMP=" + temp, "GITHUB_PATH=" + pathFile}
	for name, value := range job.Env {
		m := expression.FindStringSubmatch(value)
		if m == nil {
			t.Fatalf("%s is %q, which is no variable of the repository", name, value)
		}
		env = append(env, name+"="+variables[m[1]])
	}
	// Without what tests have put on it: a runner has no bdgraph.
	path := slices.DeleteFunc(filepath.SplitList(os.Getenv("PATH")), func(dir string) bool {
		_, err := os.Stat(filepath.Join(dir, "bdgraph"))
		return err == nil
	})
	for _, step := range job.Steps {
		if step.Run == "" {
			continue
		}
		added, err := os.ReadFile(pathFile)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		cmd := exec.Command(testenv.Program(t, "bash"), "-e", "-c", step.Run)
		cmd.Dir = dir
		cmd.Env = append(env, "PATH="+strings.Join(append(strings.Fields(string(added)), path...), string(os.PathListSeparator)))
		out, err := cmd.CombinedOutput()
		output += string(out)
		if err != nil {
			return output, fmt.Errorf("%s: %w", step.Name, err)
		}
	}
	return output, nil
}

func TestTheWorkflowRuns(t *testing.T) {
	testenv.Program(t, "git")
	testenv.Program(t, "curl")
	self, err := os.Executable() // the command, under its name
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	sum := fmt.Sprintf("%x", sha256.Sum256(program))
	t.Run("from a binary", func(t *testing.T) {
		out, err := runWorkflow(t, map[string]string{"BDGRAPH_BINARY": "file://" + self, "BDGRAPH_SHA256": sum})
		// It builds the graph, and fails on the rules of the demo that contradict each other.
		if err == nil || err.Error() != "Look for what is wrong: exit status 2" || !strings.Contains(out, "14 issues") || !strings.Contains(out, "contradict each other") {
			t.Errorf("%v\n%s", err, out)
		}
	})
	t.Run("from another binary than was named", func(t *testing.T) {
		for _, wrong := range []string{"", strings.Repeat("0", 64)} {
			if out, err := runWorkflow(t, map[string]string{"BDGRAPH_BINARY": "file://" + self, "BDGRAPH_SHA256": wrong}); err == nil || !strings.HasPrefix(err.Error(), "Install") {
				t.Errorf("SHA-256 %q: %v\n%s", wrong, err, out)
			}
		}
	})
	t.Run("from sources", func(t *testing.T) {
		// Sources of the same form, which build quickly.
		source := t.TempDir()
		for name, text := range map[string]string{
			"go.mod":              "module bdgraph\n\ngo 1.26\n",
			"cmd/bdgraph/main.go": "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc main() { fmt.Println(\"built:\", os.Args[1:]) }\n",
		} {
			path := filepath.Join(source, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		for _, args := range [][]string{{"init", "--quiet", "--initial-branch", "v1"}, {"add", "."}, {"-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "--quiet", "-m", "Begin"}} {
			cmd := exec.Command("git", args...)
			cmd.Dir = source
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("git %v: %v\n%s", args, err, out)
			}
		}
		for _, ref := range []string{"", "v1"} {
			out, err := runWorkflow(t, map[string]string{"BDGRAPH_SOURCE": "file://" + source, "BDGRAPH_REF": ref})
			if err != nil || !strings.Contains(out, "built: [regenerate]\nbuilt: [lint]\n") {
				t.Errorf("%v\n%s", err, out)
			}
		}
	})
	t.Run("from nowhere", func(t *testing.T) {
		out, err := runWorkflow(t, nil)
		if err == nil || !strings.Contains(out, "::error::") {
			t.Errorf("%v\n%s", err, out)
		}
		for _, name := range clients.WorkflowVariables {
			if !strings.Contains(out, name) {
				t.Errorf("%s is not named: %s", name, out)
			}
		}
	})
}
