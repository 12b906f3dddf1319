// The nodes that a word names by an id, a number, an alias or in other letters. $word is in small letters,
// $numbers how the number may be written that it may be. Each label by itself, since issues are many.
MATCH (n:Component) WHERE (toLower(n.name) = $word OR any(alias IN coalesce(n.aliases, []) WHERE toLower(alias) = $word)) AND n.placeholder IS NULL
RETURN NODE(n) AS node
UNION ALL
MATCH (n:Rule) WHERE (toLower(n.name) = $word OR toLower(n.id) = $word OR any(alias IN coalesce(n.aliases, []) WHERE toLower(alias) = $word)) AND n.placeholder IS NULL
RETURN NODE(n) AS node
UNION ALL
MATCH (n:ADR) WHERE (toLower(n.path) = $word OR toLower(n.id) = $word OR n.number IN $numbers OR any(alias IN coalesce(n.aliases, []) WHERE toLower(alias) = $word)) AND n.placeholder IS NULL
RETURN NODE(n) AS node
UNION ALL
MATCH (n:Issue) WHERE toLower(n.id) = $word AND n.placeholder IS NULL
RETURN NODE(n) AS node
UNION ALL
MATCH (n:Memory) WHERE toLower(n.key) = $word AND n.placeholder IS NULL
RETURN NODE(n) AS node
UNION ALL
MATCH (n:PR) WHERE toLower(n.key) = $word AND n.placeholder IS NULL
RETURN NODE(n) AS node
