package phase1

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"
	"time"

	"bdgraph"

	"pgregory.net/rapid"
)

func at(day string) time.Time {
	t, err := time.Parse(time.RFC3339, day+"T12:00:00Z")
	if err != nil {
		panic(err)
	}
	return t
}

func day(s string) bdgraph.Day {
	d, err := bdgraph.ParseDay(s)
	if err != nil {
		panic(err)
	}
	return d
}

func date(s string) bdgraph.Date {
	d, err := bdgraph.ParseDate(s)
	if err != nil {
		panic(err)
	}
	return d
}

// corpus makes a corpus of issues, with a document each.
func corpus(issues ...bdgraph.Issue) bdgraph.Corpus {
	c := bdgraph.Corpus{Issues: issues}
	for _, i := range issues {
		text := "# " + i.ID + ": " + i.Title + "\n"
		if i.Description != "" {
			text += "\n## Description\n\n" + i.Description + "\n"
		}
		if i.Design != "" {
			text += "\n## Design\n\n" + i.Design + "\n"
		}
		if i.CloseReason != "" {
			text += "\n## Close reason\n\n" + i.CloseReason + "\n"
		}
		c.Documents = append(c.Documents, bdgraph.Document{
			ID: i.ID, Key: i.ID, Kind: bdgraph.IssueDocument, Title: i.Title, Text: text, FirstSeen: day("2026-06-01"),
		})
	}
	return sorted(c)
}

func withADR(c bdgraph.Corpus, a bdgraph.ADR, text string, firstAdded, firstSeen string) bdgraph.Corpus {
	d := bdgraph.Document{ID: a.Path, Key: a.Path, Kind: bdgraph.ADRDocument, Title: a.Title, Text: text}
	if firstAdded != "" {
		d.FirstAdded = day(firstAdded)
	}
	if firstSeen != "" {
		d.FirstSeen = day(firstSeen)
	}
	c.ADRs = append(c.ADRs, a)
	c.Documents = append(c.Documents, d)
	return sorted(c)
}

func nodeOf(t *testing.T, f bdgraph.Fragment, key string) bdgraph.Node {
	t.Helper()
	for _, n := range f.Nodes {
		if n.Key == key {
			return n
		}
	}
	t.Fatalf("no node %q", key)
	return bdgraph.Node{}
}

// edgesOf writes edges as TYPE from>to, with what is worth seeing of each.
func edgesOf(f bdgraph.Fragment, types ...bdgraph.RelType) []string {
	var out []string
	for _, e := range f.Edges {
		if slices.Contains(types, e.Type) {
			s := fmt.Sprintf("%s %s>%s", e.Type, e.From.Key, e.To.Key)
			if e.BDType != "" {
				s += " " + e.BDType
			}
			if e.Stated.From.Text != "" {
				s += " " + e.Stated.From.Text + " " + string(e.Stated.From.Basis)
			}
			if e.Scope != "" {
				s += " (" + e.Scope + ")"
			}
			out = append(out, s)
		}
	}
	slices.Sort(out)
	return out
}

func codes(f bdgraph.Fragment) []string {
	var out []string
	for _, x := range f.Findings {
		out = append(out, x.Code)
	}
	return out
}

func equal(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %q\nwant %q", what, got, want)
	}
}

func issue(id, created, closed string, deps ...bdgraph.Dependency) bdgraph.Issue {
	i := bdgraph.Issue{ID: id, Title: "Title of " + id, Type: "task", Status: "open", CreatedAt: at(created), Dependencies: deps}
	if closed != "" {
		i.Status, i.ClosedAt = "closed", at(closed)
	}
	return i
}

func dep(typ, target string) bdgraph.Dependency {
	return bdgraph.Dependency{Type: typ, Target: target, CreatedAt: at("2026-03-03")}
}

func trusted(d bdgraph.Dependency) bdgraph.Dependency { d.Trusted = true; return d }

