#!/bin/sh
# Builds bdgraph if needed, then reads the sources and builds the graph anew: ./regenerate.sh [flags of bdgraph regenerate]
bin=$(dirname "$0")/bdgraph; [ -x "$bin" ] || (cd "$(dirname "$0")" && go build -o bdgraph ./cmd/bdgraph) && exec "$bin" regenerate "$@"
