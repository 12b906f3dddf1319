// Rules that contradict each other.
MATCH (a:Rule)-[e:CONTRADICTS]->(b:Rule) WHERE e.confidence <> 'unsupported'
RETURN a.name AS rule, b.name AS other, properties(e) AS edge
