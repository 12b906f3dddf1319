package phase2

import (
	"cmp"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"bdgraph"
	"bdgraph/cypher/spelling"
)

// Suggestion is a word that may be the name of a component.
type Suggestion struct {
	Name string `json:"name"`
	// Aliases are the name in the other number, where titles have it and it is not suggested itself: components are found by whole words.
	Aliases []string       `json:"aliases,omitempty"`
	Count   int            `json:"count"` // of documents that use it
	From    map[string]int `json:"from"`  // label, folder, title, path: documents by where
	// Paths are globs of the folders of this name in the paths that texts name.
	Paths []string `json:"paths,omitempty"`
	Near  string   `json:"near,omitempty"`
}

// suggester counts words by document.
type suggester struct {
	found map[string]map[string]map[string]bool // name in small letters -> where -> documents
	names map[string]string                     // -> as written most simply
	other map[string]map[string]bool            // -> in the other number
	paths map[string]map[string]bool            // -> folders of this name
}

// Suggest proposes components that a vocabulary lacks: from labels of issues,
// folders of decision records, prefixes of titles ("mail: …"), folders in paths that texts
// name, and those of the project's folders that a title has as a word. The most frequent come first; those used by fewer documents than
// least are left out. Near names an existing component that a suggestion may mean.
func Suggest(c bdgraph.Corpus, v bdgraph.Vocabulary, folders []string, least int) []Suggestion {
	s := suggester{
		found: make(map[string]map[string]map[string]bool), names: make(map[string]string), other: make(map[string]map[string]bool),
		paths: make(map[string]map[string]bool),
	}
	known := newKnown(bdgraph.Corpus{}, v)
	called := make(map[string]string, len(folders)) // in small letters -> as written
	for _, folder := range folders {
		called[strings.ToLower(path.Base(folder))] = path.Base(folder)
	}
	for _, i := range c.Issues {
		for _, label := range i.Labels {
			s.add(label, "label", i.ID)
		}
	}
	for _, r := range c.ADRs {
		for _, folder := range strings.Split(path.Dir(r.Path), "/") {
			s.add(folder, "folder", r.Path)
		}
	}
	for _, d := range c.Documents {
		if m := titlePrefix().FindStringSubmatch(d.Title); m != nil {
			s.add(cmp.Or(m[1], m[2]), "title", d.ID)
		}
		for _, word := range titleWords(d.Title) {
			if _, has := known.components[word]; !has {
				s.addWord(word, called, d.ID)
			}
		}
		for _, p := range filePath().FindAllString(address().ReplaceAllString(d.Text, " "), -1) {
			s.addPath(path.Clean(p), d.ID)
		}
	}
	var all []Suggestion
	for key, places := range s.found {
		if _, has := known.components[key]; has {
			continue
		}
		x := Suggestion{Name: s.names[key], From: make(map[string]int)}
		documents := make(map[string]bool)
		for where, ids := range places {
			x.From[where] = len(ids)
			for id := range ids {
				documents[id] = true
			}
		}
		if x.Count = len(documents); x.Count < least {
			continue
		}
		x.Paths = globs(s.paths[key])
		x.Near = spelling.Nearest(x.Name, known.names)
		all = append(all, x)
	}
	proposed := make(map[string]bool, len(all))
	for _, x := range all {
		proposed[strings.ToLower(x.Name)] = true
	}
	for i := range all {
		for _, other := range slices.Sorted(maps.Keys(s.other[strings.ToLower(all[i].Name)])) {
			if _, has := known.components[other]; !has && !proposed[other] {
				all[i].Aliases = append(all[i].Aliases, other)
			}
		}
	}
	slices.SortFunc(all, func(a, b Suggestion) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name)) })
	return all
}

var (
	// titlePrefix finds "mail: …" and "[mail] …".
	titlePrefix = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:\[([\pL][\pL\pN _-]{1,24})\]|(?:[a-z]+\()?([\pL][\pL\pN_-]{1,24})\)?:\s)`)
	})
	address = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b[a-z+]+://\S+`) })
	// filePath finds paths with at least one folder and an extension.
	filePath = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:[\w.-]+/)+[\w.-]+\.[A-Za-z]{1,5}\b`) })
)

// add counts a word that a document uses; folders that every project has are none.
func (s *suggester) add(name, where, document string) {
	name = strings.Trim(name, ". ")
	key := strings.ToLower(name)
	if len(key) < 2 || commonFolders()[key] {
		return
	}
	if s.found[key] == nil {
		s.found[key] = make(map[string]map[string]bool)
	}
	if s.found[key][where] == nil {
		s.found[key][where] = make(map[string]bool)
	}
	s.found[key][where][document] = true
	if old, ok := s.names[key]; !ok || name < old {
		s.names[key] = name
	}
}

// titleWords are the words of a title in small letters.
func titleWords(title string) []string {
	return strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// addWord counts a word that folders are called, in one number or the other.
func (s *suggester) addWord(word string, called map[string]string, document string) {
	for _, key := range [...]string{word, strings.TrimSuffix(word, "s"), word + "s"} {
		name, ok := called[key]
		if !ok || len(key) < 3 || commonFolders()[key] {
			continue
		}
		s.add(name, "title", document)
		if word != key {
			if s.other[key] == nil {
				s.other[key] = make(map[string]bool)
			}
			s.other[key][word] = true
		}
		return
	}
}

// addPath counts the folders of a path that a document names, with where they lie.
func (s *suggester) addPath(file, document string) {
	parts := strings.Split(path.Dir(file), "/")
	for i, folder := range parts {
		s.add(folder, "path", document)
		key := strings.ToLower(strings.Trim(folder, ". "))
		if s.found[key] == nil || parts[0] == ".." {
			continue
		}
		if s.paths[key] == nil {
			s.paths[key] = make(map[string]bool)
		}
		s.paths[key][strings.Join(parts[:i+1], "/")] = true
	}
}

// globs are those of folders, without the folders that lie in another one.
func globs(folders map[string]bool) (all []string) {
	for folder := range folders {
		inside := false
		for up := path.Dir(folder); up != "." && !inside; up = path.Dir(up) {
			inside = folders[up]
		}
		if !inside {
			all = append(all, folder+"/**")
		}
	}
	slices.Sort(all)
	return all
}

var commonFolders = sync.OnceValue(func() map[string]bool {
	words := make(map[string]bool)
	for _, w := range strings.Fields(`adr adrs app apps architecture assets bin build cmd code common config core decision decisions design_docs dev_docs dist doc docs example
		examples feat feature fix fixes html http https internal lib libs log logs main misc node_modules output packages pkg plan plans public refactor scripts shared spec specs
		src static templates test testdata tests tmp tools util utils vendor chore bug task www com github .. .`) {
		words[w] = true
	}
	return words
})
