package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bdgraph/internal/checkout"
	"bdgraph/internal/config"
)

// projectFiles returns where a file that a client names lies in the project, with forward
// slashes, as components' globs are: as it is named, and where links lead. In another checkout
// of the project's repository it lies where it would in the project. Relative names are those of
// a folder. Outside of the project it lies nowhere.
func projectFiles(p config.Project, folder, name string) []string {
	name = strings.TrimSpace(name)
	if name == "" || ofWindows(name) && !filepath.IsAbs(name) {
		return nil
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(folder, filepath.FromSlash(strings.ReplaceAll(name, `\`, "/")))
	}
	name, err := filepath.Abs(name)
	if err != nil || len(name) > longestPath {
		return nil // the working folder is gone, or no file is called so
	}
	var found []string
	add := func(root, file string) {
		rel, err := filepath.Rel(root, file)
		if err == nil && filepath.IsLocal(rel) && rel != "." && !slices.Contains(found, filepath.ToSlash(rel)) {
			found = append(found, filepath.ToSlash(rel))
		}
	}
	root := realPath(p.Root)
	own, main := checkout.Around(root)
	for _, file := range []string{name, realPath(name)} {
		other, itsMain := checkout.Around(filepath.Dir(file))
		if other = realPath(other); main != "" && other != own && realPath(itsMain) == realPath(main) {
			inside, _ := filepath.Rel(own, root) // the one lies in the other
			add(filepath.Join(other, inside), realPath(file))
			continue
		}
		add(p.Root, file)
		add(root, file)
	}
	return found
}

// longestPath is how long the name of a file may be, in bytes: Linux opens no longer ones, and
// each folder in a name is looked for.
const longestPath = 4096

// ofWindows reports whether a name has a root of Windows: a drive or a server.
func ofWindows(name string) bool {
	letter := name[0] | 0x20
	return strings.HasPrefix(name, `\\`) || len(name) > 2 && 'a' <= letter && letter <= 'z' && name[1] == ':' && (name[2] == '\\' || name[2] == '/')
}

// realPath follows links as far as a path is there; what is not there yet stays as it is.
func realPath(path string) string {
	for at, missing := path, ""; ; {
		if resolved, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(resolved, missing)
		}
		if at == filepath.Dir(at) {
			return path
		}
		at, missing = filepath.Dir(at), filepath.Join(filepath.Base(at), missing)
	}
}

// mainProject returns the folder of the main checkout in which the project of a linked
// worktree has its state, "" when there is none.
func mainProject(p config.Project) string {
	root, main := checkout.Around(p.Root)
	if main == "" || root == main {
		return ""
	}
	inside, err := filepath.Rel(root, p.Root)
	if err != nil {
		return ""
	}
	folder := filepath.Join(main, inside)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return ""
	}
	return folder
}
