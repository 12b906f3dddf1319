// Command peers is the part of the comparison with other systems that is written in Go: the
// data that all of them load, and bdgraph's own figures in process.
//
//	peers data DIR NODES RELATIONSHIPS   writes a made-up tracker for every system into DIR
//	peers load DIR FILE                  builds a graph file of DIR; figures of the load as JSON
//	peers ask DIR FILE                   asks it all questions; figures of the answers as JSON
//
// README.md tells how the rest works.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
)

func main() {
	figures, err := run(context.Background(), os.Args[1:])
	if err == nil && figures != nil {
		out := json.NewEncoder(os.Stdout)
		out.SetIndent("", " ")
		err = out.Encode(figures)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) (figures any, err error) {
	switch {
	case len(args) == 4 && args[0] == "data":
		nodes, err := strconv.Atoi(args[2])
		if err != nil {
			return nil, err
		}
		relationships, err := strconv.Atoi(args[3])
		if err != nil {
			return nil, err
		}
		return nil, writeData(args[1], nodes, relationships)
	case len(args) == 3 && args[0] == "load":
		return load(ctx, args[1], args[2])
	case len(args) == 3 && args[0] == "ask":
		return ask(ctx, args[1], args[2])
	}
	return nil, fmt.Errorf("want data DIR NODES RELATIONSHIPS, load DIR FILE or ask DIR FILE")
}
