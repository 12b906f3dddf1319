// The rules that hold any of the words, with what is said of them. Words are in small letters.
MATCH (n:Rule) WHERE n.placeholder IS NULL
OPTIONAL MATCH (n)-[e:GOVERNS|CONSTRAINS]->()
WITH n, collect(DISTINCT coalesce(e.fact, '') + '\n' + coalesce(e.quote, '')) AS claims
OPTIONAL MATCH (n)<-[e:ESTABLISHES]-()
WITH n, claims, collect(DISTINCT coalesce(e.fact, '') + '\n' + coalesce(e.quote, '')) AS statements
WITH n, n.name AS title,
  reduce(text = '', part IN coalesce(n.aliases, []) + [coalesce(n.rationale, '')] + claims + statements | text + part + '\n') AS text
WITH n, title, text, toLower(title + '\n' + text) AS all
WHERE any(word IN $words WHERE all CONTAINS word)
RETURN title, text, NODE(n) AS node ORDER BY node.key
