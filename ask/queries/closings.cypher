// What supersedes or invalidates rules, or the documents that establish them: the words behind an end.
UNWIND $rules AS name
MATCH (:Rule {name: name})<-[e:SUPERSEDES|INVALIDATES]-(x) WHERE e.confidence <> 'unsupported'
RETURN name AS rule, coalesce(x.path, x.name, x.key, x.id) AS by, type(e) AS type, properties(e) AS edge
UNION
UNWIND $rules AS name
MATCH (:Rule {name: name})<-[s:ESTABLISHES]-()<-[e:SUPERSEDES]-(x) WHERE e.confidence <> 'unsupported' AND s.confidence <> 'unsupported'
RETURN name AS rule, coalesce(x.path, x.name, x.key, x.id) AS by, type(e) AS type, properties(e) AS edge
