// What issues wait for, one step on.
UNWIND $issues AS id
MATCH (:Issue {id: id})-[e:DEPENDS_ON]->(n:Issue)
RETURN id AS of, properties(e) AS edge, NODE(n) AS node
