// Package wordlist reads lists of words that packages keep in files beside their code.
// In goes the text of such a file, out come sets that can be asked for a word. What
// a list is for, the file itself says; what follows from a word, is left to the callers.
package wordlist

import "strings"

// Lists holds the words of a file by the name of their list.
type Lists map[string]map[string]bool

// Read returns the lists of a file. A line that begins with "#" is a remark; any other one
// is the name of a list, a colon and words, which split takes apart. Lines of one name make
// one list. It panics when a line has no name, since the files are part of the program.
func Read(file string, split func(string) []string) Lists {
	lists := Lists{}
	for line := range strings.Lines(file) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		name, words, ok := strings.Cut(line, ":")
		if !ok {
			panic("wordlist: no name of a list before " + line)
		}
		if lists[name] == nil {
			lists[name] = map[string]bool{}
		}
		for _, word := range split(words) {
			lists[name][word] = true
		}
	}
	return lists
}

// Has reports whether a list has a word. It panics when there is no such list.
func (l Lists) Has(list, word string) bool {
	words, ok := l[list]
	if !ok {
		panic("wordlist: there is no list " + list)
	}
	return words[word]
}
