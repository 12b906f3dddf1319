package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"bdgraph"
)

// The names of the file, the first one that is there being read.
var fileNames = []string{"bdgraph.toml", "config.toml"}

// Options say where settings come from.
type Options struct {
	Dir     string   // where the command runs; the project is this folder or one above it
	File    string   // a file named by flag; "" looks for one in the project's folder
	Set     []string // KEY=VALUE, of flags
	Environ []string // as of os.Environ
}

// Project is a checked configuration and where it came from.
type Project struct {
	Config
	Root     string            // absolute path of the project's folder
	File     string            // absolute path of the file, "" when there is none
	Origin   map[string]string // of each key that is not at its default
	Warnings []string          // what was ignored, and why
	where    places
}

// Load finds the project around a folder and joins its settings: flag over
// environment over file over default. An error names every wrong setting, one a line, each with its place.
func Load(o Options) (Project, error) {
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return Project{}, err
	}
	p := Project{Config: Default(), Root: findRoot(dir), Origin: map[string]string{}}
	if p.where, err = p.readFile(o.File); err != nil {
		return Project{}, err
	}
	err = errors.Join(p.readEnv(o.Environ), p.readFlags(o.Set))
	if err != nil {
		return Project{}, err
	}
	return p, errors.Join(p.validate(p.origin), p.checkStateDir())
}

// checkStateDir refuses a state folder whose files could take the place of the
// user's own: bdgraph replaces what is called corpus in there.
func (p Project) checkStateDir() error {
	fail := func(format string, args ...any) error {
		return wrong(p.origin("state_dir"), "state_dir", fmt.Sprintf(format, args...))
	}
	state := p.State()
	if info, err := os.Stat(state); err == nil && !info.IsDir() {
		return fail("%s is a file: move it away, or name another folder", state)
	}
	if inside(p.Root, state) {
		return fail("%s holds the project: name a folder of its own, such as .bdgraph", state)
	}
	for _, others := range [...]string{".beads", ".git"} {
		if inside(state, filepath.Join(p.Root, others)) {
			return fail("%s belongs to another tool: name a folder of its own, such as .bdgraph", state)
		}
	}
	return nil
}

// inside reports whether a path is a folder or lies in it.
func inside(path, folder string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rel)
}

// origin says where a key was set. One that nobody set stands where the table
// that lacks it does.
func (p Project) origin(key string) string {
	for k := key; k != ""; k = parent(k) {
		if from := p.Origin[k]; from != "" {
			return from
		}
		if at, ok := p.where[k]; ok {
			return at.String()
		}
	}
	return ""
}

// parent returns the key that holds a key: of a[1].b it is a[1], then a.
func parent(key string) string { return key[:max(0, strings.LastIndexAny(key, ".["))] }

// Place returns where a key of the file stands, such as probes[2]; the zero
// Place when it does not.
func (p Project) Place(key string) bdgraph.Place { return p.where[key] }

// findRoot returns the nearest folder, from dir upwards, that has bdgraph's
// file or state, a beads store or a git repository; dir itself when none has.
func findRoot(dir string) string {
	for d := dir; ; d = filepath.Dir(d) {
		for _, mark := range []string{"bdgraph.toml", ".bdgraph", ".beads", ".git"} {
			if _, err := os.Stat(filepath.Join(d, mark)); err == nil {
				return d
			}
		}
		if d == filepath.Dir(d) {
			return dir
		}
	}
}

// readFile joins the file into p and returns where its keys stand.
func (p *Project) readFile(named string) (places, error) {
	candidates := []string{named}
	if named == "" {
		candidates = candidates[:0]
		for _, name := range fileNames {
			candidates = append(candidates, filepath.Join(p.Root, name))
		}
	}
	for _, file := range candidates {
		data, err := os.ReadFile(file)
		if named == "" && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read configuration: %w", err)
		}
		data = bytes.TrimPrefix(data, []byte("\ufeff")) // which some editors write
		if named == "" && filepath.Base(file) == "config.toml" && !looksLikeOurs(data) {
			p.Warnings = append(p.Warnings, "config.toml holds no key of bdgraph and was ignored")
			continue
		}
		if p.File, err = filepath.Abs(file); err != nil {
			return nil, err
		}
		return p.decode(display(file), data)
	}
	return places{}, nil
}

