// The components that a document is about or that a rule binds, and those that documents are about which a document mentions.
MATCH (:LABEL {KEY: $key})-[e:ABOUT|GOVERNS|CONSTRAINS]->(c:Component) WHERE e.confidence <> 'unsupported'
RETURN DISTINCT c.name AS component, null AS via
UNION ALL
MATCH (:LABEL {KEY: $key})-[:MENTIONS]->(d)-[e:ABOUT]->(c:Component) WHERE e.confidence <> 'unsupported'
RETURN c.name AS component, coalesce(d.path, d.key, d.id) AS via
