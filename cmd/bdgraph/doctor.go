package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"bdgraph"
	"bdgraph/export"
	"bdgraph/internal/config"
	"bdgraph/internal/parity"
	"bdgraph/internal/pipeline"
	"bdgraph/internal/term"
	"bdgraph/store"
)

type doctorOptions struct {
	full bool
	json bool
}

func (a *app) newDoctor() *cobra.Command {
	var o doctorOptions
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Find the layer that fails, and the command that mends it",
		Long: "Check the layers from the sources to the stored graph, each of which needs the one before. The exit\n" +
			"code is 0 when all is well, 2 when the graph is stale, 1 when something is broken.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.doctor(cmd.Context(), cmd.OutOrStdout(), o) },
	}
	cmd.Flags().BoolVar(&o.full, "full", false, "also compare every stored node and relationship, ask the probes of the configuration, and speak with the MCP server")
	cmd.Flags().BoolVar(&o.json, "json", false, "print it as JSON")
	return cmd
}

// The states of a layer.
const (
	layerOK      = "ok"
	layerStale   = "stale"
	layerBroken  = "broken"
	layerSkipped = "skipped" // a layer that it needs is broken
)

// layer is the health of one layer.
type layer struct {
	Layer  string `json:"layer"`
	State  string `json:"state"`
	Detail string `json:"detail"`
	Next   string `json:"next,omitempty"` // the command that mends it
	usable bool   // all the same: layers that need it can be looked at
}

func (a *app) doctor(ctx context.Context, w io.Writer, o doctorOptions) error {
	layers := a.examine(ctx, o.full)
	a.talk.Done()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err := printLayers(w, layers, o.json); err != nil {
		return err
	}
	worst := layerOK
	for _, l := range layers {
		if l.State == layerBroken || l.State == layerStale && worst == layerOK {
			worst = l.State
		}
	}
	if first := slices.IndexFunc(layers, func(l layer) bool { return l.State == worst }); worst != layerOK {
		a.talk.Next("%s", layers[first].Next)
	}
	switch worst {
	case layerBroken:
		return &failure{err: errFindings, code: exitFailed}
	case layerStale:
		return errFindings
	}
	return nil
}

func printLayers(w io.Writer, layers []layer, asJSON bool) error {
	if asJSON {
		healthy := !slices.ContainsFunc(layers, func(l layer) bool { return l.State != layerOK })
		return writeJSON(w, map[string]any{"healthy": healthy, "layers": layers})
	}
	rows := make([][]string, len(layers))
	for i, l := range layers {
		rows[i] = []string{l.Layer, l.State, l.Detail, l.Next}
	}
	term.Table(w, []string{"layer", "state", "detail", "mend with"}, rows)
	return nil
}

// patient is what the layers find out for those after them.
type patient struct {
	project config.Project
	inputs  pipeline.Inputs
	current bdgraph.Corpus // as the sources are now
	stored  bdgraph.Corpus
	reader  store.Reader
	meta    bdgraph.Meta
	derived pipeline.Built // from the stored corpus
}

// step is one layer to look at, with the layers that it needs.
type step struct {
	name  string
	needs []string
	look  func(context.Context, *patient) layer
}

// examine looks at the layers in order. After a broken one those that need it are skipped.
func (a *app) examine(ctx context.Context, full bool) []layer {
	var p patient
	defer func() {
		if p.reader != nil {
			p.reader.Close(ctx)
		}
	}()
	steps := []step{
		{"config", nil, a.examineConfig},
		{"bd", []string{"config"}, a.examineBD},
		{"corpus", []string{"config"}, a.examineCorpus},
		{"store", []string{"config"}, a.examineStore},
		{"data", []string{"corpus", "store"}, a.examineData},
		{"staleness", []string{"bd", "corpus"}, a.examineStaleness},
	}
	if full {
		steps = append(steps, step{"parity", []string{"data"}, a.examineAll}, step{"mcp", []string{"store"}, a.examineMCP})
	}
	var layers []layer
	usable := map[string]bool{}
	for _, s := range steps {
		l := layer{State: layerSkipped}
		if i := slices.IndexFunc(s.needs, func(need string) bool { return !usable[need] }); i >= 0 {
			l.Detail = "needs the layer " + s.needs[i]
		} else {
			a.talk.Progress("looking at %s …", s.name)
			l = s.look(ctx, &p)
			usable[s.name] = l.State == layerOK || l.usable
		}
		l.Layer = s.name
		layers = append(layers, l)
	}
	return layers
}

func broken(err error, next string) layer {
	if step := nextStep(err); step != "" {
		next = step
	}
	return layer{State: layerBroken, Detail: err.Error(), Next: next}
}

func (a *app) examineConfig(_ context.Context, p *patient) layer {
	var err error
	if p.project, err = a.project(); err == nil {
		p.inputs, err = a.inputs(p.project, false)
	}
	if err != nil {
		return broken(err, "bdgraph config --defaults")
	}
	name, reason := p.project.StoreName()
	detail := fmt.Sprintf("%s; %s store (%s)", cmp.Or(p.project.File, "none"), name, reason)
	if without := p.project.Vocabulary().WithoutPaths(); len(without) > 0 {
		detail += "; questions about files do not find components without paths: " + strings.Join(without, ", ")
	}
	return layer{State: layerOK, Detail: detail}
}

