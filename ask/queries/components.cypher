// The components with what they are called and the globs of their paths.
MATCH (c:Component) WHERE c.placeholder IS NULL
RETURN c.name AS name, coalesce(c.aliases, []) AS aliases, coalesce(c.paths, []) AS paths ORDER BY name