var dependencyTypes = []bdgraph.RelType{
	bdgraph.ChildOf, bdgraph.DependsOn, bdgraph.DiscoveredFrom, bdgraph.RelatesTo, bdgraph.Duplicates, bdgraph.Supersedes,
	bdgraph.CausedBy, bdgraph.Validates, bdgraph.Tracks, bdgraph.Until, bdgraph.RepliesTo, bdgraph.DelegatedFrom,
}

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

func TestIssueLives(t *testing.T) {
	decision := func(i bdgraph.Issue) bdgraph.Issue { i.Type = "decision"; return i }
	reason := func(i bdgraph.Issue, r string) bdgraph.Issue { i.CloseReason = r; return i }
	status := func(i bdgraph.Issue, s string) bdgraph.Issue { i.Status = s; return i }
	const made, done = "2026-01-01", "2026-02-02"
	for name, c := range map[string]struct {
		issue       bdgraph.Issue
		from, never string
	}{
		"open":             {issue("a", made, ""), made, ""},
		"closed":           {issue("a", made, done), made, ""},
		"open decision":    {decision(issue("a", made, "")), made, "open decision"},
		"decision":         {decision(issue("a", made, done)), done, ""},
		"cancelled":        {reason(issue("a", made, done), "Cancelled: nobody needs it"), made, "cancelled"},
		"status":           {status(issue("a", made, ""), "cancelled"), made, "cancelled"},
		"rejected":         {reason(issue("a", made, done), "rejected"), made, "rejected"},
		"won't fix":        {reason(issue("a", made, done), "Won’t fix, by design"), made, "won't fix"},
		"won't-ship":       {decision(reason(issue("a", made, done), "won't-ship per audit")), made, "won't fix"},
		"duplicate":        {reason(issue("a", made, done), "Duplicate of bd-7"), made, "duplicate"},
		"by a dependency":  {issue("a", made, done, dep("duplicates", "b")), made, "duplicate"},
		"rejected a draft": {reason(issue("a", made, done), "Rejected the first draft, shipped the second"), made, ""},
		"duplicated code":  {reason(issue("a", made, done), "Duplicated code removed"), made, ""},
		"open, closed_at":  {decision(status(issue("a", made, done), "in_progress")), made, "open decision"},
		"own word":         {decision(status(issue("a", made, done), "shipped")), done, ""},
		"reopened":         {reason(issue("a", made, ""), "rejected"), made, ""},
	} {
		n := nodeOf(t, Extract(corpus(c.issue), bdgraph.Vocabulary{}), "a")
		if got := n.Life; got.Stated.From.Text != c.from || got.NeverInForce != c.never || !got.Stated.To.IsZero() {
			t.Errorf("%s: from %s, never %q", name, got.Stated.From.Text, got.NeverInForce)
		}
	}
	f := Extract(corpus(decision(status(issue("a", made, done), "open"))), bdgraph.Vocabulary{})
	equal(t, "findings", codes(f), []string{"open_but_closed"})
	late := issue("a", made, "")
	late.CreatedAt = time.Date(2026, 1, 1, 23, 30, 0, 0, time.UTC)
	n := nodeOf(t, Extract(corpus(late), bdgraph.Vocabulary{}, InZone(time.FixedZone("", 3600))), "a")
	if n.Life.Stated.From.Text != "2026-01-02" {
		t.Errorf("in another zone it is %s", n.Life.Stated.From.Text)
	}
}

