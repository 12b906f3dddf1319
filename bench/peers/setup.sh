#!/usr/bin/env bash
# Installs the other systems under $PEERS_HOME (default: $TMPDIR/bdgraph-peers): a Python environment and npm packages.
#
# Needs Python 3.12 or newer (PYTHON names it), Node.js 20, a JDK 17 or 21, and Maven for Neo4j's jars.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=${PEERS_HOME:-${TMPDIR:-/tmp}/bdgraph-peers}
mkdir -p "$home/npm" "$home/apoc"

if [ ! -x "$home/venv/bin/python" ]; then
  for python in "${PYTHON:-python3}" python3.14 python3.13 python3.12 ''; do
    [ -n "$python" ] || { echo "peers: no Python 3.12 or newer (set PYTHON)" >&2; exit 1; }
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null && break
  done
  "$python" -m venv "$home/venv"
fi
"$home/venv/bin/pip" install -q neo4j==6.4.1 mcp-neo4j-cypher==0.6.0 neo4j-mcp-server==1.6.1 kuzu==0.11.3 ladybug==0.22.0 falkordblite==0.11.0

[ -f "$home/npm/package.json" ] || echo '{"private": true}' >"$home/npm/package.json"
npm install --prefix "$home/npm" --no-audit --no-fund --silent @modelcontextprotocol/server-memory@2026.8.31

# The script for Neo4j fetches its jars when it first starts. neo4j-mcp-server refuses a server without apoc.meta.schema.
"$here/../../scripts/neo4j" start --port "${PEERS_PORT:-17690}" --dir "$home/jars" >/dev/null
"$here/../../scripts/neo4j" wipe --dir "$home/jars"
jars=$(ls -d "${XDG_CACHE_HOME:-$HOME/.cache}"/bdgraph/neo4j-5.* | tail -1)
javac --release 17 -cp "$jars/*" -d "$home/apoc" "$here/apoc-stub/MetaStub.java"
jar cf "$home/apoc-stub.jar" -C "$home/apoc" .
echo "peers: ready in $home"
