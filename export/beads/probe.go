package beads

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"regexp"
	"strings"
	"sync"
)

// features is what a bd can do. Versions carry suffixes and builds differ, so
// that the flags its help names decide, not its number.
type features struct {
	version         string
	export          bool // the command exists: all versions but 0.56
	includeMemories bool // from 1.0.4: memories and wisps only when asked for
	noMemories      bool // 0.62 to 1.0.3: memories are part of the export
	all             bool // from 0.57; without either of the above, memories are not exported (0.57 to 0.61)
}

// exportsMemories reports whether the export can carry memories.
func (f features) exportsMemories() bool { return f.includeMemories || f.noMemories }

// unknownCommand is what bd says to a command that it lacks.
const unknownCommand = "unknown command"

var (
	versionPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`v?(\d+\.\d+\.\d+[^\s()",]*)`) })
	flagPattern    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`--[a-z][a-z-]*`) })
)

// probe asks bd what it is, in an empty folder: even "bd version" may write to
// a store it finds.
func (c *command) probe(ctx context.Context) (features, error) {
	var f features
	version, err := c.run(ctx, nil, "version", "--json")
	if err == nil {
		var v struct {
			Version string `json:"version"`
			Data    struct {
				Version string `json:"version"`
			} `json:"data"`
		}
		// Lines that are no JSON may stand around it: warnings.
		_, after, _ := bytes.Cut(version.stdout, []byte("{"))
		if json.NewDecoder(io.MultiReader(strings.NewReader("{"), bytes.NewReader(after))).Decode(&v) == nil {
			f.version = strings.TrimPrefix(v.Version+v.Data.Version, "v")
		}
	}
	if f.version == "" { // up to 0.2x the command knows no --json
		version, err = c.run(ctx, nil, "version")
		if err != nil {
			return f, err
		}
		m := versionPattern().FindSubmatch(version.stdout)
		if m == nil {
			return f, &runError{"bd version", "prints no version: is this the bd of beads?", version.stderr}
		}
		f.version = string(m[1])
	}
	help, err := c.run(ctx, nil, "export", "--help")
	if ctx.Err() != nil {
		return f, ctx.Err()
	}
	text := string(help.stdout) + "\n" + help.stderr // help is for reading, not data
	if f.export = !strings.Contains(text, unknownCommand); err != nil {
		return f, nil // no flag can be relied on
	}
	for _, flag := range flagPattern().FindAllString(text, -1) {
		switch flag {
		case "--include-memories":
			f.includeMemories = true
		case "--no-memories":
			f.noMemories = true
		case "--all":
			f.all = true
		}
	}
	return f, nil
}
