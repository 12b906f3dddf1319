// The nodes that a word names by an id, a number, an alias or in other letters. $word is in small letters,
// $numbers how the number may be written that it may be. Each label by itself, since issues are many.
MATCH (n:Component) WHERE (toLower(n.name) = $word OR any(alias IN coalesce(n.aliases, []) WHERE toLower(alias) = $word)) AND n.placeholder IS NULL
RETURN n{label: labels(n)[0], key: coalesce(n.path, n.name, n.key, n.id), .id, .title, .status, .type, .kind, .aliases, .placeholder, .closed_by,
  .valid_from, .invalid_at, .from_basis, .to_basis, .from_written, .to_written, .from_earliest, .from_latest, .to_earliest, .to_latest} AS node
UNION ALL
MATCH (n:Rule) WHERE (toLower(n.name) = $word OR toLower(n.id) = $word OR any(alias IN coalesce(n.aliases, []) WHERE toLower(alias) = $word)) AND n.placeholder IS NULL
RETURN n{label: labels(n)[0], key: coalesce(n.path, n.name, n.key, n.id), .id, .title, .status, .type, .kind, .aliases, .placeholder, .closed_by,
  .valid_from, .invalid_at, .from_basis, .to_basis, .from_written, .to_written, .from_earliest, .from_latest, .to_earliest, .to_latest} AS node
UNION ALL
MATCH (n:ADR) WHERE (toLower(n.path) = $word OR toLower(n.id) = $word OR n.number IN $numbers OR any(alias IN coalesce(n.aliases, []) WHERE toLower(alias) = $word)) AND n.placeholder IS NULL
RETURN n{label: labels(n)[0], key: coalesce(n.path, n.name, n.key, n.id), .id, .title, .status, .type, .kind, .aliases, .placeholder, .closed_by,
  .valid_from, .invalid_at, .from_basis, .to_basis, .from_written, .to_written, .from_earliest, .from_latest, .to_earliest, .to_latest} AS node
UNION ALL
MATCH (n:Issue) WHERE toLower(n.id) = $word AND n.placeholder IS NULL
RETURN n{label: labels(n)[0], key: coalesce(n.path, n.name, n.key, n.id), .id, .title, .status, .type, .kind, .aliases, .placeholder, .closed_by,
  .valid_from, .invalid_at, .from_basis, .to_basis, .from_written, .to_written, .from_earliest, .from_latest, .to_earliest, .to_latest} AS node
UNION ALL
MATCH (n:Memory) WHERE toLower(n.key) = $word AND n.placeholder IS NULL
RETURN n{label: labels(n)[0], key: coalesce(n.path, n.name, n.key, n.id), .id, .title, .status, .type, .kind, .aliases, .placeholder, .closed_by,
  .valid_from, .invalid_at, .from_basis, .to_basis, .from_written, .to_written, .from_earliest, .from_latest, .to_earliest, .to_latest} AS node
UNION ALL
MATCH (n:PR) WHERE toLower(n.key) = $word AND n.placeholder IS NULL
RETURN n{label: labels(n)[0], key: coalesce(n.path, n.name, n.key, n.id), .id, .title, .status, .type, .kind, .aliases, .placeholder, .closed_by,
  .valid_from, .invalid_at, .from_basis, .to_basis, .from_written, .to_written, .from_earliest, .from_latest, .to_earliest, .to_latest} AS node
