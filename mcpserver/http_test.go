package mcpserver_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"bdgraph/mcpserver"
	"bdgraph/store"
)

const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`

func TestOnlyRightRequestsComeThrough(t *testing.T) {
	h := newServer(t, embeddedDemo(t)).Handler("127.0.0.1", mcpserver.HTTPOptions{Token: "secret", Hosts: []string{"graph.example"}})
	type change func(*http.Request)
	set := func(name, value string) change { return func(r *http.Request) { r.Header.Set(name, value) } }
	host := func(h string) change { return func(r *http.Request) { r.Host = h } }
	method := func(m string) change { return func(r *http.Request) { r.Method = m } }
	path := func(p string) change { return func(r *http.Request) { r.URL.Path = p } }
	for _, c := range []struct {
		name    string
		change  change
		body    string
		want    int
		healthz bool
	}{
		{"as it should be", func(*http.Request) {}, initialize, 200, false},
		{"another name that was given", host("graph.example"), initialize, 200, false},
		{"the same origin", set("Origin", "http://127.0.0.1:80"), initialize, 200, false},
		{"a rebound host", host("evil.example"), initialize, 403, false},
		{"a host that only begins well", host("localhost.evil.example"), initialize, 403, false},
		{"no host", host(""), initialize, 403, false},
		{"another origin", set("Origin", "http://evil.example"), initialize, 403, false},
		{"the null origin", set("Origin", "null"), initialize, 403, false},
		{"another port's origin", set("Origin", "http://127.0.0.1:81"), initialize, 403, false},
		{"a file's origin", set("Origin", "file://127.0.0.1:80"), initialize, 403, false},
		{"an origin with a user", set("Origin", "http://me@127.0.0.1:80"), initialize, 403, false},
		{"an origin with a path", set("Origin", "http://127.0.0.1:80/"), initialize, 403, false},
		{"a stream for what the server asks", method(http.MethodGet), "", 405, false},
		{"the end of a session", method(http.MethodDelete), "", 405, false},
		{"a preflight", method(http.MethodOptions), "", 405, false},
		{"a method nobody knows", method("BREW"), initialize, 405, false},
		{"a post for health", func(r *http.Request) { path("/healthz")(r); r.Method = http.MethodPost }, "", 405, true},
		{"a cross-site fetch", set("Sec-Fetch-Site", "cross-site"), initialize, 403, false},
		{"no token", func(r *http.Request) { r.Header.Del("Authorization") }, initialize, 401, false},
		{"a wrong token", set("Authorization", "Bearer wrong"), initialize, 401, false},
		{"the token as a password", set("Authorization", "Basic secret"), initialize, 401, false},
		{"another path", path("/"), initialize, 404, false},
		{"a path below", path("/mcp/x"), initialize, 404, false},
		{"a body that is too large", func(*http.Request) {}, `{"x":"` + strings.Repeat("x", 5<<20) + `"}`, 413, false},
		{"health", path("/healthz"), "", 200, true},
		{"health for another host", func(r *http.Request) { path("/healthz")(r); host("evil.example")(r) }, "", 403, true},
	} {
		r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1:80/mcp", strings.NewReader(c.body))
		if c.healthz {
			r = httptest.NewRequest(http.MethodGet, "http://127.0.0.1:80/healthz", nil)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		if !c.healthz {
			r.Header.Set("Authorization", "Bearer secret")
		}
		c.change(r)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != c.want {
			t.Errorf("%s: %d, want %d: %s", c.name, w.Code, c.want, cutText(w.Body.String()))
		}
	}
}

// A body whose length nobody says is cut off too.
func TestABodyWithoutALengthIsBounded(t *testing.T) {
	h := newServer(t, embeddedDemo(t)).Handler("127.0.0.1", mcpserver.HTTPOptions{})
	r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/mcp", io.MultiReader(strings.NewReader(`{"x":"`), endless{}))
	r.ContentLength = -1
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code < 400 || w.Code >= 500 {
		t.Errorf("%d", w.Code)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

func TestAnAddressForOthersNeedsAToken(t *testing.T) {
	s := newServer(t, embeddedDemo(t))
	for _, address := range []string{"0.0.0.0:0", "[::]:0", ":0", "192.0.2.1:0", "graph.example:0"} {
		if err := s.ServeHTTP(t.Context(), mcpserver.HTTPOptions{Address: address}); !errors.Is(err, mcpserver.ErrNoToken) {
			t.Errorf("%s: %v", address, err)
		}
	}
	if err := s.ServeHTTP(t.Context(), mcpserver.HTTPOptions{Address: "8321"}); err == nil || !strings.Contains(err.Error(), "HOST:PORT") {
		t.Errorf("an address without a host: %v", err)
	}
}

// held is a reader whose queries wait until they are let go.
type held struct {
	store.Reader
	started chan struct{} // a query has come
	letGo   chan struct{}
}

func (h held) Query(ctx context.Context, q store.Query) (store.Result, error) {
	h.started <- struct{}{}
	select {
	case <-h.letGo:
	case <-ctx.Done():
	}
	return h.Reader.Query(ctx, q)
}

// A call that runs when the server is told to stop is answered.
func TestHTTPStopsGracefully(t *testing.T) {
	reader := held{embeddedDemo(t), make(chan struct{}, 1), make(chan struct{})}
	s := newServer(t, reader)
	ctx, stop := context.WithCancel(t.Context())
	ready, ended := make(chan net.Addr, 1), make(chan error, 1)
	go func() {
		ended <- s.ServeHTTP(ctx, mcpserver.HTTPOptions{Address: "127.0.0.1:0", Ready: func(a net.Addr) { ready <- a }})
	}()
	address := (<-ready).String()
	answered := make(chan string, 1)
	go func() {
		body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"query_graph","arguments":{"cypher":"RETURN 6 * 7 AS n"}}}`
		r, err := http.NewRequest(http.MethodPost, "http://"+address+"/mcp", strings.NewReader(body))
		if err != nil {
			answered <- err.Error()
			return
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			answered <- err.Error()
			return
		}
		defer res.Body.Close()
		b, err := io.ReadAll(res.Body)
		if err != nil {
			b = []byte(err.Error())
		}
		answered <- string(b)
	}()
	<-reader.started
	stop()
	for { // until nobody is let in any more
		c, err := net.Dial("tcp", address)
		if err != nil {
			break
		}
		c.Close()
	}
	close(reader.letGo)
	if got := <-answered; !strings.Contains(got, `"rows":[[42]]`) {
		t.Errorf("the running call gets %s", cutText(got))
	}
	if err := <-ended; err != nil {
		t.Errorf("ends with %v", err)
	}
}

func cutText(s string) string { return s[:min(len(s), 300)] }
