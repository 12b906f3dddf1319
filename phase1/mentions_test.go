package phase1

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"bdgraph"
)

// mentionCorpus has ids of every kind that stores hold, and records whose
// numbers are not unique.
func mentionCorpus(text string) bdgraph.Corpus {
	c := bdgraph.Corpus{Manifest: bdgraph.Manifest{Repository: "github.com/acme/mailer"}}
	for _, id := range []string{
		"bd-a3f8", "bd-a3f8.1", "bd-a3f8.1.2", "wt-391", "wt-391-forward-gh912-live", "NeoMail-x7", "beads_go-9",
		"proj/7", "proj/71", "ops:restart", "bd-HOST", "bd-host", "self-1", "postbüro-3", "3", "14", "7.2", "setup", "部署",
	} {
		issue := bdgraph.Issue{ID: id, Title: "T", Type: "task"}
		c.Issues = append(c.Issues, issue)
		body := "# " + id + ": T\n"
		if id == "self-1" {
			body = text
		}
		c.Documents = append(c.Documents, bdgraph.Document{ID: id, Key: id, Kind: bdgraph.IssueDocument, Text: body})
	}
	for _, key := range []string{"list", "mail-rules", "never-edit-generated-files", "Weird Key/With:chars", "发送规则"} {
		c.Memories = append(c.Memories, bdgraph.Memory{Key: key, Text: "x"})
		c.Documents = append(c.Documents, bdgraph.Document{ID: key, Key: key, Kind: bdgraph.MemoryDocument, Text: "# " + key + "\n\nx\n"})
	}
	for _, a := range []struct{ path, number string }{
		{"docs/adr/0007-queue-mail.md", "0007"},
		{"docs/adr/0012-drop-the-queue.md", "0012"},
		{"docs/adr/0020-a.md", "0020"},
		{"docs/adr/2021-overview.md", ""},
		{"docs/adr/notes.md", ""},
		{"web/adr/0020-b.md", "0020"},
		{"web/adr/0030-same-name.md", "0030"},
		{"docs/adr/0030-same-name.md", "0030"},
		{"docs/adr/ADR-041-slug.md", "041"},
	} {
		c.ADRs = append(c.ADRs, bdgraph.ADR{Path: a.path, ID: a.path, Number: a.number, Title: "T"})
		c.Documents = append(c.Documents, bdgraph.Document{ID: a.path, Key: a.path, Kind: bdgraph.ADRDocument, Text: "# T\n"})
	}
	return sorted(c)
}

// sorted puts a corpus in the order of its invariant.
func sorted(c bdgraph.Corpus) bdgraph.Corpus {
	slices.SortFunc(c.Issues, func(a, b bdgraph.Issue) int { return strings.Compare(a.ID, b.ID) })
	slices.SortFunc(c.Memories, func(a, b bdgraph.Memory) int { return strings.Compare(a.Key, b.Key) })
	slices.SortFunc(c.ADRs, func(a, b bdgraph.ADR) int { return strings.Compare(a.Path, b.Path) })
	slices.SortFunc(c.Documents, func(a, b bdgraph.Document) int { return strings.Compare(a.ID, b.ID) })
	return c
}

// mentioned lists what a document mentions, each as key or key*count.
func mentioned(f bdgraph.Fragment, source string) []string {
	var found []string
	for _, e := range f.Edges {
		if e.Source != source || e.Type != bdgraph.Mentions && e.Type != bdgraph.ReferencesPR {
			continue
		}
		s := strings.TrimPrefix(e.To.Key, "github.com/acme/mailer")
		if e.Count != 1 {
			s += fmt.Sprintf("*%d", e.Count)
		}
		found = append(found, s)
	}
	slices.Sort(found)
	return found
}

