package bench

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"bdgraph/cypher/value"
	"bdgraph/store/exchange"
)

// Tracker is a made-up tracker with decisions as a graph: issues that depend on older
// ones and have children, decisions and memories that establish rules, rules
// that govern components and replace each other. How often things are pointed at
// follows a power law.
type Tracker struct {
	Graph exchange.Graph
	// Params holds ten values for each parameter of [Questions], in turn; those of
	// "fresh" are a hundred issues.
	Params map[string][]string

	*source
	first  map[string]int // place in Graph.Nodes of the first node of a label
	count  map[string]int
	parent []int // of each issue, -1 for none
	edges  map[edge]bool
	ended  map[int]string // rules that were replaced, and when
	orders map[string][]int
}

type edge struct {
	typ      string
	from, to int
}

// labels are the kinds of nodes with their share of all.
var labels = []struct {
	name  string
	share float64
}{{"Issue", .70}, {"ADR", .05}, {"Memory", .05}, {"Rule", .10}, {"Component", .02}, {"PR", .08}}

const days = 1000 // from 2024-01-01 on

// NewTracker makes a graph of about so many nodes and relationships; the same
// arguments give the same graph. It needs at least 1,000 nodes and five
// relationships for each.
func NewTracker(nodes, relationships int, seed uint64) *Tracker {
	t := &Tracker{
		Params: map[string][]string{},
		source: newSource(seed),
		first:  map[string]int{}, count: map[string]int{},
		edges: map[edge]bool{}, ended: map[int]string{}, orders: map[string][]int{},
	}
	for _, l := range labels {
		t.makeNodes(l.name, int(math.Round(float64(nodes)*l.share)))
	}
	t.family()
	t.rules()
	rest := relationships - len(t.edges)
	t.dependOn(rest * 30 / 100)
	t.mention(rest * 40 / 100)
	t.govern(rest * 5 / 100)
	t.point("REFERENCES_PR", "PR", rest*7/100, func() int { return t.any("Issue") })
	t.point("ABOUT", "Component", rest*18/100, t.document)
	t.choose()
	t.sort()
	return t
}

func (t *Tracker) makeNodes(label string, n int) {
	t.first[label], t.count[label] = len(t.Graph.Nodes), n
	order := t.random.Perm(n) // popularity is not age
	t.orders[label] = order
	var children, depth []int
	var ids []string
	for i := range n {
		made := min(days, i*days/n+t.random.IntN(4))
		title := t.text(25, 70)
		p := map[string]value.Value{
			"title": value.String(title), "body": value.String(t.text(100, 400) + "."), "created": value.String(day(made)),
		}
		id := ""
		switch label {
		case "Issue":
			up := -1
			if i > 0 && t.random.IntN(10) < 6 {
				if up = i - 1 - t.skewed(min(i, 2000), 2); depth[up] >= 3 {
					up = -1
				}
			}
			if up < 0 {
				id, depth = fmt.Sprintf("pr-%04d", i), append(depth, 1)
			} else {
				children[up]++
				id, depth = fmt.Sprintf("%s.%d", ids[up], children[up]), append(depth, depth[up]+1)
			}
			children, ids, t.parent = append(children, 0), append(ids, id), append(t.parent, up)
			p["id"] = value.String(id)
			p["type"] = value.String(t.pick("task bug feature epic chore", 45, 30, 15, 5, 5))
			p["priority"] = value.Int(int64(t.pick("0 1 2 3 4", 3, 15, 50, 25, 7)[0] - '0'))
			status := t.pick("closed open in_progress blocked deferred", 60, 25, 6, 6, 3)
			p["status"] = value.String(status)
			if status == "closed" {
				p["closed"] = value.String(day(made + t.random.IntN(61)))
			}
		case "ADR":
			id = fmt.Sprintf("docs/adr/%04d.md", i+1)
			p["key"], p["status"] = value.String(id), value.String(t.pick("accepted proposed superseded rejected", 70, 10, 15, 5))
		case "Memory":
			id = fmt.Sprintf("%s-%d", strings.ToLower(strings.Fields(title)[0]), i)
			p["key"] = value.String(id)
		case "Rule":
			id = fmt.Sprintf("rule-%05d", i)
			p["id"], p["status"] = value.String(id), value.String("active")
		case "Component":
			id = fmt.Sprintf("%s/%s-%d", t.words[i%30], t.words[i%len(t.words)], i)
			p["name"] = value.String(id)
		case "PR":
			id = fmt.Sprint(i + 1)
			p["number"], p["status"] = value.Int(int64(i+1)), value.String(t.pick("merged open closed", 80, 8, 12))
		}
		t.Graph.Nodes = append(t.Graph.Nodes, exchange.Node{
			ID: label + ":" + id, Labels: []string{label}, Properties: mapOf(p),
		})
	}
}

