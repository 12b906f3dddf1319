package mcpserver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// envelope is what every answer has beside its own fields. It is part of the
// structured content, since clients give a model nothing else.
type envelope struct {
	// Truncated says that the answer is not whole; LimitHit by what: rows (the
	// limit argument), bytes (what a query may return) or characters (the size of an answer).
	Truncated bool   `json:"truncated"`
	LimitHit  string `json:"limit_hit,omitempty"`
	// Returned and Offset say which part of the main list this is; Omitted counts,
	// by list, what else there was and is not here, where that is known.
	Returned int            `json:"returned,omitempty"`
	Offset   int            `json:"offset,omitempty"`
	Omitted  map[string]int `json:"omitted,omitempty"`
	// NextCursor, given as cursor with the same other arguments, goes on.
	NextCursor string `json:"next_cursor,omitempty"`
	GoOn       string `json:"go_on,omitempty"`
	// Hint says what to do with an answer that has nothing of what was asked for.
	Hint string `json:"hint,omitempty"`
	// ShortenedTexts and HiddenCharacters count what was done to stored texts.
	ShortenedTexts   int `json:"shortened_texts,omitempty"`
	HiddenCharacters int `json:"hidden_characters,omitempty"`
}

// DefaultSize is how many bytes the structured content of an answer takes at most.
const DefaultSize = 20_000

// room that the envelope itself may take.
const envelopeRoom = 900

// textLimits are tried one after the other until an answer fits.
var textLimits = []int{2_000, 500, 120}

// page is the part of an answer that is wanted.
type page struct {
	list    string // the field that is paged; "" where there is none
	offset  int    // elements of the list to leave out
	skipped int    // elements that are left out already
	limit   int    // elements at most; 0: as many as fit
	hit     string // limit that the store has reached before
	cells   bool   // values of a query, in which long lists are left out
	hint    string // see envelope
	size    int
	cursor  func(offset int) string
}

// member is one field of an answer; lists have their elements apart.
type member struct {
	name     string
	raw      []byte
	elements [][]byte // nil where the field is no list
}

// fit returns an answer as JSON of at most p.size bytes: texts are shortened,
// then lists end early, at the boundary of an element, large ones beside the main one first.
func fit(answer any, p page) ([]byte, error) {
	raw, err := marshal(answer)
	if err != nil {
		return nil, err
	}
	members, err := split(raw)
	if err != nil {
		return nil, err
	}
	// An answer that was cut where it was made says so in a field that is the envelope's.
	if i := slices.IndexFunc(members, func(m member) bool { return m.name == "truncated" }); i >= 0 {
		if p.hit == "" && string(members[i].raw) == "true" {
			p.hit = "rows"
		}
		members = slices.Delete(members, i, i+1)
	}
	var e envelope
	var shaped []member
	for _, limit := range textLimits {
		e = envelope{}
		shaped = shapeAll(members, limit, p, &e)
		if size(shaped)+envelopeRoom <= p.size {
			break
		}
	}
	e.Hint = p.hint
	if p.hit != "" {
		e.Truncated, e.LimitHit = true, p.hit
	}
	p.choose(shaped, &e)
	return join(shaped, e)
}

// choose lets lists end early so that the whole fits, and writes that down.
func (p page) choose(members []member, e *envelope) {
	k := packer{left: p.size - envelopeRoom, envelope: e}
	for _, m := range members {
		k.left -= len(m.name) + 4 + len(m.raw)
	}
	// Small lists beside the main one stay whole; large ones get what it leaves.
	var main *member
	var large []*member
	for i := range members {
		m := &members[i]
		switch {
		case m.elements == nil:
		case m.name == p.list:
			main = m
		case p.list != "" && listSize(*m) > k.left/4:
			large = append(large, m)
		default:
			k.omit(m.name, k.take(m, 0))
		}
	}
	if main != nil {
		p.chooseMain(main, &k)
	}
	for _, m := range large {
		k.omit(m.name, k.take(m, 0))
	}
	if e.Truncated && e.GoOn == "" {
		e.GoOn = "Ask for less: a narrower question, fewer columns, or a limit."
	}
}

