package export

import (
	"errors"
	"io/fs"
	"os"
)

// replaceInTwoSteps moves dir aside and tmp in its place. A crash between the
// two leaves no folder at dir, which Load reports as no corpus: the next export mends it.
func replaceInTwoSteps(tmp, dir string) error {
	aside := tmp + ".old"
	err := os.Rename(dir, aside)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(tmp, dir); err != nil {
		os.Rename(aside, dir)
		return err
	}
	return os.RemoveAll(aside)
}
