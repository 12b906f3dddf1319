// The nodes of one kind that hold any of the words, with their texts. Words are in small letters.
MATCH (n:ADR) WHERE n.placeholder IS NULL
WITH n, coalesce(n.id, '') + ' ' + coalesce(n.title, '') AS title, coalesce(n.text, '') AS text
WITH n, title, text, toLower(title + '\n' + text) AS all
WHERE any(word IN $words WHERE all CONTAINS word)
RETURN title, text, n{label: labels(n)[0], key: coalesce(n.path, n.name, n.key, n.id), .id, .title, .status, .type, .kind, .aliases, .placeholder, .closed_by,
  .valid_from, .invalid_at, .from_basis, .to_basis, .from_written, .to_written, .from_earliest, .from_latest, .to_earliest, .to_latest} AS node ORDER BY node.key
