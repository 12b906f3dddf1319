#!/usr/bin/env bash
# Takes the figures of docs/performance.md. Run nothing else meanwhile: a busy machine
# shows in the larger medians first.
#
#   bench/run.sh [FOLDER]    FOLDER: another graph in place of the built-in one: *.jsonl as
#                            docs/formats/graph-jsonl.md has them, and params.json
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ $# -gt 0 ]; then
  BDGRAPH_BENCH_DATA=$(realpath "$1")
  export BDGRAPH_BENCH_DATA
fi

go build -o "$work/bdgraph" ./cmd/bdgraph
echo "## in process: text to rows, first answer, import, regenerate"
go test ./bench -run '^$' -bench . -benchtime 2s | grep -v '^ok'

# measure TIMES COMMAND...: what a whole process takes, of so many: wall and processor at least and in the median, and memory.
measure() {
  python3 - "$@" <<'PY'
import os, statistics, sys, time
walls, processors, memory, code = [], [], 0, 0
silent = [(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_WRONLY, 0) for fd in (1, 2)]
for _ in range(int(sys.argv[1])):
    start = time.monotonic()
    pid = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ, file_actions=silent)
    _, status, used = os.wait4(pid, 0)
    walls.append(time.monotonic() - start)
    processors.append(used.ru_utime + used.ru_stime)
    memory, code = max(memory, used.ru_maxrss / 1024), max(code, os.waitstatus_to_exitcode(status))
show = lambda t: f"{1e3 * min(t):9.1f} ({1e3 * statistics.median(t):.1f}) ms"
print(f"wall {show(walls)}  processor {show(processors)}  {memory:.1f} MiB  exit {code}")
PY
}

echo "## a process for one question, on a graph file of 100,000 nodes"
go run ./bench/generate --nodes 100000 --relationships 500000 --out "$work/graph"
"$work/bdgraph" graph import "$work/graph/graph.jsonl" --out "$work/graph.bdg"
measure 30 "$work/bdgraph" query --graph "$work/graph.bdg" "MATCH (i:Issue {id: 'pr-0007'})-[:DEPENDS_ON]->(d) RETURN d.id, d.title"
echo "of that, a process that does nothing:"
measure 30 "$work/bdgraph" version

for issues in 10000 100000; do
  echo "## regenerate, $issues issues: at first, then unchanged"
  go run ./bench/generate --issues $issues --out "$work/$issues"
  cd "$work/$issues"
  measure 1 "$work/bdgraph" regenerate
  measure 1 "$work/bdgraph" regenerate
  cd - >/dev/null
done

echo "## agents: the MCP server, hooks on a project with rules and components"
go run ./bench/generate --issues 100000 --records 500 --out "$work/records"
"$work/bdgraph" -C "$work/records" -q regenerate
BDGRAPH_BENCH_GRAPH=$work/graph.bdg BDGRAPH_BENCH_PROJECT=$work/records \
  go test ./cmd/bdgraph -run '^$' -bench 'MCP|Brief' | grep -v '^ok'
