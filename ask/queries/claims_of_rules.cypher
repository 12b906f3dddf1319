// What rules say of components.
UNWIND $rules AS name
MATCH (:Rule {name: name})-[e:GOVERNS|CONSTRAINS]->(c:Component) WHERE e.confidence <> 'unsupported'
RETURN c.name AS component, name AS rule, type(e) AS type, properties(e) AS edge
