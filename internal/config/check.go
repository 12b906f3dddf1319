package config

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"bdgraph"
)

// Error is one thing that is wrong with a setting.
type Error struct {
	Place   string // file:line:column, a variable or a flag
	Message string
}

func (e *Error) Error() string {
	if e.Place == "" {
		return e.Message
	}
	return e.Place + ": " + e.Message
}

// check collects everything that is wrong with a joined configuration.
type check struct {
	origin func(key string) string
	errs   []error
}

func (c *check) fail(key, format string, args ...any) {
	c.errs = append(c.errs, wrong(c.origin(key), key, fmt.Sprintf(format, args...)))
}

// wrong is an error of the value that a key has from a place.
func wrong(place, key, message string) *Error {
	if !strings.HasSuffix(place, " "+key) { // the place of a flag ends in the key
		message = key + ": " + message
	}
	return &Error{place, message}
}

func (c *check) oneOf(key, value string, allowed ...string) {
	if !slices.Contains(allowed, value) {
		c.fail(key, "%q is none of %s%s", value, quoted(allowed), DidYouMean(value, allowed))
	}
}

func quoted(words []string) string {
	q := make([]string, len(words))
	for i, w := range words {
		q[i] = fmt.Sprintf("%q", w)
	}
	return strings.Join(q, ", ")
}

// validate returns every error of the settings, joined. origin says where a key was set.
func (cfg Config) validate(origin func(key string) string) error {
	c := &check{origin: origin}
	c.oneOf("store", cfg.Store, "", Embedded, Neo4jStore)
	c.oneOf("beads.source", cfg.Beads.Source, "auto", "command", "files")
	for _, what := range cfg.SeedLinks {
		c.oneOf("seed_links", what, "title", "heading", "path")
	}
	c.oneOf("adr.date_order", cfg.ADR.DateOrder, "", "dmy", "mdy", "ymd")
	if _, err := time.LoadLocation(cfg.Zone); err != nil || cfg.Zone == "" {
		c.fail("zone", "%q is no time zone such as UTC or Europe/Berlin", cfg.Zone)
	}
	for _, x := range []struct{ key, value string }{
		{"state_dir", cfg.StateDir}, {"extracted_dir", cfg.ExtractedDir}, {"verdicts_dir", cfg.VerdictsDir}, {"beads.command", cfg.Beads.Command},
	} {
		if x.value == "" {
			c.fail(x.key, "must not be empty")
		}
	}
	for _, x := range []struct {
		key   string
		value int64
	}{
		{"limits.rows", int64(cfg.Limits.Rows)},
		{"limits.bytes", cfg.Limits.Bytes},
		{"limits.timeout", int64(cfg.Limits.Timeout)},
		{"beads.timeout", int64(cfg.Beads.Timeout)},
		{"neo4j.batch_above", int64(cfg.Neo4j.BatchAbove)},
		{"verify.items", int64(cfg.Verify.Items)},
	} {
		if x.value <= 0 {
			c.fail(x.key, "must be greater than zero")
		}
	}
	for _, x := range []struct {
		key   string
		value Duration
	}{{"limits.timeout", cfg.Limits.Timeout}, {"beads.timeout", cfg.Beads.Timeout}} {
		if d := time.Duration(x.value); d > 0 && d < time.Millisecond {
			c.fail(x.key, "%v is too short: write a duration with its unit, such as \"30s\"", d)
		}
	}
	if cfg.KeepGenerations < 0 {
		c.fail("keep_generations", "must not be negative")
	}
	for _, x := range []struct {
		key   string
		value float64
	}{{"verify.canaries", cfg.Verify.Canaries}, {"verify.catch_rate", cfg.Verify.CatchRate}, {"verify.kill_rate", cfg.Verify.KillRate}} {
		if !(x.value >= 0 && x.value <= 1) {
			c.fail(x.key, "must be between 0 and 1")
		}
	}
	c.neo4j(cfg)
	c.components(cfg.Vocab.Components)
	c.rules(cfg.Vocab.Rules)
	for i, p := range cfg.Probes {
		key := fmt.Sprintf("probes[%d]", i)
		if p.Name == "" || p.Query == "" {
			c.fail(key, "a probe needs a name and a query")
		}
		for n, row := range p.Rows {
			if len(row) != len(p.Rows[0]) {
				c.fail(fmt.Sprintf("%s.rows[%d]", key, n), "has %d cells, the first row %d", len(row), len(p.Rows[0]))
			}
		}
	}
	return errors.Join(c.errs...)
}

