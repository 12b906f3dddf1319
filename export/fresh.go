package export

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"bdgraph"
)

// Glance compares sizes and times with the stamps of a manifest; it opens no source,
// and asks git nothing: a commit that touches no source changes no graph. A file that
// only has another time makes the answer unknown: its contents may be the same, as after
// a checkout. Compare tells.
func Glance(root string, stamps []bdgraph.SourceStamp) bdgraph.Freshness {
	unknown := ""
	for _, s := range stamps {
		info, err := os.Stat(place(root, s.Path))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return bdgraph.Freshness{Stale: "yes", Reason: s.Path + " is gone"}
		case err != nil:
			unknown = fmt.Sprintf("%s cannot be looked at: %v", s.Path, err)
		case !info.IsDir() && info.Size() != s.Size:
			return bdgraph.Freshness{Stale: "yes", Reason: s.Path + " has another size"}
		case !info.ModTime().Equal(s.ModTime) && unknown == "":
			unknown = s.Path + " was touched since; bdgraph status compares the contents"
		}
	}
	if unknown != "" {
		return bdgraph.Freshness{Stale: "unknown", Reason: unknown}
	}
	return bdgraph.Freshness{Stale: "no"}
}

// Compare reads the sources anew and compares the result with a corpus, of which it needs
// what LoadForCompare reads. It costs an export, and its answer is yes or no.
func Compare(ctx context.Context, s Sources, c bdgraph.Corpus) (bdgraph.Freshness, error) {
	s.Previous = c
	now, err := Read(ctx, s)
	if err != nil {
		return bdgraph.Freshness{Stale: "unknown", Reason: "the sources cannot be read"}, err
	}
	if now.Manifest.CorpusHash == c.Manifest.CorpusHash {
		return bdgraph.Freshness{Stale: "no"}, nil
	}
	return bdgraph.Freshness{Stale: "yes", Reason: difference(c, now)}, nil
}

// difference names the first document that differs, and counts them all.
func difference(was, is bdgraph.Corpus) string {
	hashes := make(map[string]string, len(was.Documents))
	for _, d := range was.Documents {
		hashes[d.ID] = d.SHA256
	}
	first, n := "", 0
	note := func(id string) {
		if n++; first == "" {
			first = id
		}
	}
	for _, d := range is.Documents {
		if hashes[d.ID] != d.SHA256 {
			note(d.ID)
		}
		delete(hashes, d.ID)
	}
	for _, d := range was.Documents {
		if _, gone := hashes[d.ID]; gone {
			note(d.ID)
		}
	}
	switch n {
	case 0:
		return "statuses, dependencies or other fields have changed"
	case 1:
		return first + " has changed"
	}
	return fmt.Sprintf("%d documents have changed, %s among them", n, first)
}

func place(root, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(root, filepath.FromSlash(path))
}
