package bdgraph

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// HashProperty is the property in which every node and relationship of a
// stored graph carries the hash of its other properties. It marks what belongs
// to bdgraph, and it tells a delta load what has changed.
const HashProperty = "bdgraph_hash"

// Properties returns the node as a store holds it: the key, the attributes,
// the effective interval where there is one, and [HashProperty]. Values are
// string, bool, int64, float64, []string, [Day] (a date) and [time.Time] (a datetime).
func (n Node) Properties() map[string]any {
	p := maps.Clone(n.Attributes)
	if p == nil {
		p = make(map[string]any, 4)
	}
	p[n.Label.KeyProperty()] = n.Key
	if n.Placeholder {
		p["placeholder"] = true
	}
	if n.Valid != nil {
		addInterval(p, *n.Valid)
		if n.ClosedBy != "" {
			p["closed_by"] = n.ClosedBy
		}
	}
	p[HashProperty] = hashProperties(p)
	return p
}

// Properties returns the relationship as a store holds it; docs/formats/graph.md
// describes each property.
func (e Edge) Properties() map[string]any {
	p := map[string]any{
		"id":         e.ID,
		"source":     e.Source,
		"phase":      int64(e.Phase),
		"confidence": string(e.Confidence),
	}
	if len(e.Evidence) > 0 {
		p["quote"] = e.Evidence[0].Text
		if line := e.Evidence[0].Line; line > 0 {
			p["line"] = int64(line)
		}
		if more := e.Evidence[1:]; len(more) > 0 {
			quotes := make([]string, len(more))
			for i, q := range more {
				quotes[i] = q.Text
			}
			p["more_quotes"] = quotes
		}
	}
	setText(p, "fact", e.Fact)
	setText(p, "closed_by", e.ClosedBy)
	setText(p, "scope", e.Scope)
	setText(p, "bd_type", e.BDType)
	if e.Count > 0 {
		p["count"] = int64(e.Count)
	}
	addInterval(p, e.Valid)
	if to := e.Stated.To; to.Text != "" && to.Text != e.Valid.To.Text {
		p["stated_invalid_at"] = to.Text
	}
	p[HashProperty] = hashProperties(p)
	return p
}

// addInterval writes an effective interval: readable strings where known, and
// bounds that are never absent.
func addInterval(p map[string]any, v Interval) {
	setText(p, "valid_from", v.From.Text)
	setText(p, "invalid_at", v.To.Text)
	setText(p, "from_basis", string(v.From.Basis))
	setText(p, "to_basis", string(v.To.Basis))
	from, to := v.From, v.To
	if from.IsZero() {
		from = Endpoint{Earliest: MinDay, Latest: MaxDay}
	}
	if to.IsZero() {
		to = OpenEnd()
	}
	p["from_earliest"], p["from_latest"] = from.Earliest, from.Latest
	p["to_earliest"], p["to_latest"] = to.Earliest, to.Latest
}

func setText(p map[string]any, name, value string) {
	if value != "" {
		p[name] = value
	}
}

// hashProperties returns the hash of a property map, independent of map order.
func hashProperties(p map[string]any) string {
	var b strings.Builder
	for _, k := range slices.Sorted(maps.Keys(p)) {
		if k == HashProperty {
			continue
		}
		b.WriteString(k)
		b.WriteByte(0)
		writeCanonical(&b, p[k])
		b.WriteByte(0)
	}
	sum := sha256.Sum256([]byte(b.String()))
	return hex.EncodeToString(sum[:16])
}

// writeCanonical writes a property value with its type, so that 1 and "1" differ.
func writeCanonical(b *strings.Builder, v any) {
	switch v := v.(type) {
	case string:
		b.WriteString("s" + v)
	case []string:
		b.WriteByte('l')
		for _, s := range v {
			fmt.Fprintf(b, "%d:%s", len(s), s)
		}
	case time.Time:
		b.WriteString("t" + v.Format(time.RFC3339Nano))
	case Day:
		b.WriteString("d" + v.String())
	case bool, int64, float64:
		fmt.Fprintf(b, "%T%v", v, v)
	default:
		panic(fmt.Sprintf("bdgraph: property value of type %T", v))
	}
}
