package bdgraph

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"
)

// PathMatcher tells whether a path of the project belongs to a component. The
// zero matcher holds no path.
type PathMatcher struct{ patterns []pathPattern }

type pathPattern struct {
	glob    string                // as given
	prefix  string                // with which every path begins that matches
	match   func() *regexp.Regexp // compiled at its first use: a project has many globs, and most verbs match no path
	negated bool                  // !pattern
	folder  bool                  // pattern/
}

// NewPathMatcher reads globs in gitignore's dialect: a pattern with a slash
// before its end is anchored at the project's folder, another one matches at any
// depth; * and ? stop at slashes, ** does not; a pattern that ends in a slash
// matches folders; whatever lies in a matched folder is matched; the last pattern
// that matches decides, and ! takes paths out again. An error names the glob that
// cannot be read.
func NewPathMatcher(globs []string) (PathMatcher, error) {
	var m PathMatcher
	for _, glob := range globs {
		p := strings.TrimRight(glob, " \t")
		if p == "" || p[0] == '#' {
			continue
		}
		c := pathPattern{glob: p}
		if p[0] == '!' {
			c.negated, p = true, p[1:]
		}
		if strings.HasSuffix(p, "/") {
			c.folder, p = true, strings.TrimSuffix(p, "/")
		}
		if strings.Contains(p, "/") { // anchored
			c.prefix = strings.TrimPrefix(p, "/")
			if i := strings.IndexAny(c.prefix, `*?[\`); i >= 0 {
				c.prefix = c.prefix[:i]
			}
		}
		expression, err := translateGlob(p)
		c.match = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
		if err == nil && (strings.Contains(p, "[") || !utf8.ValidString(p)) { // nothing else can be wrong
			_, err = regexp.Compile(expression)
		}
		if err != nil {
			return PathMatcher{}, fmt.Errorf("glob %q: %w", glob, err)
		}
		m.patterns = append(m.patterns, c)
	}
	return m, nil
}

// LiteralGlob returns the glob of one path relative to the project, or the beginning of a glob of what
// lies in it.
func LiteralGlob(path string) string {
	glob := strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
	if strings.HasPrefix(glob, "!") || strings.HasPrefix(glob, "#") {
		return `\` + glob
	}
	return glob
}

// Match reports whether a path, relative to the project and with forward
// slashes, is held. A path that ends in a slash is a folder.
func (m PathMatcher) Match(path string) bool {
	whole := strings.TrimSuffix(path, "/")
	if whole == "" {
		return false
	}
	for i := 0; i <= len(whole); i++ {
		if i == len(whole) {
			return m.decides(whole, whole != path)
		}
		if i > 0 && whole[i] == '/' && m.decides(whole[:i], true) {
			return true
		}
	}
	return false
}

// IdleExclusions returns the globs with ! that take nothing out, since an earlier glob
// holds the folder around what they name, as "svc/**" does before "!svc/gen/**".
// Globs whose folder has wildcards are not judged.
func (m PathMatcher) IdleExclusions() []string {
	var idle []string
	for _, p := range m.patterns {
		name := strings.TrimPrefix(p.glob, "!")
		base := name
		for _, inside := range []string{"/**", "/*", "/"} {
			base = strings.TrimSuffix(base, inside)
		}
		path := strings.TrimPrefix(base, "/")
		if base != name {
			path += "/file"
		}
		if p.negated && path != "" && !strings.ContainsAny(base, `*?[\`) && m.Match(path) {
			idle = append(idle, p.glob)
		}
	}
	return idle
}

// decides applies the patterns to one path, not to what it lies in.
func (m PathMatcher) decides(path string, folder bool) bool {
	for i := len(m.patterns) - 1; i >= 0; i-- {
		if p := m.patterns[i]; (folder || !p.folder) && strings.HasPrefix(path, p.prefix) && p.match().MatchString(path) {
			return !p.negated
		}
	}
	return false
}

// translateGlob turns a glob into a regular expression for a whole path.
func translateGlob(glob string) (string, error) {
	var b strings.Builder
	b.WriteString(`^`)
	if !strings.Contains(glob, "/") {
		b.WriteString(`(?:.*/)?`)
	}
	glob = strings.TrimPrefix(glob, "/")
	for i := 0; i < len(glob); i++ {
		rest := glob[i:]
		switch {
		case strings.HasPrefix(rest, "**/") && (i == 0 || glob[i-1] == '/'):
			b.WriteString(`(?:.*/)?`)
			i += 2
		case rest == "**" && (i == 0 || glob[i-1] == '/'):
			b.WriteString(`.+`)
			i++
		case rest[0] == '*':
			b.WriteString(`[^/]*`)
		case rest[0] == '?':
			b.WriteString(`[^/]`)
		case rest[0] == '\\' && len(rest) > 1:
			b.WriteString(regexp.QuoteMeta(rest[1:2]))
			i++
		case rest[0] == '[':
			end := strings.IndexByte(rest[min(2, len(rest)):], ']')
			if end < 0 {
				return "", fmt.Errorf("[ at character %d has no ]", i+1)
			}
			class := rest[1 : end+2]
			if class[0] == '!' || class[0] == '^' {
				b.WriteString(`[^/` + escapeClass(class[1:]) + `]`)
			} else {
				b.WriteString(`[` + escapeClass(class) + `]`)
			}
			i += end + 2
		default:
			b.WriteString(regexp.QuoteMeta(rest[:1]))
		}
	}
	b.WriteString(`$`)
	return b.String(), nil
}

func escapeClass(class string) string {
	return strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`, `^`, `\^`).Replace(class)
}
