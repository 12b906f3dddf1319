package phase1

import (
	"fmt"
	"slices"
	"strings"

	"bdgraph"
)

// addSubjects adds ABOUT from each document to the components that its title
// names, and as far as it is wanted those that a heading names or to which a path in its
// text belongs; a rule that the document establishes GOVERNS them.
func (x *extractor) addSubjects() {
	f := newComponentFinder(x.vocabulary)
	f.by = x.options.links
	x.findings = append(x.findings, f.findings...)
	if f.named == nil {
		return
	}
	for k := range x.corpus.Documents {
		d := &x.corpus.Documents[k]
		from := d.Ref()
		for _, s := range f.subjects(d) {
			to := componentRef(s.component)
			if n := x.node(to); n == nil || n.Placeholder {
				continue
			}
			x.addEdge(bdgraph.Edge{
				Type: bdgraph.About, From: from, To: to, Source: d.ID, Confidence: bdgraph.Textual,
				Evidence: []bdgraph.Quote{s.quote},
			})
			if r, ok := x.rules[from]; ok {
				x.addEdge(bdgraph.Edge{
					Type: bdgraph.Governs, From: r.ref, To: to, Source: d.ID, Confidence: bdgraph.Textual,
					Evidence: []bdgraph.Quote{s.quote},
				})
			}
		}
	}
}

// componentFinder finds components in texts.
type componentFinder struct {
	named      *automaton // small letters
	components []string   // by the automaton's index
	paths      []componentPaths
	held       map[string][]string // path -> components, of the paths seen so far
	findings   []bdgraph.Finding
	by         []string // what links, see LinkBy
}

type componentPaths struct {
	component string
	matcher   bdgraph.PathMatcher
}

func newComponentFinder(v bdgraph.Vocabulary) *componentFinder {
	f := &componentFinder{held: make(map[string][]string)}
	names := make(map[string]string)
	for _, c := range v.Components {
		if c.Name != "" {
			names[strings.ToLower(c.Name)] = c.Name
		}
	}
	for _, c := range v.Components {
		for _, alias := range c.Aliases {
			if alias = strings.ToLower(alias); alias != "" && names[alias] == "" {
				names[alias] = c.Name
			}
		}
		if len(c.Paths) == 0 {
			continue
		}
		m, err := bdgraph.NewPathMatcher(c.Paths)
		if err != nil {
			f.findings = append(f.findings, bdgraph.Finding{
				Code: "bad_glob", Severity: bdgraph.Error, Place: bdgraph.Place{File: ConfigSource}, Count: 1,
				Message: fmt.Sprintf("component %q: %v; its paths match nothing", c.Name, err),
				Remedy:  "correct the glob in " + ConfigSource,
			})
			continue
		}
		for _, glob := range m.IdleExclusions() {
			f.findings = append(f.findings, bdgraph.Finding{
				Code: "idle_exclusion", Severity: bdgraph.Warning, Place: bdgraph.Place{File: ConfigSource}, Count: 1,
				Message: fmt.Sprintf("component %q: %q takes nothing out, since an earlier pattern holds the folder around it", c.Name, glob),
				Remedy:  `take out the folder and what it holds ("!folder" and "!folder/**"), and hold what is around it by "/**" or "/*"`,
			})
		}
		f.paths = append(f.paths, componentPaths{c.Name, m})
	}
	if len(names) > 0 {
		f.named, f.components = newAutomaton(names)
	}
	return f
}

// subject is a component that a document is about, and the line that says so.
type subject struct {
	component string
	quote     bdgraph.Quote
}

// subjects returns each component of a document once, in order of lines.
func (f *componentFinder) subjects(d *bdgraph.Document) []subject {
	var found []subject
	seen := make(map[string]bool)
	add := func(component string, q bdgraph.Quote) {
		if !seen[component] {
			seen[component] = true
			found = append(found, subject{component, q})
		}
	}
	title := d.Title
	if d.Kind == bdgraph.MemoryDocument || !strings.Contains(title, " ") { // a slug
		title = strings.NewReplacer("-", " ", "_", " ").Replace(title)
	}
	if slices.Contains(f.by, ByTitle) {
		for _, component := range f.namesIn(title) {
			add(component, lineWith(d, d.Title))
		}
	}
	byHeading, byPath := slices.Contains(f.by, ByHeading), slices.Contains(f.by, ByPath) && len(f.paths) > 0
	if !byHeading && !byPath {
		return found
	}
	start, line, blocks := 0, 0, bdgraph.NewCodeBlocks(d.Text)
	for text := range strings.SplitSeq(d.Text, "\n") {
		line++
		fenced := blocks.Enter(start)
		// The first line of an issue or a memory is its title, with the id before it.
		isTitle := line == 1 && d.Kind != bdgraph.ADRDocument
		if byHeading && !fenced && !isTitle && strings.HasPrefix(text, "#") && strings.HasPrefix(strings.TrimLeft(text, "#"), " ") {
			for _, component := range f.namesIn(text) {
				add(component, quoteAt(d.Text, hit{line: line, start: start, end: start}))
			}
		}
		if byPath {
			f.pathsIn(text, func(component string, at, end int) {
				add(component, quoteAt(d.Text, hit{line: line, start: start + at, end: start + end}))
			})
		}
		start += len(text) + 1
	}
	return found
}

// namesIn returns the components that a title or heading names.
func (f *componentFinder) namesIn(text string) []string {
	text = strings.ToLower(text)
	var found []string
	for _, s := range f.named.find(text, func(start, end int) bool {
		return !joins(text[:start], text[start:]) && !joins(text[:end], text[end:])
	}) {
		found = append(found, f.components[s.word])
	}
	return found
}

// pathsIn calls found for each component that a path in a line belongs to.
// What has neither a slash nor a dot is a word; an address is no path of the project.
func (f *componentFinder) pathsIn(line string, found func(component string, start, end int)) {
	for i := 0; i < len(line); {
		if !isPathByte(line[i]) {
			i++
			continue
		}
		start, marked := i, false
		for i < len(line) && isPathByte(line[i]) {
			marked = marked || line[i] == '/' || line[i] == '.'
			i++
		}
		address := i < len(line) && strings.HasPrefix(line[i:], "://") || start > 0 && strings.HasPrefix(line[start:], "//")
		path := strings.TrimRight(line[start:i], ".-_")
		path = strings.TrimPrefix(path, "./")
		if !marked || address || path == "" || len(path) > longestPath {
			continue
		}
		components, known := f.held[path]
		if !known {
			for _, p := range f.paths {
				if p.matcher.Match(path) {
					components = append(components, p.component)
				}
			}
			f.held[path] = components
		}
		for _, c := range components {
			found(c, start, i)
		}
	}
}

// longestPath is the length in bytes above which nobody wrote a path.
const longestPath = 512

func isPathByte(c byte) bool { return isTokenByte[c] || c == '/' || c == '@' || c == '+' }