func TestMentionsInText(t *testing.T) {
	const queue, drop, named = "docs/adr/0007-queue-mail.md", "docs/adr/0012-drop-the-queue.md", "docs/adr/ADR-041-slug.md"
	for _, c := range []struct {
		text string
		want []string
	}{
		// Issues.
		{"see bd-a3f8.", []string{"bd-a3f8"}},
		{"see bd-a3f8.1.2, (bd-a3f8.1): **bd-a3f8**!", []string{"bd-a3f8", "bd-a3f8.1", "bd-a3f8.1.2"}},
		{"bd-a3f8.9 is not in the store", nil},
		{"bd-a3f8.Then we stop; bd-a3f8.md", []string{"bd-a3f8*2"}},
		{"bd-a3f8-2 and xbd-a3f8 and bd-a3f8x", nil},
		{"`bd-a3f8`, _bd-a3f8_, bd-a3f8/bd-a3f8.1, bd-a3f8's, [bd-a3f8]", []string{"bd-a3f8*5", "bd-a3f8.1"}},
		{"wt-391-forward-gh912-live", []string{"wt-391-forward-gh912-live"}},
		{"wt-391-forward", nil},
		{"bd-HOST bd-Host", []string{"bd-HOST"}},
		{"参考NeoMail-x7的说明。", []string{"NeoMail-x7"}},
		{"beads_go-9;node-14 utf-8 sha-256 bd-zzzz", []string{"beads_go-9"}},
		{"proj/71 xproj/7 proj/7.", []string{"proj/7", "proj/71"}},
		{"ops:restart, ops:restarts postbüro-3", []string{"ops:restart", "postbüro-3"}},
		{"self-1 names itself", nil},
		{`Needs:\nbd-a3f8\n\nbd-HOST,\tADR-7\nPR 12\n- bd-a3f8.1 \NeoMail-x7 \new-bd-a3f8 c:\tmp\bd-host`, []string{"#12", "NeoMail-x7", "bd-HOST", "bd-a3f8", "bd-a3f8.1", "bd-host", queue}},
		{"3 of 14 hosts, phase 3, 7.2, `3`, a setup, 部署完成 (setup), the issue 14", nil},
		{"`setup`, bead setup, “部署”, key setup", []string{"setup*2", "部署"}},
		{"https://host/issues/bd-a3f8#note-1", []string{"bd-a3f8"}},
		{"bd-a3f8..bd-HOST, bd-a3f8.1...bd-a3f8.1.2", []string{"bd-HOST", "bd-a3f8", "bd-a3f8.1", "bd-a3f8.1.2"}},
		{"me@bd-a3f8.example, bd-a3f8@example.com, adr-7@mail.example.org <mailto:x@bd-host.net>", nil},
		{"bd-a3f8@main and @bd-HOST", []string{"bd-HOST", "bd-a3f8"}},
		{"bd\u2011a3f8 wt\u2010391\u2010forward\u2010gh912\u2010live bd-a3f8\u2011", []string{"bd-a3f8*2", "wt-391-forward-gh912-live"}},
		// What no reader sees, and what is not closed.
		{"a <!-- bd-a3f8 #12\nADR-7 --> #13\n#14", []string{"#13", "#14"}},
		{"a <!-- bd-a3f8 #12", []string{"#12", "bd-a3f8"}},
		{"`<!--` #12 `-->`", []string{"#12"}},
		// Decision records.
		{"ADR-7 ADR 0007 ADR0007 adr-007 ADR_7 ADR #7 ADR\u00a07", []string{queue + "*7"}},
		{"ADR-7, then ADR 12.", []string{queue, drop}},
		{"ADRs 7 and 12", []string{queue, drop}},
		{"ADRs 7, 12, and 41; ADR 7/12", []string{queue + "*2", drop + "*2", named}},
		{"ADR 7, 12 mails", []string{queue}},
		{"根据ADR 0007已将", []string{queue}},
		{"MADR-7 ADR 7th ADR7x BADR 7", nil},
		{"ADR-99", nil},
		{"docs/adr/0007-queue-mail.md and ../adr/0007-queue-mail.md and 0007-queue-mail.md", []string{queue + "*3"}},
		{"https://github.com/acme/mailer/blob/main/docs/adr/0007-queue-mail.md#decision", []string{queue}},
		{"https://github.com/other/lib/blob/main/docs/adr/0007-queue-mail.md", nil},
		{"https://raw.githubusercontent.com/acme/mailer/main/docs/adr/0007-queue-mail.md", []string{queue}},
		{"ADR\u20117, ADR\u201312 and ADR-7..ADR-12", []string{queue + "*2", drop + "*2"}},
		{"[ADR-7: Queue mail](docs/adr/0007-queue-mail.md)", []string{queue}},
		{"[ADR-7](docs/adr/0007-queue-mail.md) and again ADR-7", []string{queue + "*2"}},
		{"0007-queue-mail without extension", []string{queue}},
		{"ADR-041-slug.md, ADR-41", []string{named + "*2"}},
		{"ADR-20", nil}, // two records
		{"ADR-0020@web/adr/0020-b.md", []string{"web/adr/0020-b.md"}},
		{"web/adr/0030-same-name.md", []string{"web/adr/0030-same-name.md"}},
		{"0030-same-name.md", nil},
		{"notes.md", nil},
		{"docs/adr/notes.md", []string{"docs/adr/notes.md"}},
		{"2021-overview.md", []string{"docs/adr/2021-overview.md"}},
		// Memories.
		{"the list of mail-rules", nil},
		{"see `mail-rules` and memory mail-rules", []string{"mail-rules*2"}},
		{"never-edit-generated-files", []string{"never-edit-generated-files"}},
		{"(Weird Key/With:chars)", []string{"Weird Key/With:chars"}},
		{"参考发送规则的说明", []string{"发送规则"}},
		// Pull requests.
		{"PR 12, PR #13, PR#14, pr 15, PR-16, PR17", []string{"#12", "#13", "#14", "#15", "#16"}},
		{"(#12) fixes #13; #14/#15 [#16]", []string{"#12", "#13", "#14", "#15", "#16"}},
		{"PRs 12, 13 and 14; PRs #15, #16", []string{"#12", "#13", "#14", "#15", "#16"}},
		{"PRs #12-#14", []string{"#12", "#14"}},
		{"pull request 12 and pull request #13", []string{"#12", "#13"}},
		{"#12 at the start", []string{"#12"}},
		{"# 12\n## 13 things\n##14", nil},
		{"#fff #112233 #abc123 color: #333; \"#444\" #0012 #12px", nil},
		{"[top](#12) page.md#12 docs/page.md#12 <a href=#12> &#169;", nil},
		{"`#12`\n```\n#13\n```\n#14", []string{"#14"}},
		{"~~~\n#12\n```\n#13\n~~~\n#14", []string{"#14"}},
		{"````\n```\n#12\n```\n#13\n````\n#14", []string{"#14"}},
		{"> ```\n> #12\n#13\n- ~~~\n  #14\n  ~~~\n#15", []string{"#13", "#15"}},
		{"```sh``` #12\n#13\n```\n#14", []string{"#12", "#13", "#14"}}, // a code span, then a block without an end
		{"\"#1 priority\", our #1 goal, the #2 customer complaint, #3-cause, #10 worst", nil},
		{"we're #1! ranked #1, it is #1", nil},
		{"#1 fixes it, see #2: cause found, #12 most used, closes #1 because the goal moved", []string{"#1*2", "#12", "#2"}},
		{"#fff #333\n#eee/#123 #1a2b3c\n#add #333", []string{"#333"}},
		{"GH-12, GH-12x, closes:#13 top:#14 #15..#17", []string{"#12", "#13", "#15", "#17"}},
		{"git@github.com:acme/mailer.git#12 https://bitbucket.org/a/b/pull-requests/5", []string{"#12", "bitbucket.org/a/b#5"}},
		{"finding #3, Lock #9, P0 #1, issue #12, step #2, item #4", nil},
		{"security alert #3, alerts #5 and #6, advisory #4, batch #7, wave #2, worker #8, deployment #33", nil},
		{"Locks #2, #3 and #4; audit-criterion #5, gap #6 + #7, top-3 #8", nil},
		{"merged #2, #3 and #4 + #5", []string{"#2", "#3", "#4", "#5"}},
		{"the Big Show #21 cleanup, (Blue Show #21), Merged Widget #22: Also #23", []string{"#23"}},
		{"Fixed #21. Merge #22. See Also #23, The Ship #24", []string{"#21", "#22", "#23", "#24"}},
		{"bd-a3f8 #7, #8 and bd-a3f8 (#9), bd-a3f8 #10", []string{"#10", "#9", "bd-a3f8*3"}},
		{"- #4 machines under SSR\n> * **#13 Voice**\n- #2 'quoted'\n- #5\n- #6: done\n- #415 in\n**#7**", []string{"#415", "#5", "#6", "#7"}},
		{"rolls [#2], see [#3](x), [#16]", []string{"#16", "#3"}},
		{"items #11 (a throw), #12 (two) and #13; PRs #14 (x), #15", []string{"#14", "#15"}},
		{"a darker grey (#555 or #444) than #888\n#555 in the text\na color (#123)", []string{"#123", "#555"}},
		{"https://github.com/acme/mailer/pull/12#discussion_r99", []string{"#12"}},
		{"https://github.com/Acme/Mailer/pull/12/files", []string{"#12"}},
		{"https://github.com/other/tool/pull/5", []string{"github.com/other/tool#5"}},
		{"https://gitlab.com/a/b/c/-/merge_requests/5", []string{"gitlab.com/a/b/c#5"}},
		{"other/tool#5 mailer#6 acme/mailer#7", []string{"#6", "#7", "github.com/other/tool#5"}},
		{"https://example.com/page#12", nil},
		{"pull/12, see acme/mailer/pull/13", []string{"#12", "#13"}},
		{"v1.5 PR 1.5 PR 12345678", nil},
		{"合并于#12。", []string{"#12"}},
	} {
		f := Extract(mentionCorpus(c.text), bdgraph.Vocabulary{}, WithoutRules())
		if got := mentioned(f, "self-1"); !slices.Equal(got, c.want) {
			t.Errorf("%q mentions %q, want %q", c.text, got, c.want)
		}
	}
}

