// One step from decision records to what depends on them, was derived from them, or cites them.
UNWIND $keys AS key
MATCH (:ADR {path: key})<-[e:AMENDS|MOTIVATED_BY|MENTIONS]-(n)
RETURN key, type(e) AS type, true AS into, properties(e) AS edge, n{label: labels(n)[0], key: coalesce(n.path, n.name, n.key, n.id), .id, .title, .status, .type, .kind, .aliases, .placeholder, .closed_by,
  .valid_from, .invalid_at, .from_basis, .to_basis, .from_written, .to_written, .from_earliest, .from_latest, .to_earliest, .to_latest} AS node
UNION ALL
UNWIND $keys AS key
MATCH (:ADR {path: key})-[e:ESTABLISHES|TRACKED_IN]->(n)
RETURN key, type(e) AS type, false AS into, properties(e) AS edge, n{label: labels(n)[0], key: coalesce(n.path, n.name, n.key, n.id), .id, .title, .status, .type, .kind, .aliases, .placeholder, .closed_by,
  .valid_from, .invalid_at, .from_basis, .to_basis, .from_written, .to_written, .from_earliest, .from_latest, .to_earliest, .to_latest} AS node
