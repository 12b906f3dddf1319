package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"bdgraph/demo"
)

// bdgraphProgram is this test's binary under the name by which it is the command.
func bdgraphProgram(t testing.TB) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "bdgraph")
	if err := os.Symlink(self, path); err != nil {
		t.Fatal(err)
	}
	return path
}

// demoProject is a folder with the demo's sources and graph.
func demoProject(t testing.TB, program string) string {
	t.Helper()
	dir := t.TempDir()
	if err := demo.Write(dir); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-C", dir, "-q", "regenerate")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return dir
}

// mcpProcess is a server that runs, spoken to line by line.
type mcpProcess struct {
	t      testing.TB
	cmd    *exec.Cmd
	to     io.WriteCloser
	from   *bufio.Reader
	stderr *strings.Builder
	id     int
}

func startMCP(t testing.TB, program, dir string, arguments ...string) *mcpProcess {
	t.Helper()
	p := &mcpProcess{t: t, cmd: exec.Command(program, append([]string{"-C", dir, "mcp"}, arguments...)...), stderr: &strings.Builder{}}
	p.cmd.Stderr = p.stderr
	var err error
	if p.to, err = p.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	from, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.from = bufio.NewReader(from)
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.cmd.Process.Kill() })
	p.rpc("initialize", `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}`)
	return p
}

