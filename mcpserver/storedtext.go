package mcpserver

import (
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"sync"

	"bdgraph/store"
)

var quotedText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`) })

// withoutStoredText takes texts out of an error's message that stand neither in
// the query nor in its parameters: an engine quotes the value that it could not
// convert, and that may come from a document.
func withoutStoredText(err error, q store.Query) error {
	var e *store.Error
	if !errors.As(err, &e) {
		return err
	}
	params, marshalErr := json.Marshal(q.Params)
	if marshalErr != nil {
		params = nil // then no text of theirs is shown
	}
	known := q.Text + string(params)
	message := quotedText().ReplaceAllStringFunc(e.Message, func(quoted string) string {
		if strings.Contains(known, quoted[1:len(quoted)-1]) {
			return quoted
		}
		return "(a stored text)"
	})
	if message == e.Message {
		return err
	}
	clean := *e
	clean.Message = message
	return &clean
}