// node returns the place of the node of a label and number.
func (t *Tracker) node(label string, i int) int { return t.first[label] + i }

func (t *Tracker) any(label string) int { return t.node(label, t.random.IntN(t.count[label])) }

// document returns an issue, a decision or a memory.
func (t *Tracker) document() int { return t.any(t.pick("Issue ADR Memory", 70, 15, 15)) }

// popular returns a node of a label, some far more often than others.
func (t *Tracker) popular(label string) int {
	return t.node(label, t.orders[label][t.skewed(t.count[label], 3)])
}

func (t *Tracker) created(n int) string { return t.textOf(n, "created") }

func (t *Tracker) textOf(n int, key string) string {
	v, _ := t.Graph.Nodes[n].Properties.Get(key)
	if v.Kind() == value.KindString {
		return v.Str()
	}
	return v.String()
}

// add adds a relationship unless there is one or it would be a loop.
func (t *Tracker) add(typ string, from, to int, properties value.Map) bool {
	e := edge{typ, from, to}
	if from == to || t.edges[e] {
		return false
	}
	t.edges[e] = true
	t.Graph.Relationships = append(t.Graph.Relationships, exchange.Relationship{Type: typ, From: from, To: to, Properties: properties})
	return true
}

func mapOf(p map[string]value.Value) value.Map {
	entries := make([]value.Entry, 0, len(p))
	for key, v := range p {
		entries = append(entries, value.Entry{Key: key, Value: v})
	}
	return value.NewMap(entries...)
}

func properties(pairs ...string) value.Map {
	var m []value.Entry
	for i := 0; i < len(pairs); i += 2 {
		m = append(m, value.Entry{Key: pairs[i], Value: value.String(pairs[i+1])})
	}
	return value.NewMap(m...)
}

func (t *Tracker) family() {
	for i, up := range t.parent {
		if up >= 0 {
			t.add("CHILD_OF", t.node("Issue", i), t.node("Issue", up), nil)
		}
		if i > 0 && t.random.IntN(10) < 3 {
			t.add("DISCOVERED_FROM", t.node("Issue", i), t.node("Issue", i-1-t.skewed(i, 3)), nil)
		}
	}
}

// rules gives each rule its sources, and lets half of them replace an older one.
func (t *Tracker) rules() {
	var current []int
	for i := range t.count["Rule"] {
		rule := t.node("Rule", i)
		born := t.created(rule)
		for range 1 + t.random.IntN(5)/4 {
			p := append(properties("fact", t.text(40, 90), "valid_from", born), value.Entry{Key: "confidence", Value: value.Float(.6 + .1*float64(t.random.IntN(5)))})
			t.add("ESTABLISHES", t.document(), rule, value.NewMap(p...))
		}
		if len(current) > 0 && t.random.IntN(2) == 0 {
			at := t.random.IntN(len(current))
			if old := current[at]; t.created(old) < born {
				current = slices.Delete(current, at, at+1)
				t.add("SUPERSEDES", rule, old, properties("valid_from", born))
				t.ended[old] = born
			}
		}
		current = append(current, rule)
	}
}

// until makes relationships until there are n, or chance finds no more.
func (t *Tracker) until(n int, one func() bool) {
	for missed := 0; n > 0 && missed < 100_000; {
		if one() {
			n, missed = n-1, 0
		} else {
			missed++
		}
	}
}

