package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"bdgraph"
	"bdgraph/internal/config"
	"bdgraph/internal/files"
	"bdgraph/internal/term"
	"bdgraph/phase2"
	"bdgraph/prompts"
	"bdgraph/verify"
)

func (a *app) newVerify() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Have extractions refuted: make packets, check and apply verdicts, report",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.newVerifyPlan(), a.newVerifyCheck(), a.newVerifyApply(), a.newVerifyReport())
	return cmd
}

type verifyPlanOptions struct {
	seed string
	all  bool
	only []string
	json bool
}

func (a *app) newVerifyPlan() *cobra.Command {
	var o verifyPlanOptions
	cmd := &cobra.Command{
		Use:   "plan",
		Short: "Make packets of the claims that nobody has judged, with canaries among them",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return a.verifyPlan(cmd.OutOrStdout(), o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.seed, "seed", "", "from which names and canaries are drawn; keep it from verifiers (default: at random)")
	f.BoolVar(&o.all, "all", false, "claims that have a verdict already too")
	f.StringSliceVar(&o.only, "only", nil, "claims of these documents alone")
	f.BoolVar(&o.json, "json", false, "print the packets as JSON")
	return cmd
}

func (a *app) verifyPlan(w io.Writer, o verifyPlanOptions) error {
	p, corpus, err := a.exported()
	if err != nil {
		return err
	}
	lock, err := lockState(p, "verify plan")
	if err != nil {
		return err
	}
	defer lock.Release()
	key, err := readKey(p)
	if err != nil {
		return err
	}
	applied, err := readAppliedFile(p)
	if err != nil {
		return err
	}
	verdicts := make([]bdgraph.Verdict, len(applied.Verdicts))
	for i, v := range applied.Verdicts {
		verdicts[i] = v.Verdict
	}
	seed := o.seed
	if seed == "" {
		seed = rand.Text()
	}
	fragment := phase2.Read(corpus, p.Vocabulary(), folder(p, p.ExtractedDir).FS, phase2.DateOrder(p.ADR.DateOrder))
	packets, key := verify.NewPlan(fragment, corpus, p.Vocabulary(), verdicts, key, verify.PlanOptions{
		Seed: seed, Items: p.Verify.Items, Canaries: p.Verify.Canaries, All: o.all, Only: o.only,
	})
	if err := files.WriteJSON(keyFile(p), key, 0o600); err != nil {
		return err
	}
	if err := files.WriteJSON(packetsFile(p), packets, 0o644); err != nil {
		return err
	}
	a.talk.Done()
	if o.json {
		return writeJSON(w, packets)
	}
	var rows [][]string
	for i, pk := range packets {
		rows = append(rows, []string{itoa(i + 1), pk.Name, itoa(len(pk.Items)), strings.Join(pk.Documents, ", ")})
	}
	if err := term.Table(w, []string{"shard", "packet", "items", "documents"}, rows); err != nil {
		return err
	}
	switch {
	case len(packets) > 0:
		a.talk.Next("bdgraph prompt verify --shard 1")
	case len(fragment.Edges) == 0:
		a.talk.Say("there is no claim to verify: no extraction is accepted")
		a.talk.Next("bdgraph plan")
	default:
		a.talk.Say("every claim has its verdict")
	}
	return nil
}

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
	key, err := readKey(p)
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
		return &failure{err: fmt.Errorf("there is no answer of a verifier in %s", p.VerdictsDir), next: "bdgraph verify plan"}
	}
	key, err := readKey(p)
	if err != nil {
		return err
	}
	answers := readAnswers(key, corpus, paths)
	before, err := wholeApplied(p)
	if err != nil {
		return err
	}
	fragment := phase2.Read(corpus, p.Vocabulary(), folder(p, p.ExtractedDir).FS, phase2.DateOrder(p.ADR.DateOrder))
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

func (a *app) newVerifyReport() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "report",
		Short: "Say what verification found: kills, catch rates, agreement, by document and type",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return a.verifyReport(cmd.OutOrStdout(), asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print it as JSON")
	return cmd
}

func (a *app) verifyReport(w io.Writer, asJSON bool) error {
	p, corpus, err := a.exported()
	if err != nil {
		return err
	}
	applied, err := readAppliedFile(p)
	if err != nil {
		return err
	}
	fragment := phase2.Read(corpus, p.Vocabulary(), folder(p, p.ExtractedDir).FS, phase2.DateOrder(p.ADR.DateOrder))
	a.talk.Done()
	return printVerifyReport(w, verify.NewReport(fragment, applied), asJSON)
}

