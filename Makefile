.PHONY: build check format golden

build:
	go build -o bdgraph ./cmd/bdgraph

# Everything that continuous integration checks.
check:
	./test.sh

format:
	go tool gofumpt -w $$(git ls-files '*.go')

# Writes every committed result anew; `git diff` then shows what changed.
golden:
	go test ./internal/pipeline ./cmd/bdgraph ./phase2 -update
	go test ./mcpserver -run 'Manual|Transcripts' -update
