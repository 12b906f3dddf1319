// What people call documents, and rules that ended something, by what relationships call them.
UNWIND $ids AS id
OPTIONAL MATCH (a:ADR {path: id.key})
OPTIONAL MATCH (i:Issue {id: id.key})
OPTIONAL MATCH (m:Memory {key: id.memory})
OPTIONAL MATCH (r:Rule {name: id.key})
WITH id.key AS source, coalesce(a, i, m, r) AS n
WHERE n IS NOT NULL
RETURN source, n{label: labels(n)[0], key: coalesce(n.path, n.name, n.key, n.id), .id, .title, .status} AS node
