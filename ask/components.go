package ask

import (
	"cmp"
	"errors"
	"maps"
	"path"
	"slices"
	"strings"

	"bdgraph"
)

// Subject is a component that a question is about, and how the word of the
// question leads to it.
type Subject struct {
	Component string `json:"component"`
	// By says how: name, alias, path, about (the document is about it), mentions
	// (a document that it mentions is), or rule.
	By string `json:"by"`
	// Via is the alias, the path, or the mentioned document; "" for the others.
	Via string `json:"via,omitempty"`
}

// componentsOf returns the names of subjects' components.
func componentsOf(subjects []Subject) []string {
	names := make([]string, len(subjects))
	for i, s := range subjects {
		names[i] = s.Component
	}
	return names
}

// subjects returns the components that a word leads to: a component's name or
// alias, a file's path, or a document or rule with its components. The thing is the
// document or rule, nil otherwise. A component goes before other things of its name. It fails
// with [*UnknownError] when the word names nothing, [*AmbiguousError] when it names several things.
func (s *session) subjects(word string) ([]Subject, *Thing, error) {
	n, exact, err := s.named(word, nil)
	isPath := strings.ContainsAny(word, `/\.`)
	if err == nil && !exact && isPath {
		found, pathErr := s.subjectsOfPath(word)
		if pathErr != nil || len(found) > 0 {
			return found, nil, pathErr
		}
	}
	if err == nil && !exact {
		n, err = s.find(word)
	}
	var ambiguous *AmbiguousError
	if errors.As(err, &ambiguous) && ambiguous.hasOne(bdgraph.ComponentLabel) {
		n, err = s.find(word, bdgraph.ComponentLabel)
	}
	var unknown *UnknownError
	if errors.As(err, &unknown) && !isPath && len(unknown.Suggestions) == 0 { // such as Makefile
		found, pathErr := s.subjectsOfPath(word)
		if pathErr != nil || len(found) > 0 {
			return found, nil, pathErr
		}
	}
	switch {
	case err != nil:
		return nil, nil, err
	case n.Label == string(bdgraph.ComponentLabel):
		if _, key, ok := labelled(word); n.Key == word || ok && n.Key == key {
			return []Subject{{Component: n.Key, By: "name"}}, nil, nil
		}
		return []Subject{{Component: n.Key, By: "alias", Via: word}}, nil, nil
	}
	t := n.thing()
	found, err := s.subjectsOf(n)
	return found, &t, err
}

// subjectsOf returns the components of a document or rule.
func (s *session) subjectsOf(n node) ([]Subject, error) {
	rows, err := query[struct {
		Component string `col:"component"`
		Via       string `col:"via"`
	}](s, queryOf("about", bdgraph.Label(n.Label)), params{"key": n.Key})
	if err != nil {
		return nil, err
	}
	found := map[string]Subject{}
	for _, r := range rows {
		sub := Subject{Component: r.Component, By: "about", Via: r.Via}
		switch {
		case n.Label == string(bdgraph.RuleLabel):
			sub.By = "rule"
		case r.Via != "":
			sub.By = "mentions"
		}
		old, twice := found[r.Component]
		if !twice || compareSubjects(sub, old) < 0 {
			found[r.Component] = sub
		}
	}
	return slices.SortedFunc(maps.Values(found), func(a, b Subject) int {
		return cmp.Or(cmp.Compare(a.By, b.By), cmp.Compare(a.Component, b.Component))
	}), nil
}

func compareSubjects(a, b Subject) int {
	return cmp.Or(cmp.Compare(a.By, b.By), cmp.Compare(a.Via, b.Via))
}

// subjectsOfPath returns the components to whose globs a path belongs.
func (s *session) subjectsOfPath(word string) ([]Subject, error) {
	file := strings.TrimPrefix(strings.ReplaceAll(strings.TrimSpace(word), `\`, "/"), "./")
	if strings.HasSuffix(file, "/") {
		file = path.Clean(file) + "/"
	} else {
		file = path.Clean(file)
	}
	components, err := s.components()
	if err != nil {
		return nil, err
	}
	var found []Subject
	for _, c := range components {
		// What a glob that cannot be read would match is reported where it is declared.
		// A folder belongs to a component when what lies in it does.
		inside := strings.TrimSuffix(file, "/") + "/_"
		if m, err := bdgraph.NewPathMatcher(c.Paths); err == nil && (m.Match(file) || m.Match(inside)) {
			found = append(found, Subject{Component: c.Name, By: "path", Via: file})
		}
	}
	return found, nil
}

type componentRow struct {
	Name    string   `col:"name"`
	Aliases []string `col:"aliases"`
	Paths   []string `col:"paths"`
}

func (s *session) components() ([]componentRow, error) {
	return query[componentRow](s, "components", nil)
}

// ancestor is a component that another is a part of, however far.
type ancestor struct {
	name  string
	state bdgraph.State // how sure it is on the day of the question
}

// ancestors returns what components are a part of on the day, nearest first; a
// component in a circle is not its own ancestor.
func (s *session) ancestors(names []string) (map[string][]ancestor, error) {
	type part struct {
		Name   string `col:"name"`
		Parent string `col:"parent"`
		Edge   edge   `col:"edge"`
	}
	parents := map[string]map[string]bdgraph.State{}
	asked := map[string]bool{}
	for level := distinct(names); len(level) > 0; {
		rows, err := query[part](s, "parents", params{"names": anyList(level)})
		if err != nil {
			return nil, err
		}
		for _, name := range level {
			asked[name] = true
		}
		var next []string
		for _, r := range rows {
			state := r.Edge.interval().StateOn(s.day)
			if state == bdgraph.No {
				continue
			}
			if parents[r.Name] == nil {
				parents[r.Name] = map[string]bdgraph.State{}
			}
			parents[r.Name][r.Parent] = best(parents[r.Name][r.Parent], state)
			if !asked[r.Parent] {
				next = append(next, r.Parent)
			}
		}
		level = distinct(next)
	}
	out := make(map[string][]ancestor, len(names))
	for _, name := range names {
		out[name] = climb(name, parents)
	}
	return out, nil
}

// climb lists what a component is a part of, those a certain way leads to first,
// then by distance and name.
func climb(from string, parents map[string]map[string]bdgraph.State) []ancestor {
	var out []ancestor
	seen := map[string]bool{from: true}
	for _, least := range []bdgraph.State{bdgraph.Holds, bdgraph.Possible} {
		reached := map[string]bool{from: true}
		for level := []string{from}; len(level) > 0; {
			var next []string
			for _, name := range level {
				for parent, state := range parents[name] {
					if strength(state) >= strength(least) && !reached[parent] {
						reached[parent] = true
						next = append(next, parent)
					}
				}
			}
			slices.Sort(next)
			for _, name := range next {
				if !seen[name] {
					seen[name] = true
					out = append(out, ancestor{name, least})
				}
			}
			level = next
		}
	}
	return out
}
