package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

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
			"exits": exits, "shop": shop, "hold": hold,
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