func (t *Tracker) dependOn(n int) {
	t.until(n, func() bool {
		i := 1 + t.random.IntN(t.count["Issue"]-1)
		from := t.node("Issue", i)
		return t.add("DEPENDS_ON", from, t.node("Issue", t.skewed(i, 3)), properties("created", t.created(from)))
	})
}

func (t *Tracker) mention(n int) {
	t.until(n, func() bool {
		return t.add("MENTIONS", t.document(), t.popular(t.pick("Issue ADR Memory", 70, 20, 10)), nil)
	})
}

func (t *Tracker) point(typ, label string, n int, from func() int) {
	t.until(n, func() bool { return t.add(typ, from(), t.popular(label), nil) })
}

func (t *Tracker) govern(n int) {
	t.until(n, func() bool {
		rule := t.any("Rule")
		p := properties("fact", t.text(40, 90), "valid_from", t.created(rule))
		if end := t.ended[rule]; end != "" && t.random.IntN(5) > 0 {
			p = value.NewMap(append(p, value.Entry{Key: "invalid_at", Value: value.String(end)})...)
		}
		return t.add("GOVERNS", rule, t.popular("Component"), p)
	})
}

// choose draws the values of the questions' parameters.
func (t *Tracker) choose() {
	out, in := map[edge]int{}, map[edge]int{}
	older := map[int]int{}
	for e := range t.edges {
		out[edge{typ: e.typ, from: e.from}]++
		in[edge{typ: e.typ, to: e.to}]++
		if e.typ == "SUPERSEDES" {
			older[e.from] = e.to
		}
	}
	chain := func(n int) (length int) {
		for next, ok := older[n]; ok; next, ok = older[next] {
			length++
		}
		return length
	}
	var issues, epics, components, rules []int
	for i := range t.count["Issue"] {
		n := t.node("Issue", i)
		if out[edge{typ: "DEPENDS_ON", from: n}] >= 3 {
			issues = append(issues, n)
		}
		if in[edge{typ: "CHILD_OF", to: n}] >= 3 {
			epics = append(epics, n)
		}
	}
	for i := range t.count["Component"] {
		components = append(components, t.node("Component", i))
	}
	governed := func(n int) int { return in[edge{typ: "GOVERNS", to: n}] }
	slices.SortStableFunc(components, func(a, b int) int { return governed(b) - governed(a) })
	for i := range t.count["Rule"] {
		rules = append(rules, t.node("Rule", i))
	}
	slices.SortStableFunc(rules, func(a, b int) int { return chain(b) - chain(a) })

	draw := func(name, key string, nodes []int, n int) {
		for range n {
			t.Params[name] = append(t.Params[name], t.textOf(nodes[t.random.IntN(len(nodes))], key))
		}
	}
	draw("issue", "id", issues, 10)
	draw("fresh", "id", issues, 100)
	draw("epic", "id", epics, 10)
	draw("component", "name", components[:min(100, len(components))], 10)
	draw("rule", "id", rules[:10], 10)
	for _, percent := range []int{30, 40, 50, 60, 70, 75, 80, 90, 95, 100} {
		t.Params["date"] = append(t.Params["date"], day(days*percent/100))
	}
	for len(t.Params["word"]) < 10 {
		if w := t.words[t.random.IntN(600)]; len(w) >= 5 {
			t.Params["word"] = append(t.Params["word"], w)
		}
	}
	for range 10 {
		t.Params["from"] = append(t.Params["from"], t.textOf(t.any("Issue"), "id"))
		t.Params["to"] = append(t.Params["to"], t.textOf(t.any("Issue"), "id"))
	}
}

// sort brings the graph into the order that [exchange.Graph] promises.
func (t *Tracker) sort() {
	order := make([]int, len(t.Graph.Nodes))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(t.Graph.Nodes[a].ID, t.Graph.Nodes[b].ID) })
	nodes, place := make([]exchange.Node, len(order)), make([]int, len(order))
	for to, from := range order {
		nodes[to], place[from] = t.Graph.Nodes[from], to
	}
	t.Graph.Nodes = nodes
	rels := t.Graph.Relationships
	for i := range rels {
		rels[i].From, rels[i].To = place[rels[i].From], place[rels[i].To]
	}
	slices.SortFunc(rels, func(a, b exchange.Relationship) int {
		return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
}
