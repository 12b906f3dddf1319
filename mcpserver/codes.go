package mcpserver

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// The library reports every error of a handler as an internal one. One that has a code
// of its own carries it in its text, behind a mark that nobody else can write, and it is
// put in its place on the way out.

var (
	codeMark     = sync.OnceValue(rand.Text)
	markedErrors = sync.OnceValue(func() []byte { return []byte(`"code":-32603,"message":"` + codeMark()) })
)

// notFound is the error of a resource that is not there, in the code of the client's
// version of the protocol.
func notFound(ctx context.Context, message string) error {
	code := mcp.RESOURCE_NOT_FOUND
	if mcp.IsModernProtocol(server.RequestProtocolVersion(ctx)) {
		code = mcp.INVALID_PARAMS
	}
	return fmt.Errorf("%s%d:%s", codeMark(), code, message)
}

// withCodes puts the codes of errors in place in a message.
func withCodes(message []byte) []byte {
	before, after, ok := bytes.Cut(message, markedErrors())
	if !ok {
		return message
	}
	code, rest, ok := bytes.Cut(after, []byte(":"))
	if _, err := strconv.Atoi(string(code)); !ok || err != nil {
		return message
	}
	return bytes.Join([][]byte{before, []byte(`"code":`), code, []byte(`,"message":"`), rest}, nil)
}

// codeWriter writes messages with their codes, each as a whole.
type codeWriter struct {
	mu sync.Mutex
	to io.Writer
}

func (w *codeWriter) Write(message []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, err := w.to.Write(withCodes(message)); err != nil {
		return 0, err
	}
	return len(message), nil
}

// codeResponse is a response whose messages get their codes.
type codeResponse struct{ http.ResponseWriter }

func (w codeResponse) Write(message []byte) (int, error) {
	if _, err := w.ResponseWriter.Write(withCodes(message)); err != nil {
		return 0, err
	}
	return len(message), nil
}

func (w codeResponse) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Flush implements [http.Flusher], by which the library streams.
func (w codeResponse) Flush() {
	if f, ok := w.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}
