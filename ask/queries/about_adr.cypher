// The components that a document is about, itself or by a document that it mentions.
MATCH (:ADR {path: $key})-[e:ABOUT]->(c:Component) WHERE e.confidence <> 'unsupported'
RETURN c.name AS component, null AS via
UNION ALL
MATCH (:ADR {path: $key})-[:MENTIONS]->(d)-[e:ABOUT]->(c:Component) WHERE e.confidence <> 'unsupported'
RETURN c.name AS component, coalesce(d.path, d.key, d.id) AS via
