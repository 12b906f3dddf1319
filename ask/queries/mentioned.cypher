// The nodes that words of a text name by their keys, and decision records by their ids.
UNWIND $words AS word
MATCH (n:Issue {id: word}) WHERE n.placeholder IS NULL
RETURN n{label: labels(n)[0], key: coalesce(n.path, n.name, n.key, n.id), .id, .title, .status, .type, .kind, .aliases, .placeholder, .closed_by,
  .valid_from, .invalid_at, .from_basis, .to_basis, .from_written, .to_written, .from_earliest, .from_latest, .to_earliest, .to_latest} AS node
UNION
UNWIND $words AS word
MATCH (n:ADR {path: word}) WHERE n.placeholder IS NULL
RETURN n{label: labels(n)[0], key: coalesce(n.path, n.name, n.key, n.id), .id, .title, .status, .type, .kind, .aliases, .placeholder, .closed_by,
  .valid_from, .invalid_at, .from_basis, .to_basis, .from_written, .to_written, .from_earliest, .from_latest, .to_earliest, .to_latest} AS node
UNION
MATCH (n:ADR) WHERE n.id IN $words AND n.placeholder IS NULL
RETURN n{label: labels(n)[0], key: coalesce(n.path, n.name, n.key, n.id), .id, .title, .status, .type, .kind, .aliases, .placeholder, .closed_by,
  .valid_from, .invalid_at, .from_basis, .to_basis, .from_written, .to_written, .from_earliest, .from_latest, .to_earliest, .to_latest} AS node
UNION
UNWIND $words AS word
MATCH (n:Memory {key: word}) WHERE n.placeholder IS NULL
RETURN n{label: labels(n)[0], key: coalesce(n.path, n.name, n.key, n.id), .id, .title, .status, .type, .kind, .aliases, .placeholder, .closed_by,
  .valid_from, .invalid_at, .from_basis, .to_basis, .from_written, .to_written, .from_earliest, .from_latest, .to_earliest, .to_latest} AS node
UNION
UNWIND $words AS word
MATCH (n:Rule {name: word}) WHERE n.placeholder IS NULL
RETURN n{label: labels(n)[0], key: coalesce(n.path, n.name, n.key, n.id), .id, .title, .status, .type, .kind, .aliases, .placeholder, .closed_by,
  .valid_from, .invalid_at, .from_basis, .to_basis, .from_written, .to_written, .from_earliest, .from_latest, .to_earliest, .to_latest} AS node
