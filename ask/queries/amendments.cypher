// What amends rules, or the documents that establish them.
MATCH (r:Rule)<-[e:AMENDS]-(x) WHERE e.confidence <> 'unsupported'
RETURN r.name AS rule, coalesce(x.path, x.name, x.key, x.id) AS by, type(e) AS type, properties(e) AS edge
UNION
MATCH (r:Rule)<-[s:ESTABLISHES]-()<-[e:AMENDS]-(x) WHERE e.confidence <> 'unsupported' AND s.confidence <> 'unsupported'
RETURN r.name AS rule, coalesce(x.path, x.name, x.key, x.id) AS by, type(e) AS type, properties(e) AS edge
