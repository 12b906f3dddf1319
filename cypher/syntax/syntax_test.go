package syntax

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
)

// difference finds where two trees differ, positions aside; empty where they are equal.
func difference(a, b any) string {
	return differ("", reflect.ValueOf(a), reflect.ValueOf(b))
}

func differ(path string, a, b reflect.Value) string {
	if a.IsValid() != b.IsValid() {
		return fmt.Sprintf("%s: only one is there", path)
	}
	if !a.IsValid() {
		return ""
	}
	if a.Type() != b.Type() {
		return fmt.Sprintf("%s: %s and %s", path, a.Type(), b.Type())
	}
	switch a.Type() {
	case reflect.TypeFor[Span](), reflect.TypeFor[Pos]():
		return ""
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() != b.IsNil() {
			return fmt.Sprintf("%s: only one is nil", path)
		}
		if a.IsNil() {
			return ""
		}
		return differ(path, a.Elem(), b.Elem())
	case reflect.Struct:
		for i := range a.NumField() {
			name := a.Type().Field(i).Name
			if !a.Type().Field(i).IsExported() || name == "Text" && a.Type() == reflect.TypeFor[Statement]() {
				continue
			}
			if d := differ(path+"."+name, a.Field(i), b.Field(i)); d != "" {
				return d
			}
		}
		return ""
	case reflect.Slice:
		if a.Len() != b.Len() {
			return fmt.Sprintf("%s: %d and %d elements", path, a.Len(), b.Len())
		}
		for i := range a.Len() {
			if d := differ(fmt.Sprintf("%s[%d]", path, i), a.Index(i), b.Index(i)); d != "" {
				return d
			}
		}
		return ""
	case reflect.Float64:
		if math.Float64bits(a.Float()) == math.Float64bits(b.Float()) {
			return ""
		}
	default:
		if a.Interface() == b.Interface() {
			return ""
		}
	}
	return fmt.Sprintf("%s: %v and %v", path, a, b)
}

// roundTrip parses what is printed and compares the trees.
func roundTrip(t testing.TB, stmt *Statement) {
	t.Helper()
	printed := stmt.String()
	again, err := Parse(printed)
	if err != nil {
		t.Fatalf("%s\nis printed as\n%s\nwhich is refused:\n%v", stmt.Text, printed, err)
	}
	if d := difference(stmt, again); d != "" {
		t.Fatalf("%s\nis printed as\n%s\nwhich is another tree: %s", stmt.Text, printed, d)
	}
}

// checkSpans verifies that the text of every node is inside the text of its parent.
func checkSpans(t testing.TB, stmt *Statement) {
	t.Helper()
	var visit func(v reflect.Value, outer Span)
	visit = func(v reflect.Value, outer Span) {
		switch v.Kind() {
		case reflect.Pointer, reflect.Interface:
			if !v.IsNil() {
				visit(v.Elem(), outer)
			}
		case reflect.Slice:
			for i := range v.Len() {
				visit(v.Index(i), outer)
			}
		case reflect.Struct:
			if v.Type() == reflect.TypeFor[Span]() || v.Type() == reflect.TypeFor[Pos]() {
				return
			}
			if f := v.FieldByName("Span"); f.IsValid() {
				s := f.Interface().(Span)
				if s == (Span{}) {
					return // a name that is not written
				}
				if s.Start.Offset < outer.Start.Offset || s.End > outer.End || s.End < s.Start.Offset {
					t.Fatalf("%s\n%s at %d-%d is outside of %d-%d", stmt.Text, v.Type(), s.Start.Offset, s.End, outer.Start.Offset, outer.End)
				}
				line := 1 + strings.Count(stmt.Text[:s.Start.Offset], "\n")
				if s.Start.Line != line {
					t.Fatalf("%s\n%s at offset %d is on line %d, not %d", stmt.Text, v.Type(), s.Start.Offset, line, s.Start.Line)
				}
				outer = s
			}
			for i := range v.NumField() {
				visit(v.Field(i), outer)
			}
		}
	}
	visit(reflect.ValueOf(stmt), Span{Pos{0, 1, 1}, len(stmt.Text)})
}
