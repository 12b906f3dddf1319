package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"bdgraph/demo"
	"bdgraph/internal/files"
	"bdgraph/internal/testenv"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"bdgraph": main})
}

// epoch is the time of every build in the scripts: 2026-01-15T12:00:00Z.
const epoch = "1768478400"

func TestScripts(t *testing.T) {
	runScripts(t, "script", nil)
}

// The same command on a real server, for which each script starts with an empty graph folder.
func TestScriptsOnNeo4j(t *testing.T) {
	server := testenv.Neo4j(t)
	runScripts(t, "neo4j", []string{
		"BDGRAPH_NEO4J_URI=" + server.URI, "BDGRAPH_NEO4J_USER=" + server.User, "BDGRAPH_NEO4J_PASSWORD=" + server.Password,
	})
}

func runScripts(t *testing.T, folder string, environ []string) {
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", folder),
		Setup: func(e *testscript.Env) error {
			e.Vars = append(e.Vars, "SOURCE_DATE_EPOCH="+epoch, "NO_COLOR=1")
			e.Vars = append(e.Vars, environ...)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "shop": shop, "hold": hold, "interrupt": interrupt,
		},
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("BDGRAPH_UPDATE") == "1",
	})
}

// exits N COMMAND…: runs a command that must end with this exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	if err != nil || neg {
		ts.Fatalf("usage: exits N COMMAND…")
	}
	code := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		code = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
}

// shop DIR: writes the demo's project.
func shop(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(demo.Write(ts.MkAbs(args[0])))
}

// hold FILE: keeps a lock from now to the end of the script.
func hold(ts *testscript.TestScript, _ bool, args []string) {
	held, err := files.Lock(ts.MkAbs(args[0]), "bdgraph regenerate")
	ts.Check(err)
	ts.Defer(func() { held.Release() })
}

// interrupt FILE N COMMAND…: runs a command, interrupts it when FILE appears, and
// wants this exit code.
func interrupt(ts *testscript.TestScript, _ bool, args []string) {
	path, err := exec.LookPath(filepath.Join(filepath.SplitList(ts.Getenv("PATH"))[0], args[2]))
	ts.Check(err)
	var stdout, stderr strings.Builder
	cmd := exec.Command(path, args[3:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = ts.MkAbs("."), &stdout, &stderr
	for _, name := range []string{"PATH", "HOME", "TMPDIR", "SOURCE_DATE_EPOCH"} {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	ts.Check(cmd.Start())
	ended := make(chan struct{})
	go func() { cmd.Wait(); close(ended) }()
	for running := true; running; {
		if _, err := os.Stat(args[0]); err == nil {
			break
		}
		select {
		case <-ended:
			running = false
		case <-time.After(10 * time.Millisecond):
		}
	}
	ts.Check(cmd.Process.Signal(os.Interrupt))
	<-ended
	_, err = ts.Stdout().Write([]byte(stdout.String()))
	ts.Check(err)
	_, err = ts.Stderr().Write([]byte(stderr.String()))
	ts.Check(err)
	if code := strconv.Itoa(cmd.ProcessState.ExitCode()); code != args[1] {
		ts.Fatalf("exit code %s, want %s; stderr:\n%s", code, args[1], stderr.String())
	}
}
