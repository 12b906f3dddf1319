package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"bdgraph"
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
		rows = append(rows, []string{k.Name, shown(k), from})
	}
	if o.json {
		return writeJSON(w, map[string]any{
			"root": p.Root, "file": p.File, "settings": settings,
			"components": len(p.Vocab.Components), "rules": len(p.Vocab.Rules), "probes": len(p.Probes), "vocabulary": p.Vocabulary(),
		})
	}
	if !o.defaults {
		file := p.File
		if file == "" {
			file = "none"
		}
		fmt.Fprintf(w, "project  %s\nfile     %s\n\n", p.Root, file)
	}
	term.Table(w, []string{"key", "value", "from"}, rows)
	if !o.defaults {
		printVocabulary(w, p.Vocabulary())
	}
	return nil
}

// shown is a value as one reads it: nothing as "" or [].
func shown(k config.Key) string {
	if _, list := k.Value().([]string); list {
		return "[" + k.String() + "]"
	}
	return cmp.Or(k.String(), `""`)
}

// printVocabulary lists the names that the configuration fixes.
func printVocabulary(w io.Writer, v bdgraph.Vocabulary) {
	var components, rules [][]string
	for _, c := range v.Components {
		components = append(components, []string{
			c.Name, strings.Join(c.Aliases, ", "), strings.Join(c.Paths, ", "), c.Parent, strings.Join(c.DependsOn, ", "),
		})
	}
	for _, r := range v.Rules {
		rules = append(rules, []string{r.Name, strings.Join(r.Aliases, ", ")})
	}
	fmt.Fprintln(w)
	if len(components) == 0 {
		fmt.Fprintln(w, "no component is named")
	} else {
		term.Table(w, []string{"component", "aliases", "paths", "parent", "depends on"}, components)
	}
	if len(rules) > 0 {
		fmt.Fprintln(w)
		term.Table(w, []string{"rule", "aliases"}, rules)
	}
}
