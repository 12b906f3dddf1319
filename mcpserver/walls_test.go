package mcpserver_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The package holds nothing that writes: it knows the store by its Reader alone.
func TestNoWriterIsKnownHere(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	allowed := []string{"bdgraph", "bdgraph/ask", "bdgraph/internal/unseen", "bdgraph/store", "bdgraph/store/guard"}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range f.Imports {
			path, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(path, "bdgraph") && !slices.Contains(allowed, path) {
				t.Errorf("%s imports %s", name, path)
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := s.X.(*ast.Ident); ok && x.Name == "store" && (s.Sel.Name == "Writer" || s.Sel.Name == "Loaded") {
				t.Errorf("%s uses store.%s", name, s.Sel.Name)
			}
			return true
		})
	}
}
