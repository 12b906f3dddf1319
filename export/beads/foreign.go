package beads

import (
	"strings"
	"unicode"
)

// foreignFields are names that other writers of the format have for fields of bd.
var foreignFields = map[string]string{
	"type": "issue_type", "tags": "labels", "parent_id": "parent", "depends_on": "dependencies", "deps": "dependencies", "blocked_by": "dependencies",
	"body": "description", "acceptance": "acceptance_criteria", "assigned_to": "assignee", "closed_reason": "close_reason",
	"created": "created_at", "updated": "updated_at", "closed": "closed_at", "completed_at": "closed_at",
}

// renameForeign gives the fields of an issue that another tool or a hand wrote the
// names that bd has for them: dependsOn, parent_id, tags. A field that is there by its
// own name is left alone.
func (d *decoder) renameForeign(members []member) {
	var has map[string]bool // the names that are there; most records need none
	for n := range members {
		key := members[n].key
		name := snakeCase(key)
		if !fields[name] || name == "type" {
			name = foreignFields[name]
		}
		if name == "" || name == key {
			continue
		}
		if has == nil {
			has = make(map[string]bool, len(members))
			for _, m := range members {
				has[m.key] = true
			}
		}
		if has[name] && name != "dependencies" {
			continue
		}
		members[n].key, has[name] = name, true
		d.note(foreignField, key+" as "+name)
	}
}

// snakeCase writes dependsOn as depends_on.
func snakeCase(key string) string {
	if strings.ToLower(key) == key {
		return key
	}
	var out strings.Builder
	for n, r := range key {
		if unicode.IsUpper(r) && n > 0 {
			out.WriteByte('_')
		}
		out.WriteRune(unicode.ToLower(r))
	}
	return out.String()
}
