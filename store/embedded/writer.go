package embedded

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"bdgraph"
	"bdgraph/cypher/graph"
	"bdgraph/internal/files"
	"bdgraph/store"
	"bdgraph/store/embedded/image"
)

// Options say how a graph file is kept.
type Options struct {
	// Keep is how many earlier generations stay in the folder "generations" beside the file.
	Keep int
	// InMemory reads the whole file in place of mapping it.
	InMemory bool
}

// Writer stores graphs in one file. It implements [store.Writer].
type Writer struct {
	path   string
	opt    Options
	closed atomic.Bool
}

var _ store.Writer = (*Writer)(nil)

// NewWriter returns a writer for the graph file at path, which need not exist.
func NewWriter(path string, opt Options) *Writer { return &Writer{path: path, opt: opt} }

// Close ends the writer's use. It holds nothing between loads.
func (w *Writer) Close(context.Context) error {
	w.closed.Store(true)
	return nil
}

// Load writes the graph into a new file and puts it in the place of the old
// one. It waits for another load of the same file until ctx ends, then returns
// [store.ErrConflict] with its holder's name.
func (w *Writer) Load(ctx context.Context, g bdgraph.Graph, meta bdgraph.Meta) (store.Loaded, error) {
	start := time.Now()
	held, err := w.lock(ctx)
	if err != nil {
		return store.Loaded{}, err
	}
	defer held.Release()
	in, err := imageInput(g, meta)
	if err != nil {
		return store.Loaded{}, w.failed("build", err)
	}
	loaded, err := w.compare(in)
	if err != nil {
		return store.Loaded{}, err
	}
	if err := w.replace(ctx, in); err != nil {
		return store.Loaded{}, err
	}
	loaded.Took = time.Since(start)
	return loaded, nil
}

// lock lets one process at a time replace the file.
func (w *Writer) lock(ctx context.Context) (*files.Held, error) {
	if w.closed.Load() {
		return nil, &store.Error{Kind: store.ErrUnavailable, Message: "the writer is closed"}
	}
	held, err := files.LockWait(ctx, w.path+".lock", "loading "+w.path)
	if errors.Is(err, files.ErrLocked) {
		return nil, &store.Error{Kind: store.ErrConflict, Message: err.Error(), Remedy: "wait until it has finished", Err: err}
	}
	if err != nil {
		return nil, w.failed("lock", err)
	}
	return held, nil
}

// replace builds the image and puts it in the place of the present file.
func (w *Writer) replace(ctx context.Context, in image.Input) error {
	data, err := image.Build(in)
	if err != nil {
		return w.failed("build", err)
	}
	if err := ctx.Err(); err != nil {
		return &store.Error{Kind: store.ErrCanceled, Message: "the load was given up; the graph is as before", Err: err}
	}
	if err := w.keepPresent(in.Generation); err != nil {
		return w.failed("keep the earlier generation of", err)
	}
	if err := files.Write(w.path, data, 0o644); err != nil {
		return w.failed("write", err)
	}
	if err := w.removeOld(); err != nil {
		return w.failed("remove old generations of", err)
	}
	return nil
}

func (w *Writer) failed(doing string, err error) error {
	return &store.Error{
		Kind: store.ErrFailed, Message: fmt.Sprintf("%s %s: %v", doing, w.path, err),
		Remedy: "see that the folder can be written and the disk has room; the graph is as before", Err: err,
	}
}

// compare counts what differs from the present file. A file that is missing
// or damaged counts as empty: it is about to be replaced.
func (w *Writer) compare(in image.Input) (store.Loaded, error) {
	nodes, rels := hashes(in)
	loaded := store.Loaded{}
	old, err := openSnapshot(w.path, !w.opt.InMemory)
	if err == nil {
		defer old.unpin()
		err = old.Verify()
	}
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, image.ErrDamaged):
		return loaded, w.failed("read", err)
	case err == nil && old.Generation() == in.Generation:
		loaded.NodesUnchanged, loaded.EdgesUnchanged = len(nodes), len(rels)
		return loaded, nil
	case err == nil:
		loaded.NodesUpdated, loaded.NodesDeleted, loaded.NodesUnchanged = difference(nodes, oldNodes(old.Image))
		loaded.EdgesUpdated, loaded.EdgesDeleted, loaded.EdgesUnchanged = difference(rels, oldRels(old.Image))
	}
	loaded.NodesCreated = len(nodes) - loaded.NodesUpdated - loaded.NodesUnchanged
	loaded.EdgesCreated = len(rels) - loaded.EdgesUpdated - loaded.EdgesUnchanged
	if loaded.Changes() > 0 {
		loaded.Transactions = 1
	}
	return loaded, nil
}

