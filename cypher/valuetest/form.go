package valuetest

import (
	"fmt"
	"slices"
	"strings"

	"bdgraph/cypher/value"
)

// Form prints values for a comparison; it says what counts there. The order of
// labels never does, and NaN is itself.
type Form struct {
	// Bags says that the order of elements does not count in lists.
	Bags bool
	// Digits is how many digits of a float count, since sums depend on the order; 0: all.
	Digits int
	// IDs says that element ids count, as within one graph.
	IDs bool
	// Time prints times, durations and points; nil: as the language does.
	Time func(value.Value) string
}

// Row prints the values of a row.
func (f Form) Row(row []value.Value) string {
	cells := make([]string, len(row))
	for i, v := range row {
		cells[i] = f.Print(v)
	}
	return strings.Join(cells, " | ")
}

// Print prints a value.
func (f Form) Print(v value.Value) string {
	switch v.Kind() {
	case value.KindFloat:
		if f.Digits > 0 {
			return fmt.Sprintf("%.*gf", f.Digits, v.Float())
		}
	case value.KindNull, value.KindBool, value.KindInt, value.KindString:
	case value.KindList:
		parts := make([]string, len(v.List()))
		for i, e := range v.List() {
			parts[i] = f.Print(e)
		}
		if f.Bags {
			slices.Sort(parts)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case value.KindMap:
		return f.entries(v.Map())
	case value.KindNode:
		var labels []string
		for _, l := range v.Node().Labels {
			labels = append(labels, ":"+l)
		}
		slices.Sort(labels)
		return "(" + f.id(v.Node().ElementID) + strings.Join(labels, "") + f.entries(v.Node().Properties) + ")"
	case value.KindRelationship:
		r := v.Relationship()
		return "[" + f.id(r.ElementID) + ":" + r.Type + f.entries(r.Properties) + "]"
	case value.KindPath:
		return f.path(v.Path())
	default:
		if f.Time != nil {
			return f.Time(v)
		}
	}
	return v.String()
}

func (f Form) id(id string) string {
	if f.IDs {
		return id
	}
	return ""
}

func (f Form) entries(m value.Map) string {
	parts := make([]string, len(m))
	for i, e := range m {
		parts[i] = e.Key + ": " + f.Print(e.Value)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func (f Form) path(p *value.Path) string {
	var b strings.Builder
	for i, n := range p.Nodes {
		b.WriteString(f.Print(n))
		if i == len(p.Relationships) {
			break
		}
		r := p.Relationships[i]
		if r.Relationship().StartElementID == n.Node().ElementID {
			b.WriteString("-" + f.Print(r) + "->")
		} else {
			b.WriteString("<-" + f.Print(r) + "-")
		}
	}
	return "<" + b.String() + ">"
}
