package lib_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/lib"
	"bdgraph/cypher/memgraph"
	"bdgraph/cypher/value"
)

// projectGraph has two issues, one of them an epic too, a rule and three
// relationships.
func projectGraph() graph.Graph {
	b := new(memgraph.Builder)
	props := func(pairs ...any) map[string]value.Value {
		m := make(map[string]value.Value)
		for i := 0; i < len(pairs); i += 2 {
			v, err := value.Of(pairs[i+1])
			if err != nil {
				panic(err)
			}
			m[pairs[i].(string)] = v
		}
		return m
	}
	epic := b.AddNode([]string{"Issue", "Epic"}, props("id", "bd-1", "priority", 1))
	task := b.AddNode([]string{"Issue"}, props("id", "bd-2", "labels", []string{"x"}))
	loose := b.AddNode([]string{"Issue"}, props("id", "bd-3", "labels", []string{"y"}, "priority", "high"))
	rule := b.AddNode([]string{"Rule"}, nil)
	b.AddRelationship("CHILD_OF", task, epic, nil)
	b.AddRelationship("CHILD_OF", loose, epic, nil)
	b.AddRelationship("ESTABLISHES", task, rule, props("line", 3))
	b.AddIndex("Issue", "id", true)
	return b.Build()
}

// called runs a procedure and prints its rows.
func called(t *testing.T, env *lib.Env, name string, args ...value.Value) string {
	t.Helper()
	p := lib.LookupProcedure(name)
	var lines []string
	err := p.Call(env, p.Arguments(args), func(row []value.Value) error {
		if len(row) != len(p.Columns) {
			t.Errorf("%s: %d values for %d columns", name, len(row), len(p.Columns))
		}
		cells := make([]string, len(row))
		for i, v := range row {
			cells[i] = v.String()
			if i < len(p.Columns) && !p.Columns[i].Type.Accepts(v.Kind()) {
				t.Errorf("%s: %s is %v", name, p.Columns[i].Name, v)
			}
		}
		lines = append(lines, strings.Join(cells, ", "))
		return nil
	})
	if err != nil {
		return err.Error()
	}
	return strings.Join(lines, "\n")
}

func TestProceduresOverAGraph(t *testing.T) {
	env := &lib.Env{Graph: projectGraph(), Version: "1.2.3"}
	for name, want := range map[string]string{
		"db.labels":            "'Issue'\n'Epic'\n'Rule'",
		"db.relationshipTypes": "'CHILD_OF'\n'ESTABLISHES'",
		"db.ping":              "true",
		"dbms.components":      "'bdgraph', ['1.2.3'], 'embedded'",
		"db.schema.relTypeProperties": "':`CHILD_OF`', null, null, false\n" +
			"':`ESTABLISHES`', 'line', ['Long'], true",
		"apoc.meta.stats": "3, 2, 4, 4, 3, {Epic: 1, Issue: 3, Rule: 1}, " +
			"{`()-[:CHILD_OF]->()`: 2, `()-[:CHILD_OF]->(:Epic)`: 2, `()-[:CHILD_OF]->(:Issue)`: 2, `()-[:ESTABLISHES]->()`: 1, " +
			"`()-[:ESTABLISHES]->(:Rule)`: 1, `(:Issue)-[:CHILD_OF]->()`: 2, `(:Issue)-[:ESTABLISHES]->()`: 1}, {CHILD_OF: 2, ESTABLISHES: 1}, ",
	} {
		got := called(t, env, name)
		if !sameLines(got, want) {
			t.Errorf("%s\n got %s\nwant %s", name, got, want)
		}
	}
	got := called(t, env, "db.schema.nodeTypeProperties")
	for _, line := range []string{
		"':`Issue`', ['Issue'], 'id', ['String'], true",
		"':`Issue`', ['Issue'], 'labels', ['StringArray'], true",
		"':`Issue`', ['Issue'], 'priority', ['String'], false",
		"':`Rule`', ['Rule'], null, null, false",
	} {
		if !strings.Contains(got, line) {
			t.Errorf("db.schema.nodeTypeProperties lacks %s:\n%s", line, got)
		}
	}
}

// sameLines compares without regard to the order of lines; a wanted text that
// ends in a comma is the beginning of one line.
func sameLines(got, want string) bool {
	if strings.HasSuffix(want, ", ") {
		return strings.HasPrefix(got, want)
	}
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	if len(g) != len(w) {
		return false
	}
	for _, line := range w {
		if !strings.Contains("\n"+got+"\n", "\n"+line+"\n") {
			return false
		}
	}
	return true
}

