package export

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"bdgraph"
)

// decoder reads one JSON Lines file of a corpus into a part of it.
type decoder interface{ decode([]byte) error }

// records is a file that is also written.
type records interface {
	decoder
	encode(io.Writer) error
}

// lines are the records of a file, one a line.
type lines[T any] struct{ values *[]T }

func (l lines[T]) encode(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for i := range *l.values {
		if err := enc.Encode(&(*l.values)[i]); err != nil {
			return err
		}
	}
	return nil
}

func (l lines[T]) decode(data []byte) error {
	n := 0
	for line := range bytes.Lines(data) {
		n++
		var v T
		if err := json.Unmarshal(line, &v); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		*l.values = append(*l.values, v)
	}
	return nil
}

// unread is a file of which nothing is wanted.
type unread struct{}

func (unread) decode([]byte) error { return nil }

// seenLines reads the documents' file without the texts.
type seenLines struct{ documents *[]bdgraph.Document }

func (l seenLines) decode(data []byte) error {
	var dec jsontext.Decoder
	n := 0
	for line := range bytes.Lines(data) {
		n++
		dec.Reset(bytes.NewBuffer(line))
		d, err := seenDocument(&dec)
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		*l.documents = append(*l.documents, d)
	}
	return nil
}

func seenDocument(dec *jsontext.Decoder) (d bdgraph.Document, err error) {
	if tok, err := dec.ReadToken(); err != nil || tok.Kind() != '{' {
		return d, cmp.Or(err, errors.New("no object"))
	}
	for dec.PeekKind() == '"' {
		name, err := dec.ReadToken()
		if err != nil {
			return d, err
		}
		var to any
		switch name.String() {
		case "id":
			to = &d.ID
		case "sha256":
			to = &d.SHA256
		case "first_seen":
			to = &d.FirstSeen
		default:
			if err := dec.SkipValue(); err != nil {
				return d, err
			}
			continue
		}
		v, err := dec.ReadValue()
		if err != nil {
			return d, err
		}
		if err := json.Unmarshal(v, to); err != nil {
			return d, err
		}
	}
	_, err = dec.ReadToken()
	return d, err
}
