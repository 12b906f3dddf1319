// One step down an epic: its children, and the documents that are tracked in issues.
UNWIND $issues AS id
MATCH (:Issue {id: id})<-[e:CHILD_OF|TRACKED_IN]-(n)
RETURN id AS of, type(e) AS type, NODE(n) AS node
