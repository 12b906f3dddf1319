package phase1

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"bdgraph"
)

func TestDependencyTypesAndDirections(t *testing.T) {
	for typ, want := range map[string]string{
		"parent-child":       "CHILD_OF a>b",
		"parent_child":       "CHILD_OF a>b",
		"parent":             "CHILD_OF a>b",
		"child-of":           "CHILD_OF a>b",
		"parent-of":          "CHILD_OF b>a",
		"blocks":             "DEPENDS_ON a>b",
		"blocked-by":         "DEPENDS_ON a>b",
		"blocks-on":          "DEPENDS_ON a>b",
		"conditional-blocks": "DEPENDS_ON a>b",
		"waits-for":          "DEPENDS_ON a>b",
		"discovered-from":    "DISCOVERED_FROM a>b",
		"related-to":         "RELATES_TO a>b",
		"duplicates":         "DUPLICATES a>b",
		"superseded-by":      "SUPERSEDES b>a",
		"caused-by":          "CAUSED_BY a>b",
		"validates":          "VALIDATES a>b",
		"tracks":             "TRACKS a>b",
		"until":              "UNTIL a>b",
		"replies-to":         "REPLIES_TO a>b",
		"delegated-from":     "DELEGATED_FROM a>b",
		"authored-by":        "RELATES_TO a>b",
		"Made Up":            "RELATES_TO a>b",
	} {
		f := Extract(corpus(issue("a", "2026-01-01", "", dep(typ, "b")), issue("b", "2026-02-02", "")), bdgraph.Vocabulary{})
		equal(t, typ, edgesOf(f, dependencyTypes...), []string{want + " " + typ + " 2026-02-02 bd_created"})
	}
}

// Two types of bd can mean one relationship: both records of an issue stay, told apart by
// their ordinals, and another issue counts its own.
func TestRecordsThatMeanTheSameAreCounted(t *testing.T) {
	f := Extract(corpus(
		issue("a", "2024-01-01", "", dep("blocks", "b"), dep("conditional-blocks", "b")),
		issue("b", "2024-01-01", "", dep("unblocks", "a"), dep("waits-for", "a"), dep("required-by", "c"), dep("unblocks", "c")),
		issue("c", "2024-01-01", ""),
	), bdgraph.Vocabulary{})
	var got []string
	for _, e := range f.Edges {
		got = append(got, fmt.Sprintf("%s %s>%s by %s %d %s", e.Type, e.From.Key, e.To.Key, e.Source, e.Ordinal, e.BDType))
	}
	equal(t, "edges", got, []string{
		"DEPENDS_ON a>b by a 0 blocks", "DEPENDS_ON a>b by a 1 conditional-blocks", "DEPENDS_ON a>b by b 0 unblocks",
		"DEPENDS_ON b>a by b 0 waits-for", "DEPENDS_ON c>b by b 0 required-by", "DEPENDS_ON c>b by b 1 unblocks",
	})
}

func TestSupersedesLeadsFromTheNewerIssue(t *testing.T) {
	for _, c := range []struct{ holder, target, want string }{
		{"2026-02-01", "", "SUPERSEDES new>old"},           // bd supersede old --with new
		{"", "2026-02-01", "SUPERSEDES old>new"},           // made by hand, as it reads
		{"", "", "SUPERSEDES new>old"},                     // as bd writes it
		{"2026-02-01", "2026-02-02", "SUPERSEDES new>old"}, // as bd writes it
	} {
		f := Extract(corpus(
			issue("old", "2026-01-01", c.holder, dep("supersedes", "new")), issue("new", "2026-01-05", c.target),
		), bdgraph.Vocabulary{})
		equal(t, c.holder+"/"+c.target, edgesOf(f, bdgraph.Supersedes), []string{c.want + " supersedes 2026-01-05 bd_created"})
	}
}

