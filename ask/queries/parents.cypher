// What components are a part of, one step up.
UNWIND $names AS name
MATCH (:Component {name: name})-[e:PART_OF]->(parent:Component) WHERE e.confidence <> 'unsupported'
RETURN name, parent.name AS parent, properties(e) AS edge
