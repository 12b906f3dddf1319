package neo4j_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"bdgraph"
	"bdgraph/internal/testenv"
	"bdgraph/store"
	"bdgraph/store/neo4j"
	"bdgraph/store/storetest"
)

// server is a Neo4j server of a test's own.
type server struct {
	*testenv.OwnServer
	config neo4j.Config
}

func startServer(t testing.TB, dir string, args ...string) server {
	t.Helper()
	own := testenv.StartNeo4j(t, dir, args...)
	return server{own, neo4j.Config{URI: own.URI}}
}

func tryLoad(t testing.TB, c neo4j.Config, g bdgraph.Graph) error {
	t.Helper()
	w := newWriter(t, c, neo4j.WriterOptions{})
	defer w.Close(context.WithoutCancel(t.Context()))
	_, err := w.Load(t.Context(), g, storetest.MetaOf(g, now))
	return err
}

func tryQuery(t testing.TB, c neo4j.Config) error {
	t.Helper()
	r := newReader(t, c)
	defer r.Close(context.WithoutCancel(t.Context()))
	_, err := r.Query(t.Context(), store.Query{Text: "RETURN 1", Limits: store.Limits{Timeout: 20 * time.Second}})
	return err
}

func TestNothingListens(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()
	for _, scheme := range []string{"bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s"} {
		c := neo4j.Config{URI: scheme + "://" + address}
		wantError(t, tryQuery(t, c), store.ErrUnavailable, c.URI)
		wantError(t, tryLoad(t, c, storetest.Small()), store.ErrUnavailable, c.URI)
	}
}

func TestSomethingElseListens(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			fmt.Fprint(conn, "HTTP/1.1 400 Bad Request\r\n\r\n")
			conn.Close()
		}
	}()
	for _, scheme := range []string{"bolt", "bolt+s", "neo4j"} {
		c := neo4j.Config{URI: scheme + "://" + listener.Addr().String()}
		wantError(t, tryQuery(t, c), store.ErrUnavailable, c.URI)
	}
}

func TestAuthentication(t *testing.T) {
	const password = "correct-horse-battery"
	s := startServer(t, t.TempDir(), "--password", password)
	right := s.config
	right.User, right.Password = "neo4j", password
	if err := tryLoad(t, right, storetest.Small()); err != nil {
		t.Fatal(err)
	}
	if err := tryQuery(t, right); err != nil {
		t.Error(err)
	}
	routed := right
	routed.URI = strings.Replace(right.URI, "bolt:", "neo4j:", 1)
	if err := errors.Join(tryQuery(t, routed), tryLoad(t, routed, storetest.Generate(20, 20, 1))); err != nil {
		t.Errorf("with the scheme neo4j: %v", err)
	}

	wrong := right
	wrong.Password = "battery-horse"
	for _, c := range []struct {
		name   string
		config neo4j.Config
		words  string
	}{
		{"a wrong password", wrong, `user "neo4j"`},
		{"no user", s.config, "without user"},
	} {
		for _, err := range []error{tryQuery(t, c.config), tryLoad(t, c.config, storetest.Small())} {
			wantError(t, err, store.ErrAuth, c.words)
			if text := fmt.Sprintf("%+v %v", err, errors.Unwrap(err)); strings.Contains(text, "horse") {
				t.Errorf("%s: the error shows the password: %s", c.name, text)
			}
		}
	}

	elsewhere := right
	elsewhere.Database = "nosuch"
	wantError(t, tryQuery(t, elsewhere), store.ErrConfig, "nosuch")
	wantError(t, tryLoad(t, elsewhere, storetest.Small()), store.ErrConfig, "nosuch")
}

