package adr

import (
	"net/url"
	"path"
	"slices"
	"strings"
)

// index finds records by what references call them.
type index struct {
	byPath   map[string]*record // by path
	byNumber map[string][]*record
	bySlug   map[string][]*record // by stem, slug and slug of the title
	prefixes map[string]bool      // of file names, such as fe or sec-adr
	folders  map[string]bool      // in which records are
}

func newIndex(records []*record) *index {
	x := &index{byPath: map[string]*record{}, byNumber: map[string][]*record{}, bySlug: map[string][]*record{}, prefixes: map[string]bool{}, folders: map[string]bool{}}
	for _, r := range records {
		x.byPath[r.adr.Path] = r
		x.folders[path.Dir(r.adr.Path)] = true
		if k := numberKey(r.adr.Number); k != "" {
			x.byNumber[k] = append(x.byNumber[k], r)
		}
		slugs := []string{r.name.stem, r.name.slug, slugify(r.adr.Title)}
		slices.Sort(slugs)
		for _, s := range slices.Compact(slugs) {
			if s != "" {
				x.bySlug[s] = append(x.bySlug[s], r)
			}
		}
		if r.name.prefix != "" {
			x.prefixes[r.name.prefix] = true
		}
	}
	return x
}

// reference is one mention of another record on a relation line.
type reference struct {
	written string
	dest    string // link target, "" without a link
	number  string // "" when it is named otherwise
	prefix  string // of FE-012
	slug    string // a stem, slug or path as written
}

// answer says what a reference leads to.
type answer byte

const (
	found answer = iota
	ambiguous
	dangling
	elsewhere // a file or address that is no decision record
)

// resolve finds the record that a reference in r means: by link target, then
// by name or number in the same folder, then anywhere.
func (x *index) resolve(r *record, ref reference) (*record, []*record, answer) {
	where := ref.dest
	if where == "" && strings.Contains(ref.slug, ".") {
		where = ref.slug
	}
	if where != "" {
		if t := x.byLink(r, where); t != nil {
			return t, nil, found
		}
		// The address of a file that no record here is called like is that of another project's.
		if file := path.Base(cleanLink(where)); strings.Contains(where, "://") && markup(file) && len(x.bySlug[strings.ToLower(withoutMarkup(file))]) == 0 {
			return nil, nil, elsewhere
		}
	}
	moved := ""
	if ref.number == "" && where != "" && !strings.Contains(where, "://") && markup(cleanLink(where)) {
		moved = withoutMarkup(path.Base(cleanLink(where))) // a record that moved keeps its name
	}
	for _, name := range []string{withoutMarkup(ref.slug), slugify(ref.slug), moved} {
		list := x.bySlug[strings.ToLower(name)]
		if where != "" && !strings.ContainsAny(name, "-_") {
			// PLAN.md is not 0027-plan.md.
			list = slices.DeleteFunc(slices.Clone(list), func(t *record) bool { return !strings.EqualFold(t.name.stem, name) })
		}
		if name != "" && len(list) > 0 {
			return nearest(r, list)
		}
	}
	number, prefix := ref.number, ref.prefix
	if number == "" && where != "" && x.amongRecords(r, where) {
		// A link to a record that was renamed still names its number.
		p := readName(cleanLink(where))
		if p.number != "" && (p.prefix == "" || strings.HasSuffix(p.prefix, "adr") || x.prefixes[p.prefix]) && (markup(cleanLink(where)) || path.Ext(cleanLink(where)) == "") {
			number = p.number
		}
	}
	if k := numberKey(number); k != "" {
		list := x.byNumber[k]
		if prefix != "" {
			list = ofSeries(list, prefix)
		}
		if len(list) > 0 {
			return nearest(r, list)
		}
		return nil, nil, dangling
	}
	if ref.slug != "" && !strings.ContainsAny(ref.slug, "/.") {
		return nil, nil, dangling
	}
	return nil, nil, elsewhere
}

