package testenv

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// OwnServer is a Neo4j server of a test's own, for what cannot be done to a shared
// one: stopping, killing, other settings.
type OwnServer struct {
	URI string

	t       testing.TB
	dir     string
	address string // host:port
}

// StartNeo4j starts a server that keeps everything in dir, with further arguments of
// scripts/neo4j. It is stopped at the end of the test.
func StartNeo4j(t testing.TB, dir string, args ...string) *OwnServer {
	t.Helper()
	Neo4j(t) // without the shared server, nobody asked for the slow tests
	Program(t, "java")
	Program(t, "mvn")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()
	s := &OwnServer{URI: "bolt://" + address, t: t, dir: dir, address: address}
	t.Cleanup(s.Stop)
	s.Start(args...)
	return s
}

// script runs scripts/neo4j with the server's folder.
func (s *OwnServer) script(verb string, args ...string) (string, error) {
	command := exec.Command(filepath.Join(Root(s.t), "scripts", "neo4j"), append([]string{verb, "--dir", s.dir}, args...)...)
	output, err := command.CombinedOutput()
	return string(output), err
}

// Start starts the server again, on its port.
func (s *OwnServer) Start(args ...string) {
	s.t.Helper()
	_, port, _ := strings.Cut(s.address, ":")
	if output, err := s.script("start", append([]string{"--port", port}, args...)...); err != nil {
		s.t.Fatalf("start a Neo4j server: %v\n%s", err, output)
	}
}

// Stop ends the server, if it runs.
func (s *OwnServer) Stop() {
	if output, err := s.script("stop"); err != nil {
		s.t.Errorf("stop the Neo4j server: %v\n%s", err, output)
	}
}

// Kill ends the server as a power cut does, and returns when it is gone.
func (s *OwnServer) Kill() {
	data, err := os.ReadFile(filepath.Join(s.dir, "pid"))
	if err != nil {
		s.t.Error(err)
		return
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(data)))
	if err != nil {
		s.t.Error(err)
		return
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		s.t.Error(err)
	}
	for range 3000 {
		if ended(pid) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	s.t.Errorf("the server, process %d, outlives its end", pid)
}

// ended reports whether a process is gone, or waits only for a parent that reaps it: that
// of the server, the script, has ended before.
func ended(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return true
	}
	status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	return err == nil && strings.Contains(string(status), "State:\tZ")
}
