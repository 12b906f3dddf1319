package main

import (
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"bdgraph"
	"bdgraph/verify"
)

func (a *app) newVerifyCheck() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check FILE…",
		Short: "Check verdict files: form, items, quotes",
		Args:  cobra.MinimumNArgs(1),
		RunE:  func(cmd *cobra.Command, args []string) error { return a.verifyCheck(cmd.OutOrStdout(), args, asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON Lines: one a problem, and one a file")
	return cmd
}

func (a *app) verifyCheck(w io.Writer, paths []string, asJSON bool) error {
	p, corpus, err := a.exported()
	if err != nil {
		return err
	}
	key, err := verify.LoadKey(keyFile(p))
	if err != nil {
		return err
	}
	answers := readAnswers(key, corpus, paths)
	a.talk.Done()
	bad := false
	for _, x := range answers {
		line := checkedFile{File: x.File, Accepted: len(x.Problems) == 0, Problems: len(x.Problems), Verdicts: len(x.Answer.Verdicts)}
		bad = bad || !line.Accepted
		if err := printChecked(w, line, x.Problems, asJSON); err != nil {
			return err
		}
	}
	if bad {
		return errFindings
	}
	return nil
}

// readAnswers checks answers of verifiers.
func readAnswers(key verify.Key, corpus bdgraph.Corpus, paths []string) []verify.CheckedAnswer {
	checker := verify.NewChecker(key, corpus)
	answers := make([]verify.CheckedAnswer, 0, len(paths))
	for _, path := range paths {
		answers = append(answers, checker.CheckFile(os.DirFS(filepath.Dir(path)), filepath.Base(path), path))
	}
	return answers
}