func (p *mcpProcess) send(method, params string) int {
	p.id++
	fmt.Fprintf(p.to, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`+"\n", p.id, method, params)
	return p.id
}

// rpc returns the reply; every line of the server must be a message.
func (p *mcpProcess) rpc(method, params string) string {
	id := p.send(method, params)
	for {
		line, err := p.from.ReadString('\n')
		if err != nil {
			p.t.Errorf("%s: %v after %q; stderr: %s", method, err, line, p.stderr)
			return ""
		}
		var m struct {
			JSONRPC string
			ID      any
		}
		if err := json.Unmarshal([]byte(line), &m); err != nil || m.JSONRPC != "2.0" {
			p.t.Errorf("not a message: %q", line)
		}
		if m.ID == float64(id) {
			return line
		}
	}
}

func (p *mcpProcess) call(tool, arguments string) string {
	return p.rpc("tools/call", fmt.Sprintf(`{"name":%q,"arguments":%s}`, tool, arguments))
}

// ends waits for the process and returns its exit code.
func (p *mcpProcess) ends() int {
	rest, err := io.ReadAll(p.from)
	if err != nil {
		p.t.Error(err)
	}
	for line := range strings.Lines(string(rest)) {
		if !json.Valid([]byte(line)) {
			p.t.Errorf("not a message: %q", line)
		}
	}
	p.cmd.Wait() // its error is the exit code
	return p.cmd.ProcessState.ExitCode()
}

func TestMCPEndsWithItsInput(t *testing.T) {
	program := bdgraphProgram(t)
	p := startMCP(t, program, demoProject(t, program))
	if got := p.call("governs", `{"name":"Api"}`); !strings.Contains(got, "Never cache personal data") {
		t.Errorf("%s", got)
	}
	p.send("tools/call", `{"name":"query_graph","arguments":{"cypher":"UNWIND range(1, 1000000000000) AS x RETURN count(x)","timeout_ms":300}}`)
	p.to.Close()
	if code := p.ends(); code != 0 {
		t.Errorf("exit code %d: %s", code, p.stderr)
	}
}

// Every request that came before the end of the input, or before the signal, is answered.
func TestMCPAnswersBeforeItEnds(t *testing.T) {
	program := bdgraphProgram(t)
	dir := demoProject(t, program)
	endings := map[string]func(*mcpProcess) error{
		"end of input": func(p *mcpProcess) error { return p.to.Close() },
		"SIGTERM": func(p *mcpProcess) error {
			p.rpc("ping", "{}") // what was sent before it has been read
			return p.cmd.Process.Signal(syscall.SIGTERM)
		},
	}
	for ending, end := range endings {
		for range 3 {
			p := startMCP(t, program, dir)
			var replies strings.Builder
			wanted := map[int]bool{}
			for range 60 {
				wanted[p.send("tools/call", `{"name":"list_conflicts","arguments":{}}`)] = true
				wanted[p.send("resources/list", `{}`)] = true
			}
			p.from = bufio.NewReader(io.TeeReader(p.from, &replies))
			if err := end(p); err != nil {
				t.Fatal(err)
			}
			if code := p.ends(); code != 0 {
				t.Errorf("%s: exit code %d: %s", ending, code, p.stderr)
			}
			for line := range strings.Lines(replies.String()) {
				var m struct {
					ID     int
					Result *struct{ IsError bool }
				}
				if err := json.Unmarshal([]byte(line), &m); err != nil || m.Result == nil || m.Result.IsError {
					t.Errorf("%s: %s", ending, line)
				}
				delete(wanted, m.ID)
			}
			if len(wanted) > 0 {
				t.Errorf("%s: no answer to %v", ending, slices.Sorted(maps.Keys(wanted)))
			}
		}
	}
}

func TestMCPEndsWhenItIsTold(t *testing.T) {
	program := bdgraphProgram(t)
	dir := demoProject(t, program)
	for _, signal := range []os.Signal{syscall.SIGTERM, os.Interrupt} {
		p := startMCP(t, program, dir)
		p.send("tools/call", `{"name":"query_graph","arguments":{"cypher":"UNWIND range(1, 1000000000000) AS x RETURN count(x)"}}`)
		p.rpc("ping", "{}")
		if err := p.cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		if code := p.ends(); code != 0 {
			t.Errorf("%v: exit code %d: %s", signal, code, p.stderr)
		}
	}
}

func TestEightClientsAtOnce(t *testing.T) {
	program := bdgraphProgram(t)
	dir := demoProject(t, program)
	var all sync.WaitGroup
	for range 8 {
		all.Add(1)
		go func() {
			defer all.Done()
			p := startMCP(t, program, dir)
			for range 20 {
				if got := p.call("query_graph", `{"cypher":"MATCH (i:Issue) RETURN count(i) AS n"}`); !strings.Contains(got, `"rows":[[14]]`) {
					t.Errorf("%s", got)
				}
			}
			p.to.Close()
			if code := p.ends(); code != 0 {
				t.Errorf("exit code %d", code)
			}
		}()
	}
	all.Wait()
}

// A server starts where nothing is, lists its tools and says how to mend it;
// nothing but messages reaches standard output.
func TestMCPStartsWhateverIsMissing(t *testing.T) {
	program := bdgraphProgram(t)
	empty, wrong, down := t.TempDir(), t.TempDir(), t.TempDir()
	for file, text := range map[string]string{
		filepath.Join(wrong, "bdgraph.toml"): "zone = 5\n",
		filepath.Join(down, "bdgraph.toml"):  "[neo4j]\nuri = \"bolt://127.0.0.1:1\"\n",
	} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for dir, want := range map[string]string{empty: "bdgraph regenerate", wrong: "bdgraph.toml:1", down: "no connection to Neo4j"} {
		p := startMCP(t, program, dir)
		if got := p.rpc("tools/list", "{}"); !strings.Contains(got, `"get_context"`) {
			t.Errorf("%s", got)
		}
		if got := p.call("governs", `{"name":"Api"}`); !strings.Contains(got, `"isError":true`) || !strings.Contains(got, want) {
			t.Errorf("want %s: %s", want, got)
		}
		// Mended while it runs.
		if dir == wrong {
			if err := errors.Join(os.Remove(filepath.Join(dir, "bdgraph.toml")), demo.Write(dir)); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command(program, "-C", dir, "-q", "regenerate").CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if got := p.call("governs", `{"name":"Api"}`); !strings.Contains(got, "Never cache personal data") {
				t.Errorf("after it is mended: %s", got)
			}
		}
		p.to.Close()
		if code := p.ends(); code != 0 {
			t.Errorf("exit code %d: %s", code, p.stderr)
		}
	}
}
