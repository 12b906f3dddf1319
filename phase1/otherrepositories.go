package phase1

import (
	"strings"

	"bdgraph"
)

// Not every number belongs to the project's own repository. These rules find the
// ones that a text gives to another: by its name before the number, by the same
// number with an address elsewhere in the document, or by the word upstream.

// collectRepositories returns the other repositories that the documents name in
// addresses or as owner/name#12, by owner/name and, where it cannot be taken for a word, by
// name, in small letters. A name that two of them have stands for neither.
func collectRepositories(documents []bdgraph.Document, own string) map[string]string {
	known := make(map[string]string)
	add := func(key, repository string) {
		if old, ok := known[key]; ok && !strings.EqualFold(old, repository) {
			repository = ""
		}
		known[key] = repository
	}
	ownHost, _, _ := strings.Cut(own, "/")
	for k := range documents {
		text := documents[k].Text
		eachRepository(text, ownHost, func(host, owner, name string) {
			repository := host + "/" + owner + "/" + name
			if strings.EqualFold(repository, own) {
				return
			}
			add(strings.ToLower(owner+"/"+name), repository)
			if strings.ContainsAny(name, "-_.0123456789") {
				add(strings.ToLower(name), repository)
			}
		})
	}
	return known
}

// eachRepository calls f for each address of a repository in a text, and for each owner/name#12.
func eachRepository(text, ownHost string, f func(host, owner, name string)) {
	for at := 0; ; {
		i := strings.Index(text[at:], "://")
		if i < 0 {
			break
		}
		at += i + 3
		most := min(len(text), at+longestPath)
		end := endOfURL(text[:most], at)
		parts := strings.SplitN(text[at:end], "/", 4)
		if len(parts) < 3 || len(parts) == 3 && end == at+longestPath {
			continue
		}
		host := strings.TrimPrefix(strings.ToLower(parts[0]), "www.")
		owner, name := parts[1], strings.TrimSuffix(strings.TrimRight(parts[2], tokenEdges+",;:"), ".git")
		if (host == ownHost || wordLists().Has("forges", host)) && isPlain(owner) && isPlain(name) && !wordLists().Has("sites", strings.ToLower(owner)) {
			f(host, owner, name)
		}
	}
	host := ownHost
	if host == "" {
		host = "github.com"
	}
	for at := 0; ; at++ {
		i := strings.IndexByte(text[at:], '#')
		if i < 0 {
			return
		}
		at += i
		start := at
		for start > max(0, at-longestPath) && (isTokenByte[text[start-1]] || text[start-1] == '/') {
			start--
		}
		owner, name, ok := strings.Cut(text[start:at], "/")
		if ok && isPlain(owner) && isPlain(name) && !isPageName(name) && isPullNumber(digitsAt(text[at+1:])) {
			f(host, owner, strings.TrimSuffix(name, ".git"))
		}
	}
}

// repositoryBefore returns the repository that the word before a number, or before its PR, names:
// the project's own "" when it names none. upstream says that it is another one that is not named.
func (s *scanner) repositoryBefore(at int) (repository string, upstream bool) {
	before := strings.TrimRight(s.text[s.lineStart:at], " \t")
	written := lastWord(before)
	word := bareWord(written)
	if repository, known := s.repositories[strings.ToLower(word)]; known {
		return repository, false
	}
	if owner, name, ok := strings.Cut(word, "/"); ok && isPlain(owner) && isPlain(name) && isUpstream(bareWord(lastWord(strings.TrimSuffix(before, written)))) {
		return s.host() + "/" + word, false
	}
	return "", isUpstream(word)
}

// bareWord is a word without what surrounds it.
func bareWord(word string) string {
	word = strings.Trim(word, "([{*_`\"'’:,;")
	return strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "’s")
}

func isUpstream(word string) bool { return strings.EqualFold(word, "upstream") }

// continued returns the repository of the number that a list goes on from, as in
// owner/name#12/#13: another one than the project's own, or "".
func (s *scanner) continued(at int) string {
	if len(s.hits) == 0 {
		return ""
	}
	last := s.hits[len(s.hits)-1]
	const longestJoint = 16 // blanks, marks, "and"
	if last.target.Label != bdgraph.PRLabel || last.own || last.url != "" || last.end > at || last.end < s.lineStart || at-last.end > longestJoint {
		return ""
	}
	switch strings.ToLower(strings.TrimSpace(s.text[last.end:at])) {
	case ",", "/", "+", "&", "and", "or", ", and", ", or":
		repository, _, _ := strings.Cut(last.target.Key, "#")
		return repository
	}
	return ""
}

// settleRepositories gives numbers without a repository to the one that the rest of
// the document says they have, and drops those of an upstream that it does not name.
func (s *scanner) settleRepositories() {
	others := make(map[string]string) // by number
	only, several := "", false
	undecided := false
	for _, h := range s.hits {
		undecided = undecided || h.upstream || h.own
		if h.target.Label != bdgraph.PRLabel || h.own {
			continue
		}
		repository, number, _ := strings.Cut(h.target.Key, "#")
		if repository == s.repository {
			continue
		}
		if old, ok := others[number]; ok && old != repository {
			repository = ""
		}
		others[number] = repository
		several = several || only != "" && only != repository
		only = repository
	}
	if !undecided || len(others) == 0 && !s.upstream {
		return
	}
	if only != "" && !several {
		for _, h := range s.hits {
			if _, number, _ := strings.Cut(h.target.Key, "#"); h.upstream && others[number] == "" {
				others[number] = only
			}
		}
	}
	kept := s.hits[:0]
	for _, h := range s.hits {
		if h.own {
			_, number, _ := strings.Cut(h.target.Key, "#")
			repository := others[number]
			switch {
			case repository != "":
				h.target.Key, h.own = repository+"#"+number, false
			case h.upstream:
				continue
			}
		}
		kept = append(kept, h)
	}
	s.hits = kept
}
