package embedded

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"sync"

	"bdgraph"
	"bdgraph/cypher"
	"bdgraph/cypher/value"
	"bdgraph/store"
	"bdgraph/store/embedded/image"
)

// Reader answers queries from a graph file. It implements [store.Reader].
type Reader struct {
	path string
	opt  Options

	mu      sync.Mutex
	current *serving    // nil until a file could be opened
	refused os.FileInfo // the newer file that is damaged, so that it is checked once
	why     error       // what is wrong with it
	closed  bool
}

// serving is a generation with the engine that keeps its plans.
type serving struct {
	*snapshot
	engine *cypher.Engine
	meta   bdgraph.Meta
}

var _ store.Reader = (*Reader)(nil)

// NewReader returns a reader of the graph file at path. The file is first
// looked at by the first query.
func NewReader(path string, opt Options) *Reader { return &Reader{path: path, opt: opt} }

// Close gives back the file. Running queries end as they are.
func (r *Reader) Close(context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	if r.current != nil {
		r.current.unpin()
		r.current = nil
	}
	return nil
}

// Meta implements [store.Reader].
func (r *Reader) Meta(context.Context) (bdgraph.Meta, error) {
	s, _, err := r.acquire()
	if err != nil {
		return bdgraph.Meta{}, err
	}
	defer s.unpin()
	return s.meta, nil
}

// Query implements [store.Reader]. All rows come from one generation.
func (r *Reader) Query(ctx context.Context, q store.Query) (result store.Result, err error) {
	params, err := store.ParamValues(q.Params)
	if err != nil {
		return store.Result{}, err
	}
	s, warning, err := r.acquire()
	if err != nil {
		return store.Result{}, err
	}
	defer s.unpin()
	defer r.recoverDamage(&result, &err)
	// A file that somebody cuts short under us would end the process otherwise.
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))

	limits := cypher.DefaultLimits
	limits.Timeout = q.Limits.OrDefault().Timeout
	limits.Rows, limits.ResultBytes = 0, 0 // the cutter truncates, where the engine would fail
	rows, err := s.engine.Query(ctx, s.Image, q.Text, params, limits)
	if err != nil {
		return store.Result{}, explain(ctx, err)
	}
	result = store.Result{Columns: rows.Columns, Generation: s.meta.Generation}
	if warning != nil {
		result.Warnings = append(result.Warnings, *warning)
	}
	for _, w := range rows.Warnings {
		result.Warnings = append(result.Warnings, store.Warning{
			Code: w.Code, Severity: "WARNING", Message: w.Message, Remedy: w.Hint,
			Position: store.Position{Line: w.Pos.Line, Column: w.Pos.Column},
		})
	}
	cutter := store.NewCutter(&result, q.Limits)
	for row, err := range rows.Rows() {
		if err != nil {
			return store.Result{}, explain(ctx, err)
		}
		if !cutter.Add(row) {
			break
		}
	}
	if rows.WantsPlan() {
		result.Plan = store.PlanOf(rows.Plan())
	}
	return result, nil
}

// acquire returns the present generation, pinned. A newer file is checked
// whole and then served; one that is damaged leaves the old generation serving, with a warning.
func (r *Reader) acquire() (*serving, *store.Warning, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, nil, &store.Error{Kind: store.ErrUnavailable, Message: "the reader is closed"}
	}
	info, err := os.Stat(r.path)
	switch {
	case err == nil && r.current != nil && r.current.isFile(info):
		r.current.pin()
		return r.current, nil, nil
	case err == nil && (r.refused == nil || !sameFile(r.refused, info)):
		next, openErr := r.open()
		if openErr == nil {
			if r.current != nil {
				r.current.unpin()
			}
			r.current, r.refused, r.why = next, nil, nil
			next.pin()
			return next, nil, nil
		}
		r.refused, r.why = info, openErr
	case err != nil:
		r.why = err
	}
	if r.current == nil {
		return nil, nil, r.noGraph(r.why)
	}
	r.current.pin()
	return r.current, &store.Warning{
		Code: "StaleGeneration", Severity: "WARNING",
		Message: fmt.Sprintf("%s cannot be used (%v); answers come from the generation before. Mend it with: bdgraph regenerate", r.path, r.why),
	}, nil
}

func sameFile(a, b os.FileInfo) bool {
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}

// open opens the file. Only a generation that replaces another is checked
// whole: the first one checks each section at its first use, so that a process that asks once starts fast.
func (r *Reader) open() (*serving, error) {
	s, err := openSnapshot(r.path, !r.opt.InMemory)
	if err != nil {
		return nil, err
	}
	if r.current != nil {
		if err := s.Verify(); err != nil {
			s.unpin()
			return nil, err
		}
	}
	meta, err := readMeta(s.Image)
	if err != nil {
		s.unpin()
		return nil, err
	}
	engine := cypher.NewEngine()
	engine.Version = meta.BDGraphVersion
	return &serving{snapshot: s, engine: engine, meta: meta}, nil
}

// readMeta reads the Meta node. A graph that was imported may have none: its
// counts are then those of the file.
func readMeta(im *image.Image) (meta bdgraph.Meta, err error) {
	defer func() {
		if d, ok := recover().(*image.Damage); ok {
			err = d
		}
	}()
	properties := map[string]any{}
	if label, ok := im.LabelID(string(bdgraph.MetaLabel)); ok {
		for _, nodes := range im.NodesWithLabel(label) {
			for _, k := range im.NodeKeys(nodes.First, nil) {
				properties[im.KeyName(k)] = goValue(im.NodeProperty(nodes.First, k))
			}
		}
	}
	meta = bdgraph.MetaFromProperties(properties)
	if meta.Generation == "" {
		meta.Generation = fmt.Sprintf("%x", im.Generation())
		meta.Nodes, meta.Edges = im.NodeCount(), im.RelCount()
	}
	return meta, nil
}

// goValue is the way back from propertyValue.
func goValue(v value.Value) any {
	switch v.Kind() {
	case value.KindInt:
		return v.Int()
	case value.KindDate:
		return store.DayOf(v)
	case value.KindDateTime:
		return v.DateTime().GoTime()
	case value.KindString:
		return stringOf(v)
	}
	return nil
}

func (r *Reader) noGraph(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return &store.Error{
			Kind: store.ErrNoGraph, Message: "there is no graph at " + r.path,
			Remedy: cmp.Or(r.opt.Remedy, "bdgraph regenerate"), Err: err,
		}
	}
	return &store.Error{
		Kind: store.ErrFailed, Message: fmt.Sprintf("open %s: %v", r.path, err),
		Remedy: cmp.Or(r.opt.Remedy, "make it anew with: bdgraph regenerate"), Err: err,
	}
}

// recoverDamage turns the panic of a damaged section, or of a file that was
// changed in place, into an error.
func (r *Reader) recoverDamage(result *store.Result, err *error) {
	p := recover()
	if p == nil {
		return
	}
	cause, ok := p.(error)
	if !ok {
		panic(p)
	}
	var damage *image.Damage
	if _, fault := p.(interface{ Addr() uintptr }); !fault && !errors.As(cause, &damage) {
		panic(p)
	}
	*result = store.Result{}
	*err = &store.Error{
		Kind: store.ErrFailed, Message: fmt.Sprintf("read %s: %v", r.path, cause),
		Remedy: "make it anew with: bdgraph regenerate", Err: cause,
	}
}
