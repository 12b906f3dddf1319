MATCH (n) RETURN n

MATCH (n:Issue {status: 'open'}) WHERE n.priority <= 1 RETURN n.id, n.title ORDER BY n.priority, n.id DESC SKIP 5 LIMIT 10

OPTIONAL MATCH (a)-[r:DEPENDS_ON|RELATES_TO*1..3]->(b) RETURN DISTINCT a, collect(r) AS rs

MATCH p = (a)<-[:PART_OF]-(b)--(c)-->(d)<--(e)<-->(f) RETURN p

MATCH (a:A&!B|C)-[:!R&(S|T)]-(b:%) RETURN *

MATCH (a:A:B)-[:R|:S]->(b IS C WHERE b.x > 1)-[r IS T WHERE r.y = 2]->() RETURN *, a.x AS y

MATCH (n:$(label)), (m:$any(['A', 'B'])), (o:$all($labels)) RETURN n

MATCH (a)-[*]->(b), (a)-[*2]->(c), (a)-[*..4]->(d), (a)-[*3..]->(e {x: 1}), (a)-[r*1..2 {y: $y}]->(f $map) RETURN 1

MATCH p = SHORTEST 1 (a)-[:R]->+(b), q = ALL SHORTEST PATHS (a)--{2,5}(b) RETURN p

MATCH p = ANY SHORTEST (a)-->*(b) RETURN p

MATCH ANY 3 PATHS (a)--{,3}(b) MATCH ALL (a)-->{2}(b) MATCH SHORTEST 2 GROUPS (a)-->{1,}(b) MATCH SHORTEST GROUP (a)-->+(b) RETURN 1

MATCH p = shortestPath((a)-[*..5]-(b)) RETURN length(p)

MATCH p = allShortestPaths((a:A)-[:R*]->(b:B)) RETURN nodes(p)

MATCH (a) ((x)-[r:R]->(y) WHERE x.k < y.k){1,3} (b) RETURN x, r, y

MATCH (a) (q = (x)-->(y)--(z))+ (b) ((c)--(d))* RETURN 1

MATCH DIFFERENT RELATIONSHIPS (a)--(b) MATCH REPEATABLE ELEMENTS (c)--(d) RETURN 1

MATCH (n:A) USING INDEX n:A(x, y) USING SCAN n:A USING JOIN ON n USING TEXT INDEX SEEK n:A(z) WHERE n.x = 1 RETURN n

UNWIND [1, 2.5, 'a', "b", true, FALSE, null, {a: 1, `b c`: []}] AS x RETURN x

WITH 1 AS a, 2 AS b WHERE a < b RETURN a + b * a ^ b - a / b % 2 || 'x'

RETURN 1 < 2 <= 3 <> 4 = 5 > 6 >= 7, (1 < 2) = (3 < 4), NOT NOT true, NOT (true AND false) OR true XOR false

RETURN -1, - 2, +3, -(4), - -5, 2 ^ -1, -2 ^ 2, (-2) ^ 2, -x.y, -(1).a

RETURN 0x1F, 0o17, 1_000, .5, 1e9, 1E+3, 1.5e-3, 1.5d, 2.5F, -9223372036854775808, Infinity, NaN, INF

RETURN 'it\'s', "say \"hi\"", '\\ \n \t \u0041 \x', '\ud83d\ude00', ''

RETURN $p, $`a b`, $0, $p.x[1][0..2][..3][$i..]

RETURN n.a.b.c, n['x'], n[0], [1, 2, 3][0..-1], {a: 1}.a

RETURN a:A, a:A|B, a:!A&(B|%), (a:A):B, a:A:B:C, a IS A

RETURN x IS NULL, x IS NOT NULL, x IS :: INTEGER, x IS NOT TYPED STRING NOT NULL, x :: LIST<INTEGER NOT NULL> NOT NULL, x IS NFC NORMALIZED, x IS NOT NORMALIZED

