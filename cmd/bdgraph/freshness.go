package main

import (
	"cmp"
	"os"
	"path/filepath"

	"bdgraph"
	"bdgraph/export"
	"bdgraph/internal/config"
)

// glance tells whether the sources look other than when the corpus was read: it
// looks at sizes and times alone.
func glance(p config.Project) bdgraph.Freshness {
	stamps, err := export.LoadStamps(corpusDir(p))
	if err != nil {
		return bdgraph.Freshness{Stale: "unknown", Reason: err.Error()}
	}
	return withSettings(p, export.Glance(p.Root, stamps))
}

// withSettings looks, where the sources are as they were, at what else makes the
// graph: the settings, the extractions and the verdicts. What was touched after the
// graph was built may have changed it.
func withSettings(p config.Project, f bdgraph.Freshness) bdgraph.Freshness {
	built, err := os.Stat(reportFile(p))
	if f.Stale != "no" || err != nil {
		return f
	}
	for _, name := range []string{p.File, p.Path(p.ExtractedDir), appliedFile(p)} {
		if info, err := os.Stat(name); err == nil && info.ModTime().After(built.ModTime()) {
			rel, _ := filepath.Rel(p.Root, name) // "" where there is none
			return bdgraph.Freshness{Stale: "unknown", Reason: filepath.ToSlash(cmp.Or(rel, name)) + " was touched after the graph was built"}
		}
	}
	return f
}

// sayStale warns when an answer may not be what the sources say now.
func (a *app) sayStale(f bdgraph.Freshness) {
	switch f.Stale {
	case "yes":
		a.talk.Warn("the answer is stale: %s", f.Reason)
		a.talk.Next("bdgraph regenerate")
	case "unknown":
		a.talk.Say("the answer may be stale: %s", f.Reason)
	}
}
