#!/usr/bin/env python3
"""MCP servers over stdio: from the start to the first answer, then the questions; sizes of answers; memory of the processes.

Usage: mcp_servers.py bdgraph|server-memory DATA
       mcp_servers.py mcp-neo4j-cypher|neo4j-mcp-server DATA DIR URI     of the server that neo4j_bolt.py has filled
"""
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

from common import HOME, LIMIT_S, graph, inlined, measure, measure_new_texts, memory_mb, questions, save, say, spread, stores, tree

STARTS = 7


class Client:
    """As much of an MCP client as this needs: one request at a time, an object a line."""

    def __init__(self, server):
        self.process = subprocess.Popen(server["command"], env={**os.environ, **server.get("env", {})}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.number = self.bytes = 0
        self.request("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "peers", "version": "1"}})
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def request(self, method, params):
        self.number += 1
        late = threading.Timer(LIMIT_S + 5, self.process.kill)  # a server that gives no answer ends
        late.start()
        try:
            self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
            for line in self.process.stdout:
                message = json.loads(line)
                if message.get("id") == self.number and "method" not in message:
                    self.bytes = len(line)
                    if "error" in message:
                        raise RuntimeError(str(message["error"]))
                    return message["result"]
        finally:
            late.cancel()
        self.process.kill()
        self.process.wait()
        raise RuntimeError(f"no answer in {LIMIT_S + 5:.0f} s, or the server ended")

    def call(self, tool, arguments):
        result = self.request("tools/call", {"name": tool, "arguments": arguments})
        text = "".join(c.get("text", "") for c in result["content"])
        if result.get("isError"):
            raise RuntimeError(text)
        return text

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def whole(answer):
    """The rows of an answer of query_graph, which comes in pages."""
    if answer.get("next_cursor") or answer.get("truncated"):
        raise RuntimeError("the answer was cut off")
    return answer["rows"]


def cypher_servers(data, uri):
    """What starts a server, the tool that reads, and how rows stand in its answer."""
    from bdgraph import PROGRAM, graph_file
    login = {"URI": uri, "USERNAME": "neo4j", "PASSWORD": "none", "DATABASE": "neo4j"}
    scripts = Path(sys.executable).parent
    values = lambda answer: [list(row.values()) for row in answer]
    return {
        "bdgraph": {"command": [PROGRAM, "mcp", "--graph", graph_file(data), "--answer-size", "1000000"], "tool": "query_graph",
                    "arguments": lambda text, params: {"cypher": text, "params": params, "limit": 1000}, "rows": whole},
        "mcp-neo4j-cypher": {"command": [scripts / "mcp-neo4j-cypher", "--transport", "stdio", "--read-only"], "tool": "read_neo4j_cypher",
                             "env": {"NEO4J_" + k: v for k, v in login.items()},
                             "arguments": lambda text, params: {"query": text, "params": params}, "rows": values},
        "neo4j-mcp-server": {"command": [scripts / "neo4j-mcp-server"], "tool": "read-cypher",
                             "env": {"NEO4J_MCP_" + k: v for k, v in {**login, "READ_ONLY": "true", "TELEMETRY": "false"}.items()},
                             "arguments": lambda text, params: {"query": text, "params": params}, "rows": values},
    }


def forget(uri):
    """Let Neo4j plan every text anew, whatever was asked before."""
    import neo4j
    with neo4j.GraphDatabase.driver(uri) as driver, driver.session() as session:
        session.run("CALL db.clearQueryCaches()").consume()


def starts(server, first):
    """Medians in ms from the start to each step, and the size of tools/list."""
    steps = {"initialize_ms": [], "tools_ms": [], "answer_ms": []}
    for _ in range(STARTS):
        start = time.perf_counter()
        client = Client(server)
        steps["initialize_ms"].append(time.perf_counter() - start)
        client.request("tools/list", {})
        steps["tools_ms"].append(time.perf_counter() - start)
        size = client.bytes
        first(client)
        steps["answer_ms"].append(time.perf_counter() - start)
        client.close()
    return {**{name: spread(times)["median_ms"] for name, times in steps.items()}, "tools_bytes": size}


def alive(client, server):
    """The client, or another one where the server gave no answer to the question before."""
    return client if client.process.poll() is None else Client(server)


def ask_cypher(data, server):
    run = lambda client, text, params: client.call(server["tool"], server["arguments"](text, params))
    everything = list(questions(data))
    _, point, sets = everything[0]
    cold = starts(server, lambda client: run(client, inlined(point, sets[0]), {}))
    client = Client(server)
    figures = {}
    for name, text, sets in everything:
        client = alive(client, server)
        sizes = []

        def ask(text, params):
            out = run(client, text, params)
            sizes.append(client.bytes)
            return server["rows"](json.loads(out))
        figures[name] = measure(lambda p: ask(inlined(text, p), {}), sets)
        if sizes:
            figures[name]["bytes"] = sorted(sizes)[len(sizes) // 2]
        if sets[0]:
            figures[name]["parameters_ms"] = measure(lambda p: ask(text, p), sets).get("median_ms")
        say(name, figures[name])
    client = alive(client, server)
    for name, f in measure_new_texts(data, lambda text, params: run(client, text, params)).items():
        figures[name]["fresh"] = f
    return cold, figures, client


def ask_memory(data):
    """The reference memory server, which has no Cypher: the graph in its own form, a look-up by name and a search of texts."""
    store = stores(data) / "memory.jsonl"
    with open(store, "w") as f:
        for x in graph(data):
            if "type" in x:
                line = {"type": "relation", "from": x["from"], "to": x["to"], "relationType": x["type"]}
            else:
                line = {"type": "entity", "name": x["id"], "entityType": x["labels"][0], "observations": [f"{k}: {v}" for k, v in x["properties"].items()]}
            f.write(json.dumps(line) + "\n")
    server = {"command": ["node", HOME / "npm/node_modules/@modelcontextprotocol/server-memory/dist/index.js"], "env": {"MEMORY_FILE_PATH": str(store)}}
    sets = {name: sets for name, _, sets in questions(data)}
    calls = {"point": ("open_nodes", lambda p: {"names": ["Issue:" + p["issue"]]}), "substring": ("search_nodes", lambda p: {"query": p["word"]})}
    tool, arguments = calls["point"]
    cold = starts(server, lambda client: client.call(tool, arguments(sets["point"][0])))
    client = Client(server)
    figures = {}
    for name, (tool, arguments) in calls.items():
        f = measure(lambda p: json.loads(client.call(tool, arguments(p)))["entities"], sets[name])
        figures[name] = {k: v for k, v in f.items() if k not in ("rows", "digest")}  # whole entities, not Cypher's rows
        figures[name]["bytes"] = client.bytes
        say(name, f)
    return cold, figures, client


def main():
    name, data = sys.argv[1], Path(sys.argv[2])
    folder, uri = sys.argv[3:5] if len(sys.argv) > 4 else (None, "")
    if uri:
        forget(uri)
    cold, figures, client = ask_memory(data) if name == "server-memory" else ask_cypher(data, cypher_servers(data, uri)[name])
    memory = memory_mb(*tree(client.process.pid))
    jvm = memory_mb(int((Path(folder) / "pid").read_text()))["rss_mb"] if uri else None
    client.close()
    save(data, "mcp-" + name, {"system": name, "cold": cold, "questions": figures, "rss_jvm_mb": jvm, **memory})


if __name__ == "__main__":
    main()
