package embedded

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"bdgraph"
	"bdgraph/internal/files"
	"bdgraph/store"
	"bdgraph/store/embedded/image"
)

// Options say how a graph file is kept.
type Options struct {
	// Keep is how many earlier generations stay in the folder "generations" beside the file.
	Keep int
	// Remedy is what to do where there is no graph that can be read; "" is to make it with bdgraph regenerate.
	Remedy string
	// InMemory reads the whole file in place of mapping it.
	InMemory bool
}

// Writer stores graphs in one file. It implements [store.Writer].
type Writer struct {
	path   string
	opt    Options
	closed atomic.Bool
}

var (
	_ store.Writer    = (*Writer)(nil)
	_ store.Describer = (*Writer)(nil)
)

// NewWriter returns a writer for the graph file at path, which need not exist.
func NewWriter(path string, opt Options) *Writer { return &Writer{path: path, opt: opt} }

// Close ends the writer's use. It holds nothing between loads.
func (w *Writer) Close(context.Context) error {
	w.closed.Store(true)
	return nil
}

// Meta implements [store.Describer].
func (w *Writer) Meta(ctx context.Context) (bdgraph.Meta, error) {
	r := NewReader(w.path, w.opt)
	defer r.Close(ctx)
	return r.Meta(ctx)
}

// Load writes the graph into a new file and puts it in the place of the old
// one, unless that holds this graph with this description and is undamaged. It waits for
// another load of the same file until ctx ends, then returns [store.ErrConflict] with its holder's name.
func (w *Writer) Load(ctx context.Context, g bdgraph.Graph, meta bdgraph.Meta) (store.Loaded, error) {
	start := time.Now()
	held, err := w.lock(ctx)
	if err != nil {
		return store.Loaded{}, err
	}
	defer held.Release()
	old, err := w.present()
	if err != nil {
		return store.Loaded{}, err
	}
	if old != nil {
		defer old.unpin()
		if old.holds(meta) {
			return store.Loaded{NodesUnchanged: len(g.Nodes), EdgesUnchanged: len(g.Edges), Took: time.Since(start)}, w.removeOld()
		}
	}
	in, err := imageInput(g, meta)
	if err != nil {
		return store.Loaded{}, w.cannotHold(err)
	}
	parts, err := image.Build(in)
	if err != nil {
		return store.Loaded{}, w.cannotHold(err)
	}
	if err := w.replace(ctx, parts, in.Generation); err != nil {
		return store.Loaded{}, err
	}
	loaded, err := w.compare(old, len(g.Nodes), len(g.Edges))
	if err != nil {
		return store.Loaded{}, err
	}
	loaded.Took = time.Since(start)
	return loaded, nil
}

// lock lets one process at a time replace the file, and removes what those that
// were interrupted left.
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
	if err := files.RemoveUnfinished(w.path); err != nil {
		held.Release()
		return nil, w.failed("remove what an interrupted load left of", err)
	}
	return held, nil
}

// replace puts an image in the place of the present file.
func (w *Writer) replace(ctx context.Context, parts [][]byte, generation [32]byte) error {
	if err := ctx.Err(); err != nil {
		return &store.Error{Kind: store.ErrCanceled, Message: "the load was given up; the graph is as before", Err: err}
	}
	if err := w.keepPresent(generation); err != nil {
		return w.failed("keep the earlier generation of", err)
	}
	err := files.WriteFrom(w.path, 0o644, func(to io.Writer) error {
		w := bufio.NewWriterSize(to, 1<<18)
		for _, p := range parts {
			w.Write(p) // an error stays until Flush
		}
		return w.Flush()
	})
	if err != nil {
		return w.failed("write", err)
	}
	return w.removeOld()
}

func (w *Writer) failed(doing string, err error) error {
	return &store.Error{
		Kind: store.ErrFailed, Message: fmt.Sprintf("%s %s: %v", doing, w.path, err),
		Remedy: "see that the folder can be written and the disk has room; the graph is as before", Err: err,
	}
}

// cannotHold is the error of a graph that makes no file.
func (w *Writer) cannotHold(err error) error {
	return &store.Error{
		Kind: store.ErrFailed, Message: fmt.Sprintf("build %s: %v", w.path, err),
		Remedy: "leave out or change what it names; the graph is as before", Err: err,
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
	slices.Sort(names)
	for _, name := range names[:max(0, len(names)-w.opt.Keep)] {
		err = cmp.Or(err, os.Remove(name))
	}
	if err != nil {
		return w.failed("remove old generations of", err)
	}
	return nil
}