func (c *check) neo4j(cfg Config) {
	if cfg.Store == Neo4jStore && cfg.Neo4j.URI == "" {
		c.fail("store", "the neo4j store needs neo4j.uri, such as bolt://localhost:7687")
	}
	if cfg.Neo4j.URI == "" {
		return
	}
	u, err := url.Parse(cfg.Neo4j.URI)
	if err != nil {
		c.fail("neo4j.uri", "not a URI such as bolt://localhost:7687") // without the text, which may hold a password
		return
	}
	schemes := []string{"bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc"}
	switch {
	case !slices.Contains(schemes, u.Scheme):
		c.fail("neo4j.uri", "the scheme %q is none of %s", u.Scheme, strings.Join(schemes, ", "))
	case u.User != nil:
		c.fail("neo4j.uri", "must not hold a user or password; use neo4j.user, and neo4j.password_file or BDGRAPH_NEO4J_PASSWORD")
	case u.Hostname() == "":
		c.fail("neo4j.uri", "names no host")
	}
}

func (c *check) components(cs []Component) {
	names := make([]string, len(cs))
	owner := map[string]string{} // of each name and alias, in lower case
	parent := map[string]string{}
	for i, x := range cs {
		names[i] = x.Name
		parent[x.Name] = x.Parent
		key := fmt.Sprintf("vocab.components[%d]", i)
		if strings.TrimSpace(x.Name) == "" {
			c.fail(key, "a component needs a name")
		}
		for _, word := range append([]string{x.Name}, x.Aliases...) {
			if other, taken := owner[strings.ToLower(word)]; taken && other != x.Name {
				c.fail(key, "%q is already a name of the component %s", word, other)
			}
			owner[strings.ToLower(word)] = x.Name
		}
		for _, glob := range x.Paths {
			if _, err := bdgraph.NewPathMatcher([]string{glob}); err != nil {
				c.fail(key+".paths", "%v", err)
			} else if glob == "" {
				c.fail(key+".paths", "a pattern of paths must not be empty")
			}
		}
	}
	for i, x := range cs {
		key := fmt.Sprintf("vocab.components[%d]", i)
		if x.Parent != "" && !slices.Contains(names, x.Parent) {
			c.fail(key+".parent", "no component is named %q%s", x.Parent, DidYouMean(x.Parent, names))
		}
		for _, d := range x.DependsOn {
			if !slices.Contains(names, d) {
				c.fail(key+".depends_on", "no component is named %q%s", d, DidYouMean(d, names))
			}
		}
		at := x.Name
		for range cs {
			if at = parent[at]; at == x.Name && at != "" {
				c.fail(key+".parent", "%s would be a part of itself", x.Name)
				break
			}
		}
	}
}

func (c *check) rules(rs []Rule) {
	owner := map[string]string{}
	for i, r := range rs {
		key := fmt.Sprintf("vocab.rules[%d]", i)
		if strings.TrimSpace(r.Name) == "" {
			c.fail(key, "a rule needs a name")
		}
		c.oneOf(key+".kind", r.Kind, "", string(bdgraph.Decision), string(bdgraph.Constraint), string(bdgraph.Invariant), string(bdgraph.Preference))
		for _, word := range append([]string{r.Name}, r.Aliases...) {
			if other, taken := owner[strings.ToLower(word)]; taken && other != r.Name {
				c.fail(key, "%q is already a name of the rule %s", word, other)
			}
			owner[strings.ToLower(word)] = r.Name
		}
	}
}
