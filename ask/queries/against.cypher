// What amends, replaces, ends or contradicts rules, by themselves or by the documents that establish them.
UNWIND $rules AS name
MATCH (r:Rule {name: name})<-[e:AMENDS|SUPERSEDES|INVALIDATES]-(x) WHERE e.confidence <> 'unsupported'
RETURN name AS rule, type(e) AS type, null AS target, coalesce(x.path, x.name, x.key, x.id) AS by, properties(e) AS edge, null AS target_from, null AS target_to
UNION ALL
UNWIND $rules AS name
MATCH (:Rule {name: name})-[e:CONTRADICTS]-(x) WHERE e.confidence <> 'unsupported'
RETURN name AS rule, type(e) AS type, null AS target, x.name AS by, properties(e) AS edge, null AS target_from, null AS target_to
UNION ALL
UNWIND $rules AS name
MATCH (:Rule {name: name})<-[s:ESTABLISHES]-(d)<-[e:AMENDS|SUPERSEDES]-(x) WHERE e.confidence <> 'unsupported' AND s.confidence <> 'unsupported'
RETURN name AS rule, type(e) AS type, coalesce(d.path, d.key, d.id) AS target, coalesce(x.path, x.name, x.key, x.id) AS by, properties(e) AS edge,
  d.from_latest AS target_from, d.to_earliest AS target_to
