package embedded

import (
	"cmp"
	"errors"
	"io/fs"
	"iter"
	"slices"

	"bdgraph"
	"bdgraph/cypher/graph"
	"bdgraph/cypher/value"
	"bdgraph/store"
	"bdgraph/store/embedded/image"
)

// present opens the present file, to be compared with the next; nil where it is missing
// or damaged, and counts as empty.
func (w *Writer) present() (*snapshot, error) {
	old, err := openSnapshot(w.path, !w.opt.InMemory)
	switch {
	case err == nil:
		return old, nil
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, image.ErrDamaged):
		return nil, nil
	}
	return nil, w.failed("read", err)
}

// holds reports whether a file is undamaged and holds the graph of a description.
func (s *snapshot) holds(meta bdgraph.Meta) bool {
	held, err := readMeta(s.Image)
	return err == nil && meta.Generation != "" && held == meta && s.Verify() == nil
}

// compare counts how the file that was just written, with so many nodes and edges,
// differs from the one before, Meta left out.
func (w *Writer) compare(old *snapshot, nodes, edges int) (store.Loaded, error) {
	if old == nil || old.Verify() != nil {
		return store.Loaded{NodesCreated: nodes, EdgesCreated: edges, Transactions: min(1, nodes+edges)}, nil
	}
	var l store.Loaded
	now, err := openSnapshot(w.path, !w.opt.InMemory)
	if err != nil {
		return l, w.failed("read", err)
	}
	defer now.unpin()
	if old.Generation() == now.Generation() {
		return store.Loaded{NodesUnchanged: nodes, EdgesUnchanged: edges}, nil
	}
	l.NodesCreated, l.NodesUpdated, l.NodesDeleted, l.NodesUnchanged = difference(nodeHashes(old.Image), nodeHashes(now.Image))
	l.EdgesCreated, l.EdgesUpdated, l.EdgesDeleted, l.EdgesUnchanged = difference(relHashes(old.Image), relHashes(now.Image))
	if l.Changes() > 0 {
		l.Transactions = 1
	}
	return l, nil
}

// difference counts what is only in the second of two sets of ids with their hashes, in both
// with another hash, only in the first, and in both alike.
func difference(old, now iter.Seq2[string, string]) (created, updated, deleted, unchanged int) {
	before, after := sorted(old), sorted(now)
	for len(before) > 0 && len(after) > 0 {
		switch c := cmp.Compare(before[0].id, after[0].id); {
		case c < 0:
			deleted++
			before = before[1:]
		case c > 0:
			created++
			after = after[1:]
		default:
			if before[0].hash == after[0].hash {
				unchanged++
			} else {
				updated++
			}
			before, after = before[1:], after[1:]
		}
	}
	return created + len(after), updated, deleted + len(before), unchanged
}

// hashed is a node or relationship; the texts share the image's memory.
type hashed struct{ id, hash string }

func sorted(all iter.Seq2[string, string]) []hashed {
	var list []hashed
	for id, hash := range all {
		list = append(list, hashed{id, hash})
	}
	slices.SortFunc(list, func(a, b hashed) int { return cmp.Compare(a.id, b.id) })
	return list
}

// nodeHashes yields label and key, and the hash, of the nodes of an image but for Meta.
func nodeHashes(im *image.Image) iter.Seq2[string, string] {
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
				if !yield(string(label)+"\x00"+textOf(im.NodeProperty(n, key)), textOf(im.NodeProperty(n, hash))) {
					return
				}
			}
		}
	}
}

// relHashes yields id and hash of the relationships of an image.
func relHashes(im *image.Image) iter.Seq2[string, string] {
	return func(yield func(id, hash string) bool) {
		id, ok := im.KeyID("id")
		hash, known := im.KeyID(bdgraph.HashProperty)
		if !ok || !known {
			return
		}
		for r := range graph.RelID(im.RelCount()) {
			if !yield(textOf(im.RelProperty(r, id)), textOf(im.RelProperty(r, hash))) {
				return
			}
		}
	}
}

// textOf returns a string, which shares the image's memory; "" for other values.
func textOf(v value.Value) string {
	if v.Kind() != value.KindString {
		return ""
	}
	return v.Str()
}