// ofSeries keeps the records that a number after a prefix may mean: those of its series,
// else those whose names have no letters but a word for a record.
func ofSeries(list []*record, prefix string) []*record {
	series := nameParts{prefix: prefix}.series()
	own := slices.DeleteFunc(slices.Clone(list), func(t *record) bool { return t.name.series() != series })
	if len(own) == 0 {
		own = slices.DeleteFunc(slices.Clone(list), func(t *record) bool { return t.name.prefix != "" && !strings.HasSuffix(t.name.prefix, "adr") })
	}
	return own
}

// amongRecords reports whether a path leads to where records are or are usually kept; the
// number of a file elsewhere, "../guide/02-tests.md", is that of a chapter.
func (x *index) amongRecords(r *record, where string) bool {
	where = cleanLink(where)
	dir := path.Dir(where)
	if strings.Contains(where, "://") || dir == "." || usualFolder(dir) || usualFolder(path.Base(dir)) {
		return true
	}
	for _, dir := range []string{path.Join(path.Dir(r.adr.Path), dir), path.Clean(strings.TrimPrefix(dir, "/"))} {
		for ; dir != "."; dir = path.Dir(dir) {
			if x.folders[dir] {
				return true
			}
			if path.Dir(dir) == dir {
				break
			}
		}
	}
	return false
}

// nearest chooses among several records: those of the same folder come first,
// and a record is not its own counterpart where there is another one.
func nearest(r *record, list []*record) (*record, []*record, answer) {
	same := slices.DeleteFunc(slices.Clone(list), func(t *record) bool { return path.Dir(t.adr.Path) != path.Dir(r.adr.Path) })
	if len(same) > 0 {
		list = same
	}
	if len(list) > 1 {
		list = slices.DeleteFunc(slices.Clone(list), func(t *record) bool { return t == r })
	}
	if len(list) == 1 {
		return list[0], nil, found
	}
	return nil, list, ambiguous
}

// withoutMarkup takes the extension from a file name of a record.
func withoutMarkup(name string) string {
	if markup(name) {
		return strings.TrimSuffix(name, path.Ext(name))
	}
	return name
}

// cleanLink takes query, fragment and percent signs from a link target.
func cleanLink(dest string) string {
	if i := strings.IndexAny(dest, "?#"); i >= 0 {
		dest = dest[:i]
	}
	if u, err := url.PathUnescape(dest); err == nil {
		dest = u
	}
	return strings.TrimSuffix(strings.ReplaceAll(dest, `\`, "/"), "/")
}

// byLink follows a link target: relative to the record, from the project's
// root, or as the end of an address of a code host.
func (x *index) byLink(r *record, dest string) *record {
	remote := strings.Contains(dest, "://")
	dest = cleanLink(dest)
	if dest == "" {
		return nil
	}
	var tries []string
	if remote {
		// Addresses of files go on with a branch and the path.
		for i := strings.Index(dest, "://") + 3; i > 0 && i < len(dest); {
			next := strings.IndexByte(dest[i:], '/')
			if next < 0 {
				break
			}
			i += next + 1
			tries = append(tries, dest[i:])
		}
	} else {
		tries = []string{path.Join(path.Dir(r.adr.Path), dest), path.Clean(strings.TrimPrefix(dest, "/"))}
	}
	for _, t := range tries {
		for _, ext := range []string{"", ".md", ".rst", ".markdown", ".mdx", ".adoc", ".asciidoc", "/README.md", "/index.md", "/README.adoc", "/index.adoc"} {
			if found := x.byPath[t+ext]; found != nil {
				return found
			}
		}
		// Sites publish NAME.md and NAME.adoc as NAME.html.
		if stem, ok := strings.CutSuffix(t, ".html"); ok {
			for _, ext := range []string{".md", ".adoc"} {
				if found := x.byPath[stem+ext]; found != nil {
					return found
				}
			}
		}
	}
	return nil
}
