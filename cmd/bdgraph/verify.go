package main

import (
	"github.com/spf13/cobra"
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
