package adr

import (
	"regexp"
	"testing"
)

func TestSkipName(t *testing.T) {
	for name, want := range map[string]string{
		"template.md": "template", "_template.md": "template", "0000-template.md": "template", "adr-template.md": "template",
		"adr000-template.md": "template", "template-short.md": "template", "adr-template-minimal.md": "template", "NNNN-title.md": "template",
		"ADR-XXXX-title.md": "template", "0000-use-this-template.md": "template", "TEMPLATE.md": "template", "adr_template.rst": "template",
		"decision-template.md": "template", "madr.template.md": "template", "vorlage.md": "template", "0000-adr-template.md": "template",
		"0001-template.md": "template", "rfc-001-template.md": "template",
		"index.md": "index", "INDEX.md": "index", "_index.md": "index", "toc.md": "index", "adr-index.md": "index", "decision-log.md": "index",
		"README.md": "readme", "readme.zh.md": "readme", "PROCESS.md": "readme", "CONTRIBUTING.md": "readme",
		"0000-record-architecture-decisions.md": "", "0001-use-template-engine.md": "", "0012-index-the-tables.md": "", "adr-005-readme-first.md": "",
		"0007-template-rendering.md": "", "20210830-template-language.md": "", "0001-a.md": "", "decision.md": "", "use-logs.md": "",
	} {
		if got := skipName(name); got != want {
			t.Errorf("skipName(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestTemplateTitle(t *testing.T) {
	for title, want := range map[string]bool{
		"ADR-NNNN: Title": true, "RFC NNNN — Title": true, "RFC-XXXX: Title": true, "RFC 0001: <Title>": true,
		"RFC 12: Titles": false, "Room number": false,
	} {
		if templateTitle().MatchString(title) != want {
			t.Errorf("%q is a template: %v", title, !want)
		}
	}
}

func TestReadName(t *testing.T) {
	for name, want := range map[string]nameParts{
		"docs/adr/0007-apples.md":      {number: "0007", slug: "apples", stem: "0007-apples"},
		"ADR-007-apples.md":            {prefix: "adr", number: "007", slug: "apples", stem: "adr-007-apples"},
		"adr0007_apples.md":            {prefix: "adr", number: "0007", slug: "apples", stem: "adr0007_apples"},
		"7.md":                         {number: "7", stem: "7"},
		"0012a-plums.md":               {number: "0012a", slug: "plums", stem: "0012a-plums"},
		"FE-ADR-012-grapes.md":         {prefix: "fe-adr", number: "012", slug: "grapes", stem: "fe-adr-012-grapes"},
		"U2-ADR-005-lists.md":          {prefix: "u2-adr", number: "005", slug: "lists", stem: "u2-adr-005-lists"},
		"D-018-lists.md":               {prefix: "d", number: "018", slug: "lists", stem: "d-018-lists"},
		"D0151-lists.md":               {prefix: "d", number: "0151", slug: "lists", stem: "d0151-lists"},
		"e-04-lists.md":                {prefix: "e", number: "04", slug: "lists", stem: "e-04-lists"},
		"v2-lists.md":                  {slug: "v2-lists", stem: "v2-lists"},
		"20210830-trunk.md":            {slug: "trunk", stem: "20210830-trunk"},
		"2021-08-30-trunk.md":          {slug: "trunk", stem: "2021-08-30-trunk"},
		"use-redis.md":                 {slug: "use-redis", stem: "use-redis"},
		"0022-m1.3-soft-serialized.md": {number: "0022", slug: "m1.3-soft-serialized", stem: "0022-m1.3-soft-serialized"},
		"0001-消息队列.md":                 {number: "0001", slug: "消息队列", stem: "0001-消息队列"},
	} {
		if got := readName(name); got != want {
			t.Errorf("readName(%q) = %+v, want %+v", name, got, want)
		}
	}
}

func TestReadTitle(t *testing.T) {
	own := readName("docs/adr/0007-apples.md")
	tests := []struct{ heading, number, title string }{
		{"7. Apples", "7", "Apples"},
		{"ADR-0007: Apples", "0007", "Apples"},
		{"ADR 7 — Apples", "7", "Apples"},
		{"[ADR-7] Apples", "7", "Apples"},
		{"ADR #7: Apples", "7", "Apples"},
		{"ADR.7 Apples", "7", "Apples"},
		{"0007-apples", "0007", "apples"},
		{"0007 Apples", "0007", "Apples"},
		{"7 Apples", "7", "Apples"},
		{"ADR 0007：苹果", "0007", "苹果"},
		{"ADR: Apples", "", "Apples"},
		{"Apples", "", "Apples"},
		{"3 reasons for apples", "", "3 reasons for apples"},
		{"ADR-0007", "0007", "ADR-0007"},
		{"Decision 7: Apples", "7", "Apples"},
		{"2024 plans", "", "2024 plans"},
	}
	for _, tt := range tests {
		if number, title := readTitle(tt.heading, own); number != tt.number || title != tt.title {
			t.Errorf("readTitle(%q) = %q, %q, want %q, %q", tt.heading, number, title, tt.number, tt.title)
		}
	}
	for name, heading := range map[string]string{"FE-012-grapes.md": "FE-012: Grapes", "U2-ADR-012-grapes.md": "U2-ADR-012 · Grapes", "D-012-grapes.md": "D-012 — Grapes", "D0012-grapes.md": "D0012. Grapes"} {
		if number, title := readTitle(heading, readName(name)); !sameNumber(number, "012") || title != "Grapes" {
			t.Errorf("%s with a prefix of its own: %q, %q", name, number, title)
		}
	}
}

func TestTitlesOfTemplates(t *testing.T) {
	for form, titles := range map[string][]string{
		numberToFillIn: {"ADR-NNNN: title", "# XXX. <name>", "0000", "number - Short title"},
		titleToFillIn:  {"ADR 12: [short title of the decision]", "<Decision>", "{name}"},
		variable:       {"Use {{ tool }}"},
		namedTemplate:  {"Decision record template", "Template"},
		letteredNumber: {"NNNN-use-a-queue", "ADR-nnnn use a queue"},
	} {
		for _, title := range titles {
			if !regexp.MustCompile("(?i)"+form).MatchString(title) || !templateTitle().MatchString(title) {
				t.Errorf("%q is no title of the form %s", title, form)
			}
		}
	}
	for _, title := range []string{"ADR-0001: Title pages", "A template engine", "1. Number the records", "Use {braces}"} {
		if templateTitle().MatchString(title) {
			t.Errorf("%q is the title of a template", title)
		}
	}
}