func TestDependencyRepairs(t *testing.T) {
	f := Extract(corpus(
		issue("a", "2026-01-01", "", trusted(dep("blocks", "b")), dep("waits-for", "b"), dep("blocks", "b"),
			dep("relates-to", "b"), dep("blocks", "a"), dep("blocks", "gone"), dep("blocks", "external:other:api")),
		issue("b", "2026-01-02", "", dep("relates-to", "a"), dep("parent-child", "a")),
	), bdgraph.Vocabulary{})
	equal(t, "edges", edgesOf(f, dependencyTypes...), []string{
		"CHILD_OF b>a parent-child 2026-01-02 bd_created",
		"DEPENDS_ON a>b blocks 2026-03-03 dep_created",
		"DEPENDS_ON a>b waits-for 2026-01-02 bd_created",
		"DEPENDS_ON a>external:other:api blocks 2026-01-01 bd_created",
		"DEPENDS_ON a>gone blocks 2026-01-01 bd_created",
		"RELATES_TO a>b relates-to 2026-01-02 bd_created",
	})
	equal(t, "findings", codes(f), []string{"dangling", "dangling", "duplicate_dependency", "mirrored", "self_edge"})
	if n := nodeOf(t, f, "gone"); !n.Placeholder || n.Label != bdgraph.IssueLabel || n.Life != nil {
		t.Errorf("placeholder: %+v", n)
	}
}

func TestOnlyTargetsThatShouldBeThereDangle(t *testing.T) {
	gone := dep("blocks", "bd-3")
	gone.LeftOut = "tombstone"
	f := Extract(corpus(
		issue("bd-1", "2026-01-01", "", dep("", "bd-2"), dep("blocks", "bd-9"), gone, dep("tracks", "bd-wisp-4x"), dep("blocks", "external:api:login")),
		issue("bd-2", "2026-01-02", ""),
	), bdgraph.Vocabulary{})
	var got []string
	for _, x := range f.Findings {
		got = append(got, fmt.Sprint(x.Severity, " ", x.Code, ": ", x.Message))
	}
	equal(t, "findings", got, []string{
		"warning dangling: Issue(bd-9) is not in the corpus; a placeholder stands for it",
		"info dangling: Issue(external:api:login) is not in the corpus; a placeholder stands for it",
	})
	equal(t, "a dependency without a type blocks", edgesOf(f, bdgraph.DependsOn)[0:1], []string{"DEPENDS_ON bd-1>bd-2 2026-01-02 bd_created"})
	for _, id := range []string{"bd-3", "bd-9", "bd-wisp-4x", "external:api:login"} {
		if !nodeOf(t, f, id).Placeholder {
			t.Errorf("%s is no placeholder", id)
		}
	}
}

func TestCirclesAndUnknownTypesOfDependenciesAreNamed(t *testing.T) {
	depend := func(id string, targets ...string) bdgraph.Issue {
		i := bdgraph.Issue{ID: id, Title: id}
		for _, target := range targets {
			to, typ, _ := strings.Cut(target, " ")
			i.Dependencies = append(i.Dependencies, bdgraph.Dependency{Target: to, Type: typ})
		}
		return i
	}
	c := bdgraph.Corpus{Issues: []bdgraph.Issue{
		depend("a-1", "a-2 parent-child", "a-4 ponders"),
		depend("a-2", "a-3 parent-child", "a-1 blocks"),
		depend("a-3", "a-1 parent-child"),
		depend("a-4", "a-1 parent-child", "a-5 blocks", "a-4 blocks", "a-1 ponders"),
		depend("a-5", "a-4 blocked-by", "a-1 assigned-to"),
	}}
	for k := range 2000 { // a long chain is no circle
		c.Issues = append(c.Issues, depend(fmt.Sprintf("b-%05d", k), fmt.Sprintf("b-%05d blocks", k+1)))
	}
	var got []string
	for _, f := range Extract(c, bdgraph.Vocabulary{}, WithoutRules()).Findings {
		if f.Code == "dependency_cycle" || f.Code == "unknown_dependency_type" {
			got = append(got, fmt.Sprintf("%s %s %d %s", f.Code, f.Document, f.Count, f.Message))
		}
	}
	slices.Sort(got)
	want := []string{
		"dependency_cycle a-1 3 3 issues are each other's parents in a circle: a-1, a-2, a-3",
		"dependency_cycle a-4 2 2 issues wait for each other in a circle, so none can begin: a-4, a-5",
		`unknown_dependency_type a-1 2 nobody knows what the dependency type "ponders" means; it is read as RELATES_TO`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

var dependencyTypes = []bdgraph.RelType{
	bdgraph.ChildOf, bdgraph.DependsOn, bdgraph.DiscoveredFrom, bdgraph.RelatesTo, bdgraph.Duplicates, bdgraph.Supersedes,
	bdgraph.CausedBy, bdgraph.Validates, bdgraph.Tracks, bdgraph.Until, bdgraph.RepliesTo, bdgraph.DelegatedFrom,
}
