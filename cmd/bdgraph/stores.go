package main

import (
	"bdgraph/internal/config"
	"bdgraph/store"
	"bdgraph/store/embedded"
	"bdgraph/store/guard"
	"bdgraph/store/neo4j"
)

// graphFile is the embedded store's file in the state folder.
const graphFile = "graph.bdg"

// openWriter opens the project's store for loading, openReader for asking: no
// process that only asks holds a Writer.
func openWriter(p config.Project, forceShared bool) (store.Writer, error) {
	if name, _ := p.StoreName(); name == config.Embedded {
		return embedded.NewWriter(p.State(graphFile), embedded.Options{Keep: p.KeepGenerations}), nil
	}
	c, err := neo4jConfig(p)
	if err != nil {
		return nil, err
	}
	return neo4j.NewWriter(c, neo4j.WriterOptions{ForceShared: forceShared, TransactionSize: p.Neo4j.BatchAbove})
}

func openReader(p config.Project) (store.Reader, error) {
	if name, _ := p.StoreName(); name == config.Embedded {
		return embedded.NewReader(p.State(graphFile), embedded.Options{}), nil
	}
	c, err := neo4jConfig(p)
	if err != nil {
		return nil, err
	}
	r, err := neo4j.NewReader(c, neo4j.ReaderOptions{Guard: onlyRead})
	if err != nil {
		return nil, err
	}
	return guard.NewLocal(r), nil
}

// openGraph opens a graph file, or the project's store when none is named. A
// graph file can be asked outside of any project.
func (a *app) openGraph(file string) (store.Reader, config.Project, error) {
	p, err := a.project()
	if err != nil {
		return nil, p, err
	}
	if file != "" {
		return namedGraph(file), p, nil
	}
	r, err := openReader(p)
	return r, p, err
}

// namedGraph opens a graph file that somebody named.
func namedGraph(file string) *embedded.Reader {
	return embedded.NewReader(file, embedded.Options{
		Remedy: "name a graph file; bdgraph graph import makes one of nodes and relationships in JSON Lines",
	})
}

func neo4jConfig(p config.Project) (neo4j.Config, error) {
	file := ""
	if p.Neo4j.PasswordFile != "" {
		file = p.Path(p.Neo4j.PasswordFile)
	}
	password, err := neo4j.ReadPassword(file)
	if err != nil {
		return neo4j.Config{}, err
	}
	return neo4j.Config{URI: p.Neo4j.URI, User: p.Neo4j.User, Password: password, Database: p.Neo4j.Database}, nil
}

// onlyRead lets a server see queries that only read the graph.
func onlyRead(q store.Query) error { return guard.Check(q.Text, guard.Shell) }
