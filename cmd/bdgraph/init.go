package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"bdgraph/export/adr"
	"bdgraph/internal/clients"
	"bdgraph/internal/config"
	"bdgraph/prompts"
)

type initOptions struct {
	clients []string
	noHooks bool
	agents  bool
	ci      bool
	dryRun  bool
	undo    bool
	yes     bool
}

func (a *app) newInit() *cobra.Command {
	var o initOptions
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Set the project and its agent clients up, showing each change first",
		Long: "Set the project up: bdgraph.toml, the ignored state folder, and for each agent client that is found the\n" +
			"MCP server, for Claude Code and Codex also hooks and a note in their instructions. What is there already\n" +
			"stays; running it again changes nothing. The changes are shown first, and written after a yes.",
		Example: `  bdgraph init
  bdgraph init --client claude --client codex --ci --yes
  bdgraph init --undo`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.init(cmd.Context(), cmd.OutOrStdout(), o) },
	}
	f := cmd.Flags()
	f.StringArrayVar(&o.clients, "client", nil, "set up this client, and only those named: "+strings.Join(clients.All, ", ")+" (default: those found)")
	f.BoolVar(&o.noHooks, "no-hooks", false, "leave hooks out")
	f.BoolVar(&o.agents, "agents", false, "add agents that extract and verify, and a command that runs them (claude, codex)")
	f.BoolVar(&o.ci, "ci", false, "add a GitHub workflow that builds and checks the graph (default: where .github is there)")
	f.BoolVar(&o.dryRun, "dry-run", false, "show the changes only")
	f.BoolVar(&o.undo, "undo", false, "take out what init has written")
	f.BoolVarP(&o.yes, "yes", "y", false, "write without asking")
	return cmd
}

func (a *app) init(_ context.Context, w io.Writer, o initOptions) error {
	for _, name := range o.clients {
		if !slices.Contains(clients.All, name) {
			return usageError(fmt.Errorf("unknown client %s%s", name, config.DidYouMean(name, clients.All)))
		}
	}
	p, err := a.project()
	if err != nil {
		return err
	}
	var changes []clients.Change
	if o.undo {
		changes, err = a.undoing(p)
	} else {
		changes, err = a.planInit(p, o)
	}
	if err != nil {
		return err
	}
	if len(changes) == 0 {
		a.talk.Say("nothing to change")
		return nil
	}
	for _, c := range changes {
		if _, err := w.Write(showChange(c)); err != nil {
			return err
		}
	}
	if o.agents && !o.undo {
		a.sayIgnored(p, changes)
	}
	if o.dryRun {
		a.talk.Say("%s would change; nothing was written", plural(len(changes), "file"))
		return nil
	}
	if !o.yes {
		ok, err := a.confirm(w, tally(changes, "Write", "delete")+"? [y/N] ")
		if err != nil || !ok {
			return err
		}
	}
	if err := a.writeChanges(p, changes, o.undo); err != nil {
		return err
	}
	a.talk.Say("%s", tally(changes, "wrote", "deleted"))
	if !o.undo {
		if slices.ContainsFunc(changes, func(c clients.Change) bool { return c.Path == clients.WorkflowPath }) {
			a.talk.Say("%s installs bdgraph from where one of the repository's variables says: %s", clients.WorkflowPath, strings.Join(clients.WorkflowVariables, " or "))
		}
		a.talk.Next("bdgraph regenerate")
	}
	return nil
}

// sayIgnored tells whoever sets agents up for extraction that their work would lie in
// the ignored state folder, where a settings file of the project leaves it there.
func (a *app) sayIgnored(p config.Project, changes []clients.Change) {
	proposed := slices.ContainsFunc(changes, func(c clients.Change) bool { return c.Path == "bdgraph.toml" })
	if rel, err := filepath.Rel(p.State(), p.Path(p.ExtractedDir)); proposed || err != nil || !filepath.IsLocal(rel) {
		return
	}
	a.talk.Say("what agents extract will lie in %s, which git ignores; to keep it in git, set extracted_dir and verdicts_dir as docs/extraction.md says, before they begin", p.ExtractedDir)
}

