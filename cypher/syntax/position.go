package syntax

import "fmt"

// Pos is a place in a query text.
type Pos struct {
	Offset int // bytes from the start of the text, from 0
	Line   int // from 1
	Column int // from 1, in UTF-16 units as Neo4j counts: a character above U+FFFF takes two
}

// String renders the place as line:column.
func (p Pos) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Column) }

// Span is the stretch of text that a node was read from. Every node embeds
// one, so every node has the methods Pos and Extent.
type Span struct {
	Start Pos
	End   int // byte offset just after the last byte; not included
}

// Pos returns where the node starts.
func (s Span) Pos() Pos { return s.Start }

// Extent returns the stretch of text that the node was read from.
func (s Span) Extent() Span { return s }

// Text cuts the stretch out of the query text it was parsed from.
func (s Span) Text(query string) string { return query[s.Start.Offset:s.End] }
