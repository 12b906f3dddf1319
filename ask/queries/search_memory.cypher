// The nodes of one kind that hold any of the words, with their texts. Words are in small letters.
MATCH (n:Memory) WHERE n.placeholder IS NULL
WITH n, n.key AS title, coalesce(n.text, '') AS text
WITH n, title, text, toLower(title + '\n' + text) AS all
WHERE any(word IN $words WHERE all CONTAINS word)
RETURN title, text, NODE(n) AS node ORDER BY node.key
