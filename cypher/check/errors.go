package check

import (
	"fmt"
	"slices"
	"strings"

	"bdgraph/cypher/spelling"
	"bdgraph/cypher/syntax"
)

// fail refuses the statement.
func (c *checker) fail(at syntax.Span, detail, message, hint string) {
	c.failAs(syntax.SyntaxError, at, detail, message, hint)
}

func (c *checker) failAs(t syntax.ErrorType, at syntax.Span, detail, message, hint string) {
	panic(&syntax.Error{Type: t, Detail: detail, Pos: at.Start, End: at.End, Message: message, Hint: hint})
}

// mismatch refuses a value of the wrong type.
func (c *checker) mismatch(at syntax.Span, want string, got Type) {
	c.fail(at, "InvalidArgumentType", fmt.Sprintf("Type mismatch: expected %s but was %s", want, got), remedy(at.Text(c.text), want, got))
}

// remedy says how to get at what is wanted from a value of another type.
func remedy(text, want string, got Type) string {
	wants := func(name string) bool { return strings.Contains(want, name) }
	switch {
	case got.Within(Path):
		return fmt.Sprintf("A path has length(%s), nodes(%s) and relationships(%s)", text, text, text)
	case got.Within(List) && (wants("Integer") || wants("Float")):
		return fmt.Sprintf("It is a list: size(%s) is its length, UNWIND %s AS x gives its elements to aggregate", text, text)
	case got.Within(List):
		return fmt.Sprintf("It is a list: take an element, %s[0], or go over it, [x IN %s | ...]", text, text)
	case got.Within(Node.Or(Relationship)):
		return fmt.Sprintf("Name the property that is meant: %s.key", text)
	case got.Within(String) && (wants("Integer") || wants("Float")):
		return fmt.Sprintf("Convert it: toInteger(%s) or toFloat(%s)", text, text)
	case got.Within(String) && wants("Date"):
		return fmt.Sprintf("Convert it: date(%s)", text)
	case wants("String"):
		return fmt.Sprintf("Convert it: toString(%s)", text)
	case wants("Boolean"):
		return fmt.Sprintf("Compare it with something: %s = ...", text)
	case wants("List<T>"):
		return fmt.Sprintf("Make it a list: [%s]", text)
	}
	return ""
}

// list writes up to n names, sorted, and how many more there are.
func list(names []string, n int) string {
	names = slices.Sorted(slices.Values(names))
	if len(names) <= n {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:n], ", "), len(names)-n)
}

// didYouMean is a hint with the nearest name, or empty.
func didYouMean(name string, names []string) string {
	if n := spelling.Nearest(name, names); n != "" {
		return "Did you mean " + n + "?"
	}
	return ""
}
