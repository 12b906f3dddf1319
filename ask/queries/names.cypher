// Every name that a question may use but those of issues, for suggestions.
MATCH (n:Component) WHERE n.placeholder IS NULL RETURN 'Component' AS label, n.name AS key, null AS id, coalesce(n.aliases, []) AS aliases
UNION ALL
MATCH (n:Rule) WHERE n.placeholder IS NULL RETURN 'Rule' AS label, n.name AS key, null AS id, [] AS aliases
UNION ALL
MATCH (n:ADR) WHERE n.placeholder IS NULL RETURN 'ADR' AS label, n.path AS key, n.id AS id, [] AS aliases
UNION ALL
MATCH (n:Memory) WHERE n.placeholder IS NULL RETURN 'Memory' AS label, n.key AS key, null AS id, [] AS aliases
