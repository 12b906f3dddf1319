package mcpserver

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// HTTPOptions say how to serve over HTTP.
type HTTPOptions struct {
	// Address is host:port. A host that is not a loopback address needs a Token.
	Address string
	// Token, where set, must come as a bearer token with each request.
	Token string
	// Hosts are further host names, without port, under which clients reach the
	// server, such as that of a proxy. Loopback names and the host of Address are always right.
	Hosts []string
	// Ready, if set, is called with the address once requests are accepted.
	Ready func(net.Addr)
}

// ErrNoToken is returned when an address that others can reach has no token.
var ErrNoToken = errors.New("an address that is not a loopback address needs a bearer token")

const (
	maxBody          = 4 << 20 // bytes of a request
	shutdownPatience = 5 * time.Second
)

// ServeHTTP serves MCP's streamable HTTP at /mcp, and /healthz, until ctx is
// done; then it lets running requests end. Ending that way is no error.
func (s *Server) ServeHTTP(ctx context.Context, o HTTPOptions) error {
	host, _, err := net.SplitHostPort(o.Address)
	if err != nil {
		return fmt.Errorf("address %q: want HOST:PORT, such as 127.0.0.1:8321: %w", o.Address, err)
	}
	if o.Token == "" && !isLoopback(host) {
		return fmt.Errorf("address %q: %w", o.Address, ErrNoToken)
	}
	listener, err := net.Listen("tcp", o.Address)
	if err != nil {
		return err
	}
	h := &http.Server{
		Handler:           s.Handler(host, o),
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       time.Minute,
		IdleTimeout:       2 * time.Minute,
		ErrorLog:          log.New(logWriter{s}, "", 0),
	}
	if o.Ready != nil {
		o.Ready(listener.Addr())
	}
	served := make(chan error, 1)
	go func() { served <- h.Serve(listener) }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	shutdown, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownPatience)
	defer cancel()
	if err := h.Shutdown(shutdown); err != nil {
		h.Close() // what has not ended by now is cut off
	}
	return nil
}

// Handler is what ServeHTTP serves at an address with this host.
func (s *Server) Handler(host string, o HTTPOptions) http.Handler {
	g := gate{hosts: append([]string{"localhost", "127.0.0.1", "::1", host}, o.Hosts...)}
	if o.Token != "" {
		sum := sha256.Sum256([]byte(o.Token))
		g.token = sum[:]
	}
	mux := http.NewServeMux()
	mux.Handle("/mcp", g.guard(s.admitRequests(server.NewStreamableHTTPServer(s.mcp,
		server.WithEndpointPath("/mcp"),
		server.WithStateLess(true),
		server.WithDisableLocalhostProtection(true), // the gate knows more hosts
	))))
	mux.Handle("GET /healthz", g.sameHost(http.HandlerFunc(s.health)))
	return mux
}

// admitRequests passes requests on whose message comes through the door, and answers the
// others. Nothing but POST has a use: the server keeps no sessions and asks nothing of clients.
func (s *Server) admitRequests(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
			http.Error(w, fmt.Sprintf("a request has at most %d bytes", maxBody), http.StatusRequestEntityTooLarge)
			return
		}
		if err != nil {
			http.Error(w, "the request ends early", http.StatusBadRequest)
			return
		}
		if problem := s.admit(body); problem != nil {
			problem.writeTo(w, r)
			return
		}
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		next.ServeHTTP(codeResponse{w}, r)
	})
}

// writeTo answers with the status that the client's version of the protocol wants.
func (d *turnedDown) writeTo(w http.ResponseWriter, r *http.Request) {
	answer := d.answer()
	if answer == nil {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if d.code != mcp.INVALID_PARAMS || mcp.IsModernProtocol(r.Header.Get(mcp.HeaderProtocolVersion)) {
		w.WriteHeader(http.StatusBadRequest)
	}
	w.Write(answer)
}

// health says that the server runs, and whether there is a graph to answer from.
func (s *Server) health(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	ctx, cancel := context.WithTimeout(r.Context(), 5*time.Second)
	defer cancel()
	if _, err := s.config.Reader.Meta(ctx); err != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		fmt.Fprintln(w, explain(err).Code)
		return
	}
	fmt.Fprintln(w, "ok")
}

// gate decides which requests come through.
type gate struct {
	hosts []string
	token []byte // SHA-256, nil: none is wanted
}

// guard refuses what comes from another site, under another name, without the
// token, or is too large.
func (g gate) guard(next http.Handler) http.Handler {
	return g.sameHost(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !g.sameOrigin(r):
			http.Error(w, "this Origin is not allowed", http.StatusForbidden)
			return
		case !g.authorized(r):
			w.Header().Set("WWW-Authenticate", `Bearer realm="bdgraph"`)
			http.Error(w, "a bearer token is needed", http.StatusUnauthorized)
			return
		case r.Method != http.MethodPost:
			w.Header().Set("Allow", http.MethodPost)
			http.Error(w, "only POST is served", http.StatusMethodNotAllowed)
			return
		case r.ContentLength > maxBody:
			http.Error(w, fmt.Sprintf("a request has at most %d bytes", maxBody), http.StatusRequestEntityTooLarge)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		next.ServeHTTP(w, r)
	}))
}

// sameHost refuses requests under a name that is not this server's: a page of
// another site can make its own name lead here.
func (g gate) sameHost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !slices.Contains(g.hosts, hostname(r.Host)) {
			http.Error(w, "this Host is not allowed", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// sameOrigin reports whether a request comes from no page, or from one of this server.
func (g gate) sameOrigin(r *http.Request) bool {
	origins := r.Header.Values("Origin")
	if len(origins) == 0 {
		return r.Header.Get("Sec-Fetch-Site") == "" || slices.Contains([]string{"same-origin", "none"}, r.Header.Get("Sec-Fetch-Site"))
	}
	scheme, host, _ := strings.Cut(origins[0], "://")
	return len(origins) == 1 && (scheme == "http" || scheme == "https") && strings.EqualFold(host, r.Host)
}

func (g gate) authorized(r *http.Request) bool {
	if g.token == nil {
		return true
	}
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	sum := sha256.Sum256([]byte(strings.TrimSpace(token)))
	return strings.EqualFold(scheme, "Bearer") && subtle.ConstantTimeCompare(sum[:], g.token) == 1
}

// hostname is a Host header without its port and brackets, in small letters.
func hostname(host string) string {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return strings.ToLower(strings.Trim(host, "[]"))
}

func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}
