// The claims that rules govern or constrain components.
UNWIND $names AS name
MATCH (:Component {name: name})<-[e:GOVERNS|CONSTRAINS]-(r:Rule) WHERE e.confidence <> 'unsupported'
RETURN name AS component, r.name AS rule, type(e) AS type, properties(e) AS edge