// tally says how many files are written and how many deleted, by these verbs.
func tally(changes []clients.Change, write, remove string) string {
	written, deleted := 0, 0
	for _, c := range changes {
		if c.After == nil {
			deleted++
		} else {
			written++
		}
	}
	switch {
	case deleted == 0:
		return write + " " + plural(written, "file")
	case written == 0:
		return remove + " " + plural(deleted, "file")
	}
	return fmt.Sprintf("%s %s and %s %d", write, plural(written, "file"), remove, deleted)
}

// planInit finds out what the project has and what would have to change.
func (a *app) planInit(p config.Project, o initOptions) ([]clients.Change, error) {
	root := os.DirFS(p.Root)
	plan := clients.Options{Clients: o.clients, Hooks: !o.noHooks, Git: inGit(p.Root)}
	if len(o.clients) == 0 {
		plan.Clients = clients.Detect(root, func(program string) bool { _, err := exec.LookPath(program); return err == nil })
		if len(plan.Clients) == 0 {
			a.talk.Say("no agent client was found; name one with --client %s", strings.Join(clients.All, ", --client "))
		}
	}
	if p.File == "" {
		found, err := lookAround(p)
		if err != nil {
			return nil, err
		}
		plan.Config = clients.ConfigText(found)
	}
	if _, err := os.Stat(p.Path(".github")); err == nil || o.ci {
		plan.Workflow = clients.WorkflowText
	}
	if o.agents {
		plan.Files = make(map[string]string)
		for _, client := range plan.Clients {
			maps.Copy(plan.Files, prompts.AgentFiles(client))
		}
	}
	changes, findings := clients.Plan(root, plan)
	for _, f := range findings {
		a.talk.Warn("left as it is: %v", f)
	}
	return a.writable(p, changes), nil
}

// writable leaves out the changes of files that are not for us to write, and all but
// the first of those that links lead to the same file.
func (a *app) writable(p config.Project, changes []clients.Change) []clients.Change {
	places := map[string]string{}
	return slices.DeleteFunc(changes, func(c clients.Change) bool {
		at, err := place(p.Root, c.Path)
		if err != nil {
			a.talk.Warn("left as it is: %s: %v", c.Path, err)
			return true
		}
		if other, ok := places[at]; ok {
			a.talk.Say("%s is the same file as %s", c.Path, other)
			return true
		}
		places[at] = c.Path
		return false
	})
}

// lookAround tells what sources the project has.
func lookAround(p config.Project) (clients.Found, error) {
	var f clients.Found
	for _, name := range []string{p.Beads.Dir, ".beads"} {
		if info, err := os.Stat(p.Path(name)); name != "" && err == nil && info.IsDir() {
			f.Beads = name
			break
		}
	}
	if entries, err := os.ReadDir(p.Path(p.ExtractedDir)); err == nil {
		f.Extracted = len(entries) > 0
	}
	folders, err := adr.Folders(p.Root)
	f.ADRFolders = folders
	return f, err
}

// showChange is a change as a unified diff.
func showChange(c clients.Change) []byte {
	before, after := "a/"+c.Path, "b/"+c.Path
	if c.Before == nil {
		before = "/dev/null"
	}
	if c.After == nil {
		after = "/dev/null"
	}
	return diff.Diff(before, c.Before, after, c.After)
}

// confirm asks a person, and refuses where there is none.
func (a *app) confirm(w io.Writer, question string) (bool, error) {
	in, ok := a.stdin.(*os.File)
	if !ok || !term.IsTerminal(int(in.Fd())) {
		return false, usageError(errors.New("nobody is there to ask: add --yes to write, or --dry-run to look"))
	}
	if flusher, ok := w.(interface{ Flush() error }); ok {
		if err := flusher.Flush(); err != nil {
			return false, err
		}
	}
	fmt.Fprint(a.stderr, question)
	line, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	answer := strings.ToLower(strings.TrimSpace(line))
	return answer == "y" || answer == "yes", nil
}
