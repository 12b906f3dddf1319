// The keys of the decision records that hold any of the words, with their texts. Words are in small letters.
MATCH (n:ADR) WHERE n.placeholder IS NULL
WITH n.path AS key, coalesce(n.id, '') + ' ' + coalesce(n.title, '') AS title, coalesce(n.text, '') AS text
WITH key, title, text, toLower(title + '\n' + text) AS all
WHERE any(word IN $words WHERE all CONTAINS word)
RETURN key, title, text
