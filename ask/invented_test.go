package ask_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bdgraph"
	"bdgraph/ask"
	"bdgraph/internal/pipeline"
	"bdgraph/internal/testenv"
	"bdgraph/store"
)

// TestInventedFoldersThroughTheChain runs every invented folder of export/adr
// through the whole chain, on a store, and compares with what its expected_time.txt
// says by the rules of valid time. It has one statement a line; records are
// named by their file, the graph is built on the day of the demo:
//
//	date_order dmy
//	component NAME: ALIAS
//	FILE  START BASIS  END BASIS [by FILE]  DAY STATE, DAY STATE …
//	FILE  never
//	governs NAME DAY -> HOLDS RULE [amended FILE]; POSSIBLE RULE; LATER RULE; ENDED RULE [DAY] [by FILE]
//	why FILE DAY -> STATE; replaced by FILE, FILE; amended by FILE
//	lint -> CODE FILE; CODE FILE
//
// START and END are a day, EARLIEST..LATEST, ..LATEST where nothing bounds it from
// below, or open; the basis * is any. Caveats are compared where brackets are given.
func TestInventedFoldersThroughTheChain(t *testing.T) {
	folders, err := filepath.Glob(filepath.Join(testenv.Root(t), "export", "adr", "testdata", "*", "expected_time.txt"))
	if err != nil || len(folders) < 25 {
		t.Fatalf("%d expectations, %v", len(folders), err)
	}
	for _, file := range folders {
		folder := filepath.Dir(file)
		t.Run(filepath.Base(folder), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			in := newInvented(t, folder, string(text))
			in.check(readerOf(t, in.built.Graph, in.built.Meta))
		})
	}
}

// On Neo4j the same folders give the same answers.
func TestInventedFoldersOnNeo4j(t *testing.T) {
	testenv.Neo4j(t)
	for _, name := range []string{"broken", "compound-status", "merge-and-chain", "references", "typed-front-matter"} {
		t.Run(name, func(t *testing.T) {
			folder := filepath.Join(testenv.Root(t), "export", "adr", "testdata", name)
			text, err := os.ReadFile(filepath.Join(folder, "expected_time.txt"))
			if err != nil {
				t.Fatal(err)
			}
			in := newInvented(t, folder, string(text))
			in.check(neo4jReader(t, in.built.Graph, in.built.Meta))
		})
	}
}

// invented is one folder with what is expected of it.
type invented struct {
	t     *testing.T
	built pipeline.Built
	ids   map[string]string // by file: what people call the record
	lines []string          // of expectations about the graph
}

func newInvented(t *testing.T, folder, text string) *invented {
	p := project{files: map[string]string{}}
	in := &invented{t: t, ids: map[string]string{}}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch first, rest, _ := strings.Cut(line, " "); {
		case line == "" || first == "#":
		case first == "date_order":
			p.dateOrder = rest
		case first == "component":
			name, alias, _ := strings.Cut(rest, ":")
			c := bdgraph.Component{Name: name}
			if alias = strings.TrimSpace(alias); alias != "" {
				c.Aliases = []string{alias}
			}
			p.vocabulary.Components = append(p.vocabulary.Components, c)
		default:
			in.lines = append(in.lines, line)
		}
	}
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(name, "expected") {
			return err
		}
		data, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
		p.files[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	in.built = p.build(t)
	for _, a := range in.built.Corpus.ADRs {
		in.ids[path.Base(a.Path)] = a.ID
	}
	return in
}

func (in *invented) check(r store.Reader) {
	asker := ask.New(r, ask.Options{Today: func() bdgraph.Day { return in.built.Meta.ClosedOn }})
	records := 0
	for _, line := range in.lines {
		question, want, _ := strings.Cut(line, "->")
		words := strings.Fields(question)
		want = strings.TrimSpace(want)
		var got string
		switch words[0] {
		case "governs":
			name := strings.Join(words[1:len(words)-1], " ")
			got = in.governs(asker, name, words[len(words)-1], want)
		case "why":
			got = in.why(asker, words[1], words[2])
		case "lint":
			got = in.lint(asker)
		default:
			records++
			file, rest, _ := strings.Cut(line, " ")
			want = strings.Join(strings.Fields(rest), " ")
			got = in.record(asker, file, want)
		}
		if sorted(got) != sorted(want) {
			in.t.Errorf("%s\nwant %s\ngot  %s", strings.TrimSpace(question), want, got)
		}
	}
	if records != len(in.built.Corpus.ADRs) {
		in.t.Errorf("%d records expected, %d read", records, len(in.built.Corpus.ADRs))
	}
}

// sorted puts the parts of a line in order; which of several things stands first is not expected.
func sorted(line string) string {
	parts := strings.Split(line, ";")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	slices.Sort(parts)
	return strings.Join(parts, "; ")
}

