package phase2

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"bdgraph"
	"bdgraph/cypher/spelling"
	"bdgraph/internal/agentfile"
)

// Beside says where the extractions of other documents lie, whose rules may be named.
func Beside(extractions fs.FS) Option { return func(k *known) { k.beside = extractions } }

// Patterns gives what phase 1 derived, whose rules may be named too. It is asked
// only when an extraction names a rule that neither it nor the vocabulary has.
func Patterns(derived func() bdgraph.Fragment) Option { return func(k *known) { k.patterns = derived } }

// checkEstablished checks that somebody sets each rule that is named: this document,
// by ESTABLISHES, the vocabulary, or another document. A rule that nobody sets would never
// hold, while what it is said to govern would.
func checkEstablished(r *reading) []Problem {
	own := make(map[string]string) // by key, as written
	for _, e := range r.extraction.Edges {
		if e.Type == bdgraph.Establishes {
			own[r.known.ruleKey(e.To)] = e.To.Key
		}
	}
	var problems []Problem
	told := make(map[string]bool)
	r.eachEnd(func(pointer string, e End) {
		key := r.known.ruleKey(e)
		_, inVocabulary := r.known.rules[key]
		if e.Label != bdgraph.RuleLabel || agentfile.TextProblem(bdgraph.OneLine(e.Key)+" ") != "" { // another gate's
			return
		}
		if own[key] != "" || inVocabulary || told[key] || r.known.establishedElsewhere(key, r.extraction.Document) {
			return
		}
		told[key] = true
		p := Problem{
			Code: "unestablished_rule", Found: e.Key, Allowed: "a rule that this document, the vocabulary or another document sets",
			Message: fmt.Sprintf("nobody sets the rule %q", e.Key),
			Remedy:  "if this document sets it, add its ESTABLISHES; else name it as the list of rules does, or leave the edge out",
		}
		meant := own[spelling.Nearest(key, slices.Collect(maps.Keys(own)))]
		if meant == "" && len(problems) == 0 { // large projects have thousands: one search a file
			meant = r.known.established()[spelling.Nearest(key, r.known.establishedNames())].name
		}
		if meant != "" {
			p.Remedy = fmt.Sprintf("did you mean %q?", meant)
		}
		problems = append(problems, r.Problem(pointer+"/key", p))
	})
	return problems
}

// checkOneLink checks that a rule does not both govern and constrain a component.
func checkOneLink(r *reading) []Problem {
	var problems []Problem
	first := make(map[[2]bdgraph.NodeRef]int)
	for i, e := range r.extraction.Edges {
		if e.Type != bdgraph.Governs && e.Type != bdgraph.Constrains {
			continue
		}
		ends := [2]bdgraph.NodeRef{r.known.canonical(e.From), r.known.canonical(e.To)}
		j, again := first[ends]
		if !again {
			first[ends] = i
			continue
		}
		if other := r.extraction.Edges[j].Type; other != e.Type {
			problems = append(problems, r.Problem(fmt.Sprintf("/edges/%d/type", i), Problem{
				Code: "governs_and_constrains", Found: string(e.Type), Allowed: string(other),
				Message: fmt.Sprintf("edge %d says %s of the same rule and component", j, other),
				Remedy:  "keep CONSTRAINS if the rule says what the component must not do or exceed, else GOVERNS",
			}))
		}
	}
	return problems
}

// ruleKey is the name under which a rule is looked up.
func (k *known) ruleKey(e End) string { return strings.ToLower(k.canonical(e).Key) }

// establishment is a rule with the documents that set it.
type establishment struct {
	name string
	by   []string
}

// establishedElsewhere reports whether a document other than this one sets a rule. What
// patterns derive from this one gives way to its extraction.
func (k *known) establishedElsewhere(key, document string) bool {
	return slices.ContainsFunc(k.established()[key].by, func(by string) bool { return by != document })
}

// readEstablished returns the rules that phase 1 derived and that other extractions
// establish, by name and alias. An extraction counts also when it is refused or stale:
// that makes no other one wrong.
func (k *known) readEstablished() map[string]establishment {
	all := make(map[string]establishment)
	add := func(document string, names ...string) {
		for _, name := range names {
			key := strings.ToLower(bdgraph.OneLine(name))
			x := all[key]
			if x.by == nil {
				x.name = name
			}
			x.by = append(x.by, document)
			all[key] = x
		}
	}
	if k.patterns != nil {
		f := k.patterns()
		aliases := make(map[bdgraph.NodeRef][]string)
		for _, n := range f.Nodes {
			if n.Label == bdgraph.RuleLabel {
				aliases[n.NodeRef], _ = n.Attributes["aliases"].([]string)
			}
		}
		for _, e := range f.Edges {
			if e.Type == bdgraph.Establishes {
				add(e.Source, append([]string{e.To.Key}, aliases[e.To]...)...)
			}
		}
	}
	names, _ := list(k.beside)
	found := make([]Extraction, len(names))
	bdgraph.InParallel(len(names), func(i int) {
		if data, err := agentfile.Read(k.beside, names[i]); err == nil && json.Unmarshal(data, &found[i]) != nil {
			found[i] = Extraction{} // its own check says why
		}
	})
	for _, x := range found {
		for _, e := range x.Edges {
			if e.Type == bdgraph.Establishes {
				add(x.Document, append([]string{k.canonical(e.To).Key, e.To.Key}, e.To.Aliases...)...)
			}
		}
	}
	return all
}
