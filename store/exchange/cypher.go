package exchange

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"bdgraph/cypher/value"
)

// rowsPerStatement keeps the statements of a script to a size that any client sends.
const rowsPerStatement = 500

// WriteCypher writes a script that makes the graph in an empty Neo4j: run it
// with cypher-shell, or statement by statement. While it runs, the nodes carry a
// label and a property of the script, which its last statements remove. It fails for a list that
// Neo4j cannot hold in a property.
func WriteCypher(w io.Writer, g Graph) error {
	out := bufio.NewWriterSize(w, 1<<16)
	s := script{out: out}
	fmt.Fprintf(out, "CREATE INDEX bdgraph_import IF NOT EXISTS FOR (n:`%s`) ON (n.`%s`);\nCALL db.awaitIndexes(300);\n", importLabel, importKey)
	for i := 0; i < len(g.Nodes); {
		labels := labelText(g.Nodes[i].Labels)
		end := i
		for end < len(g.Nodes) && end-i < rowsPerStatement && labelText(g.Nodes[end].Labels) == labels {
			end++
		}
		s.begin()
		for ; i < end; i++ {
			if err := s.row(g.Nodes[i].Properties, i); err != nil {
				return fmt.Errorf("node %s: %w", g.Nodes[i].ID, err)
			}
		}
		fmt.Fprintf(out, "] AS row CREATE (n%s:`%s` {`%s`: row[1]}) SET n += row[0];\n", labels, importLabel, importKey)
	}
	for i := 0; i < len(g.Relationships); {
		typ := g.Relationships[i].Type
		end := i
		for end < len(g.Relationships) && end-i < rowsPerStatement && g.Relationships[end].Type == typ {
			end++
		}
		s.begin()
		for ; i < end; i++ {
			r := &g.Relationships[i]
			if err := s.row(r.Properties, r.From, r.To); err != nil {
				return fmt.Errorf("relationship %s from %s: %w", r.Type, g.Nodes[r.From].ID, err)
			}
		}
		fmt.Fprintf(out, "] AS row MATCH (a:`%[1]s` {`%[2]s`: row[1]}), (b:`%[1]s` {`%[2]s`: row[2]}) CREATE (a)-[r:%[3]s]->(b) SET r += row[0];\n",
			importLabel, importKey, value.AppendName(nil, typ))
	}
	fmt.Fprintf(out, "MATCH (n:`%[1]s`) REMOVE n:`%[1]s`, n.`%[2]s`;\nDROP INDEX bdgraph_import;\n", importLabel, importKey)
	return out.Flush()
}

const (
	importLabel = "_bdgraph_import"
	importKey   = "_bdgraph_number"
)

func labelText(labels []string) string {
	var b []byte
	for _, l := range labels {
		b = value.AppendName(append(b, ':'), l)
	}
	return string(b)
}

// script writes the rows of one statement.
type script struct {
	out   *bufio.Writer
	first bool
	buf   []byte
}

func (s *script) begin() {
	s.out.WriteString("UNWIND [")
	s.first = true
}

func (s *script) row(properties value.Map, numbers ...int) error {
	if !s.first {
		s.out.WriteString(",\n")
	}
	s.first = false
	for _, p := range properties {
		if err := storable(p.Value); err != nil {
			return fmt.Errorf("property %s: %w", p.Key, err)
		}
	}
	b, err := literal(append(s.buf[:0], '['), value.FromMap(properties))
	if err != nil {
		return err
	}
	for _, n := range numbers {
		b = strconv.AppendInt(append(b, ", "...), int64(n), 10)
	}
	s.buf = append(b, ']')
	_, err = s.out.Write(s.buf)
	return err
}

// storable tells what Neo4j cannot hold in a property though a graph file can; a script
// would end there half-way, or store other values.
func storable(v value.Value) error {
	if v.Kind() != value.KindList {
		return nil
	}
	for i, e := range v.List() {
		switch first := v.List()[0]; {
		case e.Kind() == value.KindList || e.IsNull():
			return fmt.Errorf("Neo4j holds no list with a %s in it", e.Kind())
		case i > 0 && e.Kind() != first.Kind():
			return fmt.Errorf("Neo4j holds no list of both %s and %s", first.Kind(), e.Kind())
		case e.Kind() == value.KindPoint && e.Point().CRS != first.Point().CRS:
			return errors.New("Neo4j holds no list of points of several reference systems")
		}
	}
	return nil
}

var constructors = map[value.Kind]string{
	value.KindDate: "date", value.KindTime: "time", value.KindLocalTime: "localtime", value.KindDateTime: "datetime",
	value.KindLocalDateTime: "localdatetime", value.KindDuration: "duration",
}

// literal writes a value as an expression that gives it.
func literal(b []byte, v value.Value) ([]byte, error) {
	var err error
	switch v.Kind() {
	case value.KindNull, value.KindBool, value.KindInt:
		return value.AppendText(b, v), nil
	case value.KindFloat:
		f := v.Float()
		switch {
		case math.IsNaN(f):
			return append(b, "(0.0/0.0)"...), nil
		case math.IsInf(f, 0):
			return append(b, fmt.Sprintf("(%v/0.0)", math.Copysign(1, f))...), nil
		}
		return value.AppendText(b, v), nil
	case value.KindString:
		return quoted(b, v.Str()), nil
	case value.KindList:
		b = append(b, '[')
		for i, e := range v.List() {
			if i > 0 {
				b = append(b, ", "...)
			}
			if b, err = literal(b, e); err != nil {
				return nil, err
			}
		}
		return append(b, ']'), nil
	case value.KindMap:
		b = append(b, '{')
		for i, e := range v.Map() {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = append(value.AppendName(b, e.Key), ": "...)
			if b, err = literal(b, e.Value); err != nil {
				return nil, fmt.Errorf("%s: %w", e.Key, err)
			}
		}
		return append(b, '}'), nil
	case value.KindPoint:
		return value.AppendText(b, v), nil // point({…}) is how it prints
	}
	name, ok := constructors[v.Kind()]
	if !ok {
		return nil, fmt.Errorf("a property cannot hold a %s", v.Kind())
	}
	b = append(append(b, name...), '(')
	return append(quoted(b, v.String()), ')'), nil
}

// escapes leaves no character that could end a string or, in a shell that reads lines, a statement.
var escapes = strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "\b", `\b`, "\f", `\f`, "\x00", `\u0000`)

func quoted(b []byte, s string) []byte {
	return append(append(append(b, '\''), escapes.Replace(s)...), '\'')
}
