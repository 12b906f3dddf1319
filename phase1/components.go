package phase1

import (
	"fmt"

	"bdgraph"
)

// addComponents adds the vocabulary's components and how they hang together.
// A configuration has no time: what it says holds on every day.
func (x *extractor) addComponents() {
	names := make(map[string]string) // name or alias -> name
	var components []bdgraph.Component
	for _, c := range x.vocabulary.Components {
		if _, twice := x.nodes[componentRef(c.Name)]; twice || c.Name == "" {
			x.find(bdgraph.Finding{
				Code: "duplicate_component", Severity: bdgraph.Warning, Place: bdgraph.Place{File: ConfigSource},
				Message: fmt.Sprintf("component %q is declared twice or has no name; the first declaration counts", c.Name),
				Remedy:  "give each component one name of its own",
			})
			continue
		}
		a := make(map[string]any, 2)
		setList(a, "aliases", c.Aliases)
		setList(a, "paths", c.Paths)
		x.addNode(componentRef(c.Name), a, nil, record{})
		names[c.Name] = c.Name
		components = append(components, c)
	}
	for _, c := range components {
		for _, alias := range c.Aliases {
			if _, taken := names[alias]; !taken {
				names[alias] = c.Name
			}
		}
	}
	for _, c := range components {
		if c.Parent != "" {
			x.addComponentEdge(bdgraph.PartOf, c.Name, c.Parent, names)
		}
		for _, needed := range c.DependsOn {
			x.addComponentEdge(bdgraph.DependsOn, c.Name, needed, names)
		}
	}
	for _, name := range (bdgraph.Vocabulary{Components: components}).WithoutPaths() {
		x.find(bdgraph.Finding{
			Code: "component_without_paths", Severity: bdgraph.Info, Place: bdgraph.Place{File: ConfigSource}, Count: 1,
			Message: fmt.Sprintf("no file leads to component %q: neither it nor a part of it has paths", name),
			Remedy:  "if files belong to it, give it paths in " + ConfigSource + "; bdgraph vocab suggest --toml shows some",
		})
	}
}

func (x *extractor) addComponentEdge(t bdgraph.RelType, from, to string, names map[string]string) {
	place := bdgraph.Place{File: ConfigSource}
	if name, known := names[to]; known {
		to = name
	}
	if from == to {
		x.find(selfEdge(t, componentRef(from), "", place))
		return
	}
	x.needReported(componentRef(to), "", place, "declare the component in "+ConfigSource)
	x.addEdge(bdgraph.Edge{
		Type: t, From: componentRef(from), To: componentRef(to),
		Source: ConfigSource, Confidence: bdgraph.Structural,
		Stated: bdgraph.Interval{From: bdgraph.Endpoint{
			Earliest: bdgraph.MinDay, Latest: bdgraph.MinDay, Basis: bdgraph.BasisStated,
		}},
	})
}

func selfEdge(t bdgraph.RelType, ref bdgraph.NodeRef, document string, place bdgraph.Place) bdgraph.Finding {
	return bdgraph.Finding{
		Code: "self_edge", Severity: bdgraph.Warning, Document: document, Place: place,
		Message: fmt.Sprintf("%s has a %s to itself, which is left out", ref, t),
		Remedy:  "remove the relationship where it is recorded",
	}
}

func componentRef(name string) bdgraph.NodeRef {
	return bdgraph.NodeRef{Label: bdgraph.ComponentLabel, Key: name}
}
