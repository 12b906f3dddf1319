package neo4j

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j/config"

	"bdgraph/store"
)

// Config says which database to use.
type Config struct {
	// URI is bolt://HOST:PORT for one server or neo4j://HOST:PORT for a cluster or
	// Aura; with +s for TLS, with +ssc for TLS with a certificate that nobody signed.
	URI string
	// User and Password are empty where the server asks for no authentication.
	User     string
	Password Secret
	// Database is the name of the database, "" for the user's home database.
	Database string
}

// Secret is a text that is never printed.
type Secret string

// String, GoString and MarshalText hide the secret from every form of printing.
func (Secret) String() string { return "(hidden)" }

// GoString hides the secret from %#v.
func (Secret) GoString() string { return "(hidden)" }

// MarshalText hides the secret from JSON and TOML.
func (Secret) MarshalText() ([]byte, error) { return []byte("(hidden)"), nil }

// The environment variables that may hold the password, the first that is set
// being taken.
var passwordVariables = []string{"BDGRAPH_NEO4J_PASSWORD", "NEO4J_PASSWORD"}

// ReadPassword returns the password from the environment, else from a file
// (without its line end), else none. It is given in no other way.
func ReadPassword(file string) (Secret, error) {
	for _, name := range passwordVariables {
		if password := os.Getenv(name); password != "" {
			return Secret(password), nil
		}
	}
	if file == "" {
		return "", nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return "", &store.Error{
			Kind: store.ErrConfig, Err: err, Message: fmt.Sprintf("read the Neo4j password: %v", err),
			Remedy: "Set " + passwordVariables[0] + ", or name a file that can be read.",
		}
	}
	return Secret(strings.TrimRight(string(data), "\r\n")), nil
}

var schemes = []string{"bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc"}

// checkURI tells what is wrong with a URI without repeating a password in it.
func (c Config) checkURI() error {
	const form = "Write it as bolt://HOST:PORT or neo4j://HOST:PORT, with +s or +ssc after the scheme for TLS."
	bad := func(message string) error {
		return &store.Error{Kind: store.ErrConfig, Message: "Neo4j URI: " + message, Remedy: form}
	}
	u, err := url.Parse(c.URI)
	switch {
	case c.URI == "":
		return bad("none is given")
	case err != nil:
		return bad("it cannot be read as a URI")
	case u.User != nil:
		return &store.Error{
			Kind: store.ErrConfig, Message: "Neo4j URI: it holds a user or a password",
			Remedy: "Give the user by configuration and the password by " + passwordVariables[0] + " or a password file.",
		}
	case !slices.Contains(schemes, u.Scheme):
		return bad(fmt.Sprintf("scheme %q is none of %s", u.Scheme, strings.Join(schemes, ", ")))
	case u.Hostname() == "":
		return bad("it names no host")
	}
	return nil
}

// connection is a driver with what messages about it need.
type connection struct {
	driver   neo4j.DriverWithContext
	database string
	address  string // the URI without its query
	user     string
}

// connect checks the configuration; the first query opens the connection.
func connect(c Config) (*connection, error) {
	if err := c.checkURI(); err != nil {
		return nil, err
	}
	auth := neo4j.NoAuth()
	if c.User != "" || c.Password != "" {
		auth = neo4j.BasicAuth(cmp.Or(c.User, "neo4j"), string(c.Password), "")
	}
	driver, err := neo4j.NewDriverWithContext(c.URI, auth, func(d *config.Config) {
		d.UserAgent = "bdgraph"
		d.TelemetryDisabled = true
		d.SocketConnectTimeout = 5 * time.Second
		// A pooled connection that rested is tested before use, so that a
		// server's restart is not noticed.
		d.ConnectionLivenessCheckTimeout = 10 * time.Second
	})
	if err != nil {
		return nil, &store.Error{Kind: store.ErrConfig, Err: err, Message: fmt.Sprintf("Neo4j driver: %v", err)}
	}
	address, _, _ := strings.Cut(c.URI, "?")
	return &connection{driver: driver, database: c.Database, address: address, user: c.User}, nil
}

func (c *connection) session(ctx context.Context, mode neo4j.AccessMode) neo4j.SessionWithContext {
	return c.driver.NewSession(ctx, neo4j.SessionConfig{AccessMode: mode, DatabaseName: c.database})
}

// close returns the driver's connections.
func (c *connection) close(ctx context.Context) error {
	if err := c.driver.Close(ctx); err != nil {
		return c.explain(ctx, err, "close the connection")
	}
	return nil
}

// runner is what statements run on: a session (which commits each) or a transaction.
type runner interface {
	Run(ctx context.Context, cypher string, params map[string]any) (neo4j.ResultWithContext, error)
}

// exec runs a statement and gives every record to row, which may be nil.
func exec(ctx context.Context, on runner, cypher string, params map[string]any, row func(*neo4j.Record)) error {
	result, err := on.Run(ctx, cypher, params)
	if err != nil {
		return err
	}
	for row != nil && result.Next(ctx) {
		row(result.Record())
	}
	_, err = result.Consume(ctx)
	return err
}

// autocommit lets a session's statements each be a transaction of their own.
type autocommit struct{ neo4j.SessionWithContext }

func (s autocommit) Run(ctx context.Context, cypher string, params map[string]any) (neo4j.ResultWithContext, error) {
	return s.SessionWithContext.Run(ctx, cypher, params)
}

// quote writes a label, type or property name for use in a statement.
func quote(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }
