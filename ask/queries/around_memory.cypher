// The relationships of one node, out of it and into it. Mentions are left to search and impact.
MATCH (:Memory {key: $key})-[e]->(n) WHERE type(e) <> 'MENTIONS'
RETURN type(e) AS type, true AS out, properties(e) AS edge, n{label: labels(n)[0], key: coalesce(n.path, n.name, n.key, n.id), .id, .title, .status, .type, .kind, .aliases, .placeholder, .closed_by,
  .valid_from, .invalid_at, .from_basis, .to_basis, .from_written, .to_written, .from_earliest, .from_latest, .to_earliest, .to_latest} AS node
UNION ALL
MATCH (:Memory {key: $key})<-[e]-(n) WHERE type(e) <> 'MENTIONS'
RETURN type(e) AS type, false AS out, properties(e) AS edge, n{label: labels(n)[0], key: coalesce(n.path, n.name, n.key, n.id), .id, .title, .status, .type, .kind, .aliases, .placeholder, .closed_by,
  .valid_from, .invalid_at, .from_basis, .to_basis, .from_written, .to_written, .from_earliest, .from_latest, .to_earliest, .to_latest} AS node
