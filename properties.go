package bdgraph

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"sync"
)

// HashProperty is the property in which every node and relationship of a
// stored graph carries the hash of its other properties. It marks what belongs
// to bdgraph, and it tells a delta load what has changed.
const HashProperty = "bdgraph_hash"

// Properties returns the node as a store holds it: the key, the attributes, the
// effective interval where there is one, and [HashProperty].
func (n Node) Properties() map[string]any { return propertyMap(n.AppendProperties(nil)) }

// Properties returns the relationship as a store holds it;
// docs/formats/graph-properties.md describes each property.
func (e Edge) Properties() map[string]any { return propertyMap(e.AppendProperties(nil)) }

// Hash returns the node's [HashProperty].
func (n Node) Hash() string { return hashText(n.appendOwn(nil)) }

// Hash returns the relationship's [HashProperty].
func (e Edge) Hash() string { return hashText(e.appendOwn(nil)) }

// AppendProperties appends what Properties returns, sorted by name.
func (n Node) AppendProperties(to []Property) []Property { return sealed(n.appendOwn(to), len(to)) }

// AppendProperties appends what Properties returns, sorted by name.
func (e Edge) AppendProperties(to []Property) []Property { return sealed(e.appendOwn(to), len(to)) }

// appendOwn appends the properties but for their hash, sorted by name.
func (n *Node) appendOwn(to []Property) []Property {
	ps := slices.Grow(to, len(n.Attributes)+14)
	for name, v := range n.Attributes {
		ps = append(ps, Property{name, valueOf(v)})
	}
	ps = append(ps, Property{n.Label.KeyProperty(), textValue(n.Key)})
	if n.Placeholder {
		ps = append(ps, Property{"placeholder", valueOf(true)})
	}
	if n.Valid != nil {
		ps = appendStart(ps, n.Valid.From)
		ps = appendText(ps, "invalid_at", n.Valid.To.Text)
		ps = appendEnd(ps, n.Valid.To)
		ps = appendText(ps, "valid_from", n.Valid.From.Text)
		ps = appendText(ps, "closed_by", n.ClosedBy)
	}
	slices.SortFunc(ps[len(to):], byName)
	return ps
}

// appendOwn appends the properties but for their hash. Graphs have many edges, so they are
// added in the order of their names, and nothing is left to sort.
func (e *Edge) appendOwn(to []Property) []Property {
	ps := slices.Grow(to, 24)
	ps = appendText(ps, "bd_type", e.BDType)
	ps = appendText(ps, "closed_by", e.ClosedBy)
	ps = append(ps, Property{"confidence", textValue(string(e.Confidence))})
	if e.Count > 0 {
		ps = append(ps, Property{"count", intValue(int64(e.Count))})
	}
	ps = appendText(ps, "fact", e.Fact)
	ps = appendStart(ps, e.Valid.From)
	ps = append(ps, Property{"id", textValue(e.ID)})
	ps = appendText(ps, "invalid_at", e.Valid.To.Text)
	if len(e.Evidence) > 0 {
		if line := e.Evidence[0].Line; line > 0 {
			ps = append(ps, Property{"line", intValue(int64(line))})
		}
		if more := e.Evidence[1:]; len(more) > 0 {
			quotes := make([]string, len(more))
			for i, q := range more {
				quotes[i] = q.Text
			}
			ps = append(ps, Property{"more_quotes", valueOf(quotes)})
		}
	}
	ps = append(ps, Property{"phase", intValue(int64(e.Phase))})
	if len(e.Evidence) > 0 {
		ps = append(ps, Property{"quote", textValue(e.Evidence[0].Text)})
	}
	ps = appendText(ps, "scope", e.Scope)
	ps = append(ps, Property{"source", textValue(e.Source)})
	if to := e.Stated.To; to.Text != e.Valid.To.Text {
		ps = appendText(ps, "stated_invalid_at", to.Text)
	}
	ps = appendEnd(ps, e.Valid.To)
	return appendText(ps, "valid_from", e.Valid.From.Text)
}

func propertyMap(ps []Property) map[string]any {
	m := make(map[string]any, len(ps))
	for _, p := range ps {
		m[p.Name] = p.Value.Any()
	}
	return m
}

// appendStart adds the properties from_… of an effective interval: bounds that are
// never absent, on what they rest, and what is written where valid_from says less.
func appendStart(ps []Property, from Endpoint) []Property {
	ps = appendText(ps, "from_basis", string(from.Basis))
	if from.IsZero() {
		from = Endpoint{Earliest: MinDay, Latest: MaxDay}
	}
	ps = append(ps, Property{"from_earliest", dayValue(from.Earliest)}, Property{"from_latest", dayValue(from.Latest)})
	return appendText(ps, "from_written", from.Written)
}

// appendEnd adds the properties to_… in the same way.
func appendEnd(ps []Property, to Endpoint) []Property {
	ps = appendText(ps, "to_basis", string(to.Basis))
	if to.IsZero() {
		to = OpenEnd()
	}
	ps = append(ps, Property{"to_earliest", dayValue(to.Earliest)}, Property{"to_latest", dayValue(to.Latest)})
	return appendText(ps, "to_written", to.Written)
}

func appendText(ps []Property, name, value string) []Property {
	if value == "" {
		return ps
	}
	return append(ps, Property{name, textValue(value)})
}

func byName(a, b Property) int { return strings.Compare(a.Name, b.Name) }

// sealed adds to the properties from a place on, which are sorted by name, the hash of them all.
func sealed(ps []Property, from int) []Property {
	own := ps[from:]
	hash := Property{HashProperty, textValue(hashText(own))}
	at, _ := slices.BinarySearchFunc(own, hash, byName)
	return slices.Insert(ps, from+at, hash)
}

// hashed holds the bytes of which hashOf makes hashes, from one to the next.
var hashed = sync.Pool{New: func() any { return new([]byte) }}

// hashOf returns the hash of sorted properties.
func hashOf(ps []Property) [16]byte {
	room := hashed.Get().(*[]byte)
	buf := (*room)[:0]
	for i := range ps {
		buf = append(append(buf, ps[i].Name...), 0)
		buf = append(ps[i].Value.appendCanonical(buf), 0)
	}
	sum := sha256.Sum256(buf)
	*room = buf
	hashed.Put(room)
	return [16]byte(sum[:16])
}

// hashText returns the hash of sorted properties as 32 lower-case hex digits.
func hashText(ps []Property) string {
	sum := hashOf(ps)
	return hex.EncodeToString(sum[:])
}
