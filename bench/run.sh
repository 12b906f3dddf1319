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

# What a whole process takes: seconds of the wall and of the processor, and memory.
measure() {
  python3 - "$@" <<'PY'
import resource, subprocess, sys, time
start = time.monotonic()
code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{time.monotonic() - start:8.3f} s wall {used.ru_utime + used.ru_stime:8.3f} s processor {used.ru_maxrss / 1024:8.1f} MiB  exit {code}")
PY
}

echo "## a process for one question, on a graph file of 100,000 nodes"
go run ./bench/generate --nodes 100000 --relationships 500000 --out "$work/graph"
"$work/bdgraph" graph import "$work/graph/graph.jsonl" --out "$work/graph.bdg"
for _ in 1 2 3 4 5; do
  measure "$work/bdgraph" query --graph "$work/graph.bdg" "MATCH (i:Issue {id: 'pr-0007'})-[:DEPENDS_ON]->(d) RETURN d.id, d.title"
done

for issues in 10000 100000; do
  echo "## regenerate, $issues issues: at first, then unchanged"
  go run ./bench/generate --issues $issues --out "$work/$issues"
  cd "$work/$issues"
  measure "$work/bdgraph" regenerate
  measure "$work/bdgraph" regenerate
  cd - >/dev/null
done

echo "## agents: the MCP server, hooks on a project with rules and components"
go run ./bench/generate --issues 100000 --records 500 --out "$work/records"
"$work/bdgraph" -C "$work/records" -q regenerate
BDGRAPH_BENCH_GRAPH=$work/graph.bdg BDGRAPH_BENCH_PROJECT=$work/records \
  go test ./cmd/bdgraph -run '^$' -bench 'MCP|Brief' | grep -v '^ok'
