package phase2

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"bdgraph"
	"bdgraph/internal/passage"
)

// told returns what of the vocabulary can matter to an accepted extraction, by subject:
// a description that changes when it does. It rests on the gates, which take no end that the
// document does not name: a component matters if the document names it, by those of its
// names that stand there and by the nearest component around it that is named too (of several
// that fit an agent takes the most specific one); a rule, by its names of which at least half of
// the words stand there. Besides, each name that the extraction itself uses matters, by what it means.
func (c *Checker) told(x Checked) map[string]string {
	k, d := c.known, c.known.documents[x.Document]
	here := newContext(passage.Fold(d.Title) + "\n" + passage.Fold(d.Text))
	told := make(map[string]string)
	named := make(map[string]bool)
	for _, part := range k.vocabulary.Components {
		if names := here.namesOf(part.Name, part.Aliases, here.has); len(names) > 0 {
			named[part.Name] = true
			told["component "+part.Name] = names
		}
	}
	for _, part := range k.vocabulary.Components {
		if whole := k.wholeAmong(named, part.Name); named[part.Name] && whole != "" {
			told["component "+part.Name] += "; a part of " + whole
		}
	}
	for _, rule := range k.vocabulary.Rules {
		if names := here.namesOf(rule.Name, rule.Aliases, here.hasHalf); len(names) > 0 {
			told["rule "+rule.Name] = strings.TrimPrefix(string(rule.Kind)+": ", ": ") + names
		}
	}
	for _, e := range x.Extraction.Edges {
		for _, end := range []End{e.From, e.To} {
			ref := k.canonical(end)
			_, isRule := k.rules[strings.ToLower(ref.Key)]
			if end.Label == bdgraph.ComponentLabel || end.Label == bdgraph.RuleLabel && isRule {
				told[fmt.Sprintf("what %s %q means", strings.ToLower(string(end.Label)), end.Key)] = ref.Key
			}
		}
	}
	return told
}

// namesOf lists those of a thing's names that stand in the text, "" when none does.
func (c *context) namesOf(name string, aliases []string, stands func(string) bool) string {
	names := slices.DeleteFunc(append([]string{name}, aliases...), func(n string) bool { return lower(n) == "" || !stands(lower(n)) })
	slices.Sort(names)
	return strings.Join(slices.Compact(names), ", ")
}

// wholeAmong returns the nearest component around a part that is among some, "" when none is.
func (k *known) wholeAmong(some map[string]bool, part string) string {
	for range k.vocabulary.Components { // a circle of parts ends
		i := slices.IndexFunc(k.vocabulary.Components, func(c bdgraph.Component) bool { return c.Name == part })
		if i < 0 {
			return ""
		}
		part = k.components[strings.ToLower(k.vocabulary.Components[i].Parent)]
		if some[part] {
			return part
		}
	}
	return ""
}

// changes names, by subject, what differs between what was told then and now.
func changes(then, now map[string]string) string {
	all := maps.Clone(now)
	if all == nil {
		all = make(map[string]string)
	}
	maps.Copy(all, then)
	var differ []string
	for _, subject := range slices.Sorted(maps.Keys(all)) {
		was, before := then[subject]
		is, after := now[subject]
		if before != after || was != is {
			differ = append(differ, subject)
		}
	}
	const most = 3
	if more := len(differ) - most; more > 0 {
		differ = append(differ[:most], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(differ, ", ")
}
