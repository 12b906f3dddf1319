package adr

import (
	"path"
	"slices"
	"strings"

	"bdgraph"
)

var skipWords = map[string]string{
	"template": "a template", "index": "an index", "readme": "a guide", "no_record": "some other document", "empty": "an empty file",
}

// The forms of a template's first heading, each after an example.
const (
	// ADR-NNNN: title
	numberToFillIn = `^\s*(?:#\s*)?(?:(?:adr|rfc)[-_ ]?)?(?:n{3,4}|x{3,4}|0{3,4}|\{n+\}|<n+>|\[n+\]|number)\b[-_:. –—]*(?:<|\[|\{|title|titel|short|\.\.\.|…|$)`
	// ADR 12: [short title of the decision]
	titleToFillIn = `^(?:adr|rfc)?[-_ :.\d]*[\[{<](?:short )?(?:title|name|decision|number|adr)`
	// Use {{ tool }}
	variable = `\{\{`
	// Decision record template
	namedTemplate = `^(?:adr|decision record|architecture decision record)?\s*template\b`
	// NNNN-use-a-queue
	letteredNumber = `^(?:adr[-_ ]?)?n{4}[-_ ]`
)

var templateTitle = pattern("(?i)" + numberToFillIn + "|" + titleToFillIn + "|" + variable + "|" + namedTemplate + "|" + letteredNumber)

// noRecord says by its text why a file is no record, "" when it is one.
func (r *record) noRecord(w *words) string {
	o := &r.outline
	if strings.TrimSpace(r.text) == "" {
		return "empty"
	}
	if len(o.headings) > 0 && templateTitle().MatchString(o.headings[0].text) {
		return "template"
	}
	if recordName(path.Base(r.file.called())) || r.titleNumber != "" {
		return ""
	}
	// A file without a number is a record when its header has a status or a date.
	h := newHeaderReader(r, newIndex(nil), w, Options{})
	isHeader := func(f field) bool { return f == fieldStatus || f == fieldDate || f == fieldRelation }
	for _, f := range o.front {
		if name, ok := h.fieldOf(f.key); ok && isHeader(name) {
			return ""
		}
	}
	for n, hd := range o.headings {
		if role, _, exact := w.roleOf(hd.text); n > 0 && exact && (role == "status" || role == "decision") {
			return ""
		}
	}
	end := headerEnd(o, 0)
	for _, l := range o.body {
		if l.line >= end {
			break
		}
		if l.head && h.listsRecords(l.cells) {
			return "index"
		}
		texts := append([]rich{l.rich}, l.cells...)
		for _, t := range texts {
			if k, ok := h.splitKey(t); ok && isHeader(k.field) {
				return ""
			}
			if f, ok := h.fieldOf(t.text); ok && l.kind == tableRow && isHeader(f) {
				return ""
			}
		}
	}
	if isYStatement(r.text) {
		return ""
	}
	return "no_record"
}

// listsRecords reports whether the first row of a table heads a list of records:
// a column for their number or title, and one for their status.
func (h *headerReader) listsRecords(cells []rich) bool {
	seen := map[field]bool{}
	for _, c := range cells {
		if f, ok := h.fieldOf(c.text); ok {
			seen[f] = true
		}
	}
	return seen[fieldStatus] && (seen[fieldNumber] || seen[fieldTitle])
}

// withoutCopies leaves out files of archive folders that repeat a record outside.
func (f *finder) withoutCopies(records []*record) []*record {
	present := map[string]string{}
	for _, r := range records {
		if !r.file.archive {
			present[path.Base(r.file.called())] = r.adr.Path
		}
	}
	return slices.DeleteFunc(records, func(r *record) bool {
		original, ok := present[path.Base(r.file.called())]
		if !r.file.archive || !ok {
			return false
		}
		f.skip("archive_copy", r.adr.Path, "an archived copy of "+original+" is left out", "rename it if it is a record of its own", bdgraph.Info)
		return true
	})
}

var (
	indexName = pattern(`(?i)^(?:0+[-_. ]+)?(?:[._-]*index|toc|summary|table[-_ ]of[-_ ]contents|overview|adr[-_ ]?(?:index|list|log|overview)|decision[-_ ]?(?:index|list|log)|list|log|` +
		`inhalt|inhaltsverzeichnis|verzeichnis|übersicht|sommaire|liste|[ií]ndice|lista|resumen|sum[aá]rio|目录|索引|目次|一覧)(?:\.[a-z-]+)?\.[a-z]+$`)
	readmeName = pattern(`(?i)^(?:read[-_ ]?me|liesmich|lisez[-_ ]?moi|l[eé]eme|leia[-_ ]?me|contributing|changelog|license|agents|claude|guide|guidelines|how[-_ ]?to|process)(?:[-_.].*)?\.[a-z]+$`)
)

// templateWords call a file a template; templateQualifiers may stand beside them.
var (
	templateWords      = []string{"template", "vorlage", "modèle", "modele", "plantilla", "modelo", "模板", "テンプレート"}
	templateQualifiers = []string{"", "adr", "adrs", "decision", "madr", "record", "short", "long", "full", "minimal", "bare", "use", "this"}
	placeholderNumber  = pattern(`^(?:n{3,4}|x{3,4}|y{4}m{2}d{2})$`)
)

// templateName reports whether a file name is that of a template, such as
// 0000-template.md, RFC-001-template.md or NNNN-title.md, and not that of a record about templates.
func templateName(name string) bool {
	if p := readName(name); p.number != "" && slices.Contains(templateWords, p.slug) {
		return true
	}
	stem := strings.ToLower(strings.TrimSuffix(name, path.Ext(name)))
	template := false
	for _, w := range strings.FieldsFunc(stem, func(r rune) bool { return strings.ContainsRune("-_. ", r) }) {
		switch {
		case placeholderNumber().MatchString(w):
			return true
		case slices.Contains(templateWords, w):
			template = true
		case !slices.Contains(templateQualifiers, strings.TrimRight(w, "0")):
			return false
		}
	}
	return template
}

// skipName says by its name why a file is no record; "" when the name does not tell.
func skipName(name string) string {
	switch {
	case templateName(name):
		return "template"
	case indexName().MatchString(name):
		return "index"
	case readmeName().MatchString(name):
		return "readme"
	}
	return ""
}
