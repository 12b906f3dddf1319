package phase1

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"bdgraph"
)

// recordIndex finds decision records by number.
type recordIndex struct {
	byNumber map[string][]bdgraph.NodeRef // plain number -> records, in order of paths
	byPath   map[string]bool
}

func indexRecords(adrs []bdgraph.ADR) *recordIndex {
	r := &recordIndex{byNumber: make(map[string][]bdgraph.NodeRef), byPath: make(map[string]bool, len(adrs))}
	for _, a := range adrs {
		r.byPath[a.Path] = true
		if isNumber(a.Number) {
			n := plainNumber(a.Number)
			r.byNumber[n] = append(r.byNumber[n], adrRef(a.Path))
		}
	}
	return r
}

// recordNumbers reads a token that begins with "adr" and the numbers that
// belong to it: ADR-12, ADR0012, ADR 12, ADR #12, adr_12-slug.md, ADR-0007@docs/x.md,
// and the lists "ADR 12/13" and "ADRs 12, 13 and 14". It returns how far it read.
func (s *scanner) recordNumbers(start, end int) int {
	rest := s.text[start+3 : end]
	plural := rest == "s" || rest == "S"
	if digits := digitsAt(strings.TrimLeft(rest, "-_")); digits != "" {
		at := start + 3 + len(rest) - len(strings.TrimLeft(rest, "-_"))
		stop := at + len(digits)
		if stop < len(s.text) && isWordByte(s.text[stop]) && s.text[stop] != '_' {
			return 0 // ADR2nd
		}
		if stop == end && stop < len(s.text) && s.text[stop] == '@' {
			if to := s.recordAt(start, stop+1); to > 0 {
				return to
			}
		}
		s.addRecord(digits, start, stop)
		if stop == end {
			return s.moreRecords(stop, false)
		}
		return end
	}
	if rest != "" && !plural {
		return 0
	}
	at := end + leadLength(s.text[end:])
	number := s.numberAt(at)
	if number == "" {
		return 0
	}
	s.addRecord(number, start, at+len(number))
	return s.moreRecords(at+len(number), plural)
}

// leadLength returns the length of what may stand between "ADR" and its
// number: up to three blanks and signs, or a typographic hyphen.
func leadLength(text string) int {
	if isHyphen(text) || strings.HasPrefix(text, "\u2013") {
		return len("\u2011")
	}
	length := 0
	for range 3 {
		switch {
		case strings.HasPrefix(text[length:], " "), strings.HasPrefix(text[length:], "#"):
			length++
		case strings.HasPrefix(text[length:], "\u00a0"):
			length += len("\u00a0")
		}
	}
	return length
}

// moreRecords reads the numbers that continue a list.
func (s *scanner) moreRecords(at int, plural bool) int {
	for {
		next, number := s.nextInList(at, plural)
		if number == "" {
			return at
		}
		s.addRecord(number, next, next+len(number))
		at = next + len(number)
	}
}

// nextInList returns the place and the digits of the next number of a list:
// after a slash, and in a plural also after a comma, "and", "or", "&".
func (s *scanner) nextInList(at int, plural bool) (int, string) {
	separators := []string{"/#", "/"}
	if plural {
		separators = []string{"/#", "/", ", and #", ", and ", ", or ", ", #", ", ", ",", " and #", " and ", " or ", " & #", " & ", "–", "-"}
	}
	for _, separator := range separators {
		if strings.HasPrefix(s.text[at:], separator) {
			next := at + len(separator)
			if number := s.numberAt(next); number != "" {
				return next, number
			}
		}
	}
	return at, ""
}

// recordAt reads the path after ADR-0007@ and returns where it ends, or 0.
func (s *scanner) recordAt(start, at int) int {
	end := at
	for end < len(s.text) && (isTokenByte[s.text[end]] || s.text[end] == '/') {
		end++
	}
	written := strings.TrimRight(s.text[at:end], tokenEdges)
	if !s.records.byPath[written] {
		return 0
	}
	s.addHit(adrRef(written), start, at+len(written))
	return at + len(written)
}

// addRecord adds a hit for a record's number. A number that several records
// have means the one in the document's own folder, or nobody knows which.
func (s *scanner) addRecord(digits string, start, end int) {
	number := plainNumber(digits)
	candidates := s.records.byNumber[number]
	if len(candidates) == 0 {
		u := s.unresolved.records[number]
		if u == nil {
			u = &unknownReference{document: s.doc.ID, line: s.line}
			s.unresolved.records[number] = u
		}
		u.count++
		return
	}
	if ref, ok := s.oneOf(candidates, s.text[start:end]); ok {
		s.addHit(ref, start, end)
	}
}

