package main

import (
	"crypto/rand"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"bdgraph"
	"bdgraph/internal/files"
	"bdgraph/internal/term"
	"bdgraph/verify"
)

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
	key, err := verify.LoadKey(keyFile(p))
	if err != nil {
		return err
	}
	applied, _, err := verify.LoadApplied(appliedFile(p))
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
	fragment := extractions(p, corpus)
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
		rows = append(rows, []string{strconv.Itoa(i + 1), pk.Name, strconv.Itoa(len(pk.Items)), strings.Join(pk.Documents, ", ")})
	}
	term.Table(w, []string{"shard", "packet", "items", "documents"}, rows)
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