RETURN x IS :: INT | FLOAT | ZONED DATETIME!, x :: ANY<BOOL | LOCAL TIME>, x :: TIMESTAMP WITH TIME ZONE, x :: STRING LIST, x :: ANY PROPERTY VALUE

RETURN x IN [1, 2], NOT x IN $list, x =~ 'a.*', x STARTS WITH 'a', x ENDS WITH 'b', x CONTAINS 'c'

RETURN count(*), count(DISTINCT x), collect(ALL x), toUpper(trim(name)), date.truncate('month', date()), apoc.text.join(['a'], ',')

RETURN trim(BOTH 'x' FROM y), trim(LEADING FROM y), trim('x' FROM y), trim(y), normalize(x), normalize(x, NFKD)

RETURN CASE WHEN a THEN 1 WHEN b THEN 2 ELSE 3 END, CASE x WHEN 1, 2 THEN 'a' WHEN > 3 THEN 'b' WHEN IS NULL THEN 'c' WHEN IS NOT TYPED INTEGER THEN 'd' WHEN STARTS WITH 'e' THEN 'e' WHEN =~ 'f' THEN 'f' END

RETURN CASE x WHEN = 1 THEN 1 WHEN <> 2 THEN 2 WHEN :: INT | FLOAT THEN 3 WHEN IS NOT NFD NORMALIZED THEN 4 WHEN y IS NULL THEN 5 WHEN ENDS WITH 'z' THEN 6 END

RETURN [x IN list], [x IN list WHERE x > 1], [x IN list | x.y], [x IN list WHERE x:A | x.k], [x IN list WHERE x:A|B | x]

RETURN [(x IN list)], [x IN a, y IN b], [[x IN [1] | x]], [(a)-->(b)]

RETURN [(a)-[:R]->(b) | b.x], [p = (a)--(b) WHERE b:B | length(p)], [(a:A)<-[r]-() WHERE r.x IN [1] | r]

RETURN all(x IN list WHERE x > 0), any(x IN list WHERE x), none(x IN [] WHERE true), single(x IN list WHERE x = 1), any((x IN list)), reduce(s = 0, x IN list | s + x)

RETURN n {.a, .b, .*, c: 1, d}, n {}, count {.x}

MATCH (n) WHERE (n)-[:R]->() AND NOT (n)<--(:B {x: 1}) OR exists((n)--()) AND (n.x) - (1) > 0 RETURN n

MATCH (n) WHERE EXISTS { (n)-->(m) WHERE m.x > n.x } AND COUNT { (n)--() } > 2 RETURN COLLECT { MATCH (n)--(m) RETURN m.name ORDER BY m.name LIMIT 3 }

RETURN EXISTS { MATCH (a) RETURN a UNION MATCH (b) RETURN b }, COUNT { p = (a)--(b), (c) }, EXISTS { DIFFERENT RELATIONSHIPS (a) }

MATCH (a), (b) RETURN shortestPath((a)-[*]-(b)), allShortestPaths((a)-[*..3]-(b))

RETURN 1 AS x UNION RETURN 2 AS x UNION ALL RETURN 3 AS x

RETURN 1 AS x UNION DISTINCT RETURN 2 AS x;

UNWIND [1] AS x CALL { WITH x RETURN x * 10 AS y } RETURN x, y

UNWIND [1] AS x CALL (x) { RETURN x AS y UNION RETURN 0 AS y } RETURN y

MATCH (a) OPTIONAL CALL (*) { MATCH (a)--(b) RETURN b } RETURN a, b

CALL () { MATCH (n) RETURN n } IN TRANSACTIONS OF 10 ROWS ON ERROR CONTINUE REPORT STATUS AS s RETURN s

MATCH (n) CALL (n) { FINISH } IN 3 CONCURRENT TRANSACTIONS RETURN n

CALL db.labels()

CALL db.labels

CALL db.labels() YIELD label AS l WHERE l STARTS WITH 'A' RETURN l

CALL db.schema.visualization() YIELD *

OPTIONAL CALL test.my.proc(1, 'a', $x) YIELD out, other AS o RETURN out, o

