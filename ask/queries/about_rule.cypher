// The components that a rule governs or constrains.
MATCH (:Rule {name: $key})-[e:GOVERNS|CONSTRAINS]->(c:Component) WHERE e.confidence <> 'unsupported'
RETURN DISTINCT c.name AS component, null AS via
