// The names that a text may hold: of records its words, of rules its parts, of components all there are.
CALL {
  MATCH (i:Issue) WHERE i.id IN $tokens RETURN i.id AS name, 0 AS rank
  UNION
  MATCH (a:ADR) WHERE a.id IN $tokens OR a.path IN $tokens RETURN a.path AS name, 0 AS rank
  UNION
  MATCH (m:Memory) WHERE m.key IN $tokens RETURN m.key AS name, 0 AS rank
}
RETURN name, rank, [] AS others
UNION ALL
MATCH (c:Component) RETURN c.name AS name, 1 AS rank, coalesce(c.aliases, []) AS others
UNION ALL
MATCH (r:Rule) WHERE size(r.name) >= 8 AND $text CONTAINS toLower(r.name) RETURN r.name AS name, 2 AS rank, [] AS others
