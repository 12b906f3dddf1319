// Package export turns a project's sources into a corpus: beads by command or
// by file (export/beads), decision records (export/adr) and what git knows of
// both. In go the places of the sources, out come normalised records, one
// canonical text per document, and a finding for everything that was repaired
// or left out. Deriving a graph from the corpus is left to the later stages.
//
// Read the files in the order of the data: export.go reads, document.go writes
// the canonical texts, history.go asks git, files.go stores the corpus as files
// (manifest.go, lines.go), fresh.go tells whether the sources have moved on.
package export

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"bdgraph"
	"bdgraph/export/adr"
	"bdgraph/export/beads"
)

// ErrNoSources is returned (wrapped) when a folder has neither beads data nor
// decision records.
var ErrNoSources = errors.New("no sources")

// Sources says where a corpus is read from.
type Sources struct {
	Root    string         // project folder; paths in the corpus are relative to it
	Beads   beads.Options  // Root and Zone are filled in by Read
	ADR     adr.Options    // Root and IssueIDs are filled in by Read
	Zone    *time.Location // for the day of an instant; nil is UTC
	Now     time.Time      // build time; the zero time is the clock's
	Version string         // bdgraph's own version, for the manifest
	// Previous is the corpus of the last build: a text that is unchanged keeps
	// the day on which it was first seen.
	Previous bdgraph.Corpus
}

// Read reads all sources into a corpus. It writes nothing. What could not be
// understood is in the corpus's findings; an error means that there is no
// corpus at all: [ErrNoSources], a source that cannot be read, or ctx's end.
func Read(ctx context.Context, s Sources) (bdgraph.Corpus, error) {
	if s.Now.IsZero() {
		s.Now = time.Now()
	}
	if s.Zone == nil {
		s.Zone = time.UTC
	}
	s.Beads.Root, s.ADR.Root = s.Root, s.Root

	work, err := beads.Read(ctx, s.Beads)
	var missing *beads.NoStoreError
	noBeads := errors.As(err, &missing)
	if err != nil && !noBeads {
		return bdgraph.Corpus{}, fmt.Errorf("read beads: %w", err)
	}
	s.ADR.IssueIDs = func(id string) bool {
		_, ok := slices.BinarySearchFunc(work.Issues, id, func(i bdgraph.Issue, id string) int { return cmp.Compare(i.ID, id) })
		return ok
	}
	records, err := adr.Read(s.ADR)
	if err != nil {
		return bdgraph.Corpus{}, fmt.Errorf("read decision records: %w", err)
	}
	reason := ""
	if noBeads && missing.Reason != "" {
		reason = " (" + missing.Reason + ")"
	}
	if noBeads && len(records.ADRs) == 0 {
		return bdgraph.Corpus{}, fmt.Errorf("%w: %s has no beads data%s and no %s", ErrNoSources, s.Root, reason, noRecords(records))
	}

	c := bdgraph.Corpus{Issues: work.Issues, Memories: work.Memories, ADRs: records.ADRs}
	c.Findings = slices.Concat(work.Findings, records.Findings)
	if noBeads {
		severity := bdgraph.Info
		if reason != "" {
			severity = bdgraph.Warning
		}
		c.Findings = append(c.Findings, bdgraph.Finding{
			Code: "no_beads", Severity: severity, Count: 1,
			Message: "no beads data found" + reason + "; the graph holds decision records only",
			Remedy:  "name the store in bdgraph.toml ([beads] dir) if there is one",
		})
	}
	hashed := make(chan recordHash, 1)
	go func(c bdgraph.Corpus) { hashed <- hashRecords(c) }(c)
	documents, findings := documentsOf(c, records.Texts, s.Zone)
	c.Documents = documents
	c.Findings = append(c.Findings, findings...)

	history := readHistory(ctx, s.Root, slices.Sorted(maps.Keys(records.Texts)), s.Zone)
	c.Findings = append(c.Findings, history.findings...)
	dateDocuments(c.Documents, history.firstAdded, s.Previous, bdgraph.DayOf(s.Now.In(s.Zone)))
	bdgraph.SortFindings(c.Findings)

	c.Manifest = bdgraph.Manifest{
		Version:        manifestVersion,
		GeneratedAt:    s.Now.UTC().Truncate(time.Second),
		BDGraphVersion: s.Version,
		BDVersion:      work.BDVersion,
		Commit:         history.head,
		Repository:     history.repository,
		Prefixes:       work.Prefixes,
		Sources:        stamps(work, records),
		Counts:         counts(c),
		Skipped:        skipped(work, records),
	}
	c.Manifest.CorpusHash = (<-hashed).corpus(c.Documents)
	return c, nil
}

// noRecords says what of decision records there is not: a folder, or one that can be read.
func noRecords(records adr.Result) string {
	if len(records.Findings) == 0 {
		return "folder of decision records"
	}
	f := records.Findings[0]
	return fmt.Sprintf("decision record that can be read (%s: %s)", f.Place.File, f.Message)
}

// dateDocuments sets the two days that bound a document's start from above.
func dateDocuments(docs []bdgraph.Document, firstAdded map[string]bdgraph.Day, previous bdgraph.Corpus, today bdgraph.Day) {
	seen := make(map[string]bdgraph.Day, len(previous.Documents))
	for _, d := range previous.Documents {
		seen[d.ID+"\x00"+d.SHA256] = d.FirstSeen
	}
	for i := range docs {
		d := &docs[i]
		d.FirstSeen = today
		if day, ok := seen[d.ID+"\x00"+d.SHA256]; ok && day != 0 && day < today {
			d.FirstSeen = day
		}
		if d.Kind == bdgraph.ADRDocument {
			d.FirstAdded = firstAdded[d.Key]
		}
	}
}

func stamps(work beads.Result, records adr.Result) []bdgraph.SourceStamp {
	all := slices.Concat(work.Sources, records.Sources)
	for i := range all {
		all[i].ModTime = all[i].ModTime.UTC()
	}
	slices.SortStableFunc(all, func(a, b bdgraph.SourceStamp) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Path, b.Path))
	})
	return all
}

func counts(c bdgraph.Corpus) map[string]int {
	n := map[string]int{
		"issues": len(c.Issues), "memories": len(c.Memories), "adrs": len(c.ADRs),
		"documents": len(c.Documents), "findings": len(c.Findings),
	}
	for _, i := range c.Issues {
		n["dependencies"] += len(i.Dependencies)
		n["comments"] += len(i.Comments)
	}
	for _, a := range c.ADRs {
		n["adr_relations"] += len(a.Relations)
	}
	return n
}

// skipped joins the counts of both readers; a reason that both know is told apart by its source.
func skipped(work beads.Result, records adr.Result) map[string]int {
	if len(work.Skipped)+len(records.Skipped) == 0 {
		return nil
	}
	n := map[string]int{}
	for reason, count := range work.Skipped {
		n["beads_"+reason] = count
	}
	for reason, count := range records.Skipped {
		n["adr_"+reason] = count
	}
	return n
}
