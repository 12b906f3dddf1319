package phase2

import (
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"bdgraph"
	"bdgraph/internal/datetext"
	"bdgraph/internal/names"
	"bdgraph/internal/passage"
)

// known is what an extraction may name, and the documents it is held against.
type known struct {
	documents  map[string]*bdgraph.Document // by id
	nodes      map[bdgraph.NodeRef]*called  // issues, memories, decision records
	vocabulary bdgraph.Vocabulary
	components map[string]string            // name or alias, case aside -> name
	parts      map[string]*called           // components by name
	names      []string                     // of components, sorted
	rules      map[string]bdgraph.KnownRule // by name or alias, case aside
	ruleNames  []names.Name                 // names and aliases of rules, sorted
	today      bdgraph.Day                  // the day of the corpus; zero when it does not say
	dateOrder  string
	chosen     map[string]bool // names of the files to read; nil for all

	beside           fs.FS                           // extractions of other documents; may be nil
	patterns         func() bdgraph.Fragment         // what phase 1 derived; nil for nothing
	established      func() map[string]establishment // rules of both, by name or alias, case aside
	establishedNames func() []string                 // its names, sorted
}

// page is a document prepared for the gates.
type page struct {
	*bdgraph.Document
	text  *passage.Text
	dates func() []datetext.Found // of the text; most extractions never ask
}

// Option changes how extractions are read.
type Option func(*known)

// DateOrder says how 03/04/2024 is meant: "dmy", "mdy", or "" when nobody knows.
func DateOrder(order string) Option { return func(k *known) { k.dateOrder = order } }

// Documents says of which documents extractions are read; by default of all.
func Documents(ids ...string) Option {
	return func(k *known) {
		k.chosen = make(map[string]bool)
		for _, id := range ids {
			k.chosen[bdgraph.FileName(id)+Extension] = true
		}
	}
}

func newKnown(c bdgraph.Corpus, v bdgraph.Vocabulary, options ...Option) *known {
	k := &known{
		documents: make(map[string]*bdgraph.Document, len(c.Documents)),
		nodes:     make(map[bdgraph.NodeRef]*called, len(c.Documents)), components: make(map[string]string),
		vocabulary: v, parts: make(map[string]*called), rules: make(map[string]bdgraph.KnownRule),
		today: bdgraph.DayOf(c.Manifest.GeneratedAt.UTC()),
	}
	for _, option := range options {
		option(k)
	}
	k.established = sync.OnceValue(k.readEstablished)
	k.establishedNames = sync.OnceValue(func() []string { return slices.Sorted(maps.Keys(k.established())) })
	for i := range c.Documents {
		d := &c.Documents[i]
		k.documents[d.ID] = d
		k.nodes[d.Ref()] = namesOfDocument(*d)
	}
	for _, r := range c.ADRs {
		if n := k.nodes[bdgraph.NodeRef{Label: bdgraph.ADRLabel, Key: r.Path}]; n != nil {
			n.addRecord(r)
		}
	}
	for _, x := range v.Components {
		k.components[strings.ToLower(x.Name)] = x.Name
		k.names = append(k.names, x.Name)
		k.parts[x.Name] = newCalled(append([]string{x.Name}, x.Aliases...)...)
	}
	for _, x := range v.Components {
		for _, alias := range x.Aliases {
			if _, taken := k.components[strings.ToLower(alias)]; !taken {
				k.components[strings.ToLower(alias)] = x.Name
			}
		}
	}
	for _, r := range v.Rules {
		for _, name := range append([]string{r.Name}, r.Aliases...) {
			if _, taken := k.rules[strings.ToLower(name)]; !taken {
				k.rules[strings.ToLower(name)] = r
				k.ruleNames = append(k.ruleNames, names.New(name))
			}
		}
	}
	slices.Sort(k.names)
	slices.SortFunc(k.ruleNames, func(a, b names.Name) int { return strings.Compare(a.Written, b.Written) })
	return k
}

// page prepares a document of the corpus, nil when it has none of that id.
func (k *known) page(id string) *page {
	d := k.documents[id]
	if d == nil {
		return nil
	}
	return &page{d, passage.New(*d), sync.OnceValue(func() []datetext.Found { return datetext.Find(d.Text, k.dateOrder) })}
}

// withText returns the first document by id that has a text, "" when none has.
func (k *known) withText(sha256 string) string {
	first := ""
	for id, d := range k.documents {
		if d.SHA256 == sha256 && (first == "" || id < first) {
			first = id
		}
	}
	return first
}

// canonical returns the node that an end names: components and rules by the
// vocabulary's name for them.
func (k *known) canonical(e End) bdgraph.NodeRef {
	ref := e.Ref()
	switch e.Label {
	case bdgraph.ComponentLabel:
		if name, ok := k.components[strings.ToLower(e.Key)]; ok {
			ref.Key = name
		}
	case bdgraph.RuleLabel:
		ref.Key = bdgraph.OneLine(e.Key)
		if r, ok := k.rules[strings.ToLower(ref.Key)]; ok {
			ref.Key = r.Name
		}
	}
	return ref
}

// nodeNamed returns the key of the one document with an end's label that texts
// call by the end's key, "" when there is none or more than one.
func (k *known) nodeNamed(e End) string {
	found, name := "", lower(e.Key)
	for ref, n := range k.nodes {
		if ref.Label != e.Label || !slices.Contains(n.folded, name) {
			continue
		}
		if found != "" {
			return ""
		}
		found = ref.Key
	}
	return found
}
