package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
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
	answers := &codeWriter{to: out}
	admitted, door := io.Pipe()
	go func() { door.CloseWithError(s.admitLines(in, door, answers)) }()
	defer admitted.Close()
	err := stdio.Listen(ctx, admitted, answers)
	if ctx.Err() != nil || errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// admitLines passes the messages on that come through the door, one a line, and answers
// the others, until in ends or nobody listens.
func (s *Server) admitLines(in io.Reader, to, answers io.Writer) error {
	lines := bufio.NewReaderSize(in, 64<<10)
	for {
		line, whole, err := readLine(lines)
		message, receiver := line, to
		if len(line) > 0 {
			problem := &turnedDown{nil, mcp.INVALID_REQUEST, fmt.Sprintf("a message has at most %d bytes", longestMessage)}
			if whole {
				problem = s.admit(line)
			}
			if problem != nil {
				message, receiver = problem.answer(), answers
			}
		}
		if len(message) > 0 {
			if _, err := receiver.Write(append(message, '\n')); err != nil {
				return err
			}
		}
		if err != nil {
			return err
		}
	}
}

// readLine returns the next line without its end; of one that is too long only a part,
// and that it is not whole.
func readLine(lines *bufio.Reader) (line []byte, whole bool, err error) {
	whole = true
	for {
		part, err := lines.ReadSlice('\n')
		if len(line)+len(part) > longestMessage {
			whole = false
		} else {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		return bytes.TrimRight(line, " \t\r\n"), whole, err
	}
}

// logWriter passes what the library logs on to the server's log.
type logWriter struct{ server *Server }

func (w logWriter) Write(p []byte) (int, error) {
	w.server.log("%s", Visible(cut(string(p), 500)))
	return len(p), nil
}
