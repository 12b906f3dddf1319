package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bdgraph/internal/config"
	"bdgraph/mcpserver"
	"bdgraph/store"
	"bdgraph/store/guard"
	"bdgraph/store/neo4j"
)

// tokenVariable holds the bearer token of the HTTP transport.
const tokenVariable = "BDGRAPH_MCP_TOKEN"

type mcpOptions struct {
	http      string
	tokenFile string
	hosts     []string
	profile   string
	size      int
	graph     string
}

func (a *app) newMCP() *cobra.Command {
	var o mcpOptions
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Serve the graph to coding agents over the Model Context Protocol",
		Long: "Serve the graph to coding agents over the Model Context Protocol, reading only: over standard input and\n" +
			"output, or over HTTP at /mcp. The server starts without a graph too; its tools then say how to get one.",
		Example: `  bdgraph mcp
  bdgraph mcp --http 127.0.0.1:8321
  claude mcp add --scope project bdgraph -- bdgraph mcp`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.mcp(cmd.Context(), o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.http, "http", "", "serve over HTTP at this HOST:PORT; another host than a loopback one needs a token")
	f.StringVar(&o.tokenFile, "token-file", "", "read the bearer token of --http from this file (or from "+tokenVariable+")")
	f.StringArrayVar(&o.hosts, "host", nil, "a further name under which clients reach --http")
	f.StringVar(&o.profile, "profile", string(mcpserver.Full), "which tools: full, or ask-only for those without the query language")
	f.IntVar(&o.size, "answer-size", mcpserver.DefaultSize, "how many bytes an answer takes at most")
	f.StringVar(&o.graph, "graph", "", "serve this graph file in place of the project's store")
	return cmd
}

func (a *app) mcp(ctx context.Context, o mcpOptions) error {
	profile := mcpserver.Profile(o.profile)
	switch {
	case !slices.Contains(mcpserver.Profiles, profile):
		return usageError(fmt.Errorf("--profile %s: want full or ask-only", o.profile))
	case o.size < 2_000 || o.size > 1_000_000:
		return usageError(fmt.Errorf("--answer-size %d: want 2000 to 1000000", o.size))
	case o.http == "" && (o.tokenFile != "" || len(o.hosts) > 0):
		return usageError(errors.New("--token-file and --host belong to --http"))
	}
	if _, err := a.now(); err != nil {
		return err
	}
	reader := &lazyReader{open: func(ctx context.Context) (store.Reader, error) { return a.openForAgents(ctx, o.graph) }}
	defer reader.Close(context.WithoutCancel(ctx))
	c := mcpserver.Config{Reader: reader, Version: version(), Log: a.stderr, Profile: profile, Size: o.size}
	if o.graph == "" {
		w := &watcher{load: a.project, clock: a.clock, now: a.now}
		c.Freshness, c.Today, c.Coverage, c.Relative = w.freshness, w.today, w.coverage, w.relative
	}
	s := mcpserver.New(c)
	if o.http == "" {
		return s.ServeStdio(ctx, a.stdin, a.stdout)
	}
	token, err := a.token(o.tokenFile)
	if err != nil {
		return err
	}
	err = s.ServeHTTP(ctx, mcpserver.HTTPOptions{
		Address: o.http, Token: token, Hosts: o.hosts,
		Ready: func(at net.Addr) { a.talk.Say("serving http://%s/mcp", at) },
	})
	if errors.Is(err, mcpserver.ErrNoToken) {
		return &failure{err: err, code: exitUsage, next: "put a token in a file of your own and give it with --token-file, or use 127.0.0.1"}
	}
	return err
}

// token reads the bearer token from a file or the environment; "" when there is none.
func (a *app) token(file string) (string, error) {
	if file == "" {
		for _, pair := range a.environ {
			if v, ok := cutVariable(pair, tokenVariable); ok {
				return strings.TrimSpace(v), nil
			}
		}
		return "", nil
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("read token: %w", err)
	}
	token := strings.TrimSpace(string(b))
	if token == "" {
		return "", fmt.Errorf("read token: %s is empty", file)
	}
	return token, nil
}

// openForAgents opens the project's store behind all walls.
func (a *app) openForAgents(ctx context.Context, file string) (store.Reader, error) {
	if file != "" {
		return namedGraph(file), nil
	}
	p, err := a.project()
	if err != nil {
		return nil, &store.Error{Kind: store.ErrConfig, Message: err.Error(), Remedy: "Mend the configuration (bdgraph config shows it), then call again.", Err: err}
	}
	if name, _ := p.StoreName(); name == config.Embedded {
		return openReader(p)
	}
	c, err := neo4jConfig(p)
	if err != nil {
		return nil, err
	}
	r, err := neo4j.NewReader(c, neo4j.ReaderOptions{Guard: onlyRead, ProveTypes: true})
	if err != nil {
		return nil, err
	}
	if err := r.ProveReadOnly(ctx); err != nil {
		r.Close(ctx)
		return nil, err
	}
	return guard.NewLocal(r), nil
}

// glanceEvery is how long the answer of a look at the sources is used again.
const glanceEvery = 2 * time.Second
