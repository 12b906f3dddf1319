#!/usr/bin/env python3
"""Neo4j over Bolt, in steps, since only a stop of the server brings its files to disk.

Usage: neo4j_bolt.py load|disk|ask|rows DATA DIR URI
  load   into the empty server that keeps its data in DIR: UNWIND of 10,000 rows
  disk   size of its files, while it is stopped
  ask    the questions
  rows   a load of one statement a row, on a sample; spoils the graph
"""
import sys
import time
from collections import defaultdict
from pathlib import Path

import neo4j

from common import LIMIT_S, disk_mb, graph, keys, measure_all, memory_mb, questions, save

SAMPLE = 5000


def statements(data):
    """[(Cypher over a row r, rows)]: nodes of each label, then relationships of each type with its ends."""
    key = keys(data)
    nodes, relationships, known = defaultdict(list), defaultdict(list), {}
    for x in graph(data):
        if "type" in x:
            (a, start), (b, end) = known[x["from"]], known[x["to"]]
            relationships[x["type"], a, b].append({"from": start, "to": end, "properties": x["properties"]})
        else:
            label = x["labels"][0]
            nodes[label].append(x["properties"])
            known[x["id"]] = label, x["properties"][key[label]]
    for label, rows in nodes.items():
        yield f"CREATE (n:{label}) SET n = r", rows
    for (kind, a, b), rows in relationships.items():
        yield f"MATCH (a:{a} {{{key[a]}: r.from}}) MATCH (b:{b} {{{key[b]}: r.to}}) CREATE (a)-[e:{kind}]->(b) SET e = r.properties", rows


def batches(groups):
    """[(statement over $rows, at most 10,000 rows)]"""
    for text, rows in groups:
        for i in range(0, len(rows), 10_000):
            yield "UNWIND $rows AS r " + text, rows[i:i + 10_000]


def load(data, session, pid):
    groups = list(statements(data))
    start = time.perf_counter()
    for label, key in keys(data).items():
        session.run(f"CREATE CONSTRAINT FOR (n:{label}) REQUIRE n.{key} IS UNIQUE").consume()
    session.run("CALL db.awaitIndexes()").consume()
    for text, rows in batches(groups):
        session.run(text, rows=rows).consume()
    return {"load": {"how": "UNWIND of 10,000 rows, unique constraints", "seconds": time.perf_counter() - start, "rss_peak_mb": memory_mb(pid)["peak_mb"]}}


def ask(data, session, pid):
    run = lambda text, params: session.run(neo4j.Query(text, timeout=LIMIT_S), params).values()
    first = {}
    for name, text, sets in questions(data):  # the JVM compiles what all of them share, before any is measured
        until, runs = time.perf_counter() + 3, 0
        while time.perf_counter() < until and runs < 500:
            start = time.perf_counter()
            try:
                run(text, sets[runs % len(sets)])
            except neo4j.exceptions.Neo4jError:
                break
            first.setdefault(name, 1e3 * (time.perf_counter() - start))
            runs += 1
    figures = measure_all(data, run)
    for name, ms in first.items():
        figures[name]["first_ms"] = ms
    return {"questions": figures, **memory_mb(pid)}


def one_by_one(data, session):
    """Seconds that all rows would take, each a statement in a transaction of its own: relationships and nodes in proportion,
    in types and labels of their own."""
    groups = list(statements(data))
    total = sum(len(rows) for _, rows in groups)
    sample = [("WITH $r AS r " + text.replace("[e:", "[e:SAMPLE_").replace("(n:", "(n:SAMPLE_"), row)
              for text, rows in groups for row in rows[:max(1, round(SAMPLE * len(rows) / total))]]
    start = time.perf_counter()
    for text, row in sample:
        session.run(text, r=row).consume()
    return {"row_by_row_s": (time.perf_counter() - start) * total / len(sample)}


def main():
    verb, data, folder, uri = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4]
    if verb == "disk":
        return save(data, "neo4j", {"disk_mb": disk_mb(folder / "data/databases/neo4j"), "log_mb": disk_mb(folder / "data/transactions/neo4j")})
    pid = int((folder / "pid").read_text())
    mode = neo4j.READ_ACCESS if verb == "ask" else neo4j.WRITE_ACCESS
    with neo4j.GraphDatabase.driver(uri) as driver, driver.session(default_access_mode=mode) as session:
        steps = {"load": lambda: load(data, session, pid), "ask": lambda: ask(data, session, pid), "rows": lambda: one_by_one(data, session)}
        result = steps[verb]()
        system = f"{driver.get_server_info().agent.replace('/', ' ')} Community over Bolt, Python driver {neo4j.__version__}"
    save(data, "neo4j", {"system": system, **result})


if __name__ == "__main__":
    main()
