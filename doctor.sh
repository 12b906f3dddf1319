#!/bin/sh
# Builds bdgraph where there is Go, which takes no time when nothing has changed, then names the layer that fails and what mends it: ./doctor.sh [flags of bdgraph doctor]
dir=$(dirname "$0")
if [ -d "$dir/cmd/bdgraph" ] && command -v go >/dev/null; then (cd "$dir" && go build -o bdgraph ./cmd/bdgraph) || exit; fi
exec "$dir/bdgraph" doctor "$@"
