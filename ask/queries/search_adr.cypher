// The nodes of one kind that hold any of the words, with their texts. Words are in small letters.
MATCH (n:ADR) WHERE n.placeholder IS NULL
WITH n, coalesce(n.id, '') + ' ' + coalesce(n.title, '') AS title, coalesce(n.text, '') AS text
WITH n, title, text, toLower(title + '\n' + text) AS all
WHERE any(word IN $words WHERE all CONTAINS word)
RETURN title, text, NODE(n) AS node ORDER BY node.key
