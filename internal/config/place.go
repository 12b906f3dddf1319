package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"bdgraph"
)

// places maps each key of a file to where it stands. Tables of a list carry
// their number, from 0: vocab.components[2].parent.
type places map[string]bdgraph.Place

// locate finds the keys of a file that decodes without a syntax error.
func locate(file string, data []byte) places {
	l := locator{file: file, places: places{}, lists: map[string]int{}, lines: []int{0}}
	for i, c := range data {
		if c == '\n' {
			l.lines = append(l.lines, i+1)
		}
	}
	l.parser.Reset(data)
	table := ""
	for l.parser.NextExpression() {
		switch e := l.parser.Expression(); e.Kind {
		case unstable.Table:
			table = l.path("", e, false)
		case unstable.ArrayTable:
			table = l.path("", e, true)
		case unstable.KeyValue:
			l.keyValue(table, e)
		}
	}
	return l.places
}

type locator struct {
	parser unstable.Parser
	file   string
	places places
	lists  map[string]int // next number of each list of tables
	lines  []int          // where each line begins; the parser would count them anew for each key
}

func (l *locator) keyValue(table string, e *unstable.Node) {
	name := l.path(table, e, false)
	l.value(name, e.Value())
}

func (l *locator) value(name string, v *unstable.Node) {
	switch v.Kind {
	case unstable.InlineTable:
		for it := v.Children(); it.Next(); {
			l.keyValue(name, it.Node())
		}
	case unstable.Array:
		n := 0
		for it := v.Children(); it.Next(); n++ {
			l.value(fmt.Sprintf("%s[%d]", name, n), it.Node())
		}
	}
}

// path joins a table's name with an expression's dotted key and notes where it
// stands; a key that leads through a list of tables means the last one.
func (l *locator) path(table string, e *unstable.Node, newTable bool) string {
	name := table
	var at bdgraph.Place
	for it := e.Key(); it.Next(); {
		part := it.Node()
		name = strings.TrimPrefix(name+"."+string(part.Data), ".")
		if at.Line == 0 {
			offset := int(part.Raw.Offset)
			line, _ := slices.BinarySearch(l.lines, offset+1)
			at = bdgraph.Place{File: l.file, Line: line, Column: offset - l.lines[line-1] + 1}
		}
		if it.IsLast() && newTable {
			l.lists[name]++
		}
		if n := l.lists[name]; n > 0 {
			name = fmt.Sprintf("%s[%d]", name, n-1)
		}
	}
	l.places[name] = at
	return name
}
