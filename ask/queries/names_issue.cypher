// The issues whose id is one of the words, and the first three that hold $part, the earlier in their id the better. $part is in small letters.
UNWIND $words AS word
MATCH (n:Issue {id: word}) WHERE n.placeholder IS NULL
RETURN 'Issue' AS label, n.id AS key, null AS id, [] AS aliases
UNION ALL
MATCH (n:Issue) WHERE n.placeholder IS NULL AND toLower(n.id) CONTAINS $part
WITH n.id AS key ORDER BY size(split(toLower(key), $part)[0]), key LIMIT 3
RETURN 'Issue' AS label, key, null AS id, [] AS aliases
