package export

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"hash"
	"time"

	"bdgraph"
)

// recordHash hashes issues and memories field by field, texts and lists behind their
// lengths, and decision records as JSON, so that no two corpora write the same. Places in
// files do not count.
type recordHash struct {
	hash.Hash
	w *bufio.Writer // before the hash
}

// hashRecords begins the hash of a corpus with its records in order.
func hashRecords(c bdgraph.Corpus) recordHash {
	sum := sha256.New()
	h := recordHash{sum, bufio.NewWriter(sum)}
	h.number(len(c.Issues))
	for i := range c.Issues {
		h.issue(&c.Issues[i])
	}
	h.number(len(c.Memories))
	for _, m := range c.Memories {
		h.texts(m.Key, m.Text)
	}
	records := json.NewEncoder(h.w) // they are few, and deep
	for i := range c.ADRs {
		records.Encode(&c.ADRs[i])
	}
	return h
}

// corpus ends the hash with the texts in order, without the days of observation, so that
// reading the same sources tomorrow gives the same hash. It is 64 hex digits.
func (h recordHash) corpus(documents []bdgraph.Document) string {
	for i := range documents {
		h.texts(documents[i].ID, documents[i].SHA256)
	}
	h.w.Flush()
	return hex.EncodeToString(h.Sum(nil))
}

func (h recordHash) issue(i *bdgraph.Issue) {
	h.texts(i.ID, i.Title, i.Status, i.Type, i.CloseReason, i.Description, i.Design, i.AcceptanceCriteria, i.Notes,
		i.ExternalRef, i.SpecID, string(i.Metadata), i.Owner, i.CreatedBy, i.Assignee)
	h.flag(i.Priority != nil)
	if i.Priority != nil {
		h.number(*i.Priority)
	}
	h.number(len(i.Labels))
	h.texts(i.Labels...)
	h.times(i.CreatedAt, i.UpdatedAt, i.StartedAt, i.ClosedAt)
	h.number(len(i.Dependencies))
	for _, d := range i.Dependencies {
		h.texts(d.Target, d.Written, d.Type, d.LeftOut)
		h.times(d.CreatedAt)
		h.flag(d.Trusted)
	}
	h.number(len(i.Comments))
	for _, c := range i.Comments {
		h.texts(c.ID, c.Author, c.Text)
		h.times(c.CreatedAt)
	}
}

func (h recordHash) texts(texts ...string) {
	for _, t := range texts {
		h.number(len(t))
		h.w.WriteString(t)
	}
}

// times writes instants with the offset from UTC at which they are written.
func (h recordHash) times(times ...time.Time) {
	for _, t := range times {
		_, offset := t.Zone()
		h.number(int(t.Unix()))
		h.number(t.Nanosecond())
		h.number(offset)
	}
}

func (h recordHash) flag(is bool) {
	if is {
		h.number(1)
	} else {
		h.number(0)
	}
}

func (h recordHash) number(n int) {
	h.w.Write(binary.AppendVarint(h.w.AvailableBuffer(), int64(n)))
}
