package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bdgraph/internal/config"
	"bdgraph/internal/pipeline"
	"bdgraph/internal/term"
)

// app is what every verb works with.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	environ        []string
	clock          func() time.Time
	global         globalOptions
	talk           *term.Talk
}

// globalOptions are the flags that every verb knows.
type globalOptions struct {
	dir   string
	file  string
	set   []string
	quiet bool
}

// run executes the arguments and returns the exit code. Results reach stdout
// only as a whole: a verb that fails leaves it empty. What prints for people need not look at
// errors of writing: the writer keeps the first one, and it is told here.
func (a *app) run(ctx context.Context, args []string) int {
	a.talk = term.NewTalk(a.stderr, a.environ, false)
	out := bufio.NewWriter(a.stdout)
	root := a.newRoot()
	root.SetArgs(args)
	root.SetIn(a.stdin)
	root.SetOut(out)
	root.SetErr(a.stderr)
	verb, err := root.ExecuteContextC(ctx)
	a.talk.Done()
	if err == nil || errors.Is(err, errFindings) {
		if flushErr := out.Flush(); flushErr != nil {
			err = errors.Join(flushErr, err)
		}
	}
	if ctx.Err() != nil && err != nil {
		a.talk.Fail("interrupted")
		return exitInterrupted
	}
	return a.report(verb, err)
}

func (a *app) newRoot() *cobra.Command {
	var justVersion bool
	cmd := &cobra.Command{
		Use:           "bdgraph",
		Short:         "Ask a project's beads and decision records what holds, and since when",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		PersistentPreRun: func(*cobra.Command, []string) {
			a.talk = term.NewTalk(a.stderr, a.environ, a.global.quiet)
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if justVersion {
				return printVersion(cmd.OutOrStdout())
			}
			return cmd.Help()
		},
	}
	cmd.Flags().BoolVar(&justVersion, "version", false, "print the version, as the verb does")
	f := cmd.PersistentFlags()
	f.StringVarP(&a.global.dir, "project", "C", ".", "work in the project around this folder")
	f.StringVar(&a.global.file, "config", "", "read this configuration (default: bdgraph.toml of the project)")
	f.StringArrayVar(&a.global.set, "set", nil, "set a key of the configuration, as in --set neo4j.uri=bolt://localhost")
	f.BoolVarP(&a.global.quiet, "quiet", "q", false, "say warnings and errors only")
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError(err) })
	cmd.SetHelpCommand(newHelp())
	cmd.CompletionOptions.HiddenDefaultCmd = false
	cmd.AddCommand(
		a.newDemo(), a.newExport(), a.newRegenerate(), a.newQuery(), a.newShow(), a.newLint(),
		a.newGoverns(), a.newWhy(), a.newChanges(), a.newTimeline(), a.newImpact(), a.newRollup(), a.newContext(), a.newSearch(),
		a.newStatus(), a.newDoctor(), a.newGraph(), a.newMCP(), a.newInit(), a.newBrief(), a.newConfig(), a.newVersion(),
		a.newPlan(), a.newPrompt(), a.newCheck(), a.newVerify(), a.newEval(), a.newReport(), a.newVocab(),
	)
	cmd.InitDefaultCompletionCmd()
	checkUsage(cmd)
	return cmd
}

// project loads the configuration of the project around the working folder.
func (a *app) project() (config.Project, error) {
	if info, err := os.Stat(a.global.dir); err != nil || !info.IsDir() {
		return config.Project{}, usageError(fmt.Errorf("there is no folder %s", a.global.dir))
	}
	file := a.global.file
	for _, pair := range a.environ {
		if value, ok := cutVariable(pair, "BDGRAPH_CONFIG"); ok && file == "" {
			file = value
		}
	}
	p, err := config.Load(config.Options{Dir: a.global.dir, File: file, Set: a.global.set, Environ: a.environ})
	if err != nil {
		code := exitFailed
		var wrong *config.Error
		if errors.As(err, &wrong) && strings.HasPrefix(wrong.Place, "--set ") {
			code = exitUsage
		}
		return p, &failure{err: err, code: code, next: "bdgraph config --defaults prints every key with its default"}
	}
	for _, w := range p.Warnings {
		a.talk.Warn("%s", w)
	}
	return p, nil
}

func cutVariable(pair, name string) (string, bool) {
	if len(pair) > len(name) && pair[:len(name)] == name && pair[len(name)] == '=' {
		return pair[len(name)+1:], true
	}
	return "", false
}

func (a *app) now() (time.Time, error) { return pipeline.Now(a.environ, a.clock) }

// writeJSON writes a result as indented JSON with a newline at its end.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
