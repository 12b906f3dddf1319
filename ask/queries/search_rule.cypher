// The rules that hold any of the words, with what is said of them. Words are in small letters.
MATCH (n:Rule) WHERE n.placeholder IS NULL
OPTIONAL MATCH (n)-[e:GOVERNS|CONSTRAINS]->()
WITH n, collect(DISTINCT coalesce(e.fact, '') + '\n' + coalesce(e.quote, '')) AS claims
OPTIONAL MATCH (n)<-[e:ESTABLISHES]-()
WITH n, claims, collect(DISTINCT coalesce(e.fact, '') + '\n' + coalesce(e.quote, '')) AS statements
WITH n, n.name AS title,
  reduce(text = '', part IN coalesce(n.aliases, []) + [coalesce(n.rationale, '')] + claims + statements | text + part + '\n') AS text
WITH n, title, text, toLower(title + '\n' + text) AS all
WHERE any(word IN $words WHERE all CONTAINS word)
RETURN title, text, n{label: labels(n)[0], key: coalesce(n.path, n.name, n.key, n.id), .id, .title, .status, .type, .kind, .aliases, .placeholder, .closed_by,
  .valid_from, .invalid_at, .from_basis, .to_basis, .from_written, .to_written, .from_earliest, .from_latest, .to_earliest, .to_latest} AS node ORDER BY node.key
