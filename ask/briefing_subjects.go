package ask

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"bdgraph"
	"bdgraph/internal/names"
)

// tokensOf returns the parts of a task that may be names: whole arguments, and
// words without the marks around them.
func tokensOf(task []string) []string {
	var out []string
	for _, argument := range task {
		out = append(out, strings.TrimSpace(argument))
		for word := range strings.FieldsSeq(argument) {
			word = strings.Trim(word, ".,;:!?()[]{}<>\"'`*_")
			out = append(out, word, strings.TrimSuffix(word, "'s"))
		}
	}
	return distinct(out)
}

// findThings finds the records that the task names.
func (c *contextBuilder) findThings() error {
	rows, err := query[nodeRow](c.session, "mentioned", params{"words": anyList(tokensOf(c.task))})
	if err != nil {
		return err
	}
	slices.SortFunc(rows, func(a, b nodeRow) int {
		return cmp.Or(cmp.Compare(a.Node.Label, b.Node.Label), cmp.Compare(a.Node.Key, b.Node.Key))
	})
	for _, r := range rows {
		c.things = append(c.things, r.Node)
		c.briefing.Things = append(c.briefing.Things, r.Node.thing())
	}
	return nil
}

// issues are the keys of the issues that the task names.
func (c *contextBuilder) issues() []string {
	var keys []string
	for _, n := range c.things {
		if n.Label == string(bdgraph.IssueLabel) {
			keys = append(keys, n.Key)
		}
	}
	return keys
}

// findSubjects finds the components that the task names, by name, alias or path,
// and those of the records that it names.
func (c *contextBuilder) findSubjects() error {
	found := map[string]Subject{}
	add := func(s Subject) {
		if _, twice := found[s.Component]; !twice {
			found[s.Component] = s
		}
	}
	components, err := c.components()
	if err != nil {
		return err
	}
	lower := strings.ToLower(strings.Join(c.task, " "))
	for _, component := range components {
		if names.Holds(lower, strings.ToLower(component.Name)) {
			add(Subject{Component: component.Name, By: "name"})
		}
		for _, alias := range component.Aliases {
			if names.Holds(lower, strings.ToLower(alias)) {
				add(Subject{Component: component.Name, By: "alias", Via: alias})
			}
		}
	}
	for _, word := range tokensOf(c.task) {
		if strings.ContainsAny(word, "/.") && !strings.Contains(word, " ") {
			subjects, err := c.subjectsOfPath(word)
			if err != nil {
				return err
			}
			for _, s := range subjects {
				add(s)
			}
		}
	}
	for _, n := range c.things {
		subjects, err := c.subjectsOf(n)
		if err != nil {
			return err
		}
		for _, s := range subjects {
			add(s)
		}
	}
	c.briefing.Subjects = notNil(slices.SortedFunc(maps.Values(found), func(a, b Subject) int { return cmp.Compare(a.Component, b.Component) }))
	return nil
}

// namesOfSubjects returns the words by which the task names components.
func (c *contextBuilder) namesOfSubjects() string {
	var said []string
	for _, s := range c.briefing.Subjects {
		switch s.By {
		case "name":
			said = append(said, s.Component)
		case "alias":
			said = append(said, s.Via)
		}
	}
	return strings.Join(said, "\n")
}
