// Every name that a question may use, for suggestions.
MATCH (n)
WHERE (n:Component OR n:Rule OR n:ADR OR n:Issue OR n:Memory) AND n.placeholder IS NULL
RETURN labels(n)[0] AS label, coalesce(n.path, n.name, n.key, n.id) AS key, n.id AS id, coalesce(n.aliases, []) AS aliases