// hashes returns the content hash of each node by label and key, and of each
// relationship by id. Meta is not counted.
func hashes(in image.Input) (nodes, rels map[string]string) {
	nodes, rels = make(map[string]string, len(in.Nodes)), make(map[string]string, len(in.Relationships))
	for _, n := range in.Nodes {
		if n.Labels[0] != string(bdgraph.MetaLabel) {
			nodes[n.Labels[0]+"\x00"+n.Key] = text(n.Properties, bdgraph.HashProperty)
		}
	}
	for _, r := range in.Relationships {
		rels[text(r.Properties, "id")] = text(r.Properties, bdgraph.HashProperty)
	}
	return nodes, rels
}

func text(ps []image.Property, key string) string {
	i, ok := slices.BinarySearchFunc(ps, key, func(p image.Property, k string) int { return strings.Compare(p.Key, k) })
	if !ok {
		return ""
	}
	return ps[i].Value.Str()
}

// difference counts what is in both with another hash, only in the old, and in both alike.
func difference(now map[string]string, old func(yield func(id, hash string) bool)) (updated, deleted, unchanged int) {
	for id, hash := range old {
		switch h, ok := now[id]; {
		case !ok:
			deleted++
		case h != hash:
			updated++
		default:
			unchanged++
		}
	}
	return updated, deleted, unchanged
}

// oldNodes yields label, key and hash of the nodes of an image.
func oldNodes(im *image.Image) func(yield func(id, hash string) bool) {
	return func(yield func(id, hash string) bool) {
		hash, ok := im.KeyID(bdgraph.HashProperty)
		if !ok {
			return
		}
		for _, set := range im.LabelSets() {
			if len(set.Labels) != 1 {
				continue
			}
			label := bdgraph.Label(im.LabelName(set.Labels[0]))
			key, ok := im.KeyID(label.KeyProperty())
			if !ok || label == bdgraph.MetaLabel {
				continue
			}
			for n := set.Nodes.First; n < set.Nodes.End; n++ {
				if !yield(string(label)+"\x00"+stringOf(im.NodeProperty(n, key)), stringOf(im.NodeProperty(n, hash))) {
					return
				}
			}
		}
	}
}

// oldRels yields id and hash of the relationships of an image.
func oldRels(im *image.Image) func(yield func(id, hash string) bool) {
	return func(yield func(id, hash string) bool) {
		id, ok := im.KeyID("id")
		hash, known := im.KeyID(bdgraph.HashProperty)
		if !ok || !known {
			return
		}
		for r := range graph.RelID(im.RelCount()) {
			if !yield(stringOf(im.RelProperty(r, id)), stringOf(im.RelProperty(r, hash))) {
				return
			}
		}
	}
}

// generationsDir is the folder, beside the graph file, of earlier generations.
func (w *Writer) generationsDir() string {
	return filepath.Join(filepath.Dir(w.path), "generations")
}

// keepPresent gives the present file a second name before it is replaced. The
// name begins with the time at which it was made, so that names sort by age.
func (w *Writer) keepPresent(next [32]byte) error {
	if w.opt.Keep <= 0 {
		return nil
	}
	old, err := openSnapshot(w.path, !w.opt.InMemory)
	if err != nil {
		return nil // nothing there worth keeping
	}
	defer old.unpin()
	generation := old.Generation()
	if generation == next {
		return nil
	}
	if err := os.MkdirAll(w.generationsDir(), 0o755); err != nil {
		return err
	}
	name := fmt.Sprintf("%s-%x.bdg", old.info.ModTime().UTC().Format("20060102T150405.000000000"), generation[:8])
	err = os.Link(w.path, filepath.Join(w.generationsDir(), name))
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// removeOld removes all but the newest earlier generations.
func (w *Writer) removeOld() error {
	names, err := filepath.Glob(filepath.Join(w.generationsDir(), "*.bdg"))
	if err != nil {
		return err
	}
	slices.Sort(names)
	for _, name := range names[:max(0, len(names)-w.opt.Keep)] {
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	return nil
}
