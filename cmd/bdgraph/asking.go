package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bdgraph"
	"bdgraph/ask"
	"bdgraph/internal/config"
	"bdgraph/internal/term"
	"bdgraph/internal/unseen"
)

// asking is a typed question under way: who answers it, and what its verb was given.
type asking struct {
	*ask.Asker
	ctx     context.Context
	app     *app
	project config.Project
	args    []string
	day     bdgraph.Day // zero: today
}

// name is the argument of a verb that takes one.
func (q asking) name() string { return q.app.word(q.project, q.args[0]) }

// asks makes cmd the verb of a typed question about a day.
func (a *app) asks(cmd *cobra.Command, question func(asking) (reply, error)) *cobra.Command {
	var asOf string
	var asJSON bool
	cmd.Flags().StringVar(&asOf, "as-of", "", "the day to ask about, YYYY-MM-DD (default: today)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the answer as JSON")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		day, err := dayFlag("as-of", asOf)
		if err != nil {
			return err
		}
		return a.answer(cmd.Context(), cmd.OutOrStdout(), asJSON, asking{app: a, args: args, day: day}, question)
	}
	return cmd
}

// dayFlag reads the value of a flag that holds a day; "" is the zero day.
func dayFlag(name, text string) (bdgraph.Day, error) {
	if text == "" {
		return 0, nil
	}
	d, err := bdgraph.ParseDay(text)
	if err != nil {
		return 0, usageError(fmt.Errorf("--%s: %q is no day; write YYYY-MM-DD", name, text))
	}
	return d, nil
}

// atLeastOne refuses a flag that counts and is not positive.
func atLeastOne(name string, n int) error {
	if n < 1 {
		return usageError(fmt.Errorf("--%s: want 1 or more, not %d", name, n))
	}
	return nil
}

// reply is the answer to a typed question.
type reply struct {
	header ask.Header
	json   any             // the answer itself, as --json prints it
	print  func(io.Writer) // for people
	// warning is what people must know of the answer beside its header, "" for nothing.
	warning string
	// next is the command that may lead on from an empty answer, "" for none.
	next string
}

// answered is the reply that prints an answer.
func answered[T interface{ Head() ask.Header }](answer T, print func(io.Writer, T)) reply {
	return reply{header: answer.Head(), json: answer, print: func(w io.Writer) { print(w, answer) }}
}

// answer asks a typed question of the project's store and prints the reply;
// what it says of itself goes to stderr.
func (a *app) answer(ctx context.Context, w io.Writer, asJSON bool, q asking, question func(asking) (reply, error)) error {
	defer paceGC(questionHeap).stop()
	p, err := a.project()
	if err != nil {
		return err
	}
	reader, err := openReader(p)
	if err != nil {
		return err
	}
	defer reader.Close(ctx)
	now, err := a.now()
	if err != nil {
		return usageError(err)
	}
	a.talk.Progress("asking …")
	q.ctx, q.project = ctx, p
	q.Asker = ask.New(reader, ask.Options{
		Today:     func() bdgraph.Day { return bdgraph.DayOf(now.In(p.Location())) },
		Freshness: func() bdgraph.Freshness { return glance(p) },
		Timeout:   time.Duration(p.Limits.Timeout),
	})
	r, err := question(q)
	a.talk.Done()
	if err != nil {
		if unknown := (*ask.UnknownError)(nil); errors.As(err, &unknown) {
			a.sayStale(glance(p)) // what is new is unknown to an old graph
		}
		return askFailure(err, p)
	}
	a.sayHeader(r.header)
	if r.warning != "" {
		a.talk.Warn("%s", r.warning)
	}
	if r.next != "" {
		a.talk.Next("%s", r.next)
	}
	if asJSON {
		return writeJSON(w, r.json)
	}
	var text strings.Builder
	r.print(&text)
	_, err = io.WriteString(w, unseen.Show(text.String())) // also where a graph has texts in place of ids and kinds
	return err
}

// sayHeader tells on stderr what an answer says of itself.
func (a *app) sayHeader(h ask.Header) {
	a.sayStale(h.Freshness)
	a.talk.Say("as of %s, graph %.12s of %s", h.AsOf, h.Generation, h.GeneratedAt.Format(time.RFC3339))
}

// askFailure adds the next step to an error of a typed question in a project.
func askFailure(err error, p config.Project) error {
	var unknown *ask.UnknownError
	var ambiguous *ask.AmbiguousError
	switch {
	case errors.As(err, &unknown):
		next := "bdgraph search " + quoted(unknown.Word) + ", or bdgraph regenerate if it is new"
		if len(p.Vocab.Components) == 0 && (unknown.What == "" || strings.Contains(unknown.What, "component")) {
			next += "; bdgraph.toml names no component: bdgraph vocab suggest proposes some"
		}
		return &failure{err: err, next: next}
	case errors.As(err, &ambiguous):
		return &failure{err: err, next: "ask with one of these names"}
	case errors.Is(err, ask.ErrRange), errors.Is(err, ask.ErrDay):
		return usageError(err)
	}
	return err
}

// listing writes a table, and nothing where there are no rows, of which the line below tells.
func listing(w io.Writer, columns []string, rows [][]string) {
	if len(rows) > 0 {
		term.Table(w, columns, rows)
	}
}

// placeOf writes a document with its line.
func placeOf(document string, line int) string {
	if line > 0 {
		return document + ":" + strconv.Itoa(line)
	}
	return document
}

// projectPath turns an absolute path inside the project into one relative to
// it, as components' globs are; other words stay as they are.
func projectPath(p config.Project, word string) string {
	if !filepath.IsAbs(word) {
		return word
	}
	if rel, err := filepath.Rel(p.Root, word); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return word
}

// word turns a path of the working folder, as people type it, into one relative to the project; a path
// has a slash or a dot, and is there or begins with a dot. Other words stay as they are.
func (a *app) word(p config.Project, word string) string {
	if !filepath.IsAbs(word) && strings.ContainsAny(word, "/.") {
		path, err := filepath.Abs(filepath.Join(a.global.dir, word))
		_, missing := os.Lstat(path)
		if err == nil && (missing == nil || strings.HasPrefix(word, "./") || strings.HasPrefix(word, "../")) {
			word = path
		}
	}
	return projectPath(p, word)
}

// notBlank refuses arguments that hold nothing but spaces.
func notBlank(number cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		err := number(cmd, args)
		if err == nil && strings.TrimSpace(strings.Join(args, "")) == "" {
			err = fmt.Errorf("%s: want a name or a text, not an empty one", cmd.CommandPath())
		}
		return err
	}
}
