package main

import (
	"cmp"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"bdgraph/internal/config"
	"bdgraph/internal/term"
)

type configOptions struct {
	defaults bool
	json     bool
}

func (a *app) newConfig() *cobra.Command {
	var o configOptions
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Print the settings and where each comes from",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return a.config(cmd.OutOrStdout(), o) },
	}
	cmd.Flags().BoolVar(&o.defaults, "defaults", false, "print every key with its default, reading nothing")
	cmd.Flags().BoolVar(&o.json, "json", false, "print them as JSON")
	return cmd
}

// setting is one line of the verb config.
type setting struct {
	Key   string `json:"key"`
	Value any    `json:"value"`
	From  string `json:"from"`
	Env   string `json:"env"`
}

func (a *app) config(w io.Writer, o configOptions) error {
	p := config.Project{Config: config.Default()}
	if !o.defaults {
		var err error
		if p, err = a.project(); err != nil {
			return err
		}
	}
	var settings []setting
	var rows [][]string
	for _, k := range p.Keys() {
		from := p.Origin[k.Name]
		if from == "" {
			from = "default"
		}
		settings = append(settings, setting{k.Name, k.Value(), from, k.Env()})
		rows = append(rows, []string{k.Name, cmp.Or(k.String(), `""`), from})
	}
	if o.json {
		return writeJSON(w, map[string]any{
			"root": p.Root, "file": p.File, "settings": settings,
			"components": len(p.Vocab.Components), "rules": len(p.Vocab.Rules), "probes": len(p.Probes),
		})
	}
	if !o.defaults {
		file := p.File
		if file == "" {
			file = "none"
		}
		if _, err := fmt.Fprintf(w, "project  %s\nfile     %s\n\n", p.Root, file); err != nil {
			return err
		}
	}
	return term.Table(w, []string{"key", "value", "from"}, rows)
}
