package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"bdgraph/internal/files"
	"bdgraph/store/embedded"
	"bdgraph/store/exchange"
)

func (a *app) newGraph() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "graph",
		Short: "Take the graph out as text, or make a graph file of text",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.newGraphExport(), a.newGraphImport())
	return cmd
}

type graphExportOptions struct{ format, out, graph string }

func (a *app) newGraphExport() *cobra.Command {
	var o graphExportOptions
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write the graph as JSON Lines, or as a Cypher script for any Neo4j",
		Example: `  bdgraph graph export --out graph.jsonl
  bdgraph graph export --format cypher | cypher-shell`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.graphExport(cmd.Context(), cmd.OutOrStdout(), o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.format, "format", "jsonl", "jsonl or cypher")
	f.StringVarP(&o.out, "out", "o", "", "write to this file in place of standard output")
	f.StringVar(&o.graph, "graph", "", "take this graph file in place of the project's store")
	return cmd
}

func (a *app) graphExport(ctx context.Context, w io.Writer, o graphExportOptions) error {
	write := exchange.WriteJSONL
	switch o.format {
	case "jsonl":
	case "cypher":
		write = exchange.WriteCypher
	default:
		return usageError(fmt.Errorf("--format %s: want jsonl or cypher", o.format))
	}
	reader, _, err := a.openGraph(o.graph)
	if err != nil {
		return err
	}
	defer reader.Close(ctx)
	a.talk.Progress("reading the graph …")
	g, err := exchange.Read(ctx, reader)
	if err != nil {
		return err
	}
	a.talk.Done()
	if o.out == "" {
		return write(w, g)
	}
	var text bytes.Buffer
	if err := write(&text, g); err != nil {
		return err
	}
	return files.Write(o.out, text.Bytes(), 0o644)
}

func (a *app) newGraphImport() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "import FILE... --out GRAPH",
		Short: "Make a graph file of nodes and relationships in JSON Lines, with any labels and types",
		Example: `  bdgraph graph import graph.jsonl --out graph.bdg
  bdgraph query --graph graph.bdg 'MATCH (n) RETURN labels(n), count(*)'`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, names []string) error {
			if out == "" {
				return usageError(errors.New("want --out GRAPH, the file to make"))
			}
			return a.graphImport(cmd.Context(), cmd.OutOrStdout(), names, out)
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", "", "the graph file to make or to replace")
	return cmd
}

func (a *app) graphImport(ctx context.Context, w io.Writer, names []string, out string) error {
	texts := make([]exchange.Text, len(names))
	for i, name := range names {
		var data []byte
		var err error
		if name == "-" {
			data, err = io.ReadAll(a.stdin)
		} else {
			data, err = os.ReadFile(name)
		}
		if err != nil {
			return fmt.Errorf("read graph: %w", err)
		}
		texts[i] = exchange.Text{Name: name, Data: data}
	}
	a.talk.Progress("reading …")
	g, err := exchange.ReadJSONL(texts...)
	if err != nil {
		return err
	}
	a.talk.Progress("building …")
	if err := embedded.NewWriter(out, embedded.Options{}).Import(ctx, g); err != nil {
		return err
	}
	a.talk.Done()
	fmt.Fprintf(w, "%s: %s, %s\n", out, plural(len(g.Nodes), "node"), plural(len(g.Relationships), "relationship"))
	return nil
}
