#!/usr/bin/env python3
"""bdgraph in process (the figures come from the Go program beside this file) and on the command line, a process for each question.

Usage: bdgraph.py DATA
"""
import json
import resource
import subprocess
import sys
import time
from pathlib import Path

from common import HOME, disk_mb, measure_all, save, stores

PROGRAM = HOME / "bdgraph"


def graph_file(data):
    return stores(data) / "graph.bdg"


def in_process(data):
    file = stores(data) / "in-process.bdg"
    for verb in "load", "ask":
        save(data, "bdgraph", json.loads(subprocess.run([HOME / "peers", verb, data, file], check=True, stdout=subprocess.PIPE).stdout))
    save(data, "bdgraph", {"disk_mb": disk_mb(file)})


def command_line(data):
    start = time.perf_counter()
    subprocess.run([PROGRAM, "graph", "import", data / "graph.jsonl", "--out", graph_file(data)], check=True, stdout=subprocess.DEVNULL)
    load = {"how": "bdgraph graph import, the whole process", "seconds": time.perf_counter() - start,
            "rss_peak_mb": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024}

    def ask(text, params):
        values = [flag for name, value in params.items() for flag in ("--param", f"{name}={json.dumps(value)}")]
        out = subprocess.run([PROGRAM, "query", "--json", "--graph", graph_file(data), *values, text], check=True, capture_output=True).stdout
        answer = json.loads(out)
        if answer["truncated"]:
            raise RuntimeError("the answer was cut off")
        return answer["rows"]
    save(data, "bdgraph-cli", {"system": "bdgraph, a process for each question", "load": load, "disk_mb": disk_mb(graph_file(data)), "questions": measure_all(data, ask)})


if __name__ == "__main__":
    command_line(Path(sys.argv[1]))
    in_process(Path(sys.argv[1]))
