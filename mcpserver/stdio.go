package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"slices"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"bdgraph/internal/unseen"
)

// stdioWorkers is how many tool calls of one client run at once.
const stdioWorkers = 8

// ServeStdio serves one client until in ends or ctx is done, both of which are
// no errors. Nothing but protocol messages is written to out. Requests that came before
// the end are answered: at the end of in each within its own time, and when ctx is done
// within a few seconds.
func (s *Server) ServeStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	stdio := server.NewStdioServer(s.mcp)
	stdio.SetErrorLogger(log.New(logWriter{s}, "", 0))
	server.WithWorkerPoolSize(stdioWorkers)(stdio)
	answers := &codeWriter{to: out}
	open := &openRequests{}
	serving, cutOff := context.WithCancel(context.WithoutCancel(ctx))
	defer cutOff()
	admitted, door := io.Pipe()
	defer admitted.Close()
	read := make(chan error, 1)
	go func() { read <- s.admitLines(in, door, answers, open) }()
	go func() { // the library drops what runs when its input ends, so it ends last
		err := io.EOF
		select {
		case err = <-read:
		case <-ctx.Done():
		}
		select {
		case <-open.answered():
		case <-afterDone(ctx, shutdownPatience):
			cutOff()
		}
		door.CloseWithError(err)
	}()
	err := stdio.Listen(serving, admitted, openWriter{answers, open})
	if serving.Err() != nil || errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// afterDone is closed a while after ctx is done.
func afterDone(ctx context.Context, while time.Duration) <-chan struct{} {
	over := make(chan struct{})
	context.AfterFunc(ctx, func() { time.AfterFunc(while, func() { close(over) }) })
	return over
}

// openRequests holds the requests that were admitted and not yet answered.
type openRequests struct {
	mu   sync.Mutex
	ids  []any         // a client may use one twice
	none chan struct{} // closed when there are no more; nil until somebody waits
}

func (o *openRequests) add(id any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.ids = append(o.ids, id)
}

func (o *openRequests) remove(id any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	i := slices.Index(o.ids, id)
	if i < 0 {
		return
	}
	o.ids = slices.Delete(o.ids, i, i+1)
	if len(o.ids) == 0 && o.none != nil {
		close(o.none)
		o.none = nil
	}
}

// answered is closed once no request is open.
func (o *openRequests) answered() <-chan struct{} {
	o.mu.Lock()
	defer o.mu.Unlock()
	none := make(chan struct{})
	if len(o.ids) == 0 {
		close(none)
	} else {
		o.none = none
	}
	return none
}

// isRequest tells a message that gets one answer. A subscription stays open until the
// server ends, so nobody waits for its answer.
func isRequest(m rpcMessage) bool {
	return m.ID != nil && m.Method != "" && m.Method != "subscriptions/listen"
}

// rpcMessage is what tells requests, answers and notifications apart.
type rpcMessage struct {
	ID     any
	Method string
}

// openWriter counts the answers that the library writes, each with one Write.
type openWriter struct {
	to   io.Writer
	open *openRequests
}

func (w openWriter) Write(message []byte) (int, error) {
	n, err := w.to.Write(message) // which may fail: then nobody wants the answer
	var m rpcMessage
	if json.Unmarshal(message, &m) == nil && m.ID != nil && m.Method == "" {
		w.open.remove(m.ID)
	}
	return n, err
}

// admitLines passes the messages on that come through the door, one a line, and answers
// the others, until in ends or nobody listens.
func (s *Server) admitLines(in io.Reader, to, answers io.Writer, open *openRequests) error {
	lines := bufio.NewReaderSize(in, 64<<10)
	for {
		line, whole, err := readLine(lines)
		message, receiver := line, to
		if len(line) > 0 {
			problem := &turnedDown{nil, mcp.INVALID_REQUEST, fmt.Sprintf("a message has at most %d bytes", longestMessage)}
			if whole {
				problem = s.admit(line)
			}
			var m rpcMessage
			if problem != nil {
				message, receiver = problem.answer(), answers
			} else if json.Unmarshal(line, &m) == nil && isRequest(m) {
				open.add(m.ID)
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
	w.server.log("%s", unseen.Show(cut(string(p), 500)))
	return len(p), nil
}
