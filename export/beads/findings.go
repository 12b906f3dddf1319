package beads

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"bdgraph"
)

// code is one kind of finding: what it says, and what the user can do.
type code struct {
	name     string
	severity bdgraph.Severity
	says     string
	remedy   string
	lists    bool // one finding a file names all details
}

// The codes. docs/formats/beads.md explains each; a test holds the two together.
var (
	// Lines and records.
	badLine          = newCode("beads_bad_line", bdgraph.Error, "a line, or the rest of it, is no JSON; it was left out", "restore the line from git or bd, or delete it")
	notAnObject      = newCode("beads_not_an_object", bdgraph.Warning, "the line holds no object; it was left out", "delete the line")
	severalOnALine   = newCode("beads_several_on_a_line", bdgraph.Warning, "the line holds more than one record; all were read", "put each record on a line of its own")
	conflictMarkers  = newCode("beads_conflict_markers", bdgraph.Error, "a merge conflict is unresolved; both sides were read and the newest version of each issue kept", "resolve the conflict")
	conflictBase     = newCode("beads_conflict_base", bdgraph.Info, "records of a conflict's common ancestor, which neither side has as they are, were left out", "")
	byteOrderMark    = newCode("beads_byte_order_mark", bdgraph.Info, "the file begins with a byte order mark, which was ignored", "")
	unknownType      = newCode("beads_unknown_type", bdgraph.Warning, "records of an unknown _type were left out", "a newer bdgraph may know them")
	unknownRecord    = newCode("beads_unknown_record", bdgraph.Warning, "objects that are no record of beads were left out", "")
	misplacedRecord  = newCode("beads_misplaced_record", bdgraph.Warning, "issues were found, and read, in a file that should not hold any", "look at how they came there")
	emptyIssue       = newCode("beads_empty_issue", bdgraph.Warning, "issues without title and times, as deletions leave them, were left out", "")
	noID             = newCode("beads_no_id", bdgraph.Error, "an issue without id was left out", "give it an id, or delete it")
	noKey            = newCode("beads_no_key", bdgraph.Error, "a memory without key was left out", "give it a key, or delete it")
	orphanRow        = newCode("beads_orphan_row", bdgraph.Warning, "rows belong to an issue that the same source lacks; they were left out", "")
	adoptedRow       = newCode("beads_adopted_row", bdgraph.Info, "a row of a table belongs to an issue that only another source has; it was added there", "")
	duplicateID      = newCode("beads_duplicate_id", bdgraph.Warning, "an issue stands there more than once; the newest version was kept", "let bd write the file anew")
	duplicateDiffers = newCode("beads_duplicate_differs", bdgraph.Warning, "two versions of an issue have the same newest time but differ; one was kept", "compare them, and keep the right one")
	duplicateMemory  = newCode("beads_duplicate_memory", bdgraph.Warning, "a memory key stands there with another text; one was kept", "")

	// Fields.
	unknownField  = newCode("beads_unknown_field", bdgraph.Info, "fields that bdgraph does not know were ignored", "").listed()
	foreignField  = newCode("beads_foreign_field", bdgraph.Info, "fields were read by the names that another writer has for them", "").listed()
	repeatedField = newCode("beads_repeated_field", bdgraph.Warning, "a field stands there twice in one record; the later one was taken", "")
	wrongType     = newCode("beads_wrong_type", bdgraph.Warning, "a field has another type than bd gives it; the value was converted where possible", "")
	badTime       = newCode("beads_bad_time", bdgraph.Warning, "a time cannot be read and is unknown now", "write it as 2026-03-05T10:00:00Z")
	noTime        = newCode("beads_no_time", bdgraph.Info, "a zero time, or one of before 1970-01-02 or of the year 9999, stands for none and is unknown now", "")
	nulCharacter  = newCode("beads_nul", bdgraph.Warning, "NUL characters were replaced by U+FFFD", "")
	badEncoding   = newCode("beads_bad_encoding", bdgraph.Warning, "invalid UTF-8 or lone surrogates were replaced by U+FFFD", "")
	controls      = newCode("beads_control_character", bdgraph.Info, "control characters were kept as they are", "")
	badEscape     = newCode("beads_bad_escape", bdgraph.Warning, "backslashes that begin no JSON escape were kept as they are", "")
	badPriority   = newCode("beads_bad_priority", bdgraph.Warning, "a priority cannot be understood and is unknown now", "bd knows 0 (highest) to 4")
	badMetadata   = newCode("beads_bad_metadata", bdgraph.Warning, "metadata is no JSON; it was kept as a string", "")
	legacyLink    = newCode("beads_legacy_link", bdgraph.Info, "a link stored as a field of the issue was read as a dependency", "")

	// Dependencies.
	noTarget         = newCode("beads_no_target", bdgraph.Warning, "a dependency without target was left out", "")
	noDependencyType = newCode("beads_no_dependency_type", bdgraph.Info, "a dependency has no type; it is one that blocks, as in bd", "")
	repairedTarget   = newCode("beads_repaired_target", bdgraph.Warning, "a target was stored as type:id or with spaces; the id was taken", "store the dependency again with the right type: bd dep add")
	danglingTarget   = newCode("beads_dangling_target", bdgraph.Info, "a dependency leads to an issue that is not there; it was kept", "")
	leftOutTarget    = newCode("beads_target_left_out", bdgraph.Info, "a dependency leads to an issue that was left out; it was kept", "")
	sameComment      = newCode("beads_same_comment", bdgraph.Info, "a comment is stored twice; one was kept", "")
	sameDependency   = newCode("beads_same_dependency", bdgraph.Info, "a dependency is stored twice; one was kept", "")
	movedDependency  = newCode("beads_moved_dependency", bdgraph.Warning, "a dependency was stored with another issue than the one it names; it was moved there", "")
	untrustedTime    = newCode("beads_untrusted_edge_time", bdgraph.Info, "the time of a dependency lies before its issues or in the future, and dates nothing", "")
	shiftedClock     = newCode("beads_shifted_edge_clock", bdgraph.Info, "dependencies were stored by a clock that is off by a constant, and their times date nothing", "")

	// Sources.
	leftOut         = newCode("beads_left_out", bdgraph.Info, "records were left out by default", "")
	stillOlder      = newCode("beads_older_version", bdgraph.Info, "versions of issues were ignored because another source has newer ones", "")
	onlyThere       = newCode("beads_only_there", bdgraph.Warning, "issues or memories are known to this source alone; they were kept", "delete the file if it is out of date")
	joinedComments  = newCode("beads_joined_comments", bdgraph.Info, "comments were taken over from another version of an issue", "")
	missingComments = newCode("beads_missing_comments", bdgraph.Warning, "bd counts more comments than could be read", "a bd from 1.0.1 on exports them")
	fileNotRead     = newCode("beads_file_not_read", bdgraph.Info, "a file below .beads was not read", "")
	databaseNotRead = newCode("beads_database_not_read", bdgraph.Warning, "there is a database, but only files were read; they may be out of date", "put the bd that made it on PATH")
	noRecords       = newCode("beads_no_records", bdgraph.Warning, "the store yields no issue and no memory", "if that is wrong, restore its files from git, let bd fetch its database (bd bootstrap), or let it write them anew (bd export -o .beads/issues.jsonl)")
	badRedirect     = newCode("beads_bad_redirect", bdgraph.Warning, "a redirect file was not followed", "correct it or delete it")
	commandFailed   = newCode("beads_command_failed", bdgraph.Warning, "bd failed; its answer was not used", "run the command by hand to see why")
	commandEmpty    = newCode("beads_command_empty", bdgraph.Error, "bd succeeded but yielded nothing although the files hold issues; the files were read instead", "bd doctor may tell why")
	commandNotes    = newCode("beads_command_notes", bdgraph.Info, "bd wrote to stderr", "")
	ranOnCopy       = newCode("beads_ran_on_copy", bdgraph.Info, "bd ran on a temporary copy of the store, since it might have written to it", "")
)

