package beads_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// The stand-in is this test binary under the name bd. It answers with the
// recordings of real versions, and, as real ones do, it writes to the store it
// finds unless it is told not to: so a test that compares the folder before and
// after fails when one of the reader's protections is taken away.

// standInVariable holds the behaviour, a [standIn] as JSON.
const standInVariable = "BDGRAPH_TEST_STANDIN"

type standIn struct {
	Version    string            // what bd version says
	Flags      string            // of bd export; "-" when the command does not exist
	Recordings string            // folder of the recorded version
	Answers    map[string]string // file of an answer for a call, in place of the usual one: "export" -> path
	Exit       map[string]int    // exit code for a call
	SQLite     bool              // the store is beads.db, with a daemon
	Log        string            // file to which each call and its environment is written
	HangOn     string            // call that never ends, and starts a child that holds its output
	NoJSON     bool              // no command but list knows --json
}

func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "bd" {
		var s standIn
		if err := json.Unmarshal([]byte(os.Getenv(standInVariable)), &s); err != nil {
			fmt.Fprintln(os.Stderr, "stand-in:", err)
			os.Exit(99)
		}
		os.Exit(s.main(os.Args[1:]))
	}
	os.Exit(m.Run())
}

// environ puts the stand-in on PATH as bd.
func (s standIn) environ(t testing.TB, extra ...string) []string {
	t.Helper()
	folder := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(folder, "bd")); err != nil {
		t.Skip("NOT RUN, links cannot be made here:", err)
	}
	behaviour, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	// Under the race detector a process would wait a second at its end.
	return append([]string{"PATH=" + folder, "GORACE=atexit_sleep_ms=0", standInVariable + "=" + string(behaviour)}, extra...)
}

// main is bd.
func (s standIn) main(args []string) int {
	s.log(args)
	call := args[0]
	if s.HangOn == call {
		child := exec.Command(os.Args[0], "wait")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if err := child.Start(); err != nil {
			return 98
		}
		appendFile(s.Log, fmt.Sprintf("child %d\n", child.Process.Pid))
		call = "wait"
	}
	if call == "wait" {
		time.Sleep(10 * time.Minute)
	}
	if os.Getenv("BEADS_MAX_ROWS") != "" {
		fmt.Fprintln(os.Stderr, "Error: row cap exceeded")
		return 2
	}
	dir := s.find()
	if dir != "" {
		s.write(dir, call)
	}
	help := slices.Contains(args, "--help")
	switch {
	case call == "export" && s.Flags == "-":
		fmt.Fprintln(os.Stderr, `Error: unknown command "export" for "bd"`)
		return 1
	case call == "export" && help:
		fmt.Printf("Export issues\n\nUsage:\n  bd export [flags]\n\nFlags:\n  -o, --output string\n  %s\n", s.Flags)
		return 0
	case call == "version" && slices.Contains(args, "--json") && !s.NoJSON:
		fmt.Printf("{\n  \"build\": \"dev\",\n  \"version\": %q\n}\n", s.Version)
		return 0
	case call == "version" && !s.NoJSON || call == "version" && len(args) == 1:
		fmt.Printf("bd version %s (dev)\n", s.Version)
		return 0
	}
	known := " --json --limit --all " + s.Flags + " "
	for _, arg := range args[1:] {
		if strings.HasPrefix(arg, "--") && (!strings.Contains(known, arg) || s.NoJSON && arg == "--json") {
			fmt.Fprintf(os.Stderr, "Error: unknown flag: %s\nUsage:\n  bd %s [flags]\n", arg, call)
			return 1
		}
	}
	if dir == "" {
		fmt.Fprintln(os.Stderr, "Error: no beads database found\nHint: run 'bd init' to create a database")
		return 1
	}
	return s.answer(args)
}

// answer replays the recording of a call.
func (s standIn) answer(args []string) int {
	name := args[0]
	switch {
	case name == "export" && slices.Contains(args, "--all"):
		name = "export_all"
	case name == "export" && slices.Contains(args, "--include-memories"):
		name = "export_mem"
	case name == "list" && slices.Contains(args, "--all"):
		name = "list_all0"
	}
	if os.Getenv("BD_JSON_ENVELOPE") != "" && name != "export" {
		name += "_env"
	}
	file, ok := s.Answers[args[0]]
	if !ok {
		file = filepath.Join(s.Recordings, name)
	}
	stdout, err := os.ReadFile(file + ".out")
	if err != nil {
		fmt.Fprintf(os.Stderr, "Error: unknown command %q for \"bd\"\n", args[0])
		return 1
	}
	stderr, _ := os.ReadFile(file + ".err")
	os.Stdout.Write(stdout)
	os.Stderr.Write(stderr)
	return s.Exit[args[0]]
}

// find locates a store as far as the stand-in needs it.
func (s standIn) find() string {
	for _, dir := range []string{os.Getenv("BEADS_DIR"), ".beads"} {
		if info, err := os.Stat(dir); dir != "" && err == nil && info.IsDir() {
			return dir
		}
	}
	return ""
}

// write does to a store what real versions were seen to do while reading.
func (s standIn) write(dir, call string) {
	if s.SQLite {
		if call != "version" {
			appendFile(filepath.Join(dir, "beads.db"), "dirty issues cleared\n")
			appendFile(filepath.Join(dir, "beads.db-shm"), "")
		}
		if os.Getenv("BEADS_NO_DAEMON") == "" {
			appendFile(filepath.Join(dir, "daemon.pid"), "1\n")
		}
	} else {
		if os.Getenv("BD_BACKUP_ENABLED") != "false" && call == "export" {
			if err := os.MkdirAll(filepath.Join(dir, "backup"), 0o755); err == nil {
				appendFile(filepath.Join(dir, "backup", "backup_state.json"), "{}\n")
			}
		}
		if call == "memories" || call == "comments" && s.Version < "1.0.5" {
			appendFile(filepath.Join(dir, "embeddeddolt", "imported"), "issues.jsonl\n")
		}
	}
	last, _ := os.ReadFile(filepath.Join(dir, ".local_version"))
	if !s.NoJSON && string(bytes.TrimSpace(last)) != s.Version {
		os.WriteFile(filepath.Join(dir, ".local_version"), []byte(s.Version+"\n"), 0o644)
		appendFile(filepath.Join(dir, "migrated"), s.Version+"\n")
	}
}

// log writes a call with the variables that matter, one line each.
func (s standIn) log(args []string) {
	if s.Log == "" {
		return
	}
	var seen []string
	for _, entry := range os.Environ() {
		key, _, _ := strings.Cut(entry, "=")
		if strings.HasPrefix(key, "B") && key != standInVariable || key == "CLAUDE_CODE" || key == "NO_COLOR" || key == "DO_NOT_TRACK" {
			seen = append(seen, entry)
		}
	}
	slices.Sort(seen)
	appendFile(s.Log, strings.Join(args, " ")+" | "+strings.Join(seen, " ")+"\n")
}

func appendFile(path, text string) {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return
	}
	defer f.Close()
	f.WriteString(text)
}
