package main

import (
	"bdgraph"
	"bdgraph/internal/config"
	"bdgraph/phase2"
	"bdgraph/verify"
)

// dateOrder is how the project means 03/04/2024.
func dateOrder(p config.Project) phase2.Option { return phase2.DateOrder(p.ADR.DateOrder) }

// extractions reads the accepted extractions of the stored corpus, before any verdict.
func extractions(p config.Project, corpus bdgraph.Corpus, options ...phase2.Option) bdgraph.Fragment {
	return phase2.Read(corpus, p.Vocabulary(), folder(p, p.ExtractedDir).FS, append(options, dateOrder(p))...)
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
