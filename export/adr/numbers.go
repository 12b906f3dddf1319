package adr

import (
	"path"
	"strings"
)

// Not every number after letters in a file's name is a record's: http2-rollout.md and
// x509-certificates.md name things, and d831-cache.md beside a3f2-queue.md is the
// beginning of a hash. What the other names of the folder look like decides.

// folderNames is what the names of a folder's records look like.
type folderNames struct {
	plain     int            // names with a number alone, or after a word for a record
	bare      int            // names without number and date
	byPrefix  map[string]int // names with a number after these letters
	hashes    map[int]int    // names that begin with letters and digits of a hash, by how many
	untrusted []*record      // whose number may be false
}

// dropFalseNumbers takes numbers from records whose names only look as if they had one.
func dropFalseNumbers(records []*record, w *words) {
	folders := make(map[string]*folderNames)
	for _, r := range records {
		dir := path.Dir(r.file.called())
		f := folders[dir]
		if f == nil {
			f = &folderNames{byPrefix: make(map[string]int), hashes: make(map[int]int)}
			folders[dir] = f
		}
		n := r.name
		plain := w.calledRecord(n.prefix)
		switch {
		case n.number == "":
			if f.hashes[hashLength(n.stem)]++; !dateName().MatchString(n.stem) {
				f.bare++
			}
		case plain:
			f.plain++
		default:
			f.byPrefix[n.prefix]++
		}
		if n.number != "" && (!plain || hashLength(n.stem) > 0) {
			f.untrusted = append(f.untrusted, r)
		}
	}
	for _, f := range folders {
		for _, r := range f.untrusted {
			if !f.trusts(r) {
				findings := r.findings
				*r = *recordNamed(r.file, r.text, nameParts{slug: r.name.stem, stem: r.name.stem})
				r.findings = findings
			}
		}
	}
}

// trusts reports whether the number in a record's name is one.
func (f *folderNames) trusts(r *record) bool {
	n := r.name
	if length := hashLength(n.stem); length > 0 && f.hashes[length] > 1 {
		return false
	}
	if n.number[0] == '0' || f.byPrefix[n.prefix] == 0 {
		return true
	}
	several := f.byPrefix[n.prefix] > 1
	if f.plain > 0 {
		return several && r.numberSetOff()
	}
	return f.bare == 0 || several || r.numberSetOff()
}

// numberSetOff reports whether the title begins with the number of the name and a mark
// after it: "FE-12: Grapes".
func (r *record) numberSetOff() bool {
	if len(r.outline.headings) == 0 {
		return false
	}
	m := setOffNumber().FindStringSubmatch(r.outline.headings[0].text)
	return m != nil && strings.EqualFold(strings.TrimRight(m[1], "-_ "), r.name.prefix) && sameNumber(m[2], r.name.number)
}

var (
	setOffNumber = pattern(`^\[?([A-Za-z][A-Za-z0-9_ -]*?)[-_ #]*(\d{1,5}[a-z]?)\]?\s*[-–—:.)：、|·•]`)
	hashStart    = pattern(`^([0-9a-f]{4,40})(?:[-_. ]|$)`)
)

// hashLength returns how many letters and digits of a hash a name begins with; 0 for a
// name that has no such beginning, or one of letters or digits alone.
func hashLength(stem string) int {
	m := hashStart().FindStringSubmatch(stem)
	if m == nil || strings.Trim(m[1], "0123456789") == "" || strings.Trim(m[1], "abcdef") == "" {
		return 0
	}
	return len(m[1])
}

// calledRecord reports whether letters before a number are none or end in a word for a record.
func (w *words) calledRecord(prefix string) bool {
	last := prefix[strings.LastIndexAny(prefix, "-_ ")+1:]
	next, ok := w.is("labels", tokenize(last), 0)
	return prefix == "" || ok && next >= len(tokenize(last))
}
