package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"bdgraph/internal/config"
)

// newHelp is for those who type "bdgraph help VERB" in place of "bdgraph VERB --help".
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [VERB]",
		Short: "Print what --help prints",
		RunE: func(cmd *cobra.Command, args []string) error {
			verb, rest, err := cmd.Root().Find(args)
			if err == nil && len(rest) > 0 {
				err = unknownVerb(verb, rest)
			}
			if err != nil {
				return &failure{err: err, code: exitUsage, next: cmd.Root().Name() + " --help"}
			}
			return verb.Help()
		},
	}
}

// checkUsage makes the errors in the arguments of cmd and all verbs below it errors of
// usage, in words of their own.
func checkUsage(cmd *cobra.Command) {
	check := cmd.Args
	if cmd.HasSubCommands() {
		check = unknownVerb
	}
	if check != nil {
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			err := check(cmd, args)
			if err != nil && !cmd.HasSubCommands() {
				err = wrongArguments(cmd, args, err)
			}
			return usageError(err)
		}
	}
	for _, verb := range cmd.Commands() {
		checkUsage(verb)
	}
}

// unknownVerb refuses arguments of a command that has verbs and names the nearest verb.
func unknownVerb(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, verb := range cmd.Commands() {
		names = append(names, verb.Name())
	}
	return errors.New("unknown verb " + args[0] + config.DidYouMean(args[0], names))
}

// wrongArguments says what a verb wants in place of args; the words are those of its
// line of usage. A check that knows better than to count is left its own words.
func wrongArguments(cmd *cobra.Command, args []string, err error) error {
	_, wanted, _ := strings.Cut(strings.ReplaceAll(cmd.Use, "[flags] ", ""), " ")
	wanted, _, _ = strings.Cut(wanted, " --")
	switch {
	case strings.HasPrefix(wanted, "--") || wanted == "":
		return fmt.Errorf("%s takes no argument %q", cmd.CommandPath(), args[0])
	case len(args) == 0:
		return fmt.Errorf("%s wants %s", cmd.CommandPath(), wanted)
	case strings.Contains(err.Error(), "arg(s)"):
		return fmt.Errorf("%s wants one %s, not %d arguments; quote what has spaces", cmd.CommandPath(), wanted, len(args))
	}
	return err
}
