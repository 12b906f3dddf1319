#!/usr/bin/env bash
# Sets up what the tests need and runs everything.
#
#   ./test.sh          all checks and tests; what cannot be had here is named and left out
#   ./test.sh --long   with the long forms: every repeated test in full, ten minutes of fuzzing for each target
#
# A Neo4j server is taken from NEO4J_URI (with NEO4J_USERNAME, NEO4J_PASSWORD), else from Docker, else
# started from Maven's jars (needs a JDK 17 or 21 and Maven). With BDGRAPH_REQUIRE=all every part
# that is missing is a failure.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

fuzz_share=60 fuzz_each= time_limit=25m
case ${1:-} in
  '') ;;
  --long) export BDGRAPH_LONG=1; fuzz_each=600 time_limit=3h ;;
  *) sed -n '2,10s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 64 ;;
esac
require=${BDGRAPH_REQUIRE:-}
export BDGRAPH_SHARED=${BDGRAPH_SHARED:-$(dirname "$PWD")/shared}
scratch=$(mktemp -d)
export BDGRAPH_TIMES=$scratch/times # what repeated tests write down, since go test shows no log of one that passes
failed=() not_run=()

# Programs of the system, tried in order, are looked up once here.
have() { command -v "$1" >/dev/null 2>&1; }
say() { printf '\n== %s\n' "$*"; }

# step NAME COMMAND...: runs a check and goes on, so that one run shows every failure.
step() {
  local name=$1; shift
  say "$name"
  "$@" || failed+=("$name")
}

# missing PART REMEDY: a part that cannot run here.
missing() {
  echo "NOT RUN: $1: $2"
  not_run+=("$1")
  if [ "$require" = all ]; then failed+=("$1 is missing"); fi
}

stop_neo4j=
cleanup() {
  if [ -n "$stop_neo4j" ]; then $stop_neo4j >/dev/null 2>&1; fi
  rm -rf "$scratch"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

start_neo4j() {
  say 'Neo4j'
  if [ -n "${NEO4J_URI:-}" ]; then
    echo "using $NEO4J_URI"
    return
  fi
  local container
  if have docker && docker info >/dev/null 2>&1; then
    if container=$(docker run -d --rm -p 127.0.0.1::7687 -e NEO4J_AUTH=none neo4j:5.26-community); then
      stop_neo4j="docker kill $container"
      NEO4J_URI=bolt://$(docker port "$container" 7687/tcp | head -1)
      for _ in $(seq 1 60); do
        if docker logs "$container" 2>&1 | grep -q 'Started\.'; then
          export NEO4J_URI
          echo "started container ${container:0:12} at $NEO4J_URI"
          return
        fi
        sleep 2
      done
      unset NEO4J_URI
    fi
    echo "Docker could not start Neo4j; trying Maven's jars"
  fi
  local port=$((20000 + RANDOM % 20000)) exports
  if exports=$(scripts/neo4j start --port "$port" --dir "$scratch/neo4j"); then
    stop_neo4j="scripts/neo4j stop --dir $scratch/neo4j"
    eval "$exports"
    echo "started from Maven's jars at $NEO4J_URI"
    return
  fi
  missing neo4j 'set NEO4J_URI, or start Docker, or install a JDK 17 and Maven'
}

check_format() {
  local files
  files=$(go tool gofumpt -l .) || return 1
  if [ -n "$files" ]; then
    echo "not formatted (run: make format):"
    echo "$files"
    return 1
  fi
}

# Fuzz targets share a minute, in the long form each has its own ten; a crash found is left in testdata/fuzz for a test to keep.
fuzz() {
  local targets target package seconds status=0
  targets=$(grep -rlE --include='*_test.go' '^func Fuzz' . | while read -r file; do
    sed -nE 's/^func (Fuzz[A-Za-z0-9_]*)\(.*/\1/p' "$file" | while read -r target; do echo "$(dirname "$file") $target"; done
  done)
  if [ -z "$targets" ]; then
    echo 'no fuzz targets'
    return
  fi
  seconds=${fuzz_each:-$((fuzz_share / $(wc -l <<<"$targets") + 1))}
  echo "$(wc -l <<<"$targets") targets, $seconds s each"
  while read -r package target; do
    go test -run '^$' -fuzz "^$target\$" -fuzztime "${seconds}s" "$package" >"$scratch/fuzz" 2>&1
    local code=$?
    cat "$scratch/fuzz"
    # When the time is over in the middle of an input, go test calls that a failure, without an input that failed.
    if [ $code -ne 0 ] && ! { grep -q 'context deadline exceeded' "$scratch/fuzz" && ! grep -q 'Failing input written' "$scratch/fuzz"; }; then
      status=1
    fi
  done <<<"$targets"
  return $status
}

# Where goroutines share data, the tests run under the race detector, else plainly: each once.
racing='^bdgraph/(store(/(embedded|exchange|guard|neo4j).*)?|mcpserver|ask|cypher|internal/(files|pipeline|parity))$'

mcp_checks() {
  scripts/mcp/check
  local code=$?
  if [ $code -eq 75 ]; then
    missing 'MCP conformance suite and inspector' 'install Node.js 20 or newer with npm, and let it reach its registry'
    return 0
  fi
  return $code
}

say "bdgraph tests, $(go version | cut -d' ' -f3), data in $BDGRAPH_SHARED"
for part in corpora bd-recordings tck queries; do
  [ -d "$BDGRAPH_SHARED/$part" ] || missing "$part" "BDGRAPH_SHARED ($BDGRAPH_SHARED) has no folder $part"
done
have node || missing node 'install Node.js 20 or newer'
start_neo4j

step 'format' check_format
step 'vet' go vet ./...
step 'staticcheck' go tool staticcheck ./...
step 'build without cgo' env CGO_ENABLED=0 go build ./...
step 'fuzz' fuzz
step 'MCP conformance suite and inspector' mcp_checks
# shellcheck disable=SC2046 # lists of words
if have gcc || have clang; then
  step 'tests with the race detector' go test -race -timeout $time_limit $(go list ./... | grep -E "$racing")
  step 'tests' go test -timeout $time_limit $(go list ./... | grep -vE "$racing")
else
  missing 'race detector' 'install a C compiler (apt-get install gcc)'
  step 'tests' go test -timeout $time_limit ./...
fi

if [ -f "$BDGRAPH_TIMES" ]; then
  say 'repeated tests'
  sort "$BDGRAPH_TIMES"
fi
if [ ${#not_run[@]} -gt 0 ]; then
  printf '\nNOT RUN: %s\n' "$(printf '%s, ' "${not_run[@]}" | sed 's/, $//')"
fi
if [ ${#failed[@]} -gt 0 ]; then
  printf '\nFAILED: %s\n' "$(printf '%s, ' "${failed[@]}" | sed 's/, $//')"
  exit 1
fi
