// The keys of the memories that hold any of the words, with their texts. Words are in small letters.
MATCH (n:Memory) WHERE n.placeholder IS NULL
WITH n.key AS key, n.key AS title, coalesce(n.text, '') AS text
WITH key, title, text, toLower(title + '\n' + text) AS all
WHERE any(word IN $words WHERE all CONTAINS word)
RETURN key, title, text
