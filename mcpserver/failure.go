package mcpserver

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"bdgraph/ask"
	"bdgraph/internal/unseen"
	"bdgraph/store"
	"bdgraph/store/guard"
)

// failure is an error as a model reads it: a stable code, what is wrong, and the
// next step. No stored text stands in Message or Remedy; names from the graph are
// offered in Suggestions alone.
type failure struct {
	Code        string    `json:"code"`
	Message     string    `json:"message"`
	Argument    string    `json:"argument,omitempty"`  // that is wrong
	Construct   string    `json:"construct,omitempty"` // of the query that is refused
	Position    *position `json:"position,omitempty"`  // in the query
	Remedy      string    `json:"remedy,omitempty"`
	Suggestions []string  `json:"suggestions,omitempty"`
}

// position is a place in a query, counted from 1.
type position struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

func (f *failure) Error() string { return f.Message }

// Codes beside those of [store.Kind] and of package guard.
const (
	codeArgument  = "invalid_argument"
	codeCursor    = "cursor_expired"
	codeUnknown   = "unknown_name"
	codeAmbiguous = "ambiguous_name"
	codeInternal  = "internal"
)

func badArgument(name, message, remedy string) error {
	return &failure{Code: codeArgument, Argument: cut(name, 60), Message: message, Remedy: remedy}
}

// explain turns any error into a failure.
func explain(err error) *failure {
	var ours *failure
	var stored *store.Error
	var refused *guard.Refusal
	var unknown *ask.UnknownError
	var ambiguous *ask.AmbiguousError
	switch {
	case errors.As(err, &ours):
		return ours
	case errors.As(err, &unknown):
		return &failure{
			Code: codeUnknown, Message: fmt.Sprintf("the graph has %s named %q", cmp.Or(none(unknown.What), "nothing"), cut(unknown.Word, 80)),
			Remedy:      "Try a suggestion, or find the name with search; get_schema tells what there is.",
			Suggestions: visibleNames(unknown.Suggestions),
		}
	case errors.As(err, &ambiguous):
		return &failure{
			Code: codeAmbiguous, Message: fmt.Sprintf("%q names more than one thing", cut(ambiguous.Word, 80)),
			Remedy: "Ask again with one of the suggestions.", Suggestions: visibleNames(ambiguous.Names()),
		}
	case errors.Is(err, ask.ErrDay):
		return &failure{Code: codeArgument, Argument: "as_of", Message: ask.ErrDay.Error(), Remedy: "Leave as_of out for today."}
	case errors.As(err, &stored):
		f := &failure{Code: string(stored.Kind), Message: unseen.Show(cut(stored.Message, 600)), Remedy: stored.Remedy}
		if errors.As(err, &refused) {
			f.Code, f.Construct = refused.Code, refused.Construct
		}
		if p := stored.Position; p.Line > 0 {
			f.Position = &position{p.Line, p.Column}
		}
		if f.Remedy == "" {
			f.Remedy = cmp.Or(codeRemedies[stored.Code], remedies[stored.Kind])
		}
		return f
	case errors.Is(err, context.DeadlineExceeded):
		return &failure{Code: string(store.ErrTimeout), Message: "no answer within the time allowed", Remedy: remedies[store.ErrTimeout]}
	case errors.Is(err, context.Canceled):
		return &failure{Code: string(store.ErrCanceled), Message: "the call was canceled"}
	}
	return &failure{
		Code: codeInternal, Message: unseen.Show(cut(err.Error(), 600)),
		Remedy: "Run bdgraph doctor in the project; until it is mended, ask bd itself and say that you do.",
	}
}

// none says that there is none of a kind of things, "" if there is nothing of any.
func none(what string) string {
	if what == "" {
		return ""
	}
	return "no " + what
}

var remedies = map[store.Kind]string{
	store.ErrNoGraph:      "Run bdgraph regenerate in the project, then call again; the server need not be restarted.",
	store.ErrUnavailable:  "Run bdgraph doctor in the project; until it is mended, ask bd itself and say that you do.",
	store.ErrFailed:       "Run bdgraph doctor in the project; until it is mended, ask bd itself and say that you do.",
	store.ErrAuth:         "Check user and password in the environment of the server, then run bdgraph doctor.",
	store.ErrConfig:       "Run bdgraph doctor in the project.",
	store.ErrGraphLoading: "Wait some seconds and call again; if it stays so, run bdgraph regenerate.",
	store.ErrTimeout:      "Narrow the query (start from a key, add LIMIT), or give a longer timeout_ms.",
	store.ErrLimit:        "Narrow the query: start from a key, filter earlier, add LIMIT, bound variable-length patterns.",
	store.ErrQuery:        "check_query explains a query without running it; get_schema tells labels, types and properties.",
}

// codeRemedies are for codes of [store.ErrQuery] that have one of their own.
var codeRemedies = map[string]string{
	"ParameterMissing": `Give each $name of the query its value in params, by name without $: {"params": {"id": "bd-12"}}.`,
	"ParameterType":    "Integers in params have at most 64 bits; give larger ones as texts.",
}

// text is the failure as JSON, in which nothing is hidden: what a call names wrongly may come from anywhere.
func (f *failure) text() string {
	shown := *f
	for _, field := range []*string{&shown.Message, &shown.Argument, &shown.Construct, &shown.Remedy} {
		*field = unseen.Show(*field)
	}
	b, err := json.Marshal(map[string]any{"error": shown})
	if err != nil {
		panic(err) // texts and numbers
	}
	return string(b)
}
