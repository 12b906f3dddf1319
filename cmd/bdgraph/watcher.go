package main

import (
	"sync"
	"time"

	"bdgraph"
	"bdgraph/internal/config"
	"bdgraph/internal/pipeline"
	"bdgraph/mcpserver"
)

// watcher tells a long-running process about its project, whose configuration
// may be mended and whose sources change while it runs.
type watcher struct {
	load  func() (config.Project, error)
	clock func() time.Time          // which goes on
	now   func() (time.Time, error) // the time to ask about, which may be fixed

	mu      sync.Mutex
	looked  time.Time
	fresh   bdgraph.Freshness
	project *config.Project
}

func (w *watcher) get() (config.Project, error) {
	if w.project == nil {
		p, err := w.load()
		if err != nil {
			return p, err
		}
		w.project = &p
	}
	return *w.project, nil
}

func (w *watcher) freshness() bdgraph.Freshness {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.looked.IsZero() && w.clock().Sub(w.looked) < glanceEvery {
		return w.fresh
	}
	w.looked = w.clock()
	w.fresh = w.glance()
	return w.fresh
}

func (w *watcher) glance() bdgraph.Freshness {
	p, err := w.get()
	if err != nil {
		return bdgraph.Freshness{Stale: "unknown", Reason: err.Error()}
	}
	return glance(p)
}

func (w *watcher) relative(word string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	p, err := w.get()
	if err != nil {
		return word
	}
	return projectPath(p, word)
}

// today is the day in the project's zone.
func (w *watcher) today() bdgraph.Day {
	w.mu.Lock()
	defer w.mu.Unlock()
	now, err := w.now()
	if err != nil {
		now = w.clock().UTC() // cannot be: the server starts with a time that can be read
	}
	if p, err := w.get(); err == nil {
		now = now.In(p.Location())
	}
	return bdgraph.DayOf(now)
}

func (w *watcher) coverage() (mcpserver.Coverage, error) {
	w.mu.Lock()
	p, err := w.get()
	w.mu.Unlock()
	if err != nil {
		return mcpserver.Coverage{}, err
	}
	report, err := pipeline.ReadReport(reportFile(p))
	if err != nil {
		return mcpserver.Coverage{}, err
	}
	name, _ := p.StoreName()
	return mcpserver.Coverage{
		Store: name, Documents: report.Extraction.Documents, Extracted: report.Extraction.Accepted, Findings: report.FindingCounts,
	}, nil
}