func TestSchemaForTools(t *testing.T) {
	env := &lib.Env{Graph: projectGraph()}
	var schema value.Map
	p := lib.LookupProcedure("apoc.meta.schema")
	if err := p.Call(env, p.Arguments(nil), func(row []value.Value) error { schema = row[0].Map(); return nil }); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, want string }{
		{"Issue.type", "'node'"},
		{"Issue.count", "3"},
		{"Issue.labels", "['Epic']"},
		{"Issue.properties.id", "{existence: false, indexed: true, type: 'STRING', unique: true}"},
		{"Issue.properties.labels.type", "'LIST'"},
		{"Issue.relationships.CHILD_OF", "{count: 2, direction: 'out', labels: ['Epic', 'Issue'], properties: {}}"},
		{"Epic.relationships.CHILD_OF.direction", "'in'"},
		{"Rule.relationships.ESTABLISHES", "{count: 1, direction: 'in', labels: ['Issue'], properties: {line: {array: false, existence: false, type: 'INTEGER'}}}"},
		{"ESTABLISHES", "{count: 1, properties: {line: {array: false, existence: false, type: 'INTEGER'}}, type: 'relationship'}"},
	} {
		v := value.FromMap(schema)
		for key := range strings.SplitSeq(c.path, ".") {
			v, _ = v.Map().Get(key)
		}
		if v.String() != c.want {
			t.Errorf("%s is %s, want %s", c.path, v, c.want)
		}
	}

	data := called(t, env, "apoc.meta.data")
	for _, line := range []string{
		"'Issue', 'id', 3, true, true, false, 'STRING', false, null, 0, 0, [], ['Epic'], 'node'",
		"'Issue', 'CHILD_OF', 2, false, false, false, 'RELATIONSHIP', true, null, 0, 0, ['Epic', 'Issue'], [], 'node'",
		"'CHILD_OF', 'Issue', 2, false, false, false, 'RELATIONSHIP', true, null, 0, 0, ['Epic', 'Issue'], [], 'relationship'",
		"'ESTABLISHES', 'line', 1, false, false, false, 'INTEGER', false, null, 0, 0, [], [], 'relationship'",
	} {
		if !strings.Contains(data, line) {
			t.Errorf("apoc.meta.data lacks %s:\n%s", line, data)
		}
	}
}

