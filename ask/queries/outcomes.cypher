// What issues and records name and are named by in ways that make it their outcome: rules, pull requests, memories and
// records that they cite.
UNWIND $issues AS id
MATCH (:Issue {id: id})-[e:ESTABLISHES|REFERENCES_PR]->(n)
RETURN id AS of, type(e) AS type, properties(e) AS edge, NODE(n) AS node
UNION ALL
UNWIND $records AS id
MATCH (:ADR {path: id})-[e:ESTABLISHES|REFERENCES_PR]->(n)
RETURN id AS of, type(e) AS type, properties(e) AS edge, NODE(n) AS node
UNION ALL
UNWIND $issues AS id
MATCH (:Issue {id: id})<-[e:MENTIONS]-(n:Memory)
RETURN id AS of, type(e) AS type, properties(e) AS edge, NODE(n) AS node
UNION ALL
UNWIND $issues AS id
MATCH (:Issue {id: id})-[e:MENTIONS]->(n:Memory)
RETURN id AS of, type(e) AS type, properties(e) AS edge, NODE(n) AS node
