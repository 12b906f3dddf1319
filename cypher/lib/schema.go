package lib

import (
	"cmp"
	"slices"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/value"
)

// propertyUse is what is known of one property of a group of nodes or
// relationships.
type propertyUse struct {
	key   string
	count int            // how many have it
	types map[string]int // how many values are of each type, by the caller's names
}

// usage gathers the properties of a group.
type usage struct {
	total      int
	properties []propertyUse
	byKey      map[graph.KeyID]int // index into properties
}

func (u *usage) add(key graph.KeyID, name, typeName string) {
	i, ok := u.byKey[key]
	if !ok {
		if u.byKey == nil {
			u.byKey = make(map[graph.KeyID]int)
		}
		i = len(u.properties)
		u.byKey[key] = i
		u.properties = append(u.properties, propertyUse{key: name, types: make(map[string]int)})
	}
	u.properties[i].count++
	u.properties[i].types[typeName]++
}

// merge adds what another group uses.
func (u *usage) merge(v *usage) {
	u.total += v.total
	for key, i := range v.byKey {
		p := v.properties[i]
		for typeName, n := range p.types {
			u.add(key, p.key, typeName)
			j := u.byKey[key]
			u.properties[j].count += n - 1
			u.properties[j].types[typeName] += n - 1
		}
	}
}

// sorted lists the properties by key.
func (u *usage) sorted() []propertyUse {
	properties := slices.Clone(u.properties)
	slices.SortFunc(properties, func(a, b propertyUse) int { return cmp.Compare(a.key, b.key) })
	return properties
}

// typeNames lists the types that occur, by name.
func (p propertyUse) typeNames() []string {
	names := make([]string, 0, len(p.types))
	for name := range p.types {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// mainType is the type of most values, of several the first by name.
func (p propertyUse) mainType() string {
	names := p.typeNames()
	return slices.MaxFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(p.types[a], p.types[b]), cmp.Compare(b, a))
	})
}

// stepSize is how many nodes or relationships are looked at between two accounts.
const stepSize = 1024

// usageOfNodes looks at all nodes of one label set.
func usageOfNodes(env *Env, set graph.LabelSet, typeName func(value.Value) string) (*usage, error) {
	g := env.Graph
	u := &usage{total: set.Nodes.Len()}
	var keys []graph.KeyID
	for n := set.Nodes.First; n < set.Nodes.End; n++ {
		if int(n-set.Nodes.First)%stepSize == 0 {
			if err := env.step(stepSize); err != nil {
				return nil, err
			}
		}
		keys = g.NodeKeys(n, keys[:0])
		for _, key := range keys {
			u.add(key, g.KeyName(key), typeName(g.NodeProperty(n, key)))
		}
	}
	return u, nil
}

// usageOfRelationships looks at all relationships of one type.
func usageOfRelationships(env *Env, t graph.TypeID, typeName func(value.Value) string) (*usage, error) {
	g := env.Graph
	of := g.RelsOfType(t)
	u := &usage{total: of.Len()}
	var keys []graph.KeyID
	for r := of.First; r < of.End; r++ {
		if int(r-of.First)%stepSize == 0 {
			if err := env.step(stepSize); err != nil {
				return nil, err
			}
		}
		keys = g.RelKeys(r, keys[:0])
		for _, key := range keys {
			u.add(key, g.KeyName(key), typeName(g.RelProperty(r, key)))
		}
	}
	return u, nil
}

// labelNames lists the names of labels by number.
func labelNames(g graph.Graph) []string {
	names := make([]string, g.LabelCount())
	for i := range names {
		names[i] = g.LabelName(graph.LabelID(i))
	}
	return names
}

// typeNames lists the names of relationship types by number.
func typeNames(g graph.Graph) []string {
	names := make([]string, g.TypeCount())
	for i := range names {
		names[i] = g.TypeName(graph.TypeID(i))
	}
	return names
}

// nodesWith counts the nodes with a label.
func nodesWith(g graph.Graph, l graph.LabelID) (n int) {
	for _, r := range g.NodesWithLabel(l) {
		n += r.Len()
	}
	return n
}

// texts makes a LIST of strings.
func texts(list []string) value.Value {
	elements := make([]value.Value, len(list))
	for i, s := range list {
		elements[i] = value.String(s)
	}
	return value.List(elements)
}

// record makes a MAP of keys and values in turn.
func record(pairs ...any) value.Value {
	entries := make([]value.Entry, 0, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		v, err := value.Of(pairs[i+1])
		if err != nil {
			panic(err) // the callers pass what Of takes
		}
		entries = append(entries, value.Entry{Key: pairs[i].(string), Value: v})
	}
	return value.FromMap(value.NewMap(entries...))
}
