// One relationship by its id, with its ends.
MATCH (a)-[e {id: $id}]->(n)
RETURN type(e) AS type, properties(e) AS edge,
NODE(a) AS from,
NODE(n) AS node
