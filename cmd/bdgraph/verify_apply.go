package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"bdgraph/internal/config"
	"bdgraph/internal/files"
	"bdgraph/verify"
)

func (a *app) newVerifyApply() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "apply",
		Short: "Strip the canaries, rate the verifiers, write what the good ones decide",
		Long: "Read all answers in the folder of verdicts, rate each verifier by the canaries of its packets, and write\n" +
			"applied.jsonl, the only verdict file that regenerate reads. Verdicts of a verifier beyond the configured\n" +
			"bounds are left out, and the exit code is 2.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.verifyApply(cmd.OutOrStdout(), asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the result as JSON")
	return cmd
}

func (a *app) verifyApply(w io.Writer, asJSON bool) error {
	p, corpus, err := a.exported()
	if err != nil {
		return err
	}
	lock, err := lockState(p, "verify apply")
	if err != nil {
		return err
	}
	defer lock.Release()
	paths, err := answerFiles(p)
	if err != nil {
		return err
	}
	if len(paths) == 0 {
		next := "bdgraph verify plan"
		if _, err := os.Stat(packetsFile(p)); err == nil {
			next = "bdgraph prompt verify --shard 1, which tells a verifier where to write its answer"
		}
		return &failure{err: fmt.Errorf("there is no answer of a verifier in %s", p.VerdictsDir), next: next}
	}
	key, err := verify.LoadKey(keyFile(p))
	if err != nil {
		return err
	}
	answers := readAnswers(key, corpus, paths)
	before, err := wholeApplied(p)
	if err != nil {
		return err
	}
	fragment := extractions(p, corpus)
	j := verify.Judge(fragment, corpus, key, answers, verify.Floors{Catch: p.Verify.CatchRate, FalseKill: p.Verify.KillRate})
	applied := before.With(j)
	if err := files.WriteFrom(appliedFile(p), 0o644, applied.Write); err != nil {
		return err
	}
	a.talk.Done()
	for _, x := range answers {
		for _, problem := range x.Problems {
			a.talk.Warn("%s: %s", problemPlace(x.File, problem), problem.Message)
		}
	}
	if err := printVerifyReport(w, verify.NewReport(fragment, applied), asJSON); err != nil {
		return err
	}
	if j.Failed() {
		return errFindings
	}
	a.talk.Next("bdgraph regenerate --offline")
	return nil
}

// answerFiles returns the paths of all answers of verifiers.
func answerFiles(p config.Project) ([]string, error) {
	entries, err := os.ReadDir(p.Path(p.VerdictsDir))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	var paths []string
	for _, e := range entries {
		if e.Name()[0] != '.' && filepath.Ext(e.Name()) == ".json" {
			paths = append(paths, filepath.Join(p.Path(p.VerdictsDir), e.Name()))
		}
	}
	return paths, err
}

// wholeApplied returns what was applied to a verb that writes the file anew: a line that
// cannot be read would be lost, so it is an error.
func wholeApplied(p config.Project) (verify.Applied, error) {
	applied, bad, err := verify.LoadApplied(appliedFile(p))
	if len(bad) > 0 {
		err = &failure{
			err:  fmt.Errorf("%s:%d: %s; nothing was applied", appliedFile(p), bad[0].Place.Line, bad[0].Message),
			next: "mend the line, or remove it; then bdgraph verify apply",
		}
	}
	return applied, err
}