func printVerifyReport(w io.Writer, r verify.Report, asJSON bool) error {
	if asJSON {
		return writeJSON(w, r)
	}
	rows := [][]string{
		{"claims", itoa(r.Claims)},
		{"by verdict", countList(r.Verdicts)},
		{"last run", fmt.Sprintf("%s, %s: %d judged, %d unverified, %d indeterminate, %d obsolete", plural(r.Run.Packets, "packet"), plural(r.Run.Answers, "answer"),
			r.Run.Judged, r.Run.Unverified, r.Run.Indeterminate, r.Run.Obsolete)},
	}
	if r.Run.Agreement > 0 {
		rows = append(rows, []string{"agreement", percent(r.Run.Agreement)})
	}
	if err := term.Table(w, []string{"what", "how much"}, rows); err != nil {
		return err
	}
	rows = nil
	for _, v := range r.Verifiers {
		state := "applied"
		if !v.Applied {
			state = "NOT applied: " + v.Reason
		}
		rows = append(rows, []string{v.Verifier, itoa(v.Packets), fmt.Sprintf("%d of %d", v.Caught, v.Canaries), fmt.Sprintf("%d of %d", v.Killed, v.Copies), countList(v.Missed), state})
	}
	fmt.Fprintln(w)
	if err := term.Table(w, []string{"verifier", "packets", "caught", "falsely killed", "missed", "state"}, rows); err != nil {
		return err
	}
	for _, group := range []struct {
		name   string
		counts map[string]map[string]int
	}{{"type", r.ByType}, {"document", r.ByDocument}} {
		rows = nil
		for _, name := range sortedKeys(group.counts) {
			rows = append(rows, []string{name, countList(group.counts[name])})
		}
		fmt.Fprintln(w)
		if err := term.Table(w, []string{group.name, "verdicts"}, rows); err != nil {
			return err
		}
	}
	for i, t := range r.Tombstones {
		if i == 0 {
			fmt.Fprintf(w, "\nturned down:\n")
		}
		fmt.Fprintf(w, "  %s: %s: %s (%s)\n", term.Line(t.Document), t.Kind, term.Line(t.Says), term.Line(t.Reason))
	}
	for i, x := range r.Proposals {
		if i == 0 {
			fmt.Fprintf(w, "\nproposed:\n")
		}
		fmt.Fprintf(w, "  %s: %s (%s): %s\n", term.Line(x.Document), term.Line(x.Says), x.Verifier, term.Line(x.Correct.String()))
	}
	return nil
}

func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// readAnswers checks answers of verifiers.
func readAnswers(key verify.Key, corpus bdgraph.Corpus, paths []string) []verify.CheckedAnswer {
	checker := verify.NewChecker(key, corpus)
	answers := make([]verify.CheckedAnswer, 0, len(paths))
	for _, path := range paths {
		answers = append(answers, checker.CheckFile(os.DirFS(filepath.Dir(path)), filepath.Base(path), path))
	}
	return answers
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

// readKey returns the key of all packets so far; none is an empty one.
func readKey(p config.Project) (verify.Key, error) {
	var key verify.Key
	data, err := os.ReadFile(keyFile(p))
	if errors.Is(err, os.ErrNotExist) {
		return key, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &key)
	}
	if err != nil {
		return key, fmt.Errorf("read the key of packets: %w", err)
	}
	return key, nil
}

// readAppliedFile returns what was applied; nothing where there is no such file.
func readAppliedFile(p config.Project) (verify.Applied, error) {
	path := appliedFile(p)
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return verify.Applied{}, nil
	}
	if err != nil {
		return verify.Applied{}, err
	}
	defer file.Close()
	return verify.ReadAppliedFile(file), nil
}

// wholeApplied is readAppliedFile for a verb that writes the file anew: a line that
// cannot be read would be lost, so it is an error.
func wholeApplied(p config.Project) (verify.Applied, error) {
	path := appliedFile(p)
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return verify.Applied{}, nil
	}
	if err != nil {
		return verify.Applied{}, err
	}
	if _, bad := verify.ReadApplied(bytes.NewReader(data)); len(bad) > 0 {
		return verify.Applied{}, &failure{
			err: fmt.Errorf("%s:%d: %s; nothing was applied", path, bad[0].Place.Line, bad[0].Message), next: "mend the line, or remove it; then bdgraph verify apply",
		}
	}
	return verify.ReadAppliedFile(bytes.NewReader(data)), nil
}

// proposals returns what verifiers propose for the claims of a project, by document.
func proposals(p config.Project, corpus bdgraph.Corpus) (map[string][]string, error) {
	applied, err := readAppliedFile(p)
	if err != nil || len(applied.Proposals) == 0 {
		return nil, err
	}
	documents := make([]string, len(applied.Proposals))
	for i, x := range applied.Proposals {
		documents[i] = x.Document
	}
	return applied.ProposalsFor(phase2.Read(corpus, p.Vocabulary(), folder(p, p.ExtractedDir).FS, phase2.DateOrder(p.ADR.DateOrder), phase2.Documents(documents...))), nil
}

// promptVerify prints the prompt for a packet.
func (a *app) promptVerify(w io.Writer, o promptOptions) error {
	if o.schema {
		_, err := w.Write(verify.Schema)
		return err
	}
	p, err := a.project()
	if err != nil {
		return err
	}
	var packets []verify.Packet
	data, err := os.ReadFile(packetsFile(p))
	if errors.Is(err, os.ErrNotExist) {
		return &failure{err: errors.New("there are no packets yet"), next: "bdgraph verify plan"}
	}
	if err == nil {
		err = json.Unmarshal(data, &packets)
	}
	if err != nil {
		return fmt.Errorf("read packets: %w", err)
	}
	if o.shard < 1 || o.shard > len(packets) {
		return usageError(fmt.Errorf("--shard %d: there are packets 1 to %d", o.shard, len(packets)))
	}
	corpus, err := loadCorpus(p)
	if err != nil {
		return err
	}
	in := verify.PromptInput{
		Packet: packets[o.shard-1], Verifier: o.verifier, Folder: filepath.ToSlash(p.Path(p.VerdictsDir)),
		Check: o.command + " -C " + filepath.ToSlash(p.Root) + " verify check",
	}
	for _, d := range corpus.Documents {
		if slices.Contains(in.Packet.Documents, d.ID) {
			in.Documents = append(in.Documents, d)
		}
	}
	return verify.WritePrompt(w, prompts.Verification, in)
}
