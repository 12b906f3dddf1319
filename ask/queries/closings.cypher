// What supersedes or invalidates rules, or the documents that establish them: the words behind an end.
MATCH (r:Rule)<-[e:SUPERSEDES|INVALIDATES]-(x) WHERE e.confidence <> 'unsupported'
RETURN r.name AS rule, coalesce(x.path, x.name, x.key, x.id) AS by, type(e) AS type, properties(e) AS edge
UNION
MATCH (r:Rule)<-[s:ESTABLISHES]-()<-[e:SUPERSEDES]-(x) WHERE e.confidence <> 'unsupported' AND s.confidence <> 'unsupported'
RETURN r.name AS rule, coalesce(x.path, x.name, x.key, x.id) AS by, type(e) AS type, properties(e) AS edge
