package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"bdgraph"
	"bdgraph/ask"
	"bdgraph/internal/config"
	"bdgraph/internal/unseen"
)

type briefOptions struct{ budget int }

func (a *app) newBrief() *cobra.Command {
	var o briefOptions
	cmd := &cobra.Command{
		Use:   "brief",
		Short: "Answer a hook of an agent client with what it should know now",
		Long: "Answer a hook of an agent client: in goes its JSON on standard input, out comes context for the model, or\n" +
			"nothing. At SessionStart these are the rules that began or ended since the last session, at UserPromptSubmit\n" +
			"what the prompt names, at an edit the rules that govern the file. It never fails: a client must not wait for it.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := atLeastOne("budget", o.budget); err != nil {
				return err
			}
			a.brief(cmd.Context(), cmd.OutOrStdout(), o)
			return nil
		},
	}
	cmd.Flags().IntVar(&o.budget, "budget", 400, "how many tokens the context may take, about")
	return cmd
}

// hookInput is what clients send; both Claude Code and Codex use these names.
type hookInput struct {
	Session   string    `json:"session_id"`
	Folder    string    `json:"cwd"`
	Event     string    `json:"hook_event_name"`
	Prompt    string    `json:"prompt"`
	ToolInput toolInput `json:"tool_input"`
}

// toolInput names the edited file in one of several ways.
type toolInput struct {
	FilePath     string
	NotebookPath string
	Command      string // a patch
}

// UnmarshalJSON takes what it knows and leaves the rest, since each tool has its own
// form. A command may be the list of its words.
func (t *toolInput) UnmarshalJSON(data []byte) error {
	var fields map[string]json.RawMessage
	if json.Unmarshal(data, &fields) != nil {
		return nil // no object: of another tool
	}
	text := func(name string) (s string) {
		var words []string
		if json.Unmarshal(fields[name], &s) != nil && json.Unmarshal(fields[name], &words) == nil {
			s = strings.Join(words, "\n")
		}
		return s
	}
	t.FilePath, t.NotebookPath, t.Command = text("file_path"), text("notebook_path"), text("command")
	return nil
}

// hookOutput is what clients read.
type hookOutput struct {
	Specific hookContext `json:"hookSpecificOutput"`
}

type hookContext struct {
	Event   string `json:"hookEventName"`
	Context string `json:"additionalContext"`
}

// largestHook bounds what is read from a client, in bytes.
const largestHook = 16 << 20

// brief answers one hook. Whatever goes wrong is told on stderr alone.
func (a *app) brief(ctx context.Context, w io.Writer, o briefOptions) {
	defer func() {
		if r := recover(); r != nil {
			a.talk.Warn("brief: %v", r)
		}
	}()
	defer paceGC(questionHeap).stop()
	var in hookInput
	if err := json.NewDecoder(io.LimitReader(a.stdin, largestHook)).Decode(&in); err != nil {
		a.talk.Warn("brief: the hook's input cannot be read: %v", err)
		return
	}
	if in.Folder == "" {
		in.Folder = a.global.dir
	}
	if a.global.dir == "." {
		a.global.dir = in.Folder
	}
	text, err := a.answerHook(ctx, in, o)
	if err != nil {
		a.talk.Warn("brief: %v", err)
	}
	if text == "" {
		return
	}
	if err := json.NewEncoder(w).Encode(hookOutput{hookContext{in.Event, text}}); err != nil {
		a.talk.Warn("brief: %v", err)
	}
}

// briefer answers one hook from an open project.
type briefer struct {
	hookInput
	project config.Project
	asker   *ask.Asker
	today   bdgraph.Day
	state   briefState
	page    page
}

func (a *app) answerHook(ctx context.Context, in hookInput, o briefOptions) (string, error) {
	events := map[string]func(*briefer, context.Context) error{
		"SessionStart": (*briefer).session, "UserPromptSubmit": (*briefer).prompted, "PreToolUse": (*briefer).edit, "PostToolUse": (*briefer).edit,
	}
	answer, ok := events[in.Event]
	if !ok {
		return "", nil
	}
	p, err := a.project()
	if err != nil {
		return "", err
	}
	of := ""
	if _, err := os.Stat(p.State()); err != nil {
		// A linked worktree has no state until somebody builds one there: the main checkout's answers.
		folder := mainProject(p)
		if folder == "" {
			return "", nil // bdgraph is not used here
		}
		a.global.dir = folder
		if p, err = a.project(); err != nil {
			return "", err
		}
		if _, err := os.Stat(p.State()); err != nil {
			return "", nil
		}
		of = " The graph is that of the main checkout, " + folder + "."
	}
	now, err := a.now()
	if err != nil {
		return "", err
	}
	reader, err := openReader(p)
	if err != nil {
		return "", err
	}
	defer reader.Close(ctx)
	b := &briefer{hookInput: in, project: p, today: bdgraph.DayOf(now.In(p.Location())), page: page{left: o.budget}}
	freshness := func() bdgraph.Freshness { return bdgraph.Freshness{Stale: "unknown"} }
	if in.Event == "SessionStart" { // the only one that tells of it
		freshness = func() bdgraph.Freshness { return glance(p) }
	}
	b.asker = ask.New(reader, ask.Options{Today: func() bdgraph.Day { return b.today }, Freshness: freshness, Timeout: 2 * time.Second})
	if b.state, err = readBriefState(p); err != nil {
		a.talk.Warn("brief: %v", err) // it is made anew
	}
	if err := answer(b, ctx); err != nil {
		return b.trouble(err), err
	}
	if len(b.page.lines) == 0 {
		return "", b.state.write(p)
	}
	b.page.head += of
	return b.page.text(), b.state.write(p)
}

