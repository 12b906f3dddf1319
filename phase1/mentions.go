package phase1

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"bdgraph"
)

// addMentions reads every document once and adds MENTIONS and REFERENCES_PR
// for what its text names: one edge a target, with the number of hits and the
// first line. For a document that establishes a rule, what the lines of its
// reason name becomes MOTIVATED_BY.
//
// names.go holds what can be named, scan.go finds it, decisionrefs.go and
// pullrequests.go resolve references to decision records and pull requests, othernumbers.go
// and otherrepositories.go tell which numbers are none of the project's.
func (x *extractor) addMentions() {
	documents := x.corpus.Documents
	targets := newTargets(x.corpus)
	unresolved := unresolved{records: make(map[string]*unknownReference)}
	bdgraph.InChunks(len(documents), 64, func(from, to int) reading {
		return targets.read(documents[from:to])
	}, func(r reading) {
		for i := range r.documents {
			d, hits := &r.documents[i], r.hitsOf(i)
			x.addMentionEdges(d, hits)
			if rule, ok := x.rules[d.Ref()]; ok {
				x.addMotivations(d, rule, hits)
			}
		}
		unresolved.join(r.unresolved)
	})
	x.findings = append(x.findings, unresolved.findings()...)
}

// reading is what some documents name, one after the other.
type reading struct {
	documents  []bdgraph.Document
	hits       []hit
	ends       []int // in hits, of each document's
	unresolved unresolved
}

// read finds what documents name.
func (t *targets) read(documents []bdgraph.Document) reading {
	s := newScanner(t)
	r := reading{documents: documents, ends: make([]int, 0, len(documents))}
	for i := range documents {
		r.hits = append(r.hits, s.scan(&documents[i])...)
		r.ends = append(r.ends, len(r.hits))
	}
	r.unresolved = s.unresolved
	return r
}

// hitsOf returns what one of the documents names.
func (r reading) hitsOf(document int) []hit {
	start := 0
	if document > 0 {
		start = r.ends[document-1]
	}
	return r.hits[start:r.ends[document]]
}

// hit is one place where a text names something.
type hit struct {
	target     bdgraph.NodeRef
	line       int // from 1
	start, end int // bytes in the text
	url        string
	own        bool // a pull request without a repository: the project's, until the document says otherwise
	upstream   bool // of an upstream, which is another repository
}

func (x *extractor) addMentionEdges(d *bdgraph.Document, hits []hit) {
	if len(hits) == 0 {
		return
	}
	from := d.Ref()
	own := x.needNamed(from, d.ID)
	at := x.mentioned
	clear(at)
	for n, h := range hits {
		if h.target == from {
			continue
		}
		if i, again := at[h.target]; again {
			// A link's text and its address are one mention.
			if !linkedTo(d.Text, hits, n) {
				x.edges[i].Count++
			}
			continue
		}
		t := bdgraph.Mentions
		if h.target.Label == bdgraph.PRLabel {
			t = bdgraph.ReferencesPR
			x.addPR(h)
		}
		at[h.target] = len(x.edges)
		x.addNewEdge(bdgraph.Edge{
			Type: t, From: from, To: h.target, Source: d.ID, Confidence: bdgraph.Textual,
			Evidence: []bdgraph.Quote{quoteAt(d.Text, h)}, Count: 1,
			Stated: bdgraph.Interval{From: x.records[own].start},
		}, own, x.needNamed(h.target, d.ID))
	}
}

// linkedTo reports whether hit n is the address of the Markdown link whose
// text holds the hit before it.
func linkedTo(text string, hits []hit, n int) bool {
	if n == 0 || hits[n-1].target != hits[n].target || hits[n-1].end > hits[n].start {
		return false
	}
	_, address, ok := strings.Cut(text[hits[n-1].end:hits[n].start], "](")
	return ok && !strings.ContainsAny(address, " )\n")
}

// quoteAt returns the line of a hit, or the part of a long line around it. It
// looks no further than that part, so that lines may be as long as they like.
func quoteAt(text string, h hit) bdgraph.Quote {
	const longest = 200 // bytes
	start, end := max(0, h.start-longest), min(len(text), h.end+longest)
	startsLine, endsLine := start == 0, end == len(text)
	if i := strings.LastIndexByte(text[start:h.start], '\n'); i >= 0 {
		start, startsLine = start+i+1, true
	}
	if i := strings.IndexByte(text[h.end:end], '\n'); i >= 0 {
		end, endsLine = h.end+i, true
	}
	if end-start > longest || !startsLine || !endsLine {
		room := max(0, longest-(h.end-h.start)) / 2
		if from := h.start - room; from > start || !startsLine {
			start = wordStart(text, max(start, from), h.start)
		}
		if to := h.end + room; to < end || !endsLine {
			end = wordEnd(text, min(end, to), h.end)
		}
	}
	// A copy, since the text is not held as long as the quote.
	return bdgraph.Quote{Text: strings.Clone(strings.TrimSpace(text[start:end])), Line: h.line}
}

// wordStart moves a cut forward to the beginning of a word, at most to limit.
func wordStart(text string, at, limit int) int {
	if i := strings.IndexByte(text[at:limit], ' '); i >= 0 {
		return at + i + 1
	}
	for at < limit && !utf8.RuneStart(text[at]) {
		at++
	}
	return at
}

// wordEnd moves a cut back to the end of a word, at most to limit.
func wordEnd(text string, at, limit int) int {
	if i := strings.LastIndexByte(text[limit:at], ' '); i >= 0 {
		return limit + i
	}
	for at > limit && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}

// unresolved is what texts name and nobody can resolve.
type unresolved struct {
	records   map[string]*unknownReference // by plain number
	ambiguous []*bdgraph.Finding
}

type unknownReference struct {
	document    string
	line, count int
}

// join adds what the documents behind those of u name.
func (u *unresolved) join(later unresolved) {
	for number, r := range later.records {
		if first := u.records[number]; first != nil {
			first.count += r.count
		} else {
			u.records[number] = r
		}
	}
	u.ambiguous = append(u.ambiguous, later.ambiguous...)
}

// findings reports each once.
func (u *unresolved) findings() []bdgraph.Finding {
	var fs []bdgraph.Finding
	for _, number := range slices.Sorted(maps.Keys(u.records)) {
		r := u.records[number]
		fs = append(fs, bdgraph.Finding{
			Code: "unknown_reference", Severity: bdgraph.Info, Document: r.document, Place: bdgraph.Place{Line: r.line}, Count: r.count,
			Message: fmt.Sprintf("texts name decision record %s, which the corpus lacks", number),
			Remedy:  "add the folder that holds it to [adr] folders, or ignore this if the record belongs to another project",
		})
	}
	for _, f := range u.ambiguous {
		fs = append(fs, *f)
	}
	return fs
}
