// What rules name as their reasons.
UNWIND $rules AS name
MATCH (:Rule {name: name})-[e:MOTIVATED_BY]->(x) WHERE e.confidence <> 'unsupported'
RETURN name AS rule, coalesce(x.path, x.name, x.key, x.id) AS names, x.id AS id, x.title AS title, properties(e) AS edge
