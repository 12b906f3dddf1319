package bench

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bdgraph/internal/testenv"
)

// floorRole makes the test binary a process that only reads and decodes the file
// that it names.
const floorRole = "BDGRAPH_BENCH_DECODE"

func TestMain(m *testing.M) {
	if name := os.Getenv(floorRole); name != "" {
		if err := decode(name); err != nil {
			os.Stderr.WriteString(err.Error() + "\n")
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// decode reads a file of JSON Lines and decodes each, and does no more: no program that
// reads it can be faster.
func decode(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	records := 0
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var record map[string]any
		if err := json.Unmarshal(lines.Bytes(), &record); err != nil {
			return err
		}
		records++
	}
	if err := lines.Err(); err != nil {
		return err
	}
	_, err = fmt.Println(records)
	return err
}

// BenchmarkProcess measures whole processes on a real store of 1,958 issues: one that only
// reads and decodes it, a first build, and one that finds nothing changed.
func BenchmarkProcess(b *testing.B) {
	data, err := os.ReadFile(filepath.Join(testenv.Shared(b, "corpora", "reframe2"), ".beads", "issues.jsonl"))
	if err != nil {
		b.Fatal(err)
	}
	root := b.TempDir()
	issues := filepath.Join(root, ".beads", "issues.jsonl")
	if err := os.Mkdir(filepath.Dir(issues), 0o755); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(issues, data, 0o644); err != nil {
		b.Fatal(err)
	}
	program := filepath.Join(b.TempDir(), "bdgraph")
	if out, err := exec.Command("go", "build", "-o", program, "bdgraph/cmd/bdgraph").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	environ := []string{"HOME=" + root, "PATH=" + os.Getenv("PATH")}
	for _, c := range []struct {
		name    string
		command []string
		environ []string
		first   bool
	}{
		{"decode", []string{os.Args[0]}, []string{floorRole + "=" + issues}, false},
		{"first", []string{program, "-C", root, "regenerate"}, environ, true},
		{"unchanged", []string{program, "-C", root, "regenerate"}, environ, false},
	} {
		b.Run(c.name, func(b *testing.B) {
			processor := 0.0
			memory := int64(0)
			for b.Loop() {
				if c.first {
					b.StopTimer()
					if err := os.RemoveAll(filepath.Join(root, ".bdgraph")); err != nil {
						b.Fatal(err)
					}
					b.StartTimer()
				}
				cmd := exec.Command(c.command[0], c.command[1:]...)
				cmd.Env = c.environ
				var stderr bytes.Buffer
				cmd.Stderr = &stderr
				if err := cmd.Run(); err != nil {
					b.Fatalf("%s: %v\n%s", strings.Join(c.command, " "), err, stderr.String())
				}
				used := cmd.ProcessState
				processor += (used.UserTime() + used.SystemTime()).Seconds()
				memory = max(memory, peak(used))
			}
			b.ReportMetric(1000*processor/float64(b.N), "ms-processor/op")
			b.ReportMetric(float64(memory)/(1<<20), "MiB-peak")
		})
	}
}
