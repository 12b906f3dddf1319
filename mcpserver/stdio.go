package mcpserver

import (
	"context"
	"errors"
	"io"
	"log"

	"github.com/mark3labs/mcp-go/server"
)

// stdioWorkers is how many tool calls of one client run at once.
const stdioWorkers = 8

// ServeStdio serves one client until in ends or ctx is done, both of which are
// no errors. Nothing but protocol messages is written to out.
func (s *Server) ServeStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	stdio := server.NewStdioServer(s.mcp)
	stdio.SetErrorLogger(log.New(logWriter{s}, "", 0))
	server.WithWorkerPoolSize(stdioWorkers)(stdio)
	err := stdio.Listen(ctx, in, out)
	if ctx.Err() != nil || errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// logWriter passes what the library logs on to the server's log.
type logWriter struct{ server *Server }

func (w logWriter) Write(p []byte) (int, error) {
	w.server.log("%s", Visible(cut(string(p), 500)))
	return len(p), nil
}
