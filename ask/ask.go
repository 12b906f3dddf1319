package ask

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"

	"bdgraph"
	"bdgraph/store"
)

// Asker answers questions from one store. It is safe for concurrent use if its reader is.
type Asker struct {
	reader  store.Reader
	options Options
}

// Options say what an Asker cannot know by itself. The zero value is usable.
type Options struct {
	// Today gives the day that a question without a day is about; nil: today in UTC.
	Today func() bdgraph.Day
	// Freshness tells whether the sources have changed since the graph was
	// built; nil: unknown.
	Freshness func() bdgraph.Freshness
	// Timeout bounds each query of a question; 0: the store's default.
	Timeout time.Duration
}

// Header is what every answer says of itself.
type Header struct {
	AsOf        bdgraph.Day `json:"as_of"`
	Generation  string      `json:"generation"`
	GeneratedAt time.Time   `json:"generated_at"`
	bdgraph.Freshness
}

// Head returns the header itself, for those who hold any answer.
func (h Header) Head() Header { return h }

// New returns an Asker on a reader, which stays the caller's to close.
func New(r store.Reader, o Options) *Asker { return &Asker{reader: r, options: o} }

// session is one question under way: every row it reads comes from one generation.
type session struct {
	ctx     context.Context
	reader  store.Reader
	timeout time.Duration
	meta    bdgraph.Meta
	header  Header
	day     bdgraph.Day
	lives   map[string]ruleLife // once they were read
}

// errOtherGeneration ends a question during which the graph was replaced.
var errOtherGeneration = errors.New("the graph was replaced while it was asked")

// ErrDay is returned for a question about 9999-12-31: that is how the end of what nothing
// ends is written, and as an end is no part of an interval, nothing at all would hold.
var ErrDay = errors.New("9999-12-31 stands for an open end; ask about a day before it")

// attempts is how often a question starts again because the graph was replaced under it.
const attempts = 5

// answer runs a question on one generation of the graph. The zero Day is today.
func answer[T any](ctx context.Context, a *Asker, day bdgraph.Day, question func(*session) (T, error)) (T, error) {
	if day == 0 {
		day = a.today()
	}
	var none T
	if day == bdgraph.MaxDay {
		return none, ErrDay
	}
	for range attempts {
		meta, err := a.reader.Meta(ctx)
		if err != nil {
			return none, err
		}
		s := &session{
			ctx: ctx, reader: a.reader, timeout: a.options.Timeout, meta: meta, day: day,
			header: Header{AsOf: day, Generation: meta.Generation, GeneratedAt: meta.GeneratedAt, Freshness: a.freshness()},
		}
		out, err := question(s)
		if errors.Is(err, errOtherGeneration) {
			continue
		}
		if err != nil {
			return none, err
		}
		return out, nil
	}
	return none, &store.Error{
		Kind: store.ErrGraphLoading, Message: fmt.Sprintf("%v, %d times", errOtherGeneration, attempts),
		Remedy: "ask again when the load has finished", Err: errOtherGeneration,
	}
}

// answerAbout runs a question about the one node that a word names among these labels (none: all).
func answerAbout[T any](ctx context.Context, a *Asker, day bdgraph.Day, word string, question func(*session, node) (T, error), labels ...bdgraph.Label) (T, error) {
	return answer(ctx, a, day, func(s *session) (out T, err error) {
		n, err := s.find(word, labels...)
		if err != nil {
			return out, err
		}
		return question(s, n)
	})
}

func (a *Asker) today() bdgraph.Day {
	if a.options.Today != nil {
		return a.options.Today()
	}
	return bdgraph.DayOf(time.Now().UTC())
}

func (a *Asker) freshness() bdgraph.Freshness {
	if a.options.Freshness != nil {
		return a.options.Freshness()
	}
	return bdgraph.Freshness{Stale: "unknown"}
}

//go:embed queries/*.cypher
var queryFiles embed.FS

// nodeMap is what NODE(n) stands for in a query: what [node] holds of n. Its label is one of ours,
// whatever others a node bears in a graph that was imported or is shared.
var nodeMap = sync.OnceValue(func() string {
	ours := "'" + string(bdgraph.Labels[0]) + "'"
	for _, label := range bdgraph.Labels[1:] {
		ours += ", '" + string(label) + "'"
	}
	return "$1{label: coalesce([of IN labels($1) WHERE of IN [" + ours + "]][0], labels($1)[0]), " +
		"key: coalesce($1.path, $1.name, $1.key, $1.id), .id, .title, .status, .type, .kind, .aliases, .placeholder, .closed_by, .closed_at, " +
		".valid_from, .invalid_at, .from_basis, .to_basis, .from_written, .to_written, .from_earliest, .from_latest, .to_earliest, .to_latest}"
})

var nodeCall = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bNODE\((\w+)\)`) })

// queryTexts holds the queries that were asked for, by name: a process asks few of them.
var queryTexts sync.Map

// queryText returns a named query, whose file is called by its name or, where LABEL and KEY
// stand in it for a label and its key property, by that before the label: around_issue is in around.cypher.
func queryText(name string) string {
	if text, ok := queryTexts.Load(name); ok {
		return text.(string)
	}
	file, err := queryFiles.ReadFile("queries/" + name + ".cypher")
	text := string(file)
	for _, label := range bdgraph.Labels {
		if base, ok := strings.CutSuffix(name, queryOf("", label)); err != nil && ok {
			file, err = queryFiles.ReadFile("queries/" + base + ".cypher")
			text = strings.NewReplacer("LABEL", string(label), "KEY", label.KeyProperty()).Replace(string(file))
		}
	}
	if err != nil {
		panic("ask: there is no query " + name)
	}
	text = nodeCall().ReplaceAllString(text, nodeMap())
	queryTexts.Store(name, text)
	return text
}

// queryOf names the query of a label.
func queryOf(name string, label bdgraph.Label) string {
	return name + "_" + strings.ToLower(string(label))
}

// params are the parameters of a named query.
type params map[string]any

// resultBytes bounds one named query: the graph of a large project fits, a mistake does not.
const resultBytes = 512 << 20

// query runs a named query and decodes its rows.
func query[T any](s *session, name string, p params) ([]T, error) {
	r, err := s.reader.Query(s.ctx, store.Query{
		Text: queryText(name), Params: p, Limits: store.Limits{Rows: -1, Bytes: resultBytes, Timeout: s.timeout},
	})
	if err != nil {
		return nil, fmt.Errorf("query %s: %w", name, err)
	}
	if r.Generation != s.meta.Generation {
		return nil, errOtherGeneration
	}
	if r.Truncated {
		return nil, &store.Error{
			Kind: store.ErrLimit, Message: fmt.Sprintf("query %s returns more than %d bytes", name, resultBytes),
			Remedy: "ask about a smaller part of the graph",
		}
	}
	rows, err := store.Decode[T](r)
	if err != nil {
		return nil, fmt.Errorf("query %s: %w", name, err)
	}
	return rows, nil
}
