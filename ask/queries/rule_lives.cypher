// When every rule is established, and by whom.
MATCH (r:Rule)<-[e:ESTABLISHES]-() WHERE e.confidence <> 'unsupported'
RETURN r.name AS rule, r.kind AS kind, properties(e) AS edge
