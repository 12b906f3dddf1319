package testenv

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"bdgraph/internal/files"
)

// Server says how to reach a Neo4j server. User is empty when the server asks for no authentication.
type Server struct {
	URI, User, Password string
}

// held counts the tests of this process that use the server; the first takes
// the lock between processes and the last gives it back.
var held struct {
	sync.Mutex
	users int
	lock  *files.Held
}

// Neo4j returns the server that NEO4J_URI names, for writing. Community edition
// has one database, so the test waits until no other test process has it, and
// keeps it to itself until it ends. What stands in the database is left by earlier tests.
func Neo4j(t testing.TB) Server {
	t.Helper()
	s := Server{URI: os.Getenv("NEO4J_URI"), User: os.Getenv("NEO4J_USERNAME"), Password: os.Getenv("NEO4J_PASSWORD")}
	if s.URI == "" {
		Missing(t, "neo4j", "NEO4J_URI is not set", "run ./test.sh, or scripts/neo4j start and evaluate the export lines it prints")
	}
	held.Lock()
	defer held.Unlock()
	if held.users == 0 {
		sum := sha256.Sum256([]byte(s.URI))
		name := filepath.Join(os.TempDir(), "bdgraph-test-neo4j", hex.EncodeToString(sum[:6])+".lock")
		lock, err := files.LockWait(t.Context(), name, t.Name())
		if err != nil {
			t.Fatal(err)
		}
		held.lock = lock
	}
	held.users++
	t.Cleanup(func() {
		held.Lock()
		defer held.Unlock()
		if held.users--; held.users == 0 {
			held.lock.Release()
		}
	})
	return s
}