func TestAmbiguousNumberIsReportedAndMeansTheOwnFolder(t *testing.T) {
	c := mentionCorpus("ADR-20 and ADR-20")
	for i := range c.Documents {
		switch c.Documents[i].ID {
		case "web/adr/0030-same-name.md":
			c.Documents[i].Text = "# T\n\nsee ADR-20\n"
		case "web/adr/0020-b.md":
			c.Documents[i].Text = "# ADR-20: A record that says its own number\n"
		}
	}
	f := Extract(c, bdgraph.Vocabulary{}, WithoutRules())
	if got := mentioned(f, "web/adr/0030-same-name.md"); !slices.Equal(got, []string{"web/adr/0020-b.md"}) {
		t.Errorf("a record in web/adr mentions %q", got)
	}
	var found []bdgraph.Finding
	for _, x := range f.Findings {
		if x.Code == "ambiguous_ref" {
			found = append(found, x)
		}
	}
	if len(found) != 1 || found[0].Count != 2 || found[0].Document != "self-1" {
		t.Errorf("findings: %+v", found)
	}
}

func TestQuoteIsAPartOfItsLine(t *testing.T) {
	long := strings.Repeat("wörter und mehr ", 40) + "bd-a3f8 " + strings.Repeat("noch größere Wörter ", 40)
	for _, text := range []string{"a\n  see bd-a3f8 here  \nb", "x\n" + long + "\ny", "z\n" + strings.Repeat("ü", 300) + " bd-a3f8"} {
		f := Extract(mentionCorpus(text), bdgraph.Vocabulary{}, WithoutRules())
		for _, e := range f.Edges {
			if e.Source != "self-1" {
				continue
			}
			q := e.Evidence[0]
			line := strings.Split(text, "\n")[q.Line-1]
			if q.Line != 2 || !strings.Contains(line, q.Text) || !strings.Contains(q.Text, "bd-a3f8") || len(q.Text) > 210 {
				t.Errorf("quote %q of line %d", q.Text, q.Line)
			}
		}
		if len(f.Edges) != 1 {
			t.Errorf("%d edges", len(f.Edges))
		}
	}
}

