// One step down an epic: its children, and the documents that are tracked in issues.
UNWIND $issues AS id
MATCH (:Issue {id: id})<-[e:CHILD_OF|TRACKED_IN]-(n)
RETURN id AS of, type(e) AS type, n{label: labels(n)[0], key: coalesce(n.path, n.name, n.key, n.id), .id, .title, .status, .type, .kind, .aliases, .placeholder, .closed_by,
  .valid_from, .invalid_at, .from_basis, .to_basis, .from_written, .to_written, .from_earliest, .from_latest, .to_earliest, .to_latest} AS node
