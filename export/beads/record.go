package beads

import (
	"cmp"
	"slices"
	"time"

	"bdgraph"
)

// record is one stored version of an issue.
type record struct {
	issue     bdgraph.Issue
	ephemeral bool
	template  bool
	pinned    bool
	deletedAt time.Time
	comments  int   // comment_count, -1 when not given
	foreign   []row // dependencies that name another issue as theirs
}

// newest returns the latest time the record states. It serves to choose between
// versions of one issue and for nothing else: updated_at is not always true.
func (r *record) newest() time.Time {
	t := r.issue.CreatedAt
	for _, other := range [...]time.Time{r.issue.UpdatedAt, r.issue.ClosedAt, r.deletedAt} {
		if other.After(t) {
			t = other
		}
	}
	return t
}

// lacksComments reports how many comments the record counts but does not hold.
func (r *record) lacksComments() int { return max(0, r.comments-len(r.issue.Comments)) }

// fields holds the names that occur in records. Those marked true are used;
// the others are known to be of no use for the graph and ignored in silence,
// but listed in docs/formats/beads.md.
var fields = map[string]bool{
	"_type": true, "_schema": true, "id": true, "title": true, "description": true, "design": true,
	"acceptance_criteria": true, "notes": true, "status": true, "priority": true, "issue_type": true,
	"assignee": true, "owner": true, "created_at": true, "created_by": true, "updated_at": true,
	"started_at": true, "closed_at": true, "close_reason": true, "external_ref": true, "spec_id": true,
	"metadata": true, "labels": true, "dependencies": true, "comments": true, "comment_count": true,
	"ephemeral": true, "wisp": true, "is_template": true, "pinned": true, "deleted_at": true,
	"relates_to": true, "replies_to": true, "duplicate_of": true, "superseded_by": true, "parent": true, "blocks": true,
	"issue_id": true, "depends_on_id": true, "type": true, "dependency_type": true, "label": true,
	"author": true, "text": true, "key": true, "value": true, "ts": true,
	"data": true, "issues": true, "schema_version": true, "event_type": true, "kind": true,

	"content_hash": false, "estimated_minutes": false, "closed_by_session": false, "due_at": false,
	"defer_until": false, "source_system": false, "compaction_level": false, "compacted_at": false,
	"compacted_at_commit": false, "original_size": false, "sender": false, "no_history": false,
	"wisp_type": false, "wisp_plane": false, "bonded_from": false, "await_type": false, "await_id": false,
	"timeout": false, "timeout_ns": false, "waiters": false, "source_formula": false,
	"source_location": false, "mol_type": false, "work_type": false, "event_kind": false, "actor": false,
	"target": false, "payload": false, "dependency_count": false, "dependent_count": false,
	"dependents": false, "lease_expires_at": false, "heartbeat_at": false, "revision": false,
	"deleted_by": false, "delete_reason": false, "original_type": false, "hook_bead": false,
	"role_bead": false, "agent_state": false, "last_activity": false, "role_type": false, "rig": false,
	"holder": false, "creator": false, "validations": false, "quality_score": false, "crystallizes": false,
	"source_repo": false, "source_repo_path": false, "thread_id": false, "by": false, "reason": false,
	"meta": false, "pagination": false,
}

// fieldNames gives a name that was read as bytes as a string that is there already.
var fieldNames = func() map[string]string {
	names := make(map[string]string, len(fields))
	for name := range fields {
		names[name] = name
	}
	return names
}()

// issue decodes the members of an issue.
func (d *decoder) issue(members []member) *record {
	r := &record{comments: -1}
	i := &r.issue
	i.Place = d.place
	for _, m := range members {
		if m.key == "id" {
			i.ID = d.text("id", m.value)
		}
	}
	d.id = i.ID
	d.noteRepeated(members)
	d.renameForeign(members)
	var links []bdgraph.Dependency
	for _, m := range members {
		v := m.value
		switch m.key {
		case "title":
			i.Title = d.text(m.key, v)
		case "description":
			i.Description = d.prose(m.key, v)
		case "design":
			i.Design = d.prose(m.key, v)
		case "acceptance_criteria":
			i.AcceptanceCriteria = d.prose(m.key, v)
		case "notes":
			i.Notes = d.prose(m.key, v)
		case "close_reason":
			i.CloseReason = d.prose(m.key, v)
		case "external_ref":
			i.ExternalRef = d.text(m.key, v)
		case "spec_id":
			i.SpecID = d.text(m.key, v)
		case "status":
			i.Status = d.word(m.key, v)
		case "issue_type":
			i.Type = d.word(m.key, v)
		case "priority":
			i.Priority = d.priority(v)
		case "created_at":
			i.CreatedAt = d.instant(m.key, v)
		case "updated_at":
			i.UpdatedAt = d.instant(m.key, v)
		case "started_at":
			i.StartedAt = d.instant(m.key, v)
		case "closed_at":
			i.ClosedAt = d.instant(m.key, v)
		case "deleted_at":
			r.deletedAt = d.instant(m.key, v)
		case "metadata":
			i.Metadata = d.metadata(v)
		case "labels":
			i.Labels = d.list(m.key, v)
		case "dependencies":
			own, foreign := d.dependencies(v)
			i.Dependencies, r.foreign = append(i.Dependencies, own...), append(r.foreign, foreign...)
		case "comments":
			i.Comments = d.remarks(v)
		case "comment_count":
			if n, ok := d.count(m.key, v); ok {
				r.comments = n
			}
		case "ephemeral", "wisp":
			r.ephemeral = d.flag(m.key, v) || r.ephemeral
		case "is_template":
			r.template = d.flag(m.key, v)
		case "pinned":
			r.pinned = d.flag(m.key, v)
		case "owner", "created_by", "assignee":
			d.person(i, m)
		case "parent":
			links = append(links, d.links(m, "parent-child")...)
		case "relates_to":
			links = append(links, d.links(m, "relates-to")...)
		case "replies_to":
			links = append(links, d.links(m, "replies-to")...)
		case "duplicate_of":
			links = append(links, d.links(m, "duplicates")...)
		case "superseded_by":
			links = append(links, d.links(m, "supersedes")...)
		case "blocks":
			r.foreign = append(r.foreign, d.blocks(m)...)
		case "id", "_type", "schema_version":
		default:
			if used := fields[m.key]; used {
				d.note(unknownField, m.key) // of other records, not of issues
			}
			d.ignore(m.key)
		}
	}
	d.addLinks(i, links)
	return r
}

