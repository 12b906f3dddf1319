package lib

import (
	"fmt"
	"strings"
)

// Param is a parameter of a function or procedure.
type Param struct {
	Name string
	Type Type
	// Default is the text of the value taken where the argument is missing; it is
	// empty for an argument that must be given.
	Default string
}

// Column is one column of a procedure's rows.
type Column struct {
	Name string
	Type Type
}

// parseSignature reads name(a :: TYPE, b = default :: TYPE, c... :: TYPE) :: TYPE.
// The dots say that the last parameter may repeat. Signatures are part of the
// tables in this package, so an error is a mistake in it.
func parseSignature(text string) (name string, params []Param, variadic bool, result string) {
	open := strings.IndexByte(text, '(')
	end := strings.Index(text, ")")
	if open < 0 || end < open {
		panic("lib: not a signature: " + text)
	}
	name = text[:open]
	result, _ = strings.CutPrefix(strings.TrimSpace(text[end+1:]), ":: ")
	for part := range strings.SplitSeq(text[open+1:end], ", ") {
		if part == "" {
			continue
		}
		left, typeName, ok := strings.Cut(part, " :: ")
		t, known := parseType(typeName)
		if !ok || !known {
			panic("lib: not a parameter: " + part)
		}
		p := Param{Type: t}
		p.Name, p.Default, _ = strings.Cut(left, " = ")
		if p.Name, ok = strings.CutSuffix(p.Name, "..."); ok {
			variadic = true
		}
		params = append(params, p)
	}
	return name, params, variadic, result
}

func writeParams(b *strings.Builder, params []Param) {
	b.WriteByte('(')
	for i, p := range params {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(p.Name)
		if p.Default != "" {
			fmt.Fprintf(b, " = %s", p.Default)
		}
		fmt.Fprintf(b, " :: %s", p.Type)
	}
	b.WriteByte(')')
}
