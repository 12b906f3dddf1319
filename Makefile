.PHONY: build check format golden

build:
	go build -o bdgraph ./cmd/bdgraph

# Everything that continuous integration checks.
check:
	./test.sh

format:
	go tool gofumpt -w $$(git ls-files '*.go')

# Writes the committed results of the demo anew; `git diff` then shows what changed.
golden:
	go test ./internal/pipeline ./cmd/bdgraph -update
	go test ./mcpserver -run TestTheManualIsFresh -update
