package phase1

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"bdgraph"
)

// addDependencies turns the dependencies of all issues into relationships.
func (x *extractor) addDependencies() {
	mirrored := x.mirroredPairs()
	unknown := map[string]*bdgraph.Finding{} // by type
	for k := range x.corpus.Issues {
		i := &x.corpus.Issues[k]
		if len(i.Dependencies) == 0 {
			continue
		}
		holder := x.issues[k]
		source := x.records[holder].sourceOr(i.ID)
		deps := i.Dependencies
		if !slices.IsSortedFunc(deps, compareDependencies) {
			deps = slices.Clone(deps)
			slices.SortStableFunc(deps, compareDependencies)
		}
		first := len(x.edges)
		for n, d := range deps {
			t, known := bdType(d.Type)
			if !known {
				if f := unknown[d.Type]; f != nil {
					f.Count++
				} else {
					unknown[d.Type] = &bdgraph.Finding{
						Code: "unknown_dependency_type", Severity: bdgraph.Info, Document: i.ID, Place: placeOf(d, i), Count: 1,
						Message: fmt.Sprintf("nobody knows what the dependency type %q means; it is read as RELATES_TO", d.Type),
						Remedy:  "docs/formats/relationships.md has the types that are known",
					}
				}
			}
			switch from, to := issueRef(i.ID), issueRef(d.Target); {
			case d.Target == i.ID:
				x.find(selfEdge(t.relation, from, i.ID, placeOf(d, i)))
			case t.symmetric && mirrored[mirror(d.Type, i.ID, d.Target)] && d.Target < i.ID:
				// The pair's other record makes the edge.
				x.find(bdgraph.Finding{
					Code: "mirrored", Severity: bdgraph.Info, Document: i.ID, Place: placeOf(d, i),
					Message: fmt.Sprintf("%s and %s record %s both ways; one relationship stands for both", d.Target, i.ID, d.Type),
				})
			case n > 0 && deps[n-1].Target == d.Target && deps[n-1].Type == d.Type:
				x.find(bdgraph.Finding{
					Code: "duplicate_dependency", Severity: bdgraph.Info, Document: i.ID, Place: placeOf(d, i),
					Message: fmt.Sprintf("%s is recorded twice as %s of %s; it counts once", d.Target, d.Type, i.ID),
				})
			default:
				target := x.needTarget(to, i, d)
				other := x.records[target].issue
				stated := bdgraph.Interval{From: x.dependencyStart(i, d, other)}
				ends := bdgraph.Ends{From: holder, To: target}
				if pointsBack(t, i, other, d) {
					from, to = to, from
					ends = bdgraph.Ends{From: target, To: holder}
				}
				x.addNewEdge(bdgraph.Edge{
					Type: t.relation, From: from, To: to, Source: source, Ordinal: x.saidBefore(first, t.relation, ends),
					Confidence: bdgraph.Structural, BDType: d.Type, Stated: stated,
				}, ends.From, ends.To)
			}
		}
	}
	for _, typ := range slices.Sorted(maps.Keys(unknown)) {
		x.find(*unknown[typ])
	}
}

// saidBefore returns how many edges, from the first of an issue on, say the same as a new
// one: two types of bd can mean one relationship type, and both records are kept. The
// edges of one target lie together.
func (x *extractor) saidBefore(first int, t bdgraph.RelType, ends bdgraph.Ends) (times int) {
	back := bdgraph.Ends{From: ends.To, To: ends.From}
	for n := len(x.edges) - 1; n >= first && (x.ends[n] == ends || x.ends[n] == back); n-- {
		if x.ends[n] == ends && x.edges[n].Type == t {
			times++
		}
	}
	return times
}

// compareDependencies orders by target and type; of two equal records the one
// whose time can be trusted comes first, then the earlier.
func compareDependencies(a, b bdgraph.Dependency) int {
	if a.Trusted != b.Trusted && a.Target == b.Target && a.Type == b.Type {
		if a.Trusted {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(a.Target, b.Target), cmp.Compare(a.Type, b.Type), a.CreatedAt.Compare(b.CreatedAt))
}

// mirroredPairs returns the symmetric dependencies that both issues record.
func (x *extractor) mirroredPairs() map[[3]string]bool {
	recorded := make(map[[3]string]string) // pair -> issue that records it
	mirrored := make(map[[3]string]bool)
	for _, i := range x.corpus.Issues {
		for _, d := range i.Dependencies {
			if t, _ := bdType(d.Type); !t.symmetric || d.Target == i.ID {
				continue
			}
			pair := mirror(d.Type, i.ID, d.Target)
			if by, ok := recorded[pair]; ok && by != i.ID {
				mirrored[pair] = true
			}
			recorded[pair] = i.ID
		}
	}
	return mirrored
}

// mirror returns what is equal for both records of a symmetric dependency.
func mirror(typ, a, b string) [3]string {
	return [3]string{canonicalType(typ), min(a, b), max(a, b)}
}

// pointsBack reports whether the relationship leads from the target to the
// issue that holds the record.
//
// `bd supersede OLD --with NEW` stores the old issue as the holder, the other
// way round than it reads; a dependency made by hand is stored as it reads.
// The records look the same, so a side that alone is closed is taken for the
// old one, and otherwise bd's own command for the writer. The target is nil where the corpus lacks it.
func pointsBack(t dependencyType, holder, target *bdgraph.Issue, d bdgraph.Dependency) bool {
	if canonicalType(d.Type) == "supersedes" {
		if closed := holder.Closed(); closed != (target != nil && target.Closed()) {
			return closed
		}
	}
	return t.reversed
}

// dependencyStart returns when a dependency began: its own time where that can
// be trusted, else when the later of its two ends was created.
func (x *extractor) dependencyStart(i *bdgraph.Issue, d bdgraph.Dependency, target *bdgraph.Issue) bdgraph.Endpoint {
	if d.Trusted {
		if start := x.instant(d.CreatedAt, bdgraph.BasisDepCreated); !start.IsZero() {
			return start
		}
	}
	later := i.CreatedAt
	if target != nil && target.CreatedAt.After(later) {
		later = target.CreatedAt
	}
	if start := x.instant(later, bdgraph.BasisBDCreated); !start.IsZero() {
		return start
	}
	return startBound(x.recordOf(issueRef(i.ID)).document)
}

func placeOf(d bdgraph.Dependency, i *bdgraph.Issue) bdgraph.Place {
	if d.Place == (bdgraph.Place{}) {
		return i.Place
	}
	return d.Place
}

// needTarget makes sure that the target of a dependency exists, and says where a
// person should look. A target that was left out on purpose, or a wisp, which bd does not
// keep, is as it should be: the exporter has counted it. It returns the target's place.
func (x *extractor) needTarget(to bdgraph.NodeRef, i *bdgraph.Issue, d bdgraph.Dependency) int32 {
	at := x.need(to)
	if !x.list[at].Placeholder || d.LeftOut != "" || strings.Contains(d.Target, "-wisp-") {
		return at
	}
	f := bdgraph.Dangling(to, i.ID, placeOf(d, i), "export the store that holds it, or remove the dependency in bd")
	if strings.HasPrefix(d.Target, "external:") {
		f.Severity, f.Remedy = bdgraph.Info, "it belongs to another project; nothing has to be done"
	}
	x.find(f)
	return at
}