// examineBD reads the sources as they are now.
func (a *app) examineBD(ctx context.Context, p *patient) layer {
	var err error
	if p.current, err = pipeline.ReadCorpus(ctx, p.inputs); err != nil {
		return broken(err, "bdgraph export")
	}
	by := "files"
	if v := p.current.Manifest.BDVersion; v != "" {
		by = "bd " + v
	}
	detail := fmt.Sprintf("%s, %s by %s, %s", plural(len(p.current.Issues), "issue"),
		memories(len(p.current.Memories)), by, plural(len(p.current.ADRs), "ADR"))
	for _, f := range p.current.Findings {
		if f.Severity == bdgraph.Error {
			return layer{State: layerBroken, Detail: strings.TrimPrefix(f.Place.String()+": "+f.Message, ": "), Next: "bdgraph lint"}
		}
	}
	for _, f := range p.current.Findings {
		if f.Code == "beads_database_not_read" || f.Code == "beads_command_failed" {
			return layer{State: layerStale, Detail: detail + "; " + f.Message, Next: f.Remedy, usable: true}
		}
	}
	return layer{State: layerOK, Detail: detail}
}

func (a *app) examineCorpus(_ context.Context, p *patient) layer {
	var err error
	p.stored, err = export.Load(p.inputs.CorpusDir)
	switch {
	case errors.Is(err, export.ErrNoCorpus):
		return layer{State: layerStale, Detail: "nothing has been read yet", Next: "bdgraph regenerate"}
	case err != nil:
		return broken(err, "bdgraph regenerate")
	}
	return layer{State: layerOK, Detail: plural(len(p.stored.Documents), "document") + ", all as the manifest says"}
}

func (a *app) examineStore(ctx context.Context, p *patient) layer {
	var err error
	if p.reader, err = openReader(p.project); err == nil {
		p.meta, err = p.reader.Meta(ctx)
	}
	switch {
	case errors.Is(err, store.ErrNoGraph):
		return layer{State: layerStale, Detail: "no graph has been loaded yet", Next: "bdgraph regenerate"}
	case err != nil:
		return broken(err, "bdgraph regenerate")
	}
	return layer{State: layerOK, Detail: fmt.Sprintf("%s, %s", plural(p.meta.Nodes, "node"), plural(p.meta.Edges, "relationship"))}
}

// examineData derives the graph anew from the stored corpus: the store must hold the same.
func (a *app) examineData(_ context.Context, p *patient) layer {
	p.derived = pipeline.Derive(p.stored, p.inputs)
	if broken := p.derived.Graph.Check(); len(broken) > 0 {
		return layer{State: layerBroken, Detail: broken[0].Message, Next: "bdgraph lint"}
	}
	if p.derived.Meta.Generation != p.meta.Generation {
		return layer{
			State: layerStale, Next: "bdgraph regenerate --offline",
			Detail: "the store holds another graph than corpus, configuration, extractions and verdicts give now",
		}
	}
	return layer{State: layerOK, Detail: "generation " + p.meta.Generation[:12] + " follows from the corpus"}
}

func (a *app) examineStaleness(_ context.Context, p *patient) layer {
	if p.current.Manifest.CorpusHash != p.stored.Manifest.CorpusHash {
		return layer{State: layerStale, Detail: "the sources have changed since they were read", Next: "bdgraph regenerate"}
	}
	return layer{State: layerOK, Detail: "the corpus is what the sources say"}
}

// examineAll holds every stored node and relationship against the graph and the
// corpus, and asks the probes.
func (a *app) examineAll(ctx context.Context, p *patient) layer {
	probes := make([]parity.Probe, len(p.project.Probes))
	for i, x := range p.project.Probes {
		probes[i] = parity.Probe{
			Name: x.Name, Query: x.Query, Params: x.Params, Rows: x.Rows, Ordered: x.Ordered,
			Place: p.project.Place(fmt.Sprintf("probes[%d]", i)),
		}
	}
	findings := parity.Check(ctx, p.reader, p.stored, p.derived.Graph, probes)
	if len(findings) == 0 {
		return layer{State: layerOK, Detail: "every node and relationship is as it should be; " + plural(len(probes), "probe") + " answered as expected"}
	}
	worst := findings[0]
	detail := worst.Message
	if at := worst.Place.String(); at != "" {
		detail = at + ": " + detail
	}
	if n := len(findings) - 1; n > 0 {
		detail += fmt.Sprintf(" (and %s)", plural(n, "other finding"))
	}
	next := "bdgraph regenerate"
	if worst.Code == parity.CodeProbe {
		next = "correct the probe, or find what changed its answer: bdgraph query"
	}
	return layer{State: layerBroken, Detail: detail, Next: next}
}
