package bdgraph_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"strings"
	"testing"
)

// Every process pays for what packages do before main, also for what its verb never needs:
// patterns are compiled, and files in the binary read, behind sync.OnceValue.
func TestNothingIsCompiledAtStart(t *testing.T) {
	list, err := exec.Command("go", "list", "-deps", "-f", `{{if and .Module .Module.Main}}{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}{{"\n"}}{{end}}{{end}}`, "./cmd/bdgraph").Output()
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	var look func(ast.Node) bool
	look = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit: // runs when it is called
			return false
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.FuncLit); ok {
				ast.Inspect(f.Body, look)
			}
		case *ast.SelectorExpr:
			switch n.Sel.Name {
			case "MustCompile", "Must", "ReadFile", "ReadDir":
				t.Errorf("%s: %s at the start of each process", files.Position(n.Pos()), n.Sel.Name)
			}
		}
		return true
	}
	names := strings.FieldsFunc(string(list), func(r rune) bool { return r == '\n' })
	if len(names) < 100 {
		t.Fatalf("go list found %d files", len(names))
	}
	for _, name := range names {
		file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); !ok || g.Tok != token.VAR {
				continue
			}
			ast.Inspect(d, look)
		}
	}
}
