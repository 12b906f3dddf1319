package main

import (
	"bdgraph"
	"bdgraph/internal/config"
	"bdgraph/internal/pipeline"
	"bdgraph/phase2"
	"bdgraph/verify"
)

// reading says how extractions of the project are read: how 03/04/2024 is meant, whose
// rules they may name.
func reading(p config.Project, corpus bdgraph.Corpus) []phase2.Option {
	return []phase2.Option{
		phase2.DateOrder(p.ADR.DateOrder), phase2.Beside(folder(p, p.ExtractedDir).FS),
		phase2.Patterns(func() bdgraph.Fragment { return patterns(p, corpus) }),
	}
}

// patterns derives from the corpus what needs no agent.
func patterns(p config.Project, corpus bdgraph.Corpus) bdgraph.Fragment {
	return pipeline.Inputs{
		Sources: sources(p, nil), Vocabulary: p.Vocabulary(), SeedRules: p.SeedRules, SeedLinks: p.SeedLinks,
	}.Structure(corpus)
}

// extractions reads the accepted extractions of the stored corpus, before any verdict.
func extractions(p config.Project, corpus bdgraph.Corpus, options ...phase2.Option) bdgraph.Fragment {
	return phase2.Read(corpus, p.Vocabulary(), folder(p, p.ExtractedDir).FS, append(options, reading(p, corpus)...)...)
}

// proposals returns what verifiers propose for the claims of a project, by document.
func proposals(p config.Project, corpus bdgraph.Corpus) (map[string][]string, error) {
	applied, _, err := verify.LoadApplied(appliedFile(p))
	if err != nil || len(applied.Proposals) == 0 {
		return nil, err
	}
	documents := make([]string, len(applied.Proposals))
	for i, x := range applied.Proposals {
		documents[i] = x.Document
	}
	return applied.ProposalsFor(extractions(p, corpus, phase2.Documents(documents...))), nil
}
