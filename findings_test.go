package bdgraph_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// codeForm is how a code is written; a word alone is too little to tell one by.
var codeForm = regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)

// Every code of a finding that the source names is explained in docs/formats.
func TestEveryFindingIsExplained(t *testing.T) {
	page := read(t, "docs/formats/findings.md")
	codes := findingCodes(t)
	if len(codes) < 40 {
		t.Fatalf("found %d codes only: %v", len(codes), codes)
	}
	for code, where := range codes {
		family, _, _ := strings.Cut(code, "_")
		explained := strings.Contains(page, "`"+code+"`") || strings.Contains(page, "`"+family+"_…`")
		if !explained && !strings.HasPrefix(code, "beads_") { // beads.md has a test of its own
			t.Errorf("%s: docs/formats/findings.md does not explain %q", where, code)
		}
	}
}

// findingCodes returns the codes in the Code fields of findings and in the
// first arguments of the functions that report them, with the place of one use.
func findingCodes(t *testing.T) map[string]string {
	t.Helper()
	codes := map[string]string{}
	fset := token.NewFileSet()
	add := func(e ast.Expr) {
		lit, ok := e.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return
		}
		if code, err := strconv.Unquote(lit.Value); err == nil && codeForm.MatchString(code) {
			codes[code] = fset.Position(lit.Pos()).String()
		}
	}
	for _, p := range listPackages(t) {
		if strings.HasPrefix(p.ImportPath, "bdgraph/cypher") || p.ImportPath == "bdgraph/store/neo4j" {
			continue // their codes are Neo4j's names of errors
		}
		files, err := filepath.Glob(filepath.Join(p.Dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(fset, name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.KeyValueExpr:
					if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Code" {
						add(n.Value)
					}
				case *ast.CallExpr:
					if s, ok := n.Fun.(*ast.SelectorExpr); ok && len(n.Args) > 1 && (s.Sel.Name == "find" || s.Sel.Name == "report") {
						add(n.Args[0])
					}
				}
				return true
			})
		}
	}
	return codes
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
