// The nodes that words of a text name by their keys, and decision records by their ids.
UNWIND $words AS word
MATCH (n:Issue {id: word}) WHERE n.placeholder IS NULL
RETURN NODE(n) AS node
UNION
UNWIND $words AS word
MATCH (n:ADR {path: word}) WHERE n.placeholder IS NULL
RETURN NODE(n) AS node
UNION
MATCH (n:ADR) WHERE n.id IN $words AND n.placeholder IS NULL
RETURN NODE(n) AS node
UNION
UNWIND $words AS word
MATCH (n:Memory {key: word}) WHERE n.placeholder IS NULL
RETURN NODE(n) AS node
UNION
UNWIND $words AS word
MATCH (n:Rule {name: word}) WHERE n.placeholder IS NULL
RETURN NODE(n) AS node