func TestADRLives(t *testing.T) {
	for name, c := range map[string]struct {
		adr          bdgraph.ADR
		added        string
		want         bdgraph.Interval
		never, ended string
	}{
		"accepted": {
			adr:  bdgraph.ADR{Status: bdgraph.StatusAccepted, Date: date("2024-03")},
			want: bdgraph.Interval{From: bdgraph.At(date("2024-03"), bdgraph.BasisHeader)},
		},
		"dated status": {
			adr:  bdgraph.ADR{Status: bdgraph.StatusAccepted, Date: date("2024-03-01"), StatusDate: date("2024-04-02")},
			want: bdgraph.Interval{From: bdgraph.At(date("2024-04-02"), bdgraph.BasisHeader)},
		},
		"no date": {
			added: "2024-05-05",
			want:  bdgraph.Interval{From: bdgraph.StartBy(day("2024-05-05"), bdgraph.BasisGitFirstAdd)},
		},
		"no date, no git": {
			want: bdgraph.Interval{From: bdgraph.StartBy(day("2026-06-01"), bdgraph.BasisFirstSeen)},
		},
		"proposed": {
			adr:   bdgraph.ADR{Status: bdgraph.StatusProposed, Date: date("2024-03-01")},
			want:  bdgraph.Interval{From: bdgraph.At(date("2024-03-01"), bdgraph.BasisHeader)},
			never: "proposed",
		},
		"superseded, nobody says when": {
			adr: bdgraph.ADR{Status: bdgraph.StatusSuperseded, Date: date("2024-03-01")},
			want: bdgraph.Interval{
				From: bdgraph.At(date("2024-03-01"), bdgraph.BasisHeader),
				To:   bdgraph.Endpoint{Earliest: day("2024-03-01"), Latest: day("2026-06-01"), Basis: bdgraph.BasisUnknown},
			},
			ended: "superseded",
		},
		"superseded on a line": {
			adr: bdgraph.ADR{
				Status: bdgraph.StatusSuperseded, Date: date("2024-03-01"),
				Relations: []bdgraph.ADRRelation{{Kind: bdgraph.ADRSupersededBy, Written: "ADR-9", Date: date("2025-01-01")}},
			},
			want: bdgraph.Interval{
				From: bdgraph.At(date("2024-03-01"), bdgraph.BasisHeader),
				To:   bdgraph.At(date("2025-01-01"), bdgraph.BasisSupersessionLine),
			},
			ended: "superseded",
		},
		"deprecated on a day": {
			adr: bdgraph.ADR{Status: bdgraph.StatusDeprecated, Date: date("2024-03-01"), StatusDate: date("2024-09")},
			want: bdgraph.Interval{
				From: bdgraph.At(date("2024-03-01"), bdgraph.BasisHeader),
				To:   bdgraph.At(date("2024-09"), bdgraph.BasisHeader),
			},
			ended: "deprecated",
		},
		"withdrawn after its acceptance": {
			adr: bdgraph.ADR{Status: bdgraph.StatusWithdrawn, Date: date("2024-03-01"), Accepted: date("2024-04-01"), StatusDate: date("2024-09-01")},
			want: bdgraph.Interval{
				From: bdgraph.At(date("2024-04-01"), bdgraph.BasisHeader),
				To:   bdgraph.At(date("2024-09-01"), bdgraph.BasisHeader),
			},
			ended: "withdrawn",
		},
		"sunset": {
			adr: bdgraph.ADR{Status: bdgraph.StatusAccepted, Date: date("2024-03-01"), Sunset: date("2030-01-01")},
			want: bdgraph.Interval{
				From: bdgraph.At(date("2024-03-01"), bdgraph.BasisHeader),
				To:   bdgraph.Endpoint{Text: "2030-01", Written: "2030-01-01", Earliest: date("2030-01-01").Earliest, Latest: date("2030-01-02").Earliest, Basis: bdgraph.BasisStated},
			},
		},
		"sunset in a month": {
			adr: bdgraph.ADR{Status: bdgraph.StatusAccepted, Date: date("2024-03-01"), Sunset: date("2030-06")},
			want: bdgraph.Interval{
				From: bdgraph.At(date("2024-03-01"), bdgraph.BasisHeader),
				To:   bdgraph.Endpoint{Text: "2030", Written: "2030-06", Earliest: date("2030-06-01").Earliest, Latest: date("2030-07-01").Earliest, Basis: bdgraph.BasisStated},
			},
		},
	} {
		c.adr.Path = "adr/1.md"
		f := Extract(withADR(bdgraph.Corpus{}, c.adr, "# T\n", c.added, "2026-06-01"), bdgraph.Vocabulary{})
		got := nodeOf(t, f, "adr/1.md").Life
		if got.Stated != c.want || got.NeverInForce != c.never || got.Ended != c.ended {
			t.Errorf("%s:\n got %+v\nwant %+v", name, *got, c)
		}
	}
}

