package beads

import (
	"os"
	"path/filepath"

	"bdgraph"
)

// stampStore stamps the parts of a database whose size or time moves with every
// write, so that a later look needs no more than stat calls: a SQLite file and
// its log, or the manifests of a Dolt folder.
func stampStore(root, database string) []bdgraph.SourceStamp {
	paths := []string{database}
	if info, err := os.Stat(database); err == nil && info.IsDir() {
		// DATABASE/.dolt/noms, in the folder itself or one for each database below it.
		for _, pattern := range [...]string{".dolt/noms/manifest", "*/.dolt/noms/manifest"} {
			found, _ := filepath.Glob(filepath.Join(globEscape(database), filepath.FromSlash(pattern)))
			if len(found) > 0 {
				paths = found
			}
		}
	} else if info, err := os.Stat(database + "-wal"); err == nil && info.Size() > 0 {
		paths = append(paths, database+"-wal")
	}
	var stamps []bdgraph.SourceStamp
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			continue // gone since; the next look will tell
		}
		stamp := bdgraph.SourceStamp{Path: relative(root, path), Kind: bdgraph.StampBeadsStore, ModTime: info.ModTime().UTC()}
		if !info.IsDir() {
			stamp.Size = info.Size()
		}
		stamps = append(stamps, stamp)
	}
	return stamps
}
