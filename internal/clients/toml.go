package clients

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"

	"github.com/pelletier/go-toml/v2"
)

// tomlIn is a file of settings in TOML, to which the server is a block of lines.
func tomlIn(client, path string) setting {
	block := blockIn(client, path, hash, "[mcp_servers.bdgraph]\ncommand = \"bdgraph\"\nargs = [\"mcp\"]")
	set, remove := block.set, block.remove
	block.set = func(text []byte) ([]byte, error) {
		_, there, err := readTOML(text)
		if err != nil || there { // its command or environment may be the user's by now
			return text, err
		}
		out, err := set(text)
		if err != nil {
			return nil, err
		}
		return out, sameOthers(text, out, true)
	}
	block.remove = func(text []byte) ([]byte, error) {
		out, err := remove(text)
		if err != nil || bytes.Equal(out, text) {
			return text, err
		}
		return out, sameOthers(text, out, false)
	}
	return block
}

// readTOML returns what a text says but for the server bdgraph, and whether it
// says something of that.
func readTOML(text []byte) (others map[string]any, there bool, err error) {
	if err := toml.Unmarshal(text, &others); err != nil {
		return nil, false, fmt.Errorf("not TOML: %w", err)
	}
	if servers, ok := others["mcp_servers"].(map[string]any); ok {
		_, there = servers["bdgraph"]
		delete(servers, "bdgraph")
		if len(servers) == 0 {
			delete(others, "mcp_servers")
		}
	}
	return others, there, nil
}

// sameOthers makes sure that an edit leaves all else as it was, and the server
// there or not there: a key belongs to the table above it, which may be the one that comes or goes.
func sameOthers(before, after []byte, want bool) error {
	was, _, err := readTOML(before)
	if err != nil {
		return err
	}
	is, there, err := readTOML(after) // a table may be closed to additions
	switch {
	case err != nil:
		return err
	case there != want:
		return errors.New("[mcp_servers.bdgraph] has parts outside of bdgraph's marks; take them out by hand")
	case !reflect.DeepEqual(was, is):
		return errors.New("keys behind bdgraph's marks would belong to another table; put them elsewhere first")
	}
	return nil
}