func TestMemoryStartIsUnknown(t *testing.T) {
	c := bdgraph.Corpus{
		Memories:  []bdgraph.Memory{{Key: "k", Text: "x"}},
		Documents: []bdgraph.Document{{ID: "k", Key: "k", Kind: bdgraph.MemoryDocument, Text: "# k\n\nx\n", FirstSeen: day("2026-06-01")}},
	}
	n := nodeOf(t, Extract(c, bdgraph.Vocabulary{}), "k")
	if want := bdgraph.StartBy(day("2026-06-01"), bdgraph.BasisFirstSeen); n.Life.Stated.From != want || n.Attributes["text"] != "x" {
		t.Errorf("%+v %v", n.Life, n.Attributes)
	}
}

func TestADRRelations(t *testing.T) {
	relation := func(k bdgraph.ADRRelationKind, target, written string) bdgraph.ADRRelation {
		return bdgraph.ADRRelation{Kind: k, Target: target, Written: written, Verb: string(k), Quote: "a line", Line: 3}
	}
	dated := relation(bdgraph.ADRSupersedes, "adr/1.md", "ADR-1")
	dated.Date = date("2025-05-05")
	part := relation(bdgraph.ADRAmendedBy, "adr/2.md", "ADR-2")
	part.Scope = "§4"
	refines := relation(bdgraph.ADRRelates, "adr/1.md", "ADR-1")
	refines.Verb = "Refines"
	c := corpus(issue("bd-1", "2024-01-01", ""))
	c = withADR(c, bdgraph.ADR{Path: "adr/1.md", Date: date("2024-01-01"), Relations: []bdgraph.ADRRelation{
		relation(bdgraph.ADRSupersededBy, "adr/2.md", "ADR-2"), part, relation(bdgraph.ADRTrackedIn, "bd-1", "bd-1"),
		relation(bdgraph.ADRTrackedIn, "", "bd-9"), relation(bdgraph.ADRSupersedes, "adr/1.md", "ADR-1"), relation(bdgraph.ADRAmends, "", ""),
		relation(bdgraph.ADRDeprecatedBy, "adr/2.md", "ADR-2"),
	}}, "# 1\n", "", "2026-06-01")
	c = withADR(c, bdgraph.ADR{Path: "adr/2.md", Date: date("2025-01-01"), Relations: []bdgraph.ADRRelation{
		dated, refines, relation(bdgraph.ADRSupersedes, "", "ADR 9"), relation(bdgraph.ADRSupersedes, "", "ADR-0009"),
	}}, "# 2\n", "", "2026-06-01")
	f := Extract(c, bdgraph.Vocabulary{}, WithoutRules())
	equal(t, "edges", edgesOf(f, bdgraph.Supersedes, bdgraph.Amends, bdgraph.RelatesTo, bdgraph.TrackedIn), []string{
		"AMENDS adr/2.md>adr/1.md (§4)",
		"RELATES_TO adr/2.md>adr/1.md deprecates 2024-01-01 header",
		"RELATES_TO adr/2.md>adr/1.md refines 2025-01-01 header",
		"SUPERSEDES adr/2.md>ADR-0009",
		"SUPERSEDES adr/2.md>adr/1.md",
		"SUPERSEDES adr/2.md>adr/1.md 2025-05-05 supersession_line",
		"TRACKED_IN adr/1.md>bd-1 2024-01-01 header",
		"TRACKED_IN adr/1.md>bd-9 2024-01-01 header",
	})
	equal(t, "findings", codes(f), []string{"dangling", "dangling", "dangling", "missing_target", "self_edge"})
	for _, e := range f.Edges {
		if e.Type == bdgraph.Supersedes && (len(e.Evidence) != 1 || e.Evidence[0] != bdgraph.Quote{Text: "a line", Line: 3}) {
			t.Errorf("evidence of %s: %v", e.Source, e.Evidence)
		}
	}
}

