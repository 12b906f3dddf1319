package store

import (
	"context"
	"time"

	"bdgraph"
	"bdgraph/cypher/value"
)

// Reader asks a stored graph. It is safe for concurrent use.
type Reader interface {
	// Query runs a read-only query. Reaching the row or byte limit is no error
	// but a truncated result. Errors are of type [*Error]; their kinds are [ErrQuery],
	// [ErrReadOnly], [ErrLimit], [ErrTimeout], [ErrCanceled], [ErrNoGraph], [ErrGraphLoading],
	// [ErrUnavailable], [ErrAuth], [ErrConfig] and [ErrFailed]. When ctx is done its error is wrapped.
	Query(ctx context.Context, q Query) (Result, error)
	// Meta returns the description of the graph that a query would now be
	// answered from. Errors are as those of Query.
	Meta(ctx context.Context) (bdgraph.Meta, error)
	// Close gives back what the reader holds. Queries after it fail.
	Close(ctx context.Context) error
}

// Writer replaces the stored graph.
type Writer interface {
	// Load makes g, described by meta as [bdgraph.NewMeta] does, the stored
	// graph. It writes what differs from the graph before; of an unchanged graph it
	// writes Meta alone. On error the graph before is what readers go on to see, or
	// [ErrGraphLoading] where a store has to load in several steps. Errors are of
	// type [*Error]; besides those of a Reader the kinds [ErrForeignNodes] and [ErrConflict].
	Load(ctx context.Context, g bdgraph.Graph, meta bdgraph.Meta) (Loaded, error)
	// Close gives back what the writer holds. Loads after it fail.
	Close(ctx context.Context) error
}

// Describer is a Writer that can say what it holds. It is for stores that write all
// of the graph anew where Meta alone has changed: who finds there the same description
// but for the time at which the graph was made can keep that time, and Load has
// nothing to write.
type Describer interface {
	// Meta returns the description of the stored graph. Errors are as those of
	// a Reader's Meta.
	Meta(ctx context.Context) (bdgraph.Meta, error)
}

// Query is a question in openCypher.
type Query struct {
	Text string
	// Params are the values of $parameters: nil, bool, string, the integer and
	// float types, [bdgraph.Day], [time.Time], [value.Value], and slices ([]any, []string)
	// and maps (map[string]any) of them.
	Params map[string]any
	Limits Limits
}

// Result is what a query returned.
type Result struct {
	Columns []string
	// Rows hold one value per column. Nodes, relationships and paths in them
	// are copies that outlive the reader.
	Rows [][]value.Value
	// Truncated says that there were more rows than the limits allow, and
	// LimitHit which of them was reached: [LimitRows] or [LimitBytes], else "".
	Truncated bool
	LimitHit  string
	// Generation is the graph that every row comes from; see [bdgraph.Graph.Generation].
	Generation string
	Warnings   []Warning
	// Plan is the plan of a query that began with EXPLAIN, which gives no rows, or
	// with PROFILE; nil otherwise.
	Plan *Plan
}

// Warning is a remark on a query that was answered all the same, such as a label that no node bears.
type Warning struct {
	Code     string   `json:"code"`     // Neo4j's name of the remark: UnknownLabelWarning …
	Severity string   `json:"severity"` // WARNING or INFORMATION
	Message  string   `json:"message"`
	Remedy   string   `json:"remedy,omitempty"` // what to write instead, such as the name that the graph has
	Position Position `json:"position,omitzero"`
}

// Position is a place in a query's text: lines and columns from 1. Columns count as Neo4j's do, in UTF-16 units: a character above U+FFFF, such
// as an emoji, takes two. The zero Position is unknown.
type Position struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

// Loaded says what a load did. Meta is not counted.
type Loaded struct {
	NodesCreated   int `json:"nodes_created"`
	NodesUpdated   int `json:"nodes_updated"`
	NodesDeleted   int `json:"nodes_deleted"`
	NodesUnchanged int `json:"nodes_unchanged"`
	EdgesCreated   int `json:"edges_created"`
	EdgesUpdated   int `json:"edges_updated"`
	EdgesDeleted   int `json:"edges_deleted"`
	EdgesUnchanged int `json:"edges_unchanged"`
	// Transactions is the number of write transactions that carried changes: 0
	// when nothing but Meta was written, 1 for a load that readers saw as one step.
	Transactions int           `json:"transactions"`
	Took         time.Duration `json:"took_ns"`
	// Findings are remarks for the report, such as foreign nodes that were let in.
	Findings []bdgraph.Finding `json:"findings,omitempty"`
}

// Changes returns the number of nodes and edges that were written or deleted.
func (l Loaded) Changes() int {
	return l.NodesCreated + l.NodesUpdated + l.NodesDeleted + l.EdgesCreated + l.EdgesUpdated + l.EdgesDeleted
}
