// Documents that cite a decision which is over on a day, unless they say themselves that they replace or change it.
MATCH (x) WHERE (x:ADR OR (x:Issue AND x.type = 'decision')) AND x.to_latest <= $day AND x.to_latest > date('0001-01-01')
MATCH (n)-[e:MENTIONS]->(x)
WHERE n.from_latest <= $day AND $day < n.to_earliest AND NOT exists { (n)-[:SUPERSEDES|AMENDS]->(x) }
RETURN n{label: labels(n)[0], key: coalesce(n.path, n.name, n.key, n.id), .id, .title, .status, .type, .kind, .aliases, .placeholder, .closed_by,
  .valid_from, .invalid_at, .from_basis, .to_basis, .from_written, .to_written, .from_earliest, .from_latest, .to_earliest, .to_latest} AS node, coalesce(x.path, x.id) AS cited, properties(e) AS edge
