// Package differential asks the engine and a real Neo4j the same questions of
// the same graphs, and wants the same answers.
//
// There are two kinds of questions: written ones, in testdata/cases, and random
// ones on random graphs. What differs on purpose stands in testdata/differences.tsv
// with its reason, and is explained in docs/decisions.
package differential

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"bdgraph/cypher/value"
	"bdgraph/internal/testenv"
	store "bdgraph/store/neo4j"
)

// server is a Neo4j that belongs to this test until it ends.
type server struct {
	writes, reads neo4j.SessionWithContext
	tx            neo4j.ExplicitTransaction // that queries share; nil: the next one begins it
}

func openServer(t *testing.T) *server {
	t.Helper()
	where := testenv.Neo4j(t)
	auth := neo4j.NoAuth()
	if where.User != "" {
		auth = neo4j.BasicAuth(where.User, where.Password, "")
	}
	driver, err := neo4j.NewDriverWithContext(where.URI, auth)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	s := &server{
		writes: driver.NewSession(ctx, neo4j.SessionConfig{}),
		reads:  driver.NewSession(ctx, neo4j.SessionConfig{AccessMode: neo4j.AccessModeRead}),
	}
	t.Cleanup(func() {
		s.load(t)
		s.writes.Close(ctx)
		s.reads.Close(ctx)
		driver.Close(ctx)
	})
	return s
}

// load replaces what is in the database by what the scripts make.
func (s *server) load(t *testing.T, scripts ...string) {
	t.Helper()
	s.end()
	ctx := context.Background()
	for _, script := range append([]string{"MATCH (n) DETACH DELETE n"}, scripts...) {
		result, err := s.writes.Run(ctx, script, nil)
		if err == nil {
			_, err = result.Consume(ctx)
		}
		if err != nil {
			t.Fatalf("load: %v\n%s", err, script)
		}
	}
}

// end ends the transaction that queries share.
func (s *server) end() {
	if s.tx != nil {
		s.tx.Close(context.Background())
		s.tx = nil
	}
}

// ask runs a query. An error ends the transaction, so the next query begins another.
func (s *server) ask(text string, parameters map[string]value.Value) answer {
	params := make(map[string]any, len(parameters))
	for name, v := range parameters {
		params[name] = plain(v)
	}
	a, err := s.run(text, params)
	if err == nil {
		return a
	}
	var e *neo4j.Neo4jError
	if lost := (*neo4j.ConnectivityError)(nil); errors.As(err, &lost) {
		// A warm server throws arithmetic errors without a message, and fails to send them.
		return answer{failure: unclassified, message: err.Error()}
	}
	if !errors.As(err, &e) {
		return answer{failure: "driver", message: err.Error()}
	}
	a = answer{failure: e.Code[strings.LastIndex(e.Code, ".")+1:], message: e.Msg}
	switch {
	case strings.HasPrefix(e.Code, "Neo.DatabaseError."):
		a.failure = unclassified
	case a.failure == "AccessMode", a.failure == "ParameterMissing":
		a.failure = refused // EXPLAIN does without parameters, and does not write
	default:
		if _, err := s.run("EXPLAIN "+text, params); err != nil {
			a.failure = refused
		}
	}
	return a
}

// patience is how long the server may take for one answer.
const patience = 20 * time.Second

func (s *server) run(text string, params map[string]any) (a answer, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if s.tx == nil {
		if s.tx, err = s.reads.BeginTransaction(ctx); err != nil {
			return a, err
		}
	}
	defer func() {
		if err != nil {
			s.end()
		}
	}()
	result, err := s.tx.Run(ctx, text, params)
	if err != nil {
		return a, err
	}
	if a.columns, err = result.Keys(); err != nil {
		return a, err
	}
	for result.Next(ctx) {
		row := make([]value.Value, len(a.columns))
		for i, x := range result.Record().Values {
			if row[i], err = store.Value(x); err != nil {
				return a, err
			}
		}
		a.rows = append(a.rows, row)
	}
	return a, result.Err()
}

// plain turns a parameter into what the driver sends.
func plain(v value.Value) any {
	switch v.Kind() {
	case value.KindNull:
		return nil
	case value.KindBool:
		return v.Bool()
	case value.KindInt:
		return v.Int()
	case value.KindFloat:
		return v.Float()
	case value.KindString:
		return v.Str()
	case value.KindList:
		list := make([]any, len(v.List()))
		for i, e := range v.List() {
			list[i] = plain(e)
		}
		return list
	case value.KindMap:
		m := make(map[string]any)
		for _, e := range v.Map() {
			m[e.Key] = plain(e.Value)
		}
		return m
	}
	panic("a parameter of kind " + v.Kind().String())
}

// statements splits a script at the semicolons that end lines.
func statements(script string) []string {
	var out []string
	for s := range strings.SplitSeq(script+"\n", ";\n") {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, s)
		}
	}
	return slices.Clip(out)
}
