package main

import (
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"bdgraph/internal/term"
	"bdgraph/verify"
)

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
	applied, _, err := verify.LoadApplied(appliedFile(p))
	if err != nil {
		return err
	}
	fragment := extractions(p, corpus)
	a.talk.Done()
	return printVerifyReport(w, verify.NewReport(fragment, applied), asJSON)
}

// runText tells of the last verify apply.
func runText(r verify.Run) string {
	if r.Type == "" {
		return "none: bdgraph verify plan begins one"
	}
	return fmt.Sprintf("%s, %s: %d judged, %d unverified, %d indeterminate, %d obsolete", plural(r.Packets, "packet"), plural(r.Answers, "answer"),
		r.Judged, r.Unverified, r.Indeterminate, r.Obsolete)
}

func printVerifyReport(w io.Writer, r verify.Report, asJSON bool) error {
	if asJSON {
		return writeJSON(w, r)
	}
	rows := [][]string{
		{"claims", strconv.Itoa(r.Claims)},
		{"by verdict", countList(r.Verdicts)},
		{"last run", runText(r.Run)},
	}
	if r.Run.Agreement > 0 {
		rows = append(rows, []string{"agreement", percent(r.Run.Agreement)})
	}
	term.Table(w, []string{"what", "how much"}, rows)
	rows = nil
	for _, v := range r.Verifiers {
		state := "applied"
		if !v.Applied {
			state = "NOT applied: " + v.Reason
		}
		rows = append(rows, []string{v.Verifier, strconv.Itoa(v.Packets), fmt.Sprintf("%d of %d", v.Caught, v.Canaries), fmt.Sprintf("%d of %d", v.Killed, v.Copies), countList(v.Missed), state})
	}
	if len(rows) > 0 {
		fmt.Fprintln(w)
		term.Table(w, []string{"verifier", "packets", "caught", "falsely killed", "missed", "state"}, rows)
	}
	for _, group := range []struct {
		name   string
		counts map[string]map[string]int
	}{{"type", r.ByType}, {"document", r.ByDocument}} {
		rows = nil
		for _, name := range sortedKeys(group.counts) {
			rows = append(rows, []string{name, countList(group.counts[name])})
		}
		if len(rows) > 0 {
			fmt.Fprintln(w)
			term.Table(w, []string{group.name, "verdicts"}, rows)
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
