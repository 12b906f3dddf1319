// Package pipelinetest gives tests the demo's project: in goes a folder, out comes what
// the pipeline needs to build the graph that every page and golden file shows.
package pipelinetest

import (
	"os"

	"bdgraph/demo"
	"bdgraph/export"
	"bdgraph/export/beads"
	"bdgraph/internal/config"
	"bdgraph/internal/pipeline"
)

// Demo writes the demo's project into a folder and returns what a graph of it is built from.
func Demo(dir string) (pipeline.Inputs, error) {
	if err := demo.Write(dir); err != nil {
		return pipeline.Inputs{}, err
	}
	p, err := config.Load(config.Options{Dir: dir})
	if err != nil {
		return pipeline.Inputs{}, err
	}
	return pipeline.Inputs{
		Sources: export.Sources{
			Root: dir, Version: "test", Zone: p.Location(),
			Beads: beads.Options{Mode: beads.ModeFiles, Environ: []string{}},
		},
		CorpusDir: p.State("corpus"), Vocabulary: p.Vocabulary(), SeedRules: true, Now: demo.Now,
		Extracted: pipeline.Folder{FS: os.DirFS(p.Path(p.ExtractedDir)), Path: "extracted"},
		Verdicts:  pipeline.Folder{FS: os.DirFS(p.Path(p.VerdictsDir)), Path: "verdicts"},
	}, nil
}
