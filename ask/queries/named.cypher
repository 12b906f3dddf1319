// The nodes whose key is a word. $memory is the word without "memory:" before it.
MATCH (n:Component {name: $word}) RETURN NODE(n) AS node
UNION ALL
MATCH (n:Rule {name: $word}) RETURN NODE(n) AS node
UNION ALL
MATCH (n:ADR {path: $word}) RETURN NODE(n) AS node
UNION ALL
MATCH (n:Issue {id: $word}) RETURN NODE(n) AS node
UNION ALL
MATCH (n:Memory {key: $memory}) RETURN NODE(n) AS node
UNION ALL
MATCH (n:PR {key: $word}) RETURN NODE(n) AS node
