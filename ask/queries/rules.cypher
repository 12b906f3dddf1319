// What rules say of themselves.
UNWIND $rules AS name
MATCH (r:Rule {name: name})
RETURN r.name AS name, r.id AS id, r.kind AS kind, coalesce(r.aliases, []) AS aliases, r.rationale AS rationale, coalesce(r.rejected, []) AS rejected
