package image

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"testing"
	"unsafe"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/temporal"
	"bdgraph/cypher/value"
)

// everyKind returns the image of a graph with every section and encoding.
func everyKind(t testing.TB) []byte {
	day, _ := temporal.DateOfEpochDay(19000)
	at, _ := temporal.DateTimeOfEpoch(1_700_000_000, 5, temporal.Zone{})
	var in Input
	for i := range 40 {
		ps := []Property{
			{Key: "date", Value: value.Date(day)},
			{Key: "float", Value: value.Float(1.5)},
			{Key: "id", Value: value.String(fmt.Sprint("id-", i))},
			{Key: "list", Value: value.ListOf(value.String("a"), value.String("b"))},
			{Key: "mixed", Value: value.ListOf(value.Int(int64(i)))},
			{Key: "n", Value: value.Int(int64(i % 3))},
			{Key: "status", Value: value.String([]string{"open", "closed"}[i%2])},
			{Key: "time", Value: value.DateTime(at)},
		}
		if i%4 > 0 {
			ps = append(ps, Property{Key: "yes", Value: value.Bool(i%2 == 0)})
		}
		in.Nodes = append(in.Nodes, Node{Labels: [][]string{{"A"}, {"A", "B"}, nil}[i%3], Key: fmt.Sprintf("%03d", i), Properties: ps})
		in.Relationships = append(in.Relationships, Relationship{Type: []string{"R", "S"}[i%2], From: i, To: i * 7 % 40, Properties: ps[:i%4]})
	}
	in.Indexes = []IndexSpec{{Label: "A", Key: "id", Unique: true}, {Label: "B", Key: "n"}}
	in.FullText = []FullTextSpec{{Name: "words", Labels: []string{"A"}, Properties: []string{"id", "status", "list"}}, {Name: "facts", Types: []string{"R"}, Properties: []string{"id"}}}
	parts, err := Build(in)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Join(parts, nil)
}

// reseal makes all checksums right again, so that damage gets past them.
func reseal(data []byte) {
	if len(data) < headerSize {
		return
	}
	n := uint64(binary.LittleEndian.Uint32(data[12:]))
	end := headerSize + n*entrySize
	if end > uint64(len(data)) {
		return
	}
	for table := data[headerSize:end]; len(table) > 0; table = table[entrySize:] {
		offset, length := binary.LittleEndian.Uint64(table[16:]), binary.LittleEndian.Uint64(table[24:])
		if offset <= uint64(len(data)) && length <= uint64(len(data))-offset {
			binary.LittleEndian.PutUint32(table[12:], checksum(data[offset:offset+length]))
		}
	}
	binary.LittleEndian.PutUint32(data[104:], checksum(data[:104], data[headerSize:end]))
}

// readAll reads everything as queries do. A damaged part ends it.
func readAll(im *Image) (err error) {
	defer func() {
		p := recover()
		if d, ok := p.(*Damage); ok {
			err = d
		} else if p != nil {
			panic(p)
		}
	}()
	var keys []graph.KeyID
	for n := range graph.NodeID(im.NodeCount()) {
		im.Labels(n)
		for _, k := range im.NodeKeys(n, keys[:0]) {
			_ = im.NodeProperty(n, k).String()
		}
		for t := range graph.TypeID(im.TypeCount()) {
			for r := im.Out(n, t).First; r < im.Out(n, t).End; r++ {
				_ = im.Targets()[r]
			}
			for _, r := range im.In(n, t) {
				_ = im.Sources()[r]
			}
		}
	}
	for r := range graph.RelID(im.RelCount()) {
		im.RelType(r)
		for _, k := range im.RelKeys(r, keys[:0]) {
			_ = im.RelProperty(r, k).String()
		}
	}
	for _, info := range im.Indexes() {
		ix := im.Index(info.Label, info.Key)
		ix.All()
		ix.Equal(value.Int(1))
		ix.Prefix("id")
	}
	if err := im.QueryRelationships("facts", `id "id 3"`, func(graph.RelID, float64) bool { return true }); err != nil {
		return err
	}
	return im.QueryNodes("words", `open clos* "a b"`, func(graph.NodeID, float64) bool { return true })
}

// FuzzImage changes bytes of an image, with checksums made right again. Whatever
// they say, opening and reading give an error or values, and never a crash.
func FuzzImage(f *testing.F) {
	good := everyKind(f)
	f.Add([]byte{})
	for i := 0; i < len(good); i += 97 {
		f.Add([]byte{byte(i >> 8), byte(i), 0xff})
	}
	f.Fuzz(func(t *testing.T, changes []byte) {
		words := make([]uint64, (len(good)+7)/8)
		data := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), len(good))
		copy(data, good)
		for ; len(changes) >= 3; changes = changes[3:] {
			data[(int(changes[0])<<8|int(changes[1]))%len(data)] ^= changes[2]
		}
		reseal(data)
		im, err := Open(data)
		if err == nil {
			err = readAll(im)
		}
		if err == nil {
			err = im.Verify()
		}
		var failed *value.Error
		if err != nil && !errors.Is(err, ErrDamaged) && !errors.As(err, &failed) {
			t.Errorf("another error: %v", err)
		}
	})
}
