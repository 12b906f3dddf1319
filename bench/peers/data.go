package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"bdgraph/bench"
	"bdgraph/cypher/value"
	"bdgraph/store/exchange"
)

// keys names the property of each label that tells its nodes apart.
var keys = map[string]string{"Issue": "id", "ADR": "key", "Memory": "key", "Rule": "id", "Component": "name", "PR": "number"}

// question is a line of questions.json.
type question struct {
	Name   string   `json:"name"`
	Cypher string   `json:"cypher"`
	Params []string `json:"params"`
}

// writeData writes a made-up tracker: graph.jsonl, params.json, questions.json, keys.json, and for
// systems with tables a CSV for each label and each type with its ends, and the statements that take them in.
func writeData(dir string, nodes, relationships int) error {
	if nodes < 500 || relationships < 5*nodes {
		return fmt.Errorf("%d nodes, %d relationships: want at least 500, and five relationships for each", nodes, relationships)
	}
	t := bench.NewTracker(nodes, relationships, 1)
	if err := writeTables(dir, t.Graph); err != nil {
		return err
	}
	var questions []question
	for _, q := range bench.Questions {
		questions = append(questions, question{q.Name, q.Text, append([]string{}, q.Params...)})
	}
	for name, v := range map[string]any{"questions.json": questions, "keys.json": keys, "params.json": t.Params} {
		err := bench.WriteFile(filepath.Join(dir, name), func(w io.Writer) error {
			e := json.NewEncoder(w)
			e.SetEscapeHTML(false)
			e.SetIndent("", " ")
			return e.Encode(v)
		})
		if err != nil {
			return err
		}
	}
	// Last: who finds this file finds the others.
	return bench.WriteFile(filepath.Join(dir, "graph.jsonl"), func(w io.Writer) error { return exchange.WriteJSONL(w, t.Graph) })
}

// table is a CSV file with its columns.
type table struct {
	name    string
	from    string // labels of the ends of relationships
	to      string
	typ     string // the label or the type
	columns []string
	rows    []row
}

type row struct {
	ends       []string
	properties value.Map
}

func writeTables(dir string, g exchange.Graph) error {
	var tables []*table
	byName := map[string]*table{}
	add := func(t table, r row) {
		have := byName[t.name]
		if have == nil {
			have = &t
			byName[t.name] = have
			tables = append(tables, have)
		}
		have.rows = append(have.rows, r)
	}
	for _, n := range g.Nodes {
		add(table{name: n.Labels[0], typ: n.Labels[0]}, row{nil, n.Properties})
	}
	for _, r := range g.Relationships {
		from, a, _ := strings.Cut(g.Nodes[r.From].ID, ":")
		to, b, _ := strings.Cut(g.Nodes[r.To].ID, ":")
		add(table{name: r.Type + "__" + from + "__" + to, typ: r.Type, from: from, to: to}, row{[]string{a, b}, r.Properties})
	}
	kinds := map[string]map[string]string{} // of a label or type: its properties with their types
	for _, t := range tables {
		if kinds[t.typ] == nil {
			kinds[t.typ] = map[string]string{}
		}
		for _, r := range t.rows {
			for _, e := range r.properties {
				kinds[t.typ][e.Key] = map[value.Kind]string{value.KindInt: "INT64", value.KindFloat: "DOUBLE", value.KindString: "STRING"}[e.Value.Kind()]
			}
		}
	}
	for _, t := range tables {
		for name := range kinds[t.typ] {
			t.columns = append(t.columns, name)
		}
		slices.Sort(t.columns)
		if err := bench.WriteFile(filepath.Join(dir, "csv", t.name+".csv"), t.writeCSV); err != nil {
			return err
		}
	}
	return bench.WriteFile(filepath.Join(dir, "tables.cypher"), func(w io.Writer) error { return writeStatements(w, tables, kinds) })
}

func (t *table) writeCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	head := t.columns
	if t.from != "" {
		head = append([]string{"from", "to"}, head...)
	}
	if err := out.Write(head); err != nil {
		return err
	}
	for _, r := range t.rows {
		line := slices.Clone(r.ends)
		for _, c := range t.columns {
			v, ok := r.properties.Get(c)
			switch {
			case !ok:
				line = append(line, "")
			case v.Kind() == value.KindString:
				line = append(line, v.Str())
			default:
				line = append(line, v.String())
			}
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// writeStatements writes what makes the tables and copies the files into them, a
// statement a line; {DIR} stands for the folder.
func writeStatements(w io.Writer, tables []*table, kinds map[string]map[string]string) error {
	var makes, copies []string
	made := map[string]bool{}
	for _, t := range tables {
		options := "HEADER=true"
		if t.from != "" {
			options += fmt.Sprintf(", FROM='%s', TO='%s'", t.from, t.to)
		}
		copies = append(copies, fmt.Sprintf("COPY %s FROM '{DIR}/csv/%s.csv' (%s)", t.typ, t.name, options))
		if made[t.typ] {
			continue
		}
		made[t.typ] = true
		kind, parts := "NODE", []string(nil)
		if t.from != "" {
			kind = "REL"
			for _, other := range tables {
				if other.typ == t.typ {
					parts = append(parts, "FROM "+other.from+" TO "+other.to)
				}
			}
		}
		for _, c := range t.columns {
			parts = append(parts, c+" "+kinds[t.typ][c])
		}
		if t.from == "" {
			parts = append(parts, "PRIMARY KEY("+keys[t.typ]+")")
		}
		makes = append(makes, fmt.Sprintf("CREATE %s TABLE %s(%s)", kind, t.typ, strings.Join(parts, ", ")))
	}
	_, err := io.WriteString(w, strings.Join(append(makes, copies...), "\n")+"\n")
	return err
}
