// The title and description of issues.
UNWIND $issues AS id
MATCH (n:Issue {id: id})
RETURN coalesce(n.title, '') + '\n' + coalesce(n.description, '') AS text