// display shortens a path to one relative to the working directory, as people type it.
func display(file string) string {
	wd, err := os.Getwd()
	if err != nil {
		return file
	}
	if rel, err := filepath.Rel(wd, file); err == nil && !strings.HasPrefix(rel, "..") {
		return rel
	}
	return file
}

func (p *Project) decode(file string, data []byte) (places, error) {
	dec := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields()
	err := dec.Decode(&p.Config)
	var strict *toml.StrictMissingError
	var decode *toml.DecodeError
	switch {
	case errors.As(err, &strict):
		var errs []error
		for i := range strict.Errors {
			e := &strict.Errors[i]
			line, column := e.Position()
			name := strings.Join(e.Key(), ".")
			message := "unknown key " + name + DidYouMean(name, fileKeys())
			if strings.HasPrefix(name, "neo4j.pass") {
				message = name + ": a password is never in this file: use BDGRAPH_NEO4J_PASSWORD, or neo4j.password_file with the name of a file"
			}
			errs = append(errs, &Error{fmt.Sprintf("%s:%d:%d", file, line, column), message})
		}
		return nil, errors.Join(errs...)
	case errors.As(err, &decode):
		line, column := decode.Position()
		message := strings.TrimPrefix(decode.Error(), "toml: ")
		if key := strings.Join(decode.Key(), "."); key != "" {
			message = key + ": " + message
		}
		return nil, &Error{fmt.Sprintf("%s:%d:%d", file, line, column), message}
	case err != nil:
		return nil, &Error{file, err.Error()}
	}
	where := locate(file, data)
	for _, k := range p.Keys() {
		if at, ok := where[k.Name]; ok {
			p.Origin[k.Name] = at.String()
		}
	}
	return where, nil
}

// looksLikeOurs tells whether a file with the common name config.toml holds a
// key of ours at its top; other programs use that name too. A file that does not parse is taken for ours.
func looksLikeOurs(data []byte) bool {
	var top map[string]any
	if toml.Unmarshal(data, &top) != nil {
		return true
	}
	for name := range top {
		if slices.Contains(fileKeys(), name) {
			return true
		}
	}
	return false
}

// Variables with our prefix that are no settings; the first two are for users.
var otherVariables = []string{"BDGRAPH_NEO4J_PASSWORD", "BDGRAPH_CONFIG", "BDGRAPH_SHARED", "BDGRAPH_REQUIRE", "BDGRAPH_LONG", "BDGRAPH_TIMES"}

func (p *Project) readEnv(environ []string) error {
	byEnv := map[string]Key{}
	var names []string
	for _, k := range p.Keys() {
		byEnv[k.Env()] = k
		names = append(names, k.Env())
	}
	var errs []error
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		if !strings.HasPrefix(name, "BDGRAPH_") || value == "" || slices.Contains(otherVariables, name) {
			continue
		}
		k, ok := byEnv[name]
		if !ok {
			if near := DidYouMean(name, slices.Concat(names, otherVariables[:2])); near != "" {
				p.Warnings = append(p.Warnings, "the variable "+name+" sets nothing"+near)
			}
			continue
		}
		if err := k.Set(value); err != nil {
			errs = append(errs, &Error{name, k.Name + ": " + err.Error()})
		}
		p.Origin[k.Name] = name
	}
	return errors.Join(errs...)
}

func (p *Project) readFlags(set []string) error {
	keys := p.Keys()
	var errs []error
	for _, pair := range set {
		name, value, ok := strings.Cut(pair, "=")
		if !ok {
			errs = append(errs, &Error{"--set " + pair, "want KEY=VALUE"})
			continue
		}
		if strings.Contains(name, "password") && name != "neo4j.password_file" {
			errs = append(errs, &Error{"--set " + name, "a password is never a flag: use BDGRAPH_NEO4J_PASSWORD or neo4j.password_file"})
			continue
		}
		k, err := find(keys, name)
		if err == nil {
			err = k.Set(value)
			p.Origin[name] = "--set " + name
		}
		if err != nil {
			errs = append(errs, &Error{"--set " + name, err.Error()})
		}
	}
	return errors.Join(errs...)
}

// Path returns a path of the settings as an absolute one: they are relative to
// the project's folder.
func (p Project) Path(setting string) string {
	if filepath.IsAbs(setting) {
		return filepath.Clean(setting)
	}
	return filepath.Join(p.Root, filepath.FromSlash(setting))
}

// State returns the path of something in the state folder.
func (p Project) State(elem ...string) string {
	return filepath.Join(append([]string{p.Path(p.StateDir)}, elem...)...)
}