func TestNumbersOfOtherRepositories(t *testing.T) {
	const known = "https://github.com/acme/mail-kit and other/tool#99, https://github.com/x/cache/issues/4\n"
	for text, want := range map[string][]string{
		// By the name before the number.
		"mail-kit PR #37 and acme/mail-kit #38, (other/tool PRs #5, #6)": {"github.com/acme/mail-kit#37", "github.com/acme/mail-kit#38", "github.com/other/tool#5", "github.com/other/tool#6"},
		"cache PR #3, and/or #12, some/path #13":                         {"#12", "#13", "#3"}, // words, not names
		"mailer PR #4, acme/mailer PR #5":                                {"#4", "#5"},
		// By the number they go on from.
		"other/tool#12/#13, #14 and #15; #16": {"#16", "github.com/other/tool#12", "github.com/other/tool#13", "github.com/other/tool#14", "github.com/other/tool#15"},
		"#11, #12":                            {"#11", "#12"},
		// By the same number elsewhere in the document.
		"The bug is other/tool#4867, its fix PR #4912.\nWith the #4867 fix, PR #4867": {"#4912", "github.com/other/tool#4867*3"},
		"other/tool#20 and acme/mail-kit#20. #20":                                     {"#20", "github.com/acme/mail-kit#20", "github.com/other/tool#20"},
		// By the word upstream: the one other that the document names, or nobody knows.
		"Its fix is PR #41.\nUpstream PR #41 fixes other/tool#40":     {"github.com/other/tool#40", "github.com/other/tool#41*2"},
		"https://github.com/orgs/acme-corp/projects/3, acme-corp #53": {"#53"},
		"(upstream New/Thing #50/#51, not Old/Thing #52)":             {"#52", "github.com/New/Thing#50", "github.com/New/Thing#51"},
		"upstream's PRs #41, #42; our PR #43":                         {"#43"},
		"upstream #44":                                                nil,
	} {
		c := mentionCorpus(text)
		c.Documents = append(c.Documents, bdgraph.Document{ID: "known", Kind: bdgraph.MemoryDocument, Key: "known", Text: known})
		if got := mentioned(Extract(sorted(c), bdgraph.Vocabulary{}, WithoutRules()), "self-1"); !slices.Equal(got, want) {
			t.Errorf("%q mentions %q, want %q", text, got, want)
		}
	}
}

