// The names of rules.
MATCH (r:Rule) WHERE r.placeholder IS NULL
RETURN r.name AS name ORDER BY name
