#!/bin/sh
# Builds bdgraph if needed, then names the layer that fails and what mends it: ./doctor.sh [flags of bdgraph doctor]
bin=$(dirname "$0")/bdgraph; [ -x "$bin" ] || (cd "$(dirname "$0")" && go build -o bdgraph ./cmd/bdgraph) && exec "$bin" doctor "$@"