// trouble is what an agent is told at the start of a session that has no graph to ask.
func (b *briefer) trouble(err error) string {
	if b.Event != "SessionStart" {
		return ""
	}
	return "bdgraph cannot answer (" + unseen.Show(err.Error()) + "). Run bdgraph doctor; until it is mended, ask bd itself and say that you do."
}

// session tells which rules began or ended since the last session of any client.
func (b *briefer) session(ctx context.Context) error {
	from := b.state.Day
	if from == 0 || from > b.today {
		from = b.today.Add(-14)
	}
	changes, err := b.asker.Changes(ctx, ask.ChangesQuery{From: from, To: b.today})
	if err != nil {
		return err
	}
	b.state.Day = b.today
	if changes.Stale == "yes" {
		b.page.add("The graph of %s is stale: %s. Run bdgraph regenerate.", changes.GeneratedAt.Format(time.DateOnly), changes.Reason)
	}
	for _, c := range slices.Backward(changes.Events) { // the latest first
		by := ""
		if c.Kind != ask.RuleBegan {
			by = orNothing(" by ", c.Cause.By)
		}
		b.page.add("%s %s%s: %s%s", c.When(), c.Kind, by, c.Rule, orNothing(", says ", placeOf(c.Cause.Document, c.Cause.Line)))
	}
	b.page.head = fmt.Sprintf("bdgraph: rules that began or ended since %s, %d in force. Ask governs before you change code.", from, changes.Hold)
	return nil
}

var isoDay = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b(?:19|20)\d\d-[01]\d-[0-3]\d\b`) })

// mostSubjects bounds the things that one prompt is answered for.
const mostSubjects = 3

// prompted tells what holds of the components, rules and records that a prompt names.
func (b *briefer) prompted(ctx context.Context) error {
	day := b.today
	if d, err := bdgraph.ParseDay(isoDay().FindString(b.Prompt)); err == nil {
		day = d
	}
	names, err := b.asker.Spoken(ctx, b.Prompt, b.today)
	if err != nil || len(names) == 0 {
		return err
	}
	for _, name := range names[:min(len(names), mostSubjects)] {
		if err := b.governing(ctx, name, day); err != nil {
			return err
		}
	}
	b.page.head = fmt.Sprintf("bdgraph, on %s:", day)
	return nil
}

var patched = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^\*\*\* (?:(?:Update|Add|Delete) File|Move to): (.+)$`)
})

// edit tells which rules govern the edited files, once a session for each.
func (b *briefer) edit(ctx context.Context) error {
	paths := []string{b.ToolInput.FilePath, b.ToolInput.NotebookPath}
	for _, m := range patched().FindAllStringSubmatch(b.ToolInput.Command, 20) {
		paths = append(paths, strings.TrimSpace(m[1]))
	}
	for _, name := range paths {
		for _, path := range projectFiles(b.project, b.Folder, name) {
			if !b.state.tell(b.Session, path) {
				continue
			}
			names, err := b.asker.ComponentsOf(ctx, path, b.today)
			if err != nil {
				return err
			}
			for _, name := range names {
				if err := b.governing(ctx, name, b.today); err != nil {
					return err
				}
			}
		}
	}
	b.page.head = fmt.Sprintf("bdgraph: what governs this file on %s. Keep to it, or say which rule you break and why.", b.today)
	return nil
}

// governing writes the rules about a thing: first those in force, then guidance to avoid.
func (b *briefer) governing(ctx context.Context, name string, day bdgraph.Day) error {
	g, err := b.asker.Governs(ctx, name, day)
	var ambiguous *ask.AmbiguousError
	if errors.As(err, &ambiguous) || g.Empty == ask.UnknownComponent {
		return nil // nothing to say of it
	}
	if err != nil {
		return err
	}
	if t := g.Thing; t != nil && (t.Label == string(bdgraph.ADRLabel) || t.Label == string(bdgraph.RuleLabel) || t.Label == string(bdgraph.MemoryLabel)) {
		shown, err := b.asker.Show(ctx, t.Key, day)
		if err != nil && !errors.As(err, &ambiguous) {
			return err
		}
		if err == nil && shown.OverOn(day) {
			b.page.add("%s is over since %s%s: do not follow it", t.Name, shown.UntilWords(), orNothing(", replaced by ", shown.EndedBy))
		}
	}
	for _, r := range g.Rules {
		b.page.add("%s: %s (%s%s%s)", r.Component, r.Fact, strings.ToLower(string(r.Type)), orNothing(", since ", r.SinceWords()), said(r.Support))
	}
	for _, r := range g.NoLonger {
		b.page.add("%s: over since %s%s, do not follow: %s", r.Component, r.Ended, orNothing(", replaced by ", orEmpty(r.EndedBy)), r.Fact)
	}
	return nil
}

// said is the first document that states a rule.
func said(support []ask.Support) string {
	if len(support) == 0 {
		return ""
	}
	return ", " + placeOf(support[0].Document, support[0].Line)
}
