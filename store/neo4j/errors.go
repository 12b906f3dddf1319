package neo4j

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"bdgraph/store"
)

// explain turns what the driver returned into one of our errors: its kind, a
// message that starts with what was being done, and the next step. Errors that
// are ours already pass unchanged.
func (c *connection) explain(ctx context.Context, err error, doing string) error {
	if ours := (*store.Error)(nil); errors.As(err, &ours) {
		return err
	}
	e := &store.Error{Err: err}
	say := func(kind store.Kind, message, remedy string) error {
		e.Kind, e.Remedy = kind, remedy
		e.Message = fmt.Sprintf("%s: %s", doing, message)
		return e
	}
	if cause := ctx.Err(); cause != nil {
		e.Err = cause
		if errors.Is(cause, context.DeadlineExceeded) {
			return say(store.ErrTimeout, "no answer within the time allowed", remedyTimeout)
		}
		return say(store.ErrCanceled, "canceled", "")
	}
	var server *neo4j.Neo4jError
	var network *neo4j.ConnectivityError
	var usage *neo4j.UsageError
	switch {
	case errors.As(err, &server):
		return c.explainServer(e, server, say)
	case errors.As(err, &usage) && !strings.Contains(usage.Message, "HTTP"): // that one is about the server
		return say(store.ErrFailed, usage.Message, "")
	case errors.As(err, &network):
		err = network.Inner
	}
	// What is left comes from the wire: nobody listens, or nobody who speaks Bolt.
	return say(store.ErrUnavailable, fmt.Sprintf("no connection to Neo4j at %s: %v", c.address, err),
		"Check that the server runs (its log tells, and a full disk stops it too) and that the URI is right: port 7687 as a rule, +s or +ssc in the scheme for TLS.")
}

const remedyTimeout = "Narrow the query (start from a key, add LIMIT), or allow more time."

func (c *connection) explainServer(e *store.Error, server *neo4j.Neo4jError, say func(store.Kind, string, string) error) error {
	// The message may go on with the query and a caret below it.
	message, position := splitPosition(server.Msg)
	server.Classification() // parses the code
	title, category := server.Title(), server.Category()
	switch {
	case title == "Unauthorized", title == "CredentialsExpired", title == "TokenExpired", title == "AuthenticationRateLimit":
		who := fmt.Sprintf("user %q", c.user)
		if c.user == "" {
			who = "a connection without user and password"
		}
		return say(store.ErrAuth, fmt.Sprintf("Neo4j at %s refuses %s (%s)", c.address, who, title),
			"Check the user, and the password in "+passwordVariables[0]+" or the password file.")
	case category == "Security":
		return say(store.ErrAuth, message, fmt.Sprintf("Give user %q the rights it needs, or use another user.", c.user))
	case title == "DatabaseNotFound":
		return say(store.ErrConfig, message, "Name a database that exists, or none for the user's home database.")
	case title == "AccessMode":
		return say(store.ErrReadOnly, message, "Queries only read; the graph is changed by bdgraph regenerate.")
	case strings.Contains(title, "ReadOnly"):
		return say(store.ErrReadOnly, message, "The server lets nobody write to this database: make it writable, or use another one.")
	case title == "NotALeader":
		return say(store.ErrUnavailable, message, "Use the scheme neo4j:// so that writes are sent to the leader.")
	case category == "Transaction" && strings.Contains(title, "TimedOut"):
		return say(store.ErrTimeout, "the server stopped it after the time allowed", remedyTimeout)
	case strings.Contains(title, "OutOfMemory"):
		return say(store.ErrFailed, "it needs more memory than the server gives to transactions: "+message,
			"Ask for less at once, or raise dbms.memory.transaction.total.max on the server.")
	case title == "DatabaseUnavailable", category == "Cluster":
		return say(store.ErrUnavailable, message, "Look at the server's log (a full disk stops a database too), then try again.")
	case category == "Statement", category == "Procedure", category == "Schema":
		e.Code, e.Position = title, position
		return say(store.ErrQuery, message, "")
	}
	return say(store.ErrFailed, fmt.Sprintf("Neo4j reports %s: %s", server.Code, message),
		"Look at the server's log: a full disk is the usual reason.")
}

var positionPattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\s*\(line (\d+), column (\d+) \(offset: \d+\)\)`)
})

// splitPosition parts a server's message from the position in it and from the
// lines that repeat the query.
func splitPosition(text string) (string, store.Position) {
	at := positionPattern().FindStringSubmatchIndex(text)
	if at == nil {
		return strings.TrimSpace(text), store.Position{}
	}
	number := func(group int) int {
		n, _ := strconv.Atoi(text[at[2*group]:at[2*group+1]]) // digits, by the pattern
		return n
	}
	return strings.TrimSpace(text[:at[0]]), store.Position{Line: number(1), Column: number(2)}
}

// outOfMemory reports whether a transaction was too big for the server.
func outOfMemory(err error) bool {
	var server *neo4j.Neo4jError
	return errors.As(err, &server) && strings.Contains(server.Code, "OutOfMemory")
}
