// Documents that cite a decision which is over on a day, unless they say themselves that they replace or change it.
MATCH (x) WHERE (x:ADR OR (x:Issue AND x.type = 'decision')) AND x.to_latest <= $day AND x.to_latest > date('0001-01-01')
MATCH (n)-[e:MENTIONS]->(x)
WHERE n.from_latest <= $day AND $day < n.to_earliest AND NOT exists { (n)-[:SUPERSEDES|AMENDS]->(x) }
RETURN NODE(n) AS node, coalesce(x.path, x.id) AS cited, properties(e) AS edge
