package ask

import (
	"cmp"
	"slices"
)

// claim is one GOVERNS or CONSTRAINS relationship.
type claim struct {
	Component string `col:"component"`
	Rule      string `col:"rule"`
	Type      string `col:"type"`
	Edge      edge   `col:"edge"`
}

// claimKey is what relationships that say the same have in common.
type claimKey struct{ component, rule, relation, fact string }

func compareKeys(a, b claimKey) int {
	return cmp.Or(cmp.Compare(a.component, b.component), cmp.Compare(a.rule, b.rule),
		cmp.Compare(a.relation, b.relation), cmp.Compare(a.fact, b.fact))
}

// claimSet holds claims by what they say.
type claimSet struct {
	all   []claim
	keys  map[string][]claimKey // by component, sorted
	byKey map[claimKey][]edge   // sorted
}

func (s *session) claims(components []string) (claimSet, error) {
	set := claimSet{keys: map[string][]claimKey{}, byKey: map[claimKey][]edge{}}
	rows, err := query[claim](s, "governing", params{"names": anyList(distinct(components))})
	if err != nil {
		return set, err
	}
	set.all = rows
	for _, r := range rows {
		key := claimKey{r.Component, r.Rule, r.Type, r.Edge.Fact}
		if set.byKey[key] == nil {
			set.keys[key.component] = append(set.keys[key.component], key)
		}
		set.byKey[key] = append(set.byKey[key], r.Edge)
	}
	for key := range set.byKey {
		slices.SortFunc(set.byKey[key], compareEdges)
	}
	for component := range set.keys {
		slices.SortFunc(set.keys[component], compareKeys)
	}
	return set, nil
}

// claimsAbout returns what components are a part of, and the claims about them and about that.
func (s *session) claimsAbout(components []string) (map[string][]ancestor, claimSet, error) {
	ancestors, err := s.ancestors(components)
	if err != nil {
		return nil, claimSet{}, err
	}
	all := slices.Clone(components)
	for _, list := range ancestors {
		for _, a := range list {
			all = append(all, a.name)
		}
	}
	claims, err := s.claims(all)
	return ancestors, claims, err
}

// factsOf gathers what is known of the rules of claims, and the documents that
// claims and rules name.
func (s *session) factsOf(claims []claim) (map[string]*ruleFacts, documents, error) {
	var live, over, ids []string
	for _, c := range claims {
		if endedBy(c.Edge.interval(), s.day) {
			over = append(over, c.Rule)
		} else {
			live = append(live, c.Rule)
		}
		ids = append(ids, c.Edge.Source, c.Edge.ClosedBy)
	}
	facts, err := s.ruleFacts(live, over)
	if err != nil {
		return nil, nil, err
	}
	for _, f := range facts {
		ids = append(ids, f.sources()...)
	}
	docs, err := s.documents(ids)
	return facts, docs, err
}
