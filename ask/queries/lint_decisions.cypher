// The decisions with their lives.
MATCH (n) WHERE n:ADR OR (n:Issue AND n.type = 'decision')
RETURN NODE(n) AS node
