package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"bdgraph"
	"bdgraph/phase2"
	"bdgraph/prompts"
	"bdgraph/verify"
)

type promptOptions struct {
	shard   int
	schema  bool
	command string
	// of verify
	verifier string
}

func (a *app) newPrompt() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "prompt",
		Short: "Print what an agent needs to extract from a shard, or to verify one",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.newPromptExtract(), a.newPromptVerify())
	return cmd
}

func (a *app) newPromptExtract() *cobra.Command {
	var o promptOptions
	cmd := &cobra.Command{
		Use:   "extract --shard N",
		Short: "Print the prompt for extracting a shard of the plan",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return a.promptExtract(cmd.OutOrStdout(), o) },
	}
	cmd.Flags().IntVar(&o.shard, "shard", 0, "number of the shard")
	cmd.Flags().StringVar(&o.command, "bdgraph", "bdgraph", "how the agent calls this program")
	cmd.Flags().BoolVar(&o.schema, "schema", false, "print the JSON Schema of an extraction instead")
	return cmd
}

func (a *app) newPromptVerify() *cobra.Command {
	var o promptOptions
	cmd := &cobra.Command{
		Use:   "verify --shard N",
		Short: "Print the prompt for judging a packet of claims",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return a.promptVerify(cmd.OutOrStdout(), o) },
	}
	cmd.Flags().IntVar(&o.shard, "shard", 0, "number of the packet")
	cmd.Flags().StringVar(&o.verifier, "verifier", "a", "name of the verifier: several may judge one packet")
	cmd.Flags().StringVar(&o.command, "bdgraph", "bdgraph", "how the agent calls this program")
	cmd.Flags().BoolVar(&o.schema, "schema", false, "print the JSON Schema of an answer instead")
	return cmd
}

func (a *app) promptExtract(w io.Writer, o promptOptions) error {
	if o.schema {
		_, err := w.Write(phase2.Schema)
		return err
	}
	if o.shard < 1 {
		return usageError(fmt.Errorf("--shard N is missing: the number of a shard of the plan, from 1"))
	}
	p, err := a.project()
	if err != nil {
		return err
	}
	plan, err := readPlan(p)
	if err != nil {
		return err
	}
	shard, err := plan.Shard(o.shard)
	if err != nil {
		return usageError(err)
	}
	corpus, err := loadCorpus(p)
	if err != nil {
		return err
	}
	if plan.CorpusHash != corpus.Manifest.CorpusHash {
		return &failure{err: fmt.Errorf("the plan is of another corpus than the stored one"), next: "bdgraph plan"}
	}
	in := phase2.PromptInput{
		Shard: o.shard, Vocabulary: p.Vocabulary(), Folder: filepath.ToSlash(p.Path(p.ExtractedDir)),
		Check: o.command + " -C " + filepath.ToSlash(p.Root) + " check",
	}
	documents := make(map[string]bdgraph.Document, len(corpus.Documents))
	for _, d := range corpus.Documents {
		documents[d.ID] = d
	}
	for _, id := range shard.Documents {
		in.Documents = append(in.Documents, documents[id])
	}
	checker := phase2.NewChecker(corpus, p.Vocabulary(), reading(p, corpus)...)
	in.Records = checker.RecordsIn(in.Documents, corpus.ADRs)
	if in.Proposals, err = proposals(p, corpus); err != nil {
		return err
	}
	extracted := extractions(p, corpus)
	found, left := checker.RulesBeside(in.Documents, patterns(p, corpus), extracted)
	in.Rules, in.RulesLeftOut = append(phase2.RulesOf(extracted), found...), left
	return phase2.WritePrompt(w, prompts.Extraction, in)
}

// promptVerify prints the prompt for a packet.
func (a *app) promptVerify(w io.Writer, o promptOptions) error {
	if o.schema {
		_, err := w.Write(verify.Schema)
		return err
	}
	if o.shard == 0 {
		return usageError(fmt.Errorf("--shard N is missing: the number of a packet of verify plan, from 1"))
	}
	p, err := a.project()
	if err != nil {
		return err
	}
	packets, err := verify.LoadPackets(packetsFile(p))
	if errors.Is(err, fs.ErrNotExist) {
		return &failure{err: errors.New("there are no packets yet"), next: "bdgraph verify plan"}
	}
	if err != nil {
		return err
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
