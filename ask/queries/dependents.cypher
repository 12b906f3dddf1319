// One step from nodes to what depends on them, was derived from them, or cites them.
UNWIND $keys AS key
MATCH (:LABEL {KEY: key})<-[e:DEPENDS_ON|CHILD_OF|DISCOVERED_FROM|CAUSED_BY|PART_OF|AMENDS|MOTIVATED_BY|GOVERNS|CONSTRAINS|ABOUT|MENTIONS|REFERENCES_PR]-(n)
RETURN key, type(e) AS type, true AS into, properties(e) AS edge, NODE(n) AS node
UNION ALL
UNWIND $keys AS key
MATCH (:LABEL {KEY: key})-[e:ESTABLISHES|TRACKED_IN|GOVERNS|CONSTRAINS]->(n)
RETURN key, type(e) AS type, false AS into, properties(e) AS edge, NODE(n) AS node