func TestVisualization(t *testing.T) {
	p := lib.LookupProcedure("db.schema.visualization")
	err := p.Call(&lib.Env{Graph: projectGraph()}, nil, func(row []value.Value) error {
		nodes := make(map[string]string) // label by id
		for _, n := range row[0].List() {
			nodes[n.Node().ElementID] = n.Node().Labels[0]
		}
		var got []string
		for _, r := range row[1].List() {
			rel := r.Relationship()
			got = append(got, nodes[rel.StartElementID]+" "+rel.Type+" "+nodes[rel.EndElementID])
		}
		if text := strings.Join(got, "\n"); !sameLines(text, "Issue CHILD_OF Issue\nIssue CHILD_OF Epic\nIssue ESTABLISHES Rule") {
			t.Errorf("relationships: %s", text)
		}
		if name, _ := row[0].List()[0].Node().Properties.Get("name"); len(nodes) != 3 || name.Str() != row[0].List()[0].Node().Labels[0] {
			t.Errorf("nodes: %v", row[0])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// textIndex finds three nodes for any query.
type textIndex struct{}

func (textIndex) QueryNodes(index, _ string, yield func(graph.NodeID, float64) bool) error {
	if index != "texts" {
		return fmt.Errorf("no index %s", index)
	}
	for n := range graph.NodeID(3) {
		if !yield(n, 1/float64(n+1)) {
			break
		}
	}
	return nil
}

func (textIndex) QueryRelationships(index, query string, yield func(graph.RelID, float64) bool) error {
	return textIndex{}.QueryNodes(index, query, func(n graph.NodeID, score float64) bool { return yield(graph.RelID(n), score) })
}

func TestFullText(t *testing.T) {
	const name = "db.index.fulltext.queryNodes"
	index, query := value.String("texts"), value.String("x")
	if got := called(t, &lib.Env{}, name, index, query); got != "There is no such fulltext schema index: texts" {
		t.Errorf("without an index: %s", got)
	}
	env := &lib.Env{FullText: textIndex{}}
	for _, c := range []struct{ options, want string }{
		{"{}", "(#0), 1.0\n(#1), 0.5\n(#2), 0.3333333333333333"},
		{"{skip: 1}", "(#1), 0.5\n(#2), 0.3333333333333333"},
		{"{limit: 1}", "(#0), 1.0"},
		{"{skip: 1, limit: 1}", "(#1), 0.5"},
		{"{limit: 0}", ""},
		{"{analyzer: 'x'}", "the option analyzer is not supported; skip and limit are"},
	} {
		if got := called(t, env, name, index, query, mustEval(t, c.options)); got != c.want {
			t.Errorf("%s: %s, want %s", c.options, got, c.want)
		}
	}
	if got := called(t, env, "db.index.fulltext.queryRelationships", index, query, mustEval(t, "{skip: 2}")); got != "[#2], 0.3333333333333333" {
		t.Errorf("relationships: %s", got)
	}
	if got := called(t, env, name, value.String("nope"), query); got != "no index nope" {
		t.Errorf("an unknown index: %s", got)
	}
}

func TestProceduresStopWithTheirReader(t *testing.T) {
	errStop := errors.New("enough")
	for _, p := range lib.Procedures() {
		env := &lib.Env{Graph: projectGraph(), FullText: textIndex{}}
		args := []value.Value{value.String("texts"), value.String("x")}[:required(p.Params)]
		if err := p.Call(env, p.Arguments(args), func([]value.Value) error { return errStop }); !errors.Is(err, errStop) {
			t.Errorf("%s: %v", p.Name, err)
		}
	}
	env := &lib.Env{Graph: projectGraph(), Step: func(int) error { return errStop }}
	for _, name := range []string{"apoc.meta.schema", "apoc.meta.data", "db.schema.nodeTypeProperties", "db.schema.relTypeProperties"} {
		p := lib.LookupProcedure(name)
		if err := p.Call(env, p.Arguments(nil), func([]value.Value) error { return nil }); !errors.Is(err, errStop) {
			t.Errorf("%s without steps left: %v", name, err)
		}
	}
}

func TestProceduresWithoutAGraphSaySo(t *testing.T) {
	for _, p := range lib.Procedures() {
		args := []value.Value{value.String("i"), value.String("q")}[:required(p.Params)]
		err := p.Call(&lib.Env{}, p.Arguments(args), func([]value.Value) error { return nil })
		if graphless := p.Name == "db.ping" || p.Name == "dbms.components"; graphless != (err == nil) {
			t.Errorf("%s: %v", p.Name, err)
		}
	}
}

func TestNewProcedureReadsItsSignature(t *testing.T) {
	p := lib.NewProcedure("test.my.proc(name :: STRING, id = null :: INTEGER) :: (city :: STRING, code :: INTEGER | FLOAT)", "A test.", nil)
	if p.Name != "test.my.proc" || required(p.Params) != 1 || len(p.Params) != 2 || len(p.Columns) != 2 || p.Columns[1].Name != "code" {
		t.Errorf("%+v", p)
	}
	if got, want := p.Signature(), "test.my.proc(name :: STRING, id = null :: INTEGER) :: (city :: STRING, code :: INTEGER | FLOAT)"; got != want {
		t.Errorf("got %s", got)
	}
	if void := lib.NewProcedure("test.doNothing()", "Nothing.", nil); len(void.Columns) != 0 || void.Signature() != "test.doNothing()" {
		t.Errorf("%+v", void)
	}
}

func TestEntityFunctions(t *testing.T) {
	env := &lib.Env{Graph: projectGraph()}
	call := func(name string, v value.Value) string {
		got, err := lib.Lookup(name).Call(env, []value.Value{v})
		if err != nil {
			return err.Error()
		}
		return got.String()
	}
	g := env.Graph
	t1, _ := g.TypeID("ESTABLISHES")
	rel := g.RelsOfType(t1).First
	r := value.RelationshipRef(uint64(rel))
	start, end := value.NodeRef(uint64(g.Sources()[rel])), value.NodeRef(uint64(g.Targets()[rel]))
	path := value.FromPath(&value.Path{Nodes: []value.Value{start, end}, Relationships: []value.Value{r}})
	for _, c := range []struct {
		name string
		v    value.Value
		want string
	}{
		{"type", r, "'ESTABLISHES'"},
		{"startNode", r, start.String()},
		{"endNode", r, end.String()},
		{"labels", end, "['Rule']"},
		{"labels", start, "['Issue']"},
		{"keys", r, "['line']"},
		{"properties", start, "{id: 'bd-2', labels: ['x']}"},
		{"properties", r, "{line: 3}"},
		{"id", r, fmt.Sprint(rel)},
		{"elementId", start, "'" + g.NodeElementID(graph.NodeID(start.NodeRef())) + "'"},
		{"elementId", r, "'" + g.RelElementID(rel) + "'"},
		{"nodes", path, "[" + start.String() + ", " + end.String() + "]"},
		{"relationships", path, "[" + r.String() + "]"},
		{"length", path, "1"},
		{"labels", value.FromNode(&value.Node{Labels: []string{"A"}}), "['A']"},
		{"labels", r, "Invalid input for function 'labels()': Expected a Node, got: " + r.String()},
	} {
		if got := call(c.name, c.v); got != c.want {
			t.Errorf("%s(%v) is %s, want %s", c.name, c.v, got, c.want)
		}
	}
}