MATCH (n) ORDER BY n.x DESCENDING, n.y ASCENDING SKIP 1 LIMIT 2 RETURN n

MATCH (n) LIMIT 3 WITH n OFFSET 2 RETURN n

MATCH (n) FINISH

USE graph.byName('x') MATCH (n) RETURN n

USE neo4j RETURN 1

SHOW FUNCTIONS

SHOW ALL PROCEDURES EXECUTABLE BY CURRENT USER YIELD name, description AS d ORDER BY name SKIP 1 LIMIT 5 WHERE name STARTS WITH 'db' RETURN name

SHOW RANGE INDEXES YIELD * WHERE state = 'ONLINE'

SHOW INDEXES WHERE type = 'RANGE'

SHOW TRANSACTIONS 'a', 'b' YIELD transactionId

SHOW USER DEFINED FUNCTIONS

SHOW NODE KEY CONSTRAINTS

SHOW SETTINGS 'server.bolt.enabled'

SHOW DATABASES

EXPLAIN MATCH (n) RETURN n

PROFILE MATCH (n) RETURN n

CYPHER 5 runtime=slotted planner=cost EXPLAIN RETURN 1

CYPHER RETURN 1

CREATE (a:A {x: 1})-[:R {y: 2}]->(b), (c) RETURN a

INSERT (a IS A)-[:R]->(b)

MERGE (a:A {id: 1}) ON CREATE SET a.x = 1, a += {y: 2} ON MATCH SET a:B:C, a['k'] = 3

MATCH (a) SET a = {x: 1}, a.b.c = 2, a:X REMOVE a.y, a:Z

MATCH (a)-[r]->() DETACH DELETE a, r

MATCH (a) NODETACH DELETE a

FOREACH (x IN [1, 2] | CREATE (:A {x: x}) FOREACH (y IN [3] | SET x.y = y))

LOAD CSV WITH HEADERS FROM 'file:///x.csv' AS row FIELDTERMINATOR ';' RETURN row

CREATE INDEX idx IF NOT EXISTS FOR (n:A) ON (n.x)

CREATE OR REPLACE FULLTEXT INDEX i FOR (n:A|B) ON EACH [n.x]

DROP CONSTRAINT c IF EXISTS

CREATE DATABASE foo

ALTER USER bob SET PASSWORD 'x'

GRANT ROLE reader TO bob

DENY READ {x} ON GRAPH neo4j NODES A TO r

REVOKE GRANT ROLE a FROM b

TERMINATE TRANSACTIONS 'neo4j-transaction-1'

START DATABASE foo

MATCH (match:Return {where: 1}) WHERE match.limit > 1 RETURN match.skip AS order

WITH 1 AS `null`, 2 AS `not`, 3 AS `a``b` RETURN `null`, `not`, `a``b`, `case`

MATCH (n) // a comment
RETURN /* another
one */ n

RETURN count, exists, all, any, reduce, distinct, order, by

RETURN 'ünïcödé' AS ñ, 东 AS 西

MATCH (a)–[r]—⟩(b) RETURN r

MATCH (a)⟨‒[r]‒(b) RETURN r

MATCH (n) RETURN n.name, `toUpper`(n.name), `reduce`((a) = 1), `shortestPath`(1), `normalize`(1, 2)

RETURN [1, [2, [3, {a: [4]}]]][1][1][1].a[0]

RETURN a = b AND c <> d OR e < f XOR NOT g >= h

RETURN (a)-[b], (a)--(b), (a) - -b, ((a)) < (b), [a] - [b]

RETURN x.`a.b`.c, `a.b`.c, f.`g h`(1)

MATCH (n) WHERE n.x IS NOT NULL AND n.y IS NULL = true RETURN exists(((n)-->()))

RETURN 1 AS a ORDER BY a + 1 DESC LIMIT toInteger($n) + 1

MATCH (a {x: {y: [1, 2]}}) RETURN a

WITH * MATCH (n) WITH *, n.x AS y ORDER BY y LIMIT 1 WHERE y > 1 RETURN *
