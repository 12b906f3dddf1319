package beads

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"bdgraph"
)

// ask reads a store through bd into a group. It never lets bd write to the
// user's store: whatever is not known to read only runs on a copy.
func (l *loader) ask(ctx context.Context, c *command) (*group, string, error) {
	if path := filepath.Join(l.at.dir, metadataFile); exists(path) && readMetadata(l.at.dir) == (metadata{}) {
		// bd would succeed with nothing.
		return nil, "", fmt.Errorf("%s cannot be read: restore it from git", relative(l.at.root, path))
	}
	f, err := c.probe(ctx)
	if err != nil {
		return nil, "", err
	}
	s := store{dir: l.at.dir, database: l.at.database}
	inPlace := l.readsOnly(f)
	if !inPlace {
		_, hasDatabase := databaseIn(l.at.dir)
		copied, remove, err := copyStore(s, !hasDatabase)
		if err != nil {
			return nil, "", err
		}
		defer remove()
		s = copied
		l.notes.add(ranOnCopy, bdgraph.Place{File: relative(l.at.root, l.at.dir)}, "", "bd "+f.version)
	}
	g, err := l.export(ctx, c, f, s)
	if err != nil {
		return nil, "", err
	}
	if !inPlace {
		// Neither command is known to read only in the versions that need it.
		if !f.exportsMemories() && (f.all || !f.export) {
			l.askMemories(ctx, c, s, g)
		}
		for _, rec := range g.records {
			if rec.lacksComments() > 0 {
				l.askComments(ctx, c, s, rec)
			}
		}
	}
	return g, f.version, ctx.Err()
}

// readsOnly reports whether the export of this bd leaves this store as it is:
// from 1.0.4 it opens a Dolt store for reading and, told not to, makes no
// backup. Another version than the last one rewrites .local_version and may migrate the schema; older ones
// start daemons and databases.
func (l *loader) readsOnly(f features) bool {
	last, err := os.ReadFile(filepath.Join(l.at.dir, ".local_version"))
	database, _ := databaseIn(l.at.dir)
	return err == nil && strings.TrimPrefix(strings.TrimSpace(string(last)), "v") == f.version &&
		f.includeMemories && database != "" && filepath.Ext(database) != ".db"
}

// export asks for all issues in the way this bd knows.
func (l *loader) export(ctx context.Context, c *command, f features, s store) (*group, error) {
	args := []string{"export"}
	switch {
	case !f.export:
		// 0.56: read in its source, not run.
		args = []string{"list", "--all", "--limit", "0", "--json"}
	case f.includeMemories && l.options.Ephemeral:
		args = append(args, "--all") // memories included
	case f.includeMemories:
		// From 1.0.4: run with 1.0.5; the others read, not run.
		args = append(args, "--include-memories")
	case f.noMemories:
		// 0.62 to 1.0.3: read in its source, not run.
	case f.all:
		// 0.57 to 0.61: read in its source, not run.
	default:
		// Up to 0.55: run with 0.20.1, 0.47.1 and 0.49.6; the others read, not run.
	}
	a, err := c.run(ctx, &s, args...)
	if err != nil {
		return nil, err
	}
	name := "bd " + args[0]
	g := newGroup(name)
	g.live = true
	l.noteStderr(name, a)
	l.options.reading(int64(len(a.stdout)))
	if err := l.reader(g, issuesFile).read(bytes.NewReader(a.stdout), name); err != nil {
		return nil, fmt.Errorf("read the output of %s: %w", name, err)
	}
	return g, nil
}

func (l *loader) noteStderr(name string, a answer) {
	if said := firstLine(a.stderr); said != "" {
		l.notes.add(commandNotes, bdgraph.Place{File: name}, "", said)
	}
}

// askMemories fills in the memories that 0.58 to 0.61 do not export; 0.56 and 0.57 have none.
// Read in their source, not run; the shape of the answer is recorded from 1.0.5.
func (l *loader) askMemories(ctx context.Context, c *command, s store, g *group) {
	const name = "bd memories"
	a, err := c.run(ctx, &s, "memories", "--json")
	if err != nil {
		if !strings.Contains(err.Error(), unknownCommand) {
			l.notes.add(commandFailed, bdgraph.Place{File: name}, "", err.Error())
		}
		return
	}
	r := l.reader(g, memoriesFile)
	r.place.File = name
	r.memoryMap(a.stdout)
}

// memoryMap reads the object of bd memories --json: key to text, with an integer
// schema_version among them; or the same inside an envelope.
func (r *reader) memoryMap(text []byte) {
	s := scanner{data: text}
	members, err := s.members(nil, fieldNames)
	if err != nil {
		r.badLine(text[s.pos:], s.pos, err)
		return
	}
	if data := valueOf(members, "data"); kindOf(data) == object {
		r.memoryMap(data)
		return
	}
	r.noteRepeated(members)
	for _, m := range members {
		if m.key == "schema_version" && kindOf(m.value) == number {
			continue
		}
		r.remember(bdgraph.Memory{Key: m.key, Text: r.text(m.key, m.value), Place: r.place})
	}
}

// askComments fills in the comments of an issue whose record only counts them.
func (l *loader) askComments(ctx context.Context, c *command, s store, rec *record) {
	const name = "bd comments"
	a, err := c.run(ctx, &s, "comments", rec.issue.ID, "--json")
	if err != nil {
		l.notes.add(commandFailed, bdgraph.Place{File: name}, rec.issue.ID, err.Error())
		return
	}
	g := newGroup(name)
	r := l.reader(g, issuesFile)
	if err := r.read(bytes.NewReader(a.stdout), name); err != nil {
		l.notes.add(commandFailed, bdgraph.Place{File: name}, rec.issue.ID, err.Error())
	}
	for _, row := range g.rows {
		if row.issue == rec.issue.ID && row.comment != nil {
			row.addTo(&rec.issue)
		}
	}
}
