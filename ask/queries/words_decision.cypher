// The keys of the issues that establish rules that hold any of the words, with their texts. Words are in small letters.
MATCH (:Rule)<-[:ESTABLISHES]-(n:Issue) WHERE n.placeholder IS NULL
WITH DISTINCT n.id AS key, coalesce(n.title, '') AS title, coalesce(n.description, '') + '\n' + coalesce(n.design, '') + '\n' + coalesce(n.acceptance_criteria, '') + '\n' + coalesce(n.notes, '') + '\n' + coalesce(n.close_reason, '') AS text
WITH key, title, text, toLower(title + '\n' + text) AS all
WHERE any(word IN $words WHERE all CONTAINS word)
RETURN key, title, text