// Community edition has no roles, so a user who may only read cannot be made
// there; a database that is read-only for everybody comes nearest.
func TestADatabaseThatIsReadOnly(t *testing.T) {
	s := startServer(t, t.TempDir())
	small := storetest.Small()
	if err := tryLoad(t, s.config, small); err != nil {
		t.Fatal(err)
	}
	s.Stop()
	s.Start("--set", "server.databases.default_to_read_only=true")
	wantError(t, tryLoad(t, s.config, storetest.Generate(50, 100, 1)), store.ErrReadOnly)
	wantError(t, tryLoad(t, s.config, small), store.ErrReadOnly) // Meta would be written
	check(t, newReader(t, s.config), small)
}

func TestTheServerGoesAwayDuringALoad(t *testing.T) {
	s := startServer(t, t.TempDir())
	before, after := storetest.Generate(200, 500, 1), storetest.Generate(3000, 10_000, 2)
	if err := tryLoad(t, s.config, before); err != nil {
		t.Fatal(err)
	}
	r := newReader(t, s.config)
	check(t, r, before)

	ended := make(chan error)
	go func() { ended <- tryLoad(t, s.config, after) }()
	waitForWrites(t, s.config)
	s.Kill()
	wantError(t, <-ended, store.ErrUnavailable)
	_, err := r.Query(t.Context(), store.Query{Text: "RETURN 1"})
	wantError(t, err, store.ErrUnavailable)

	s.Start()
	check(t, r, before) // by the reader that was open all the time
	if err := tryLoad(t, s.config, after); err != nil {
		t.Fatal(err)
	}
	check(t, r, after)
}

// waitForWrites returns once a transaction that is not committed has created
// something.
func waitForWrites(t testing.TB, c neo4j.Config) {
	t.Helper()
	for range 3000 {
		// The transaction that asks has no such query text.
		rows := run(t, c, "SHOW TRANSACTIONS YIELD currentQuery, elapsedTime WHERE currentQuery CONTAINS 'CREATE (a)' RETURN count(*)", nil)
		if n, _ := rows[0].Values[0].(int64); n > 1 {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Error("the load did not begin to write")
}

func TestAFullDisk(t *testing.T) {
	dir := t.TempDir()
	const size = 96 << 20
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d", size)); err != nil {
		testenv.Missing(t, "tmpfs", "a small file system of the test's own ("+err.Error()+")", "run as root")
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	small := []string{"--set", "db.tx_log.preallocate=false", "--set", "db.tx_log.rotation.size=1m", "--set", "db.tx_log.rotation.retention_policy=keep_none"}
	s := startServer(t, dir, small...)
	before := storetest.Generate(200, 500, 1)
	if err := tryLoad(t, s.config, before); err != nil {
		t.Fatal(err)
	}
	filler := filepath.Join(dir, "filler")
	fill(t, filler)

	err := tryLoad(t, s.config, storetest.Generate(20_000, 20_000, 2))
	var e *store.Error
	if !errors.As(err, &e) || e.Kind != store.ErrFailed && e.Kind != store.ErrUnavailable {
		t.Fatalf("error %v, want the kind failed or unavailable", err)
	}
	if !strings.Contains(e.Remedy, "disk") {
		t.Errorf("error %q, remedy %q: the disk is not named", e, e.Remedy)
	}

	// With room again and the server restarted, the graph before is there (at
	// the latest when the mark of the commit that failed has lost its meaning).
	s.Kill()
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT, fmt.Sprintf("size=%d", 8*size)); err != nil {
		t.Fatal(err)
	}
	s.Start(small...)
	check(t, newReader(t, s.config), before)
	after := storetest.Generate(1000, 2000, 3)
	if err := tryLoad(t, s.config, after); err != nil {
		t.Fatal(err)
	}
	check(t, newReader(t, s.config), after)
}

// fill writes a file until the disk has a few megabytes left.
func fill(t testing.TB, name string) {
	t.Helper()
	var free syscall.Statfs_t
	if err := syscall.Statfs(filepath.Dir(name), &free); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	block := make([]byte, 1<<20)
	for room := int64(free.Bavail) * free.Bsize; room > 3<<20; room -= int64(len(block)) {
		if _, err := f.Write(block); err != nil {
			t.Fatal(err)
		}
	}
}
