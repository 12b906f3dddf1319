// What people call documents, and rules that ended something, by what relationships call them.
UNWIND $ids AS id
MATCH (n:ADR {path: id.key})
RETURN id.key AS source, n{label: 'ADR', key: n.path, .id, .title, .status} AS node
UNION ALL
UNWIND $ids AS id
MATCH (n:Issue {id: id.key})
RETURN id.key AS source, n{label: 'Issue', key: n.id, .id, .title, .status} AS node
UNION ALL
UNWIND $ids AS id
MATCH (n:Memory {key: id.memory})
RETURN id.key AS source, n{label: 'Memory', key: n.key, .id, .title, .status} AS node
UNION ALL
UNWIND $ids AS id
MATCH (n:Rule {name: id.key})
RETURN id.key AS source, n{label: 'Rule', key: n.name, .id, .title, .status} AS node
