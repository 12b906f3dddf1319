package storetest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"bdgraph"
)

// Case is a query with the answer that every store gives.
type Case struct {
	Name    string
	Graph   bdgraph.Graph
	Query   string
	Params  map[string]any // from JSON; whole numbers are int64
	Columns []string
	Rows    []string // values printed as Cypher writes them, parted by " | "
	Ordered bool
	// Error and Code are the kind and the name of the error that is expected
	// instead of rows, Line and Column its place, 0 where none is.
	Error, Code  string
	Line, Column int
}

// Cases returns the cases of testdata/*.cases. A file is made of blocks parted
// by empty lines:
//
//	# remarks
//	graph NAME                 the graph of NAME.graph.jsonl, for the cases that follow
//
//	case NAME                  what the query is about
//	query TEXT                 the query; lines that follow, indented by two blanks, continue it
//	param NAME JSON            a parameter
//	columns A | B              the columns' names
//	ordered                    the rows come in this order
//	row 'a' | 1                a row; none when nothing is found
//	error KIND CODE LINE:COL   the error, instead of columns and rows; CODE and place may be left out
func Cases() []Case {
	files, err := fs.Glob(testdata, "testdata/*.cases")
	if err != nil {
		panic(err)
	}
	var cases []Case
	for _, file := range files {
		data, err := testdata.ReadFile(file)
		if err != nil {
			panic(err)
		}
		parsed, err := parseCases(string(data))
		if err != nil {
			panic(fmt.Sprintf("%s: %v", file, err))
		}
		cases = append(cases, parsed...)
	}
	return cases
}

func parseCases(text string) ([]Case, error) {
	var cases []Case
	var g bdgraph.Graph
	lines := bufio.NewScanner(strings.NewReader(text))
	for number := 1; lines.Scan(); number++ {
		line := lines.Text()
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case line == "" || word == "#":
			continue
		case word == "graph":
			g = mustParse("testdata/" + rest + ".graph.jsonl")
			continue
		case word == "case":
			cases = append(cases, Case{Name: rest, Graph: g})
			continue
		case len(cases) == 0:
			return nil, fmt.Errorf("line %d: no case yet", number)
		}
		if err := cases[len(cases)-1].parse(word, rest); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
	return cases, lines.Err()
}

func (c *Case) parse(word, rest string) (err error) {
	switch word {
	case "query":
		c.Query = rest
	case "": // an indented line
		c.Query += "\n" + strings.TrimPrefix(rest, " ")
	case "param":
		name, text, _ := strings.Cut(rest, " ")
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.UseNumber()
		var v any
		if err := decoder.Decode(&v); err != nil {
			return err
		}
		if c.Params == nil {
			c.Params = map[string]any{}
		}
		c.Params[name], err = numbers(v)
	case "columns":
		c.Columns = strings.Split(rest, " | ")
	case "ordered":
		c.Ordered = true
	case "row":
		c.Rows = append(c.Rows, rest)
	case "error":
		fields := strings.Fields(rest)
		fields = append(fields, slices.Repeat([]string{""}, 3)...)
		c.Error, c.Code = fields[0], fields[1]
		if line, column, ok := strings.Cut(fields[2], ":"); ok {
			if c.Line, err = strconv.Atoi(line); err == nil {
				c.Column, err = strconv.Atoi(column)
			}
		}
	default:
		return fmt.Errorf("unknown word %q", word)
	}
	return err
}

// numbers replaces the numbers of JSON by int64 and float64.
func numbers(v any) (any, error) {
	var err error
	switch v := v.(type) {
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n, nil
		}
		return v.Float64()
	case []any:
		for i := range v {
			if v[i], err = numbers(v[i]); err != nil {
				return nil, err
			}
		}
	case map[string]any:
		for name := range v {
			if v[name], err = numbers(v[name]); err != nil {
				return nil, err
			}
		}
	}
	return v, nil
}