// chooseMain packs the page of the main list that is wanted.
func (p page) chooseMain(m *member, k *packer) {
	m.elements = m.elements[min(p.offset-p.skipped, len(m.elements)):]
	rest := k.take(m, p.limit)
	e := k.envelope
	e.Offset, e.Returned = p.offset, len(m.elements)
	if rest > 0 && e.LimitHit == "" {
		e.LimitHit = "rows"
	}
	if p.hit == "" {
		k.omit(m.name, rest)
	}
	if rest > 0 || p.hit == "rows" {
		e.Truncated = true
		p.goOn(m, e)
	}
}

// packer fills an answer with the elements of lists, as far as they fit.
type packer struct {
	left     int // bytes
	envelope *envelope
}

// take keeps the first elements of a list, at most limit (0: any number), and returns
// how many did not go in.
func (k *packer) take(m *member, limit int) (rest int) {
	n := 0
	for n < len(m.elements) && (limit == 0 || n < limit) && k.left >= len(m.elements[n])+1 {
		k.left -= len(m.elements[n]) + 1
		n++
	}
	rest = len(m.elements) - n
	if rest > 0 && (limit == 0 || n < limit) {
		k.envelope.LimitHit = "characters"
	}
	m.elements = m.elements[:n]
	return rest
}

// omit writes down that n elements of a list are not here.
func (k *packer) omit(name string, n int) {
	if n == 0 {
		return
	}
	if k.envelope.Omitted == nil {
		k.envelope.Omitted = map[string]int{}
	}
	k.envelope.Omitted[name] = n
	k.envelope.Truncated = true
}

// goOn says how to get the elements after those of m.
func (p page) goOn(m *member, e *envelope) {
	if len(m.elements) == 0 {
		e.GoOn = "The next element alone is too large for an answer: "
		if p.cells {
			e.GoOn += "ask for fewer columns, or for parts of texts with substring()."
		} else {
			e.GoOn += "ask get_item or why for it by its name, or give a larger budget where there is one."
		}
		return
	}
	e.NextCursor = p.cursor(p.offset + len(m.elements))
	e.GoOn = "Call again with the same arguments and cursor set to next_cursor, or ask a narrower question."
}

func shapeAll(members []member, textLimit int, p page, e *envelope) []member {
	s := shaping{textLimit: textLimit}
	if p.cells {
		s.listLimit = 100
	}
	shape := func(raw []byte) []byte {
		s.out = nil
		s.value(raw, 0)
		return s.out
	}
	out := make([]member, len(members))
	for i, m := range members {
		out[i] = member{name: m.name}
		if m.elements == nil {
			out[i].raw = shape(m.raw)
			continue
		}
		out[i].elements = make([][]byte, len(m.elements))
		for k, element := range m.elements {
			out[i].elements[k] = shape(element)
		}
	}
	e.ShortenedTexts, e.HiddenCharacters = s.shortened, s.hidden
	return out
}

func size(members []member) int {
	n := 2
	for _, m := range members {
		n += len(m.name) + 4 + len(m.raw) + listSize(m)
	}
	return n
}

func listSize(m member) int {
	n := 0
	for _, element := range m.elements {
		n += len(element) + 1
	}
	return n
}

// split takes the fields of an object apart, and the elements of those that are lists.
func split(object []byte) ([]member, error) {
	dec := json.NewDecoder(bytes.NewReader(object))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, fmt.Errorf("an answer that is no object: %w", err)
	}
	var members []member
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return nil, err
		}
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return nil, err
		}
		m := member{name: name.(string), raw: raw}
		if raw[0] == '[' {
			var elements []json.RawMessage
			if err := json.Unmarshal(raw, &elements); err != nil {
				return nil, err
			}
			m.raw, m.elements = nil, make([][]byte, len(elements))
			for i, e := range elements {
				m.elements[i] = e
			}
		}
		members = append(members, m)
	}
	return members, nil
}

func join(members []member, e envelope) ([]byte, error) {
	tail, err := marshal(e)
	if err != nil {
		return nil, err
	}
	b := []byte{'{'}
	for _, m := range members {
		b = append(append(append(b, '"'), m.name...), `":`...)
		if m.elements == nil {
			b = append(b, m.raw...)
		} else {
			b = append(b, '[')
			b = append(b, bytes.Join(m.elements, []byte{','})...)
			b = append(b, ']')
		}
		b = append(b, ',')
	}
	return append(b, tail[1:]...), nil
}
