// Who establishes rules.
UNWIND $rules AS name
MATCH (:Rule {name: name})<-[e:ESTABLISHES]-() WHERE e.confidence <> 'unsupported'
RETURN name AS rule, properties(e) AS edge