// record says of a record what the expectation says of it: its interval as it is in the graph, its states as they are answered.
func (in *invented) record(asker *ask.Asker, file, want string) string {
	i := slices.IndexFunc(in.built.Graph.Nodes, func(n bdgraph.Node) bool {
		return n.Label == bdgraph.ADRLabel && path.Base(n.Key) == file
	})
	if i < 0 {
		return "no such record"
	}
	n := in.built.Graph.Nodes[i]
	if n.Life.NeverInForce != "" {
		return "never"
	}
	v := *n.Valid
	bounds := func(e bdgraph.Endpoint) string {
		switch {
		case e.Earliest == bdgraph.MaxDay:
			return "open"
		case e.Earliest == e.Latest:
			return e.Earliest.String() + " " + string(e.Basis)
		case e.Earliest == bdgraph.MinDay:
			return ".." + e.Latest.String() + " " + string(e.Basis)
		}
		return e.Earliest.String() + ".." + e.Latest.String() + " " + string(e.Basis)
	}
	from, to := bounds(v.From), bounds(v.To)
	fields := strings.Fields(want)
	if len(fields) > 3 && fields[3] == "*" {
		to = strings.Fields(to)[0] + " *"
	}
	got := []string{from, to}
	if slices.Contains(fields, "by") {
		got = append(got, "by", path.Base(n.ClosedBy))
	}
	var states []string
	for i, word := range fields {
		day, err := bdgraph.ParseDay(word)
		if err != nil || i+1 == len(fields) || !slices.Contains([]string{"HOLDS", "POSSIBLE", "NO"}, strings.TrimSuffix(fields[i+1], ",")) {
			continue
		}
		life, err := asker.Why(context.Background(), n.Key, day)
		if err != nil {
			in.t.Fatal(err)
		}
		states = append(states, word+" "+string(life.State))
	}
	return strings.Join(append(got, strings.Join(states, ", ")), " ")
}

// file returns the file of a record by what people call it.
func (in *invented) file(id string) string {
	for file, known := range in.ids {
		if known == id {
			return file
		}
	}
	return path.Base(id)
}

func (in *invented) governs(asker *ask.Asker, name, on, want string) string {
	g, err := asker.Governs(context.Background(), name, day(in.t, on))
	if err != nil {
		in.t.Fatal(err)
	}
	var got []string
	wanted := strings.Split(want, ";")
	for _, r := range g.Rules {
		text := string(r.State) + " " + r.Rule
		if slices.ContainsFunc(wanted, func(w string) bool { return strings.HasPrefix(strings.TrimSpace(w), text+" [") }) {
			var amended []string
			for _, c := range r.Caveats {
				if c.Kind == "amended" {
					amended = append(amended, "amended "+in.file(c.By))
				}
			}
			text += " [" + strings.Join(amended, ", ") + "]"
		}
		got = append(got, text)
	}
	for _, r := range g.NotYet {
		got = append(got, "LATER "+r.Rule)
	}
	for _, r := range g.NoLonger {
		text := "ENDED " + r.Rule
		if r.Until != nil {
			text += " " + *r.Until
		}
		if r.EndedBy != nil && (strings.Contains(want, " by ") || r.Until != nil) {
			text += " by " + in.file(*r.EndedBy)
		}
		got = append(got, text)
	}
	return strings.Join(got, "; ")
}

func (in *invented) why(asker *ask.Asker, file, on string) string {
	id, ok := in.ids[file]
	if !ok {
		return "no such record"
	}
	life, err := asker.Why(context.Background(), id, day(in.t, on))
	if err != nil {
		in.t.Fatal(err)
	}
	got := []string{string(life.State)}
	for _, list := range []struct {
		how   string
		links []ask.Link
	}{{"replaced by ", life.ReplacedBy}, {"amended by ", life.AmendedBy}} {
		var files []string
		for _, l := range list.links {
			files = append(files, path.Base(l.Thing.Key))
		}
		slices.Sort(files)
		if files = slices.Compact(files); len(files) > 0 {
			got = append(got, list.how+strings.Join(files, ", "))
		}
	}
	return strings.Join(got, "; ")
}

// timeCodes are the findings that say something about time.
var timeCodes = []string{
	"cycle", "conflict", "overlap", "missing_successor", "not_reciprocal", "redundant", "empty_interval", "inverted",
	"scheduled", "review_overdue", "unverified_closer", "cites_ended",
}

func (in *invented) lint(asker *ask.Asker) string {
	linted, err := asker.Lint(context.Background(), 0)
	if err != nil {
		in.t.Fatal(err)
	}
	var got []string
	for _, f := range append(in.built.Findings(), linted.Findings...) {
		if slices.Contains(timeCodes, f.Code) {
			got = append(got, fmt.Sprintf("%s %s", f.Code, path.Base(f.Document)))
		}
	}
	slices.Sort(got)
	return strings.Join(slices.Compact(got), "; ")
}
