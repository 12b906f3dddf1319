// Package phase1 derives what can be derived without reading as a person
// reads: nodes with their lives, the relationships that records and headers state,
// mentions in texts, and the rules that decisions and instructions establish.
//
// In go a corpus and a vocabulary, out comes a fragment: nodes, edges, and a
// finding for everything that was repaired, left out or ambiguous. Equal inputs
// give equal fragments, byte for byte, in whatever order the records come.
// Reading agents' extractions, joining fragments and closing intervals are left to
// the packages phase2, bdgraph and validtime.
//
// Read extractor.go first, then a file for each kind of source: components.go,
// issues.go, memories.go, adrs.go for nodes and their lives; dependencies.go, cycles.go
// and relations.go for what records state; mentions.go and the files it names for what
// texts name; rules.go for rules.
package phase1

import (
	"time"

	"bdgraph"
)

// ConfigSource is the source of the edges that the configuration states.
const ConfigSource = "bdgraph.toml"

// Option changes how Extract works.
type Option func(*options)

type options struct {
	zone  *time.Location
	rules bool
	links []string
}

// What may link a document, and its rule, to a component.
const (
	ByTitle   = "title"   // its title names the component
	ByHeading = "heading" // a heading does
	ByPath    = "path"    // its text names a path that belongs to it
)

// LinkBy says what links documents to components (seed_links); the default is ByTitle alone.
// docs/formats/relationships.md tells how often each is wrong.
func LinkBy(what ...string) Option { return func(o *options) { o.links = what } }

// WithoutRules leaves out the rules that phase 1 derives (seed_rules = false),
// and with them GOVERNS, ABOUT and MOTIVATED_BY.
func WithoutRules() Option { return func(o *options) { o.rules = false } }

// InZone sets the zone in which an instant is turned into a calendar day; the
// default is UTC.
func InZone(zone *time.Location) Option {
	return func(o *options) {
		if zone != nil {
			o.zone = zone
		}
	}
}

// Extract derives phase 1's part of the graph.
func Extract(c bdgraph.Corpus, v bdgraph.Vocabulary, opts ...Option) bdgraph.Fragment {
	o := options{zone: time.UTC, rules: true, links: []string{ByTitle}}
	for _, set := range opts {
		set(&o)
	}
	x := newExtractor(c, v, o)
	x.addComponents()
	x.addIssues()
	x.addMemories()
	x.addADRs()
	x.addDependencies()
	x.findCycles()
	x.addADRRelations()
	if o.rules {
		x.seedRules()
	}
	x.addMentions()
	return x.fragment()
}
