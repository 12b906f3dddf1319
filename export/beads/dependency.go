package beads

import (
	"cmp"
	"strings"
	"time"

	"bdgraph"
)

// dependencies decodes the array of an issue: those of the issue itself, and
// those that name another one. Its own ones are valid until the next call.
func (d *decoder) dependencies(v []byte) (own []bdgraph.Dependency, foreign []row) {
	own = d.own[:0]
	defer func() { d.own = own }()
	bare := func(target string) { // by hand: an id in place of a record
		targets := parts(target)
		if len(targets) == 0 {
			d.note(noTarget, "")
		}
		for _, target := range targets {
			d.note(noDependencyType, "")
			own = append(own, bdgraph.Dependency{Target: target, Place: d.place})
		}
	}
	d.each("dependencies", v, bare, func(members []member) {
		owner, dep, ok := d.dependency(members)
		switch {
		case !ok:
		case owner == "" || owner == d.id:
			own = append(own, dep)
		default:
			d.note(movedDependency, "")
			foreign = append(foreign, row{issue: owner, dependency: &dep, place: d.place})
		}
	})
	return own, foreign
}

// dependency decodes one record, in the shape of the export or, with id and
// dependency_type, of bd show.
func (d *decoder) dependency(members []member) (owner string, dep bdgraph.Dependency, ok bool) {
	dep.Place = d.place
	id := ""
	for _, m := range members {
		switch m.key {
		case "issue_id":
			owner = d.text(m.key, m.value)
		case "depends_on_id":
			dep.Target = d.text(m.key, m.value)
		case "id":
			id = d.text(m.key, m.value)
		case "type", "dependency_type":
			dep.Type = d.word(m.key, m.value)
		case "created_at":
			dep.CreatedAt, dep.Trusted = d.time(m.key, m.value)
		default:
			d.ignore(m.key)
		}
	}
	if dep.Target == "" && owner == "" {
		// The shape of bd show: the whole target, whose times are not the edge's.
		dep.Target, dep.CreatedAt, dep.Trusted = id, time.Time{}, false
	}
	if strings.TrimSpace(dep.Target) == "" {
		d.note(noTarget, "")
		return owner, dep, false
	}
	if dep.Type == "" {
		d.note(noDependencyType, "")
	}
	return owner, dep, true
}

// links reads issue ids out of a field that older versions used for a dependency.
func (d *decoder) links(m member, edgeType string) []bdgraph.Dependency {
	var deps []bdgraph.Dependency
	for _, id := range d.list(m.key, m.value) {
		deps = append(deps, bdgraph.Dependency{Target: id, Type: edgeType, Place: d.place})
	}
	return deps
}

// blocks reads the ids of issues that wait for this one: the same dependency as bd's,
// written down at the other end.
func (d *decoder) blocks(m member) []row {
	var rows []row
	for _, id := range d.list(m.key, m.value) {
		d.note(legacyLink, "blocks")
		rows = append(rows, row{issue: id, dependency: &bdgraph.Dependency{Target: d.id, Type: "blocks", Place: d.place}, place: d.place})
	}
	return rows
}

// addLinks adds the links that the issue's dependencies do not already state:
// bd list repeats a parent that way.
func (d *decoder) addLinks(i *bdgraph.Issue, links []bdgraph.Dependency) {
	if len(links) == 0 {
		return
	}
	stated := linksOf(i)
	for _, dep := range links {
		if l := linkOf(dep); !stated[l] {
			stated[l] = true
			i.Dependencies = append(i.Dependencies, dep)
			d.note(legacyLink, dep.Type)
		}
	}
}

// link is what makes two dependencies of an issue the same; one without a type blocks.
type link struct{ target, edgeType string }

func linkOf(d bdgraph.Dependency) link { return link{d.Target, cmp.Or(d.Type, "blocks")} }

// linksOf returns the dependencies that an issue has.
func linksOf(i *bdgraph.Issue) map[link]bool {
	links := make(map[link]bool, len(i.Dependencies))
	for _, d := range i.Dependencies {
		links[linkOf(d)] = true
	}
	return links
}