// An address tells which numbers are an issue's.
func TestNumbersOfIssuesAreNoPullRequests(t *testing.T) {
	for text, want := range map[string][]string{
		"[#12](https://github.com/acme/mailer/issues/12), #13 and #12 again":                      {"#13"},
		"other/tool#7 https://github.com/other/tool/issues/7#issuecomment-1, other/tool#8, #7":    {"github.com/other/tool#8"},
		"PR #14, #14 (https://github.com/acme/mailer/issues/14)":                                  {"#14"},
		"https://github.com/acme/mailer/pull/15 is https://github.com/ACME/mailer/issues/15, #15": {"#15"},
		"pr-kit/tool#9: https://github.com/pr-kit/tool/issues/9":                                  nil,
		"see /issues/16, #16 and https://example.org/issues/17 #17":                               {"#16", "#17"},
	} {
		if got := mentioned(Extract(sorted(mentionCorpus(text)), bdgraph.Vocabulary{}, WithoutRules()), "self-1"); !slices.Equal(got, want) {
			t.Errorf("%q mentions %q, want %q", text, got, want)
		}
	}
}

func TestRepositoryIsInferredFromAddressesBesideTheirNumbers(t *testing.T) {
	for text, want := range map[string][]string{
		"PR #12: https://github.com/acme/tool/pull/12\nand #13":                                              {"github.com/acme/tool#12*2", "github.com/acme/tool#13"},
		"#12 as in https://github.com/acme/tool/pull/14":                                                     {"#12", "github.com/acme/tool#14"},
		"#12 https://github.com/acme/tool/pull/12, #13 https://github.com/acme/other/pull/13":                {"github.com/acme/other#13*2", "github.com/acme/tool#12*2"},
		"#12 (https://github.com/acme/tool/pull/12), https://github.com/upstream/lib/pull/13 (see also #14)": {"github.com/acme/tool#12*2", "github.com/acme/tool#14", "github.com/upstream/lib#13"},
	} {
		c := mentionCorpus(text)
		c.Manifest.Repository = ""
		if got := mentioned(Extract(c, bdgraph.Vocabulary{}, WithoutRules()), "self-1"); !slices.Equal(got, want) {
			t.Errorf("%q mentions %q, want %q", text, got, want)
		}
	}
}

func TestPullRequestNodes(t *testing.T) {
	f := Extract(mentionCorpus("#12 https://gitlab.com/a/b/-/merge_requests/5"), bdgraph.Vocabulary{}, WithoutRules())
	got := map[string]map[string]any{}
	for _, n := range f.Nodes {
		if n.Label == bdgraph.PRLabel {
			got[n.Key] = n.Attributes
		}
	}
	own, other := got["github.com/acme/mailer#12"], got["gitlab.com/a/b#5"]
	if own["number"] != int64(12) || own["repo"] != "github.com/acme/mailer" || own["url"] != "https://github.com/acme/mailer/pull/12" {
		t.Errorf("own: %v", own)
	}
	if other["number"] != int64(5) || other["url"] != "https://gitlab.com/a/b/-/merge_requests/5" {
		t.Errorf("other: %v", other)
	}
}
