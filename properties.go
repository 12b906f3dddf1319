package bdgraph

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// HashProperty is the property in which every node and relationship of a
// stored graph carries the hash of its other properties. It marks what belongs
// to bdgraph, and it tells a delta load what has changed.
const HashProperty = "bdgraph_hash"

// Property is one property of a node or relationship as a store holds it. The
// value is a string, bool, int64, float64, []string, [Day] (a date) or
// [time.Time] (a datetime).
type Property struct {
	Name  string
	Value any
}

// Properties returns the node as a store holds it: the key, the attributes, the
// effective interval where there is one, and [HashProperty].
func (n Node) Properties() map[string]any { return propertyMap(n.PropertyList()) }

// Properties returns the relationship as a store holds it;
// docs/formats/graph-properties.md describes each property.
func (e Edge) Properties() map[string]any { return propertyMap(e.PropertyList()) }

// Hash returns the node's [HashProperty].
func (n Node) Hash() string { return sealedHash(n.PropertyList()) }

// Hash returns the relationship's [HashProperty].
func (e Edge) Hash() string { return sealedHash(e.PropertyList()) }

// PropertyList returns what Properties does, sorted by name.
func (n Node) PropertyList() []Property { return n.AppendProperties(nil) }

// PropertyList returns what Properties does, sorted by name.
func (e Edge) PropertyList() []Property { return e.AppendProperties(nil) }

// AppendProperties appends what PropertyList returns.
func (n Node) AppendProperties(to []Property) []Property {
	ps := slices.Grow(to, len(n.Attributes)+14)
	for name, v := range n.Attributes {
		ps = append(ps, Property{name, v})
	}
	ps = append(ps, Property{n.Label.KeyProperty(), n.Key})
	if n.Placeholder {
		ps = append(ps, Property{"placeholder", true})
	}
	if n.Valid != nil {
		ps = appendStart(ps, n.Valid.From)
		ps = appendText(ps, "invalid_at", n.Valid.To.Text)
		ps = appendEnd(ps, n.Valid.To)
		ps = appendText(ps, "valid_from", n.Valid.From.Text)
		ps = appendText(ps, "closed_by", n.ClosedBy)
	}
	return sealed(ps, len(to))
}

// AppendProperties appends what PropertyList returns. Graphs have many edges, so
// the properties are added in the order of their names, and nothing is left to sort.
func (e Edge) AppendProperties(to []Property) []Property {
	ps := slices.Grow(to, 24)
	ps = appendText(ps, "bd_type", e.BDType)
	ps = appendText(ps, "closed_by", e.ClosedBy)
	ps = append(ps, Property{"confidence", string(e.Confidence)})
	if e.Count > 0 {
		ps = append(ps, Property{"count", int64(e.Count)})
	}
	ps = appendText(ps, "fact", e.Fact)
	ps = appendStart(ps, e.Valid.From)
	ps = append(ps, Property{"id", e.ID})
	ps = appendText(ps, "invalid_at", e.Valid.To.Text)
	if len(e.Evidence) > 0 {
		if line := e.Evidence[0].Line; line > 0 {
			ps = append(ps, Property{"line", int64(line)})
		}
		if more := e.Evidence[1:]; len(more) > 0 {
			quotes := make([]string, len(more))
			for i, q := range more {
				quotes[i] = q.Text
			}
			ps = append(ps, Property{"more_quotes", quotes})
		}
	}
	ps = append(ps, Property{"phase", int64(e.Phase)})
	if len(e.Evidence) > 0 {
		ps = append(ps, Property{"quote", e.Evidence[0].Text})
	}
	ps = appendText(ps, "scope", e.Scope)
	ps = append(ps, Property{"source", e.Source})
	if to := e.Stated.To; to.Text != e.Valid.To.Text {
		ps = appendText(ps, "stated_invalid_at", to.Text)
	}
	ps = appendEnd(ps, e.Valid.To)
	ps = appendText(ps, "valid_from", e.Valid.From.Text)
	return sealed(ps, len(to))
}

func propertyMap(ps []Property) map[string]any {
	m := make(map[string]any, len(ps))
	for _, p := range ps {
		m[p.Name] = p.Value
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
	ps = append(ps, Property{"from_earliest", from.Earliest}, Property{"from_latest", from.Latest})
	return appendText(ps, "from_written", from.Written)
}

// appendEnd adds the properties to_… in the same way.
func appendEnd(ps []Property, to Endpoint) []Property {
	ps = appendText(ps, "to_basis", string(to.Basis))
	if to.IsZero() {
		to = OpenEnd()
	}
	ps = append(ps, Property{"to_earliest", to.Earliest}, Property{"to_latest", to.Latest})
	return appendText(ps, "to_written", to.Written)
}

func appendText(ps []Property, name, value string) []Property {
	if value == "" {
		return ps
	}
	return append(ps, Property{name, value})
}

// sealed sorts the properties from a place on by name and adds the hash of them all.
func sealed(ps []Property, from int) []Property {
	byName := func(a, b Property) int { return strings.Compare(a.Name, b.Name) }
	own := ps[from:]
	if !slices.IsSortedFunc(own, byName) {
		slices.SortFunc(own, byName)
	}
	hash := Property{HashProperty, hashOf(own)}
	at, _ := slices.BinarySearchFunc(own, hash, byName)
	return slices.Insert(ps, from+at, hash)
}

// hashOf returns the hash of sorted properties as 32 lower-case hex digits.
func hashOf(ps []Property) string {
	buf := make([]byte, 0, 1024)
	for _, p := range ps {
		buf = append(buf, p.Name...)
		buf = append(buf, 0)
		buf = appendCanonical(buf, p.Value)
		buf = append(buf, 0)
	}
	sum := sha256.Sum256(buf)
	return hex.EncodeToString(sum[:16])
}

// sealedHash returns the hash that sealed has put among properties.
func sealedHash(ps []Property) string {
	for _, p := range ps {
		if p.Name == HashProperty {
			return p.Value.(string)
		}
	}
	panic("bdgraph: properties without their hash")
}

// appendCanonical writes a property value with its type, so that 1 and "1" differ.
func appendCanonical(b []byte, v any) []byte {
	switch v := v.(type) {
	case string:
		return append(append(b, 's'), v...)
	case []string:
		b = append(b, 'l')
		for _, s := range v {
			b = append(strconv.AppendInt(b, int64(len(s)), 10), ':')
			b = append(b, s...)
		}
		return b
	case time.Time:
		return v.AppendFormat(append(b, 't'), time.RFC3339Nano)
	case Day:
		return strconv.AppendInt(append(b, 'd'), int64(v), 10)
	case bool:
		return strconv.AppendBool(append(b, 'b'), v)
	case int64:
		return strconv.AppendInt(append(b, 'i'), v, 10)
	case float64:
		return strconv.AppendFloat(append(b, 'f'), v, 'g', -1, 64)
	default:
		panic(fmt.Sprintf("bdgraph: property value of type %T", v))
	}
}