func TestWhatTheExporterReportedIsNotReportedAgain(t *testing.T) {
	relations := []bdgraph.ADRRelation{
		{Kind: bdgraph.ADRRelates, Verb: "Related", Written: "design/memory.md", Line: 3, Quote: "Related: design/memory.md"},
		{Kind: bdgraph.ADRSupersedes, Verb: "Supersedes", Written: "ADR-9", Line: 4, Quote: "Supersedes: ADR-9"},
	}
	c := withADR(bdgraph.Corpus{}, bdgraph.ADR{Path: "adr/1.md", Relations: relations}, "# 1\n", "", "2026-06-01")
	if got := codes(Extract(c, bdgraph.Vocabulary{})); !slices.Equal(got, []string{"dangling", "dangling"}) {
		t.Errorf("nothing is reported: %q", got)
	}
	c.Findings = []bdgraph.Finding{
		{Code: "not_a_record", Document: "adr/1.md", Place: bdgraph.Place{File: "adr/1.md", Line: 3}},
		{Code: "dangling", Document: "adr/1.md", Place: bdgraph.Place{File: "adr/1.md", Line: 4}},
	}
	f := Extract(c, bdgraph.Vocabulary{}, WithoutRules())
	if got := codes(f); len(got) > 0 {
		t.Errorf("reported again: %q", got)
	}
	equal(t, "edges", edgesOf(f, bdgraph.Supersedes, bdgraph.RelatesTo), []string{"SUPERSEDES adr/1.md>ADR-0009"})
	if !nodeOf(t, f, "ADR-0009").Placeholder {
		t.Error("ADR-0009 is no placeholder")
	}
}

func TestComponents(t *testing.T) {
	f := Extract(bdgraph.Corpus{}, bdgraph.Vocabulary{Components: []bdgraph.Component{
		{Name: "mail", Parent: "core", Aliases: []string{"mailer"}, Paths: []string{"src/mail"}},
		{Name: "core", DependsOn: []string{"db", "mailer", "core"}},
		{Name: "mail"},
	}})
	equal(t, "edges", edgesOf(f, bdgraph.PartOf, bdgraph.DependsOn), []string{
		"DEPENDS_ON core>db", "DEPENDS_ON core>mail", "PART_OF mail>core",
	})
	equal(t, "findings", codes(f), []string{"dangling", "duplicate_component", "self_edge"})
	if e := f.Edges[0]; e.Source != ConfigSource || e.Stated.From.Latest != bdgraph.MinDay {
		t.Errorf("%+v", e)
	}
	if !nodeOf(t, f, "db").Placeholder || nodeOf(t, f, "mail").Placeholder {
		t.Error("only db is a placeholder")
	}
}

