// The components whose name or alias holds any of the words. Words are in small letters.
MATCH (n:Component) WHERE n.placeholder IS NULL
WITH n, n.name AS title, reduce(text = '', part IN coalesce(n.aliases, []) | text + part + '\n') AS text
WITH n, title, text, toLower(title + '\n' + text) AS all
WHERE any(word IN $words WHERE all CONTAINS word)
RETURN title, text, NODE(n) AS node ORDER BY node.key
