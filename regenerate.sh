#!/bin/sh
# Builds bdgraph where there is Go, which takes no time when nothing has changed, then reads the sources and builds the graph anew: ./regenerate.sh [flags of bdgraph regenerate]
dir=$(dirname "$0")
if [ -d "$dir/cmd/bdgraph" ] && command -v go >/dev/null; then (cd "$dir" && go build -o bdgraph ./cmd/bdgraph) || exit; fi
exec "$dir/bdgraph" regenerate "$@"