// randomCorpus draws a corpus with every kind of trouble in it.
func randomCorpus(t *rapid.T) (bdgraph.Corpus, bdgraph.Vocabulary) {
	ids := []string{"a-1", "a-2", "a-3", "a-3.1", "b/1"}
	words := append([]string{
		"see", "ADR-1", "ADR 2", "adr/0002-b.md", "mail", "src/mail/x.go", "never", "#12", "PR 3", "\n", "\n## Rationale\n", "\n# mail\n", "use-the-outbox-always",
	}, ids...)
	text := rapid.Map(rapid.SliceOfN(rapid.SampledFrom(words), 0, 20), func(ws []string) string {
		s := ""
		for _, w := range ws {
			s += w + " "
		}
		return s
	})
	types := []string{"blocks", "waits-for", "relates-to", "supersedes", "parent-child", "duplicates", "strange"}
	var issues []bdgraph.Issue
	for _, id := range ids {
		i := issue(id, fmt.Sprintf("2026-01-%02d", rapid.IntRange(1, 28).Draw(t, "created")), "")
		if rapid.Bool().Draw(t, "closed") {
			i.Status, i.ClosedAt = "closed", at("2026-02-02")
		}
		i.Type = rapid.SampledFrom([]string{"task", "decision"}).Draw(t, "type")
		i.Description = text.Draw(t, "description")
		i.CloseReason = rapid.SampledFrom([]string{"", "rejected", "done because of a-1"}).Draw(t, "reason")
		for range rapid.IntRange(0, 4).Draw(t, "dependencies") {
			d := dep(rapid.SampledFrom(types).Draw(t, "type"), rapid.SampledFrom(append(ids, "gone")).Draw(t, "target"))
			d.Trusted = rapid.Bool().Draw(t, "trusted")
			i.Dependencies = append(i.Dependencies, d)
		}
		issues = append(issues, i)
	}
	c := corpus(issues...)
	for n, p := range []string{"adr/0001-a.md", "adr/0002-b.md", "web/0001-c.md"} {
		a := bdgraph.ADR{
			Path: p, ID: p, Title: "T" + p, Number: fmt.Sprintf("000%d", n%2+1),
			Status: rapid.SampledFrom([]bdgraph.ADRStatus{"", "accepted", "proposed", "superseded"}).Draw(t, "status"),
		}
		kind := rapid.SampledFrom([]bdgraph.ADRRelationKind{bdgraph.ADRSupersedes, bdgraph.ADRAmendedBy, bdgraph.ADRRelates}).Draw(t, "relation")
		a.Relations = []bdgraph.ADRRelation{{Kind: kind, Target: rapid.SampledFrom([]string{"", "adr/0001-a.md", "adr/9.md"}).Draw(t, "to"), Written: "ADR 7", Line: 1, Quote: "q"}}
		c = withADR(c, a, "# T"+p+"\n"+text.Draw(t, "adr"), "", "2026-06-01")
	}
	c.Memories = []bdgraph.Memory{{Key: "use-the-outbox-always"}}
	c.Documents = append(c.Documents, bdgraph.Document{
		ID: "use-the-outbox-always", Key: "use-the-outbox-always", Kind: bdgraph.MemoryDocument,
		Title: "use-the-outbox-always", Text: "# use-the-outbox-always\n\n" + text.Draw(t, "memory"),
	})
	return sorted(c), bdgraph.Vocabulary{
		Components: []bdgraph.Component{{Name: "mail", Paths: []string{"src/mail"}, Parent: "core"}},
		Rules:      []bdgraph.KnownRule{{Name: "Outbox", Aliases: []string{"use-the-outbox-always"}}},
	}
}

// dump writes a fragment in full, so that equal dumps are equal bytes.
func dump(f bdgraph.Fragment) string {
	b, err := json.Marshal(f)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func TestAnyCorpusGivesASoundGraphInOneOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, v := randomCorpus(t)
		f := Extract(c, v)
		want := dump(f)
		g := bdgraph.Merge(f, bdgraph.Fragment{})
		if broken := g.Check(); len(broken) > 0 {
			t.Fatalf("%+v", broken[0])
		}
		if again := dump(Extract(c, v)); again != want {
			t.Fatal("the same corpus gives two fragments")
		}
		r := rand.New(rand.NewSource(rapid.Int64().Draw(t, "order")))
		for _, i := range c.Issues {
			r.Shuffle(len(i.Dependencies), func(a, b int) {
				i.Dependencies[a], i.Dependencies[b] = i.Dependencies[b], i.Dependencies[a]
			})
		}
		if shuffled := dump(Extract(c, v)); shuffled != want {
			t.Fatal("the order of dependencies changes the fragment")
		}
	})
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
