"""What the runners share: questions, timing, the digest of answers, memory and disk, the files of results."""
import hashlib
import json
import os
import time
from pathlib import Path

HOME = Path(os.environ.get("PEERS_HOME", os.path.join(os.environ.get("TMPDIR", "/tmp"), "bdgraph-peers")))
LIMIT_S = float(os.environ.get("PEERS_LIMIT_S", 60))  # one question may take this long

# Questions that a system wants to be put otherwise.
SPELLINGS = {
    "kuzu": {
        "substring": "MATCH (i:Issue) WHERE lower(i.title) CONTAINS lower($word) RETURN i.id, i.title ORDER BY i.id LIMIT 50",
        "by_type": "MATCH ()-[r]->() RETURN label(r) AS t, count(*) AS n ORDER BY t",
        "shortest": "MATCH p = (a:Issue {id: $from})-[:DEPENDS_ON|MENTIONS* SHORTEST 1..6]-(b:Issue {id: $to}) RETURN length(p)",
    },
    "falkordb": {  # shortestPath has no undirected form there
        "shortest": "MATCH (a:Issue {id: $from}), (b:Issue {id: $to}) WITH a, b "
                    "MATCH p = allShortestPaths((a)-[:DEPENDS_ON|MENTIONS*..6]-(b)) RETURN length(p) LIMIT 1",
    },
}


def questions(data, dialect="cypher"):
    """[(name, text, [values of the parameters])]: ten sets of values, one where there are no parameters."""
    values = json.loads((data / "params.json").read_text())
    for q in json.loads((data / "questions.json").read_text()):
        sets = [{p: values[p][i] for p in q["params"]} for i in range(10 if q["params"] else 1)]
        yield q["name"], SPELLINGS.get(dialect, {}).get(q["name"], q["cypher"]), sets


def keys(data):
    """{label: the property that tells its nodes apart}"""
    return json.loads((data / "keys.json").read_text())


def graph(data):
    """Nodes and relationships as docs/formats/graph-jsonl.md has them, nodes first."""
    with open(data / "graph.jsonl") as f:
        yield from map(json.loads, f)


def plain(v):
    """A value as every system should give it: no 3.0 for 3, and lists sorted, since neither collect nor a JSON object has an order."""
    if isinstance(v, (list, tuple)):
        return sorted((plain(x) for x in v), key=text)
    return int(v) if isinstance(v, float) and v.is_integer() else v


def text(v):
    return json.dumps(v, separators=(",", ":"), ensure_ascii=False)


def digest(answers):
    """A short hash of all answers to a question, whatever the order of rows; digest.go computes the same."""
    h = hashlib.sha256()
    for rows in answers:
        for line in sorted(text(plain(r)) for r in rows):
            h.update(line.encode() + b"\n")
        h.update(b"--\n")
    return h.hexdigest()[:12]


def spread(times):
    t = sorted(times)
    return {"median_ms": 1e3 * t[len(t) // 2], "p95_ms": 1e3 * t[min(len(t) - 1, len(t) * 95 // 100)], "runs": len(t)}


def timed(ask, *args):
    start = time.perf_counter()
    answer = ask(*args)
    return time.perf_counter() - start, answer


def measure(ask, sets):
    """Figures of ask(params), which returns rows: a pass for the answers, a warm-up of 1.5 s or 300 runs, then 100 runs,
    no longer than 3 s but at least 30; 5 runs where one takes half a second. first_ms is the very first run.
    """
    try:
        once, answers = zip(*(timed(ask, p) for p in sets))
        slow = spread(once)["median_ms"] > 500
        runs, until = 0, time.perf_counter() + 1.5
        while not slow and runs < 300 and time.perf_counter() < until:
            ask(sets[runs % len(sets)])
            runs += 1
        times = []
        while len(times) < (5 if slow else 100) and (sum(times) < 3 or len(times) < 30):
            times.append(timed(ask, sets[len(times) % len(sets)])[0])
    except Exception as e:  # what a system refuses or cannot do in time is a result
        return {"error": " ".join(str(e).split())[:160]}
    return {**spread(times), "first_ms": 1e3 * once[0], "rows": sum(map(len, answers)), "digest": digest(answers)}


def measure_all(data, ask, dialect="cypher"):
    """{question: figures} of ask(text, params) -> rows."""
    out = {}
    for name, text, sets in questions(data, dialect):
        out[name] = measure(lambda p: ask(text, p), sets)
        say(name, out[name])
    for name, figures in measure_new_texts(data, ask, dialect).items():
        out[name]["fresh"] = figures
    return out


def inlined(text, params):
    """The question as agents write it, with the values in the text."""
    for name, value in params.items():
        text = text.replace("$" + name, "'" + value + "'")
    return text


def measure_new_texts(data, ask, dialect="cypher"):
    """{question: figures} of questions about one issue: a hundred issues, each in a text of its own that is asked once."""
    issues = json.loads((data / "params.json").read_text())["fresh"]
    return {name: spread([timed(ask, inlined(text, {"issue": i}), {})[0] for i in issues])
            for name, text, sets in questions(data, dialect) if sets[0].keys() == {"issue"}}


def say(name, figures):
    print(f"  {name:16}", figures.get("error") or f"{figures['median_ms']:9.3f} ms  p95 {figures['p95_ms']:9.3f}", flush=True)


def memory_mb(*pids):
    """Resident memory of processes in MB: now, of that pages of files, and the highest."""
    out = {"rss_mb": 0, "mapped_mb": 0, "peak_mb": 0}
    for pid in pids:
        try:
            status = Path(f"/proc/{pid}/status").read_text()
        except OSError:
            continue
        for name, field in zip(out, ("VmRSS", "RssFile", "VmHWM")):
            out[name] += int(status.split(field + ":")[1].split()[0]) // 1024
    return out


def tree(pid):
    """A process and all below it."""
    out = [pid]
    for p in out:
        for task in Path(f"/proc/{p}/task").glob("*/children"):
            out += map(int, task.read_text().split())
    return out


def disk_mb(*paths):
    """Size of files and folders in MB: of a file, length or blocks, whichever is less, since some are laid out sparsely."""
    files = [f for p in paths for f in ([p] if p.is_file() else p.rglob("*")) if f.is_file()]
    return round(sum(min(f.stat().st_size, 512 * f.stat().st_blocks) for f in files) / 1e6, 1)


def stores(data):
    path = HOME / "stores" / data.name
    path.mkdir(parents=True, exist_ok=True)
    return path


def save(data, name, result):
    """Add to the results of a system: its load and its questions come from different processes."""
    path = HOME / "results" / data.name / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    old = json.loads(path.read_text()) if path.exists() else {}
    path.write_text(json.dumps({**old, **result}, indent=1) + "\n")
