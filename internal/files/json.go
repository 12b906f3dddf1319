package files

import (
	"encoding/json"
	"fmt"
	"io/fs"
)

// WriteJSON is [Write] for a value as indented JSON with a newline at its end.
func WriteJSON(path string, v any, perm fs.FileMode) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return Write(path, append(data, '\n'), perm)
}
