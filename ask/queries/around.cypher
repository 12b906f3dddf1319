// The relationships of one node, out of it and into it. Mentions are left to search and impact.
MATCH (:LABEL {KEY: $key})-[e]->(n) WHERE type(e) <> 'MENTIONS'
RETURN type(e) AS type, true AS out, properties(e) AS edge, NODE(n) AS node
UNION ALL
MATCH (:LABEL {KEY: $key})<-[e]-(n) WHERE type(e) <> 'MENTIONS'
RETURN type(e) AS type, false AS out, properties(e) AS edge, NODE(n) AS node
