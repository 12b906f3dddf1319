package bdgraph_test

import (
	"encoding/json"
	"errors"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// room is one row of the import rules: which packages of this module, and
// which third-party libraries, the packages below a path may import. Packages of
// one room may always import each other.
type room struct {
	path      string
	own       []string // rooms; "*" is all of them
	libraries bool     // third-party libraries, but for those that belong elsewhere
	library   string   // the one that it may use
}

// house holds the rooms; a package belongs to the longest path that leads to it.
var house = []room{
	{path: "bdgraph"},
	{path: "bdgraph/export", own: []string{"bdgraph", "bdgraph/internal/checkout", "bdgraph/internal/datetext", "bdgraph/internal/files"}, libraries: true},
	{path: "bdgraph/phase1", own: []string{"bdgraph", "bdgraph/internal/wordlist"}, libraries: true},
	{path: "bdgraph/phase2", own: []string{"bdgraph", "bdgraph/cypher/spelling", "bdgraph/internal/agentfile", "bdgraph/internal/datetext", "bdgraph/internal/names", "bdgraph/internal/passage"}, libraries: true},
	{path: "bdgraph/verify", own: []string{"bdgraph", "bdgraph/internal/agentfile", "bdgraph/internal/datetext", "bdgraph/internal/passage"}, libraries: true},
	{path: "bdgraph/eval", own: []string{"bdgraph", "bdgraph/internal/passage"}},
	{path: "bdgraph/validtime", own: []string{"bdgraph"}, libraries: true},
	{path: "bdgraph/cypher", own: []string{"bdgraph/cypher/spelling"}, library: "golang.org/x/text/"}, // Unicode's normal forms and case mappings
	{path: "bdgraph/cypher/spelling"}, // for whoever says "did you mean"
	{path: "bdgraph/cypher/valuetest", own: []string{"bdgraph/cypher"}, libraries: true},
	{path: "bdgraph/store", own: []string{"bdgraph", "bdgraph/cypher", "bdgraph/internal/files"}, libraries: true},
	{path: "bdgraph/store/storetest", own: []string{"bdgraph", "bdgraph/cypher", "bdgraph/store", "bdgraph/internal/parity"}, libraries: true},
	{path: "bdgraph/ask", own: []string{"bdgraph", "bdgraph/cypher/spelling", "bdgraph/internal/names", "bdgraph/internal/wordlist", "bdgraph/store"}, libraries: true},
	{path: "bdgraph/mcpserver", own: []string{"bdgraph", "bdgraph/store", "bdgraph/ask", "bdgraph/internal/unseen"}, libraries: true},
	{path: "bdgraph/prompts"},
	{path: "bdgraph/demo", own: []string{"bdgraph"}},
	{path: "bdgraph/internal", own: []string{"bdgraph", "bdgraph/cypher/spelling", "bdgraph/internal/unseen"}, libraries: true},
	{path: "bdgraph/internal/checkout"},
	{path: "bdgraph/internal/files", libraries: true},
	{path: "bdgraph/internal/agentfile", own: []string{"bdgraph/cypher/spelling", "bdgraph/internal/unseen"}, libraries: true},
	{path: "bdgraph/internal/datetext", own: []string{"bdgraph"}},
	{path: "bdgraph/internal/names", own: []string{"bdgraph/cypher/spelling", "bdgraph/internal/passage"}},
	{path: "bdgraph/internal/passage", own: []string{"bdgraph", "bdgraph/internal/unseen"}, libraries: true},
	{path: "bdgraph/internal/testenv", own: []string{"bdgraph/internal/files"}},
	{path: "bdgraph/internal/unseen"},
	{path: "bdgraph/internal/wordlist"},
	{path: "bdgraph/internal/pipeline", own: []string{
		"bdgraph", "bdgraph/export", "bdgraph/phase1", "bdgraph/phase2", "bdgraph/verify", "bdgraph/validtime",
		"bdgraph/store", "bdgraph/internal", "bdgraph/internal/files",
	}},
	{path: "bdgraph/internal/pipeline/pipelinetest", own: []string{"bdgraph/demo", "bdgraph/export", "bdgraph/internal", "bdgraph/internal/pipeline"}},
	{path: "bdgraph/internal/parity", own: []string{"bdgraph", "bdgraph/cypher", "bdgraph/store", "bdgraph/ask"}},
	{path: "bdgraph/cmd", own: []string{"*"}, libraries: true},
	{path: "bdgraph/bench", own: []string{"bdgraph", "bdgraph/cypher", "bdgraph/store"}},
}

// homes names the only room that may import a library.
var homes = map[string]string{
	"github.com/neo4j/neo4j-go-driver": "bdgraph/store",
	"github.com/mark3labs/mcp-go":      "bdgraph/mcpserver",
	"github.com/spf13/cobra":           "bdgraph/cmd",
	"github.com/spf13/pflag":           "bdgraph/cmd",
}

func TestPackagesKeepTheImportRules(t *testing.T) {
	for _, p := range listPackages(t) {
		r, ok := roomOf(p.ImportPath)
		if !ok {
			t.Errorf("%s belongs to no room: give it a row in the house", p.ImportPath)
			continue
		}
		for _, imported := range p.Imports {
			if reason := r.refuses(imported); reason != "" {
				t.Errorf("%s imports %s: %s", p.ImportPath, imported, reason)
			}
		}
	}
}

func TestTheRulesCanRefuse(t *testing.T) {
	for _, c := range []struct{ from, imported string }{
		{"bdgraph", "github.com/spf13/cobra"},
		{"bdgraph", "bdgraph/export"},
		{"bdgraph/export/beads", "bdgraph/phase1"},
		{"bdgraph/cypher/plan", "bdgraph"},
		{"bdgraph/cypher/plan", "pgregory.net/rapid"},
		{"bdgraph/ask", "github.com/neo4j/neo4j-go-driver/v5/neo4j"},
		{"bdgraph/mcpserver", "bdgraph/cmd/bdgraph"},
	} {
		r, ok := roomOf(c.from)
		if !ok || r.refuses(c.imported) == "" {
			t.Errorf("%s may import %s", c.from, c.imported)
		}
	}
}

func TestEveryPackageSaysWhatItIsFor(t *testing.T) {
	for _, p := range listPackages(t) {
		files, err := filepath.Glob(filepath.Join(p.Dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		var doc string
		sources := 0
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			sources++
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly|parser.ParseComments)
			if err != nil {
				t.Errorf("%v", err)
				continue
			}
			if text := f.Doc.Text(); text != "" {
				if doc != "" {
					t.Errorf("%s has two package comments; the second is in %s", p.ImportPath, filepath.Base(name))
				}
				doc = text
			}
		}
		if sources == 0 {
			continue // tests only
		}
		want := "Package " + p.Name + " "
		if p.Name == "main" {
			want = "Command " + filepath.Base(p.Dir) + " "
		}
		if !strings.HasPrefix(doc, want) || len(doc) < 60 {
			t.Errorf("%s: the package comment must begin with %q and say what goes in and out; it is %q", p.ImportPath, want, doc)
		}
	}
}

// refuses returns why a package of the room may not import a path, or "".
func (r room) refuses(imported string) string {
	if !strings.Contains(strings.SplitN(imported, "/", 2)[0], ".") && !isOwn(imported) {
		return "" // standard library
	}
	if isOwn(imported) {
		target, _ := roomOf(imported)
		if target.path == r.path {
			return ""
		}
		for _, allowed := range r.own {
			if allowed == "*" || allowed == target.path {
				return ""
			}
		}
		return r.path + " may import " + strings.Join(append(r.own, "no more of this module"), ", ")
	}
	for library, home := range homes {
		if strings.HasPrefix(imported, library) && home != r.path {
			return library + " belongs in " + home
		}
	}
	if r.library != "" && strings.HasPrefix(imported, r.library) {
		return ""
	}
	if !r.libraries {
		return strings.TrimSpace(r.path + " imports the standard library only " + r.library)
	}
	return ""
}

func isOwn(path string) bool { return path == "bdgraph" || strings.HasPrefix(path, "bdgraph/") }

func roomOf(path string) (best room, ok bool) {
	for _, r := range house {
		inside := path == r.path || (r.path != "bdgraph" && strings.HasPrefix(path, r.path+"/"))
		if inside && len(r.path) > len(best.path) {
			best, ok = r, true
		}
	}
	return best, ok
}

type listedPackage struct {
	ImportPath, Name, Dir string
	Imports               []string
}

func listPackages(t *testing.T) []listedPackage {
	t.Helper()
	out, err := exec.Command("go", "list", "-e", "-json=ImportPath,Name,Dir,Imports", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var ps []listedPackage
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listedPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("go list: %v", err)
		}
		ps = append(ps, p)
	}
	if len(ps) < 2 {
		t.Fatalf("go list found %d packages", len(ps))
	}
	return ps
}
