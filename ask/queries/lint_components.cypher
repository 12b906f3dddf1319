// The components of which no rule speaks.
MATCH (c:Component) WHERE c.placeholder IS NULL AND NOT exists { (c)<-[:GOVERNS|CONSTRAINS]-(:Rule) }
RETURN c.name AS name ORDER BY name