// codes lists all codes, for the test that holds the documents to them.
var codes []*code

func newCode(name string, severity bdgraph.Severity, says, remedy string) *code {
	c := &code{name: name, severity: severity, says: says, remedy: remedy}
	codes = append(codes, c)
	return c
}

// listed makes one finding a file of all details, where each by itself says little.
func (c *code) listed() *code {
	c.lists = true
	return c
}

// notes gathers findings: one for each code, file and detail, or for each code and file with
// all details, with a count, the first place and a few of the issues concerned.
type notes struct {
	all   map[noteKey]*note
	order []*note
}

type noteKey struct {
	code         *code
	file, detail string // the folder, of files that hold one record each
}

type note struct {
	noteKey
	place     bdgraph.Place
	count     int
	documents []string        // the first few
	details   map[string]bool // of a code that lists them
}

// list names the details in order, the first of very many.
func (f *note) list() string {
	const most = 40
	details := slices.Sorted(maps.Keys(f.details))
	if more := len(details) - most; more > 0 {
		details = append(details[:most], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(details, ", ")
}

// examples is how many issues a finding names.
const examples = 5

// add counts one occurrence. document may be "", and so may detail; findings
// with different details are told apart.
func (n *notes) add(c *code, place bdgraph.Place, document, detail string) {
	n.addMany(c, place, document, detail, 1)
}

// addMany counts several occurrences; none when count is 0.
func (n *notes) addMany(c *code, place bdgraph.Place, document, detail string, count int) {
	if count == 0 {
		return
	}
	key := noteKey{c, place.File, detail}
	if path.Ext(place.File) == ".json" { // one of a folder with a file for each record
		key.file = path.Dir(place.File)
	}
	if c.lists {
		key.detail = ""
	}
	found := n.all[key]
	if found == nil {
		found = &note{noteKey: key, place: place}
		if n.all == nil {
			n.all = map[noteKey]*note{}
		}
		n.all[key] = found
		n.order = append(n.order, found)
	}
	found.count += count
	if c.lists {
		if found.details == nil {
			found.details = make(map[string]bool)
		}
		found.details[detail] = true
	}
	if document != "" && len(found.documents) <= examples && !slices.Contains(found.documents, document) {
		found.documents = append(found.documents, document)
	}
}

// findings returns what was gathered in the order of all listings.
func (n *notes) findings() []bdgraph.Finding {
	out := make([]bdgraph.Finding, 0, len(n.order))
	for _, f := range n.order {
		message := f.code.says
		if detail := cmp.Or(f.detail, f.list()); detail != "" {
			message += ": " + detail
		}
		document := ""
		if len(f.documents) == 1 {
			document = f.documents[0]
		}
		if len(f.documents) > 1 {
			names := strings.Join(f.documents[:min(len(f.documents), examples)], ", ")
			if len(f.documents) > examples {
				names += " …"
			}
			message += fmt.Sprintf(" (%s)", names)
		}
		out = append(out, bdgraph.Finding{
			Code: f.code.name, Severity: f.code.severity, Document: document, Place: f.place,
			Message: message, Remedy: f.code.remedy, Count: f.count,
		})
	}
	bdgraph.SortFindings(out)
	return out
}
