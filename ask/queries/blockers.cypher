// What issues wait for, one step on.
UNWIND $issues AS id
MATCH (:Issue {id: id})-[e:DEPENDS_ON]->(n:Issue)
RETURN id AS of, properties(e) AS edge, n{label: labels(n)[0], key: coalesce(n.path, n.name, n.key, n.id), .id, .title, .status, .type, .kind, .aliases, .placeholder, .closed_by,
  .valid_from, .invalid_at, .from_basis, .to_basis, .from_written, .to_written, .from_earliest, .from_latest, .to_earliest, .to_latest} AS node
