package bdgraph

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestPathMatcherReadsGitignoresDialect(t *testing.T) {
	for _, c := range []struct {
		globs []string
		path  string
		want  bool
	}{
		{[]string{"src/mail"}, "src/mail/queue.go", true},
		{[]string{"src/mail"}, "lib/src/mail/queue.go", false},
		{[]string{"/src"}, "src/a.go", true},
		{[]string{"/src"}, "x/src/a.go", false},
		{[]string{"mail"}, "src/mail/queue.go", true},
		{[]string{"mail/"}, "src/mail", false},
		{[]string{"mail/"}, "src/mail/", true},
		{[]string{"mail/"}, "src/mail/a", true},
		{[]string{"*.sql"}, "db/schema/001.sql", true},
		{[]string{"*.sql"}, "db/schema/001.sqlx", false},
		{[]string{"db/*.sql"}, "db/schema/001.sql", false},
		{[]string{"db/**"}, "db/schema/001.sql", true},
		{[]string{"db/**"}, "db", false},
		{[]string{"db/**/x.sql"}, "db/x.sql", true},
		{[]string{"db/**/x.sql"}, "db/a/b/x.sql", true},
		{[]string{"**/gen/*.go"}, "gen/a.go", true},
		{[]string{"**/gen/*.go"}, "a/b/gen/a.go", true},
		{[]string{"a?c"}, "abc", true},
		{[]string{"a?c"}, "a/c", false},
		{[]string{"[a-c]x"}, "bx", true},
		{[]string{"[!a-c]x"}, "bx", false},
		{[]string{"[!a-c]x"}, "dx", true},
		{[]string{"src/*", "!src/vendor"}, "src/vendor/a.go", false},
		{[]string{"src", "!src/vendor"}, "src/vendor/a.go", true}, // as git: src as a whole is in
		{[]string{"# comment", "", "x "}, "x", true},
		{[]string{`\#x`}, "#x", true},
		{[]string{"db/a?c"}, "db/abc", true},
		{[]string{"db/[a-c]x"}, "db/bx", true},
		{[]string{`db/\#x`}, "db/#x", true},
		{[]string{"/db?"}, "dbs", true},
		{[]string{"größe/*"}, "größe/ü.txt", true},
		{nil, "x", false},
		{[]string{"x"}, "", false},
		{[]string{"a.b"}, "axb", false},
	} {
		m, err := NewPathMatcher(c.globs)
		if err != nil {
			t.Errorf("%q: %v", c.globs, err)
			continue
		}
		if got := m.Match(c.path); got != c.want {
			t.Errorf("%q match %q: %v, want %v", c.globs, c.path, got, c.want)
		}
	}
	for _, bad := range []string{"a[b", "[", "[z-a]"} {
		if _, err := NewPathMatcher([]string{bad}); err == nil {
			t.Errorf("%q is no error", bad)
		}
	}
}

func TestLiteralGlobsHoldTheirPathAlone(t *testing.T) {
	piece := rapid.SampledFrom([]string{"a", "é", "-", "!", "^", "*", "?", "[", "]", `\`, "{", "(", ".", " ", "#", "$", "[a]", "/a", "/[a]", "/*"})
	path := rapid.Map(rapid.SliceOfN(piece, 1, 4), func(ps []string) string { return "a"[:len(ps)%2] + strings.Join(ps, "") + "x" })
	rapid.Check(t, func(t *rapid.T) {
		folder, other := strings.TrimPrefix(path.Draw(t, "folder"), "/"), strings.TrimPrefix(path.Draw(t, "other"), "/")
		for _, name := range []string{folder, other} {
			for glob, file := range map[string]string{LiteralGlob(folder) + "/**": name + "/f", "/" + LiteralGlob(folder): name} {
				m, err := NewPathMatcher([]string{glob})
				if want := name == folder || strings.HasPrefix(name, folder+"/"); err != nil || m.Match(file) != want {
					t.Fatalf("%q of %q, path %q: match %v, want %v (%v)", glob, folder, file, !want, want, err)
				}
			}
		}
	})
}

// Patterns are compiled at their first use, where nobody expects an error any more.
func TestGlobsThatAreTakenCanBeMatched(t *testing.T) {
	piece := rapid.SampledFrom([]string{"a", "z", "é", "-", "!", "^", "*", "**", "?", "[", "]", `\`, "/", ".", "{", "}", "(", "|", "\xff", " ", "#", "$", "+", "[a-c]", "[!a]"})
	text := rapid.Map(rapid.SliceOf(piece), func(ps []string) string { return strings.Join(ps, "") })
	rapid.Check(t, func(t *rapid.T) {
		m, err := NewPathMatcher([]string{text.Draw(t, "glob")})
		if err != nil {
			return
		}
		path := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "z", "/", "é", "-"}), 1, 5).Draw(t, "path"), "")
		m.Match(path)
		m.IdleExclusions()
		for _, p := range m.patterns {
			if p.match().MatchString(path) && !strings.HasPrefix(path, p.prefix) {
				t.Fatalf("%q matches %q, which does not begin with %q", p.glob, path, p.prefix)
			}
		}
	})
}

func TestIdleExclusions(t *testing.T) {
	for globs, want := range map[string]string{
		"svc/** !svc/gen/**":          "!svc/gen/**",
		"svc/ !svc/gen/":              "!svc/gen/",
		"svc/** !svc/gen/x.go":        "!svc/gen/x.go",
		"svc/ !svc/x.go":              "!svc/x.go",
		"svc/** !svc/gen !svc/gen/**": "",
		"svc/* !svc/gen":              "",
		"svc/** !*.md":                "",
	} {
		m, err := NewPathMatcher(strings.Fields(globs))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(m.IdleExclusions(), " "); got != want {
			t.Errorf("%s: %q, want %q", globs, got, want)
		}
	}
}