// oneOf returns the only candidate, the document itself, or the only one in its folder.
// Otherwise the reference is reported as ambiguous.
func (s *scanner) oneOf(candidates []bdgraph.NodeRef, written string) (bdgraph.NodeRef, bool) {
	if len(candidates) == 1 {
		return candidates[0], true
	}
	// A record that says its own number means itself, as in its title.
	if own := s.doc.Ref(); slices.Contains(candidates, own) {
		return own, true
	}
	var near []bdgraph.NodeRef
	for _, c := range candidates {
		if s.folder() != "" && path.Dir(c.Key) == s.folder() {
			near = append(near, c)
		}
	}
	if len(near) == 1 {
		return near[0], true
	}
	if f := s.confused[written]; f != nil {
		f.Count++
		return bdgraph.NodeRef{}, false
	}
	paths := make([]string, len(candidates))
	for i, c := range candidates {
		paths[i] = c.Key
	}
	f := &bdgraph.Finding{
		Code: "ambiguous_ref", Severity: bdgraph.Warning, Document: s.doc.ID, Place: bdgraph.Place{Line: s.line}, Count: 1,
		Message: fmt.Sprintf("%s can be %s; no mention is recorded", written, strings.Join(paths, " or ")),
		Remedy:  "name the record by its path",
	}
	if s.doc.Kind == bdgraph.ADRDocument {
		f.Place.File = s.doc.Key
	}
	if s.confused == nil {
		s.confused = make(map[string]*bdgraph.Finding)
	}
	s.confused[written] = f
	s.unresolved.ambiguous = append(s.unresolved.ambiguous, f)
	return bdgraph.NodeRef{}, false
}

// resolvePath finds the record that a file name means, with the help of the
// folders written before it.
func (s *scanner) resolvePath(what name, start, end int) (bdgraph.NodeRef, bool) {
	if s.inForeignRepository(start) {
		return bdgraph.NodeRef{}, false
	}
	written := s.writtenPath(start, end)
	if strings.Contains(written, "/") {
		if ref, ok := s.byWrittenPath(what.refs, written); ok {
			return ref, true
		}
	}
	if what.foldered {
		return bdgraph.NodeRef{}, false
	}
	return s.oneOf(what.refs, s.text[start:end])
}

// inForeignRepository reports whether a place lies in an address below another
// repository of the project's own host: many have a 0001-record-architecture-decisions.md.
func (s *scanner) inForeignRepository(at int) bool {
	if at >= s.urlEnd || s.repository == "" {
		return false
	}
	host, own, _ := strings.Cut(s.repository, "/")
	address := strings.TrimPrefix(s.text[s.urlStart:s.urlEnd], "www.")
	written, rest, _ := strings.Cut(address, "/")
	if !strings.EqualFold(written, host) && !(host == "github.com" && strings.EqualFold(written, "raw.githubusercontent.com")) {
		return false
	}
	return len(rest) <= len(own) || !strings.EqualFold(rest[:len(own)], own) || rest[len(own)] != '/'
}

// byWrittenPath returns the only candidate that a path leads to: from the
// document's folder, or as the end of one of the two paths.
func (s *scanner) byWrittenPath(candidates []bdgraph.NodeRef, written string) (found bdgraph.NodeRef, ok bool) {
	relative := path.Join(s.folder(), written)
	tail := path.Clean(written)
	for strings.HasPrefix(tail, "../") {
		tail = tail[3:]
	}
	tail = "/" + strings.TrimPrefix(tail, "/")
	matches := 0
	for _, c := range candidates {
		if c.Key == relative && s.folder() != "" {
			return c, true
		}
		if whole := "/" + c.Key; strings.HasSuffix(whole, tail) || strings.HasSuffix(tail, whole) {
			found = c
			matches++
		}
	}
	return found, matches == 1
}

// numberAt returns the digits at a place when they are a number of their own,
// at most eight of them.
func (s *scanner) numberAt(at int) string {
	if at > len(s.text) {
		return ""
	}
	digits := digitsAt(s.text[at:])
	end := at + len(digits)
	switch {
	case digits == "" || len(digits) > 8:
		return ""
	case end < len(s.text) && isWordByte(s.text[end]):
		return ""
	case end+1 < len(s.text) && s.text[end] == '.' && s.text[end+1] >= '0' && s.text[end+1] <= '9':
		return "" // 1.5
	}
	return digits
}

func digitsAt(s string) string {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return s[:n]
}

func isWordByte(c byte) bool { return isTokenByte[c] && c != '-' && c != '.' }
