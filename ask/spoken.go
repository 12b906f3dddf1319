package ask

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"

	"bdgraph"
	"bdgraph/internal/names"
)

var nameLike = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[\p{L}\p{N}_./#:-]+`) })

// mostTokens bounds the words of a text that are looked up.
const mostTokens = 400

// Spoken returns the names of the graph that stand in a text: records by their
// ids, then components and rules by whole words.
func (a *Asker) Spoken(ctx context.Context, text string, day bdgraph.Day) ([]string, error) {
	return answer(ctx, a, day, func(s *session) ([]string, error) {
		var tokens []string
		for _, token := range nameLike().FindAllString(text, mostTokens) {
			if token = strings.Trim(token, ".:/-"); len(token) > 1 && len(token) < 200 {
				tokens = append(tokens, token)
			}
		}
		text := strings.ToLower(text)
		rows, err := query[struct {
			Name   string   `col:"name"`
			Rank   int      `col:"rank"`
			Others []string `col:"others"`
		}](s, "spoken", params{"tokens": anyList(distinct(tokens)), "text": text})
		if err != nil {
			return nil, err
		}
		var found []string
		for rank := range 3 {
			for _, r := range rows {
				spoken := r.Rank != 1 || holdsName(text, r.Name) || slices.ContainsFunc(r.Others, func(o string) bool { return holdsName(text, o) })
				if r.Rank == rank && spoken && !slices.Contains(found, r.Name) {
					found = append(found, r.Name)
				}
			}
		}
		return found, nil
	})
}

// holdsName reports whether a text in small letters holds a name as whole words; of
// the shortest names a text holds too many by chance.
func holdsName(text, name string) bool {
	return len(name) >= 3 && names.Holds(text, strings.ToLower(name))
}

// ComponentsOf returns the names of the components whose globs hold a path, in order. It
// is quicker than [Asker.Governs], which looks for similar names where none does.
func (a *Asker) ComponentsOf(ctx context.Context, path string, day bdgraph.Day) ([]string, error) {
	return answer(ctx, a, day, func(s *session) ([]string, error) {
		subjects, err := s.subjectsOfPath(path)
		found := componentsOf(subjects)
		slices.Sort(found)
		return found, err
	})
}