// noteRepeated reports fields that an object has twice; of two the later counts.
func (d *decoder) noteRepeated(members []member) {
	const few = 64 // of which pairs are compared faster than they are counted
	if len(members) > few {
		seen := make(map[string]bool, len(members))
		for _, m := range members {
			if seen[m.key] {
				d.note(repeatedField, m.key)
			}
			seen[m.key] = true
		}
		return
	}
	for n := range members {
		for k := range n {
			if members[k].key == members[n].key {
				d.note(repeatedField, members[n].key)
			}
		}
	}
}

// person keeps a name or an address only where the user asked for it.
func (d *decoder) person(i *bdgraph.Issue, m member) {
	if !d.personal {
		return
	}
	switch name := d.text(m.key, m.value); m.key {
	case "owner":
		i.Owner = name
	case "created_by":
		i.CreatedBy = name
	case "assignee":
		i.Assignee = name
	}
}

// ignore notes a field that is not known at all.
func (d *decoder) ignore(key string) {
	if _, known := fields[key]; !known {
		d.note(unknownField, key)
	}
}

// remarks decodes the comments of an issue.
func (d *decoder) remarks(v []byte) (all []bdgraph.Comment) {
	bare := func(text string) {
		d.note(wrongType, "comments holds a string, not an object")
		all = append(all, bdgraph.Comment{Text: text})
	}
	d.each("comments", v, bare, func(members []member) {
		if valueOf(members, "text") == nil {
			d.note(wrongType, "comments holds an object without text")
			return
		}
		all = append(all, d.comment(members))
	})
	return all
}

func (d *decoder) comment(members []member) bdgraph.Comment {
	var c bdgraph.Comment
	for _, m := range members {
		switch m.key {
		case "id":
			if k := kindOf(m.value); k == number {
				c.ID = string(m.value) // an integer up to 0.6x
			} else {
				c.ID = d.text(m.key, m.value)
			}
		case "author":
			if d.personal {
				c.Author = d.text(m.key, m.value)
			}
		case "text":
			c.Text = d.text(m.key, m.value)
		case "created_at":
			c.CreatedAt = d.instant(m.key, m.value)
		default:
			d.ignore(m.key)
		}
	}
	return c
}

// sortParts puts the parts of an issue in the order that the root package
// promises, and drops labels and dependencies that are there twice.
func sortParts(i *bdgraph.Issue, n *notes) {
	slices.Sort(i.Labels)
	i.Labels = slices.Compact(i.Labels)
	slices.SortStableFunc(i.Comments, func(a, b bdgraph.Comment) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(len(a.ID), len(b.ID)), cmp.Compare(a.ID, b.ID))
	})
	type remark struct {
		at   time.Time
		text string
	}
	seen := make(map[remark]bool, len(i.Comments))
	i.Comments = slices.DeleteFunc(i.Comments, func(c bdgraph.Comment) bool { // imported again, with a new id
		key := remark{c.CreatedAt, c.Text}
		if seen[key] {
			n.add(sameComment, i.Place, i.ID, "")
			return true
		}
		seen[key] = true
		return false
	})
	slices.SortStableFunc(i.Dependencies, func(a, b bdgraph.Dependency) int {
		return cmp.Or(cmp.Compare(a.Target, b.Target), cmp.Compare(a.Type, b.Type), a.CreatedAt.Compare(b.CreatedAt))
	})
	i.Dependencies = slices.CompactFunc(i.Dependencies, func(a, b bdgraph.Dependency) bool {
		same := a.Target == b.Target && a.Type == b.Type && a.CreatedAt.Equal(b.CreatedAt)
		if same {
			n.add(sameDependency, b.Place, i.ID, "")
		}
		return same
	})
}
