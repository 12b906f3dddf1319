package config

import (
	"encoding"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"bdgraph/cypher/spelling"
)

// Key is one setting that a single value can set: by file, variable or --set.
type Key struct {
	Name  string // as in the file, with dots: neo4j.uri
	value reflect.Value
}

// Env returns the variable that sets the key.
func (k Key) Env() string {
	return "BDGRAPH_" + strings.ToUpper(strings.ReplaceAll(k.Name, ".", "_"))
}

// Value returns the key's value: a string, bool, int, int64, float64, [Duration] or []string.
func (k Key) Value() any { return k.value.Interface() }

// String returns the value as --set and the environment write it.
func (k Key) String() string {
	switch v := k.Value().(type) {
	case encoding.TextMarshaler:
		text, _ := v.MarshalText() // a Duration cannot fail
		return string(text)
	case []string:
		return strings.Join(v, ",")
	default:
		return fmt.Sprint(v)
	}
}

// Set reads a value from text; the parts of a list are separated by commas.
func (k Key) Set(text string) error {
	if u, ok := k.value.Addr().Interface().(encoding.TextUnmarshaler); ok {
		return u.UnmarshalText([]byte(text))
	}
	switch k.value.Kind() {
	case reflect.String:
		k.value.SetString(text)
	case reflect.Bool:
		v, err := strconv.ParseBool(text)
		if err != nil {
			return fmt.Errorf("%q is neither true nor false", text)
		}
		k.value.SetBool(v)
	case reflect.Int, reflect.Int64:
		v, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return fmt.Errorf("%q is no whole number", text)
		}
		k.value.SetInt(v)
	case reflect.Float64:
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return fmt.Errorf("%q is no number", text)
		}
		k.value.SetFloat(v)
	case reflect.Slice:
		parts := []string{}
		for part := range strings.SplitSeq(text, ",") {
			if part = strings.TrimSpace(part); part != "" {
				parts = append(parts, part)
			}
		}
		k.value.Set(reflect.ValueOf(parts))
	default:
		panic("config key of kind " + k.value.Kind().String())
	}
	return nil
}

// Keys returns the settings of c that one value can set, in the order of the
// file. Setting one changes c.
func (c *Config) Keys() []Key { return keysOf(reflect.ValueOf(c).Elem(), "") }

func keysOf(v reflect.Value, prefix string) []Key {
	var keys []Key
	for i := range v.NumField() {
		field, name := v.Field(i), prefix+v.Type().Field(i).Tag.Get("toml")
		switch {
		case field.Kind() == reflect.Struct:
			keys = append(keys, keysOf(field, name+".")...)
		case field.Kind() == reflect.Map, field.Kind() == reflect.Slice && field.Type().Elem().Kind() == reflect.Struct:
			// tables of their own: only a file can hold them
		default:
			keys = append(keys, Key{name, field})
		}
	}
	return keys
}

// find returns the key of a name, or an error that names the nearest one.
func find(keys []Key, name string) (Key, error) {
	names := make([]string, len(keys))
	for i, k := range keys {
		if k.Name == name {
			return k, nil
		}
		names[i] = k.Name
	}
	return Key{}, fmt.Errorf("unknown key %s%s", name, DidYouMean(name, names))
}

// fileKeys returns every key that a file may hold, tables included, with
// lists of tables as their name alone: vocab.components.paths.
func fileKeys() []string { return fileKeysOf(reflect.TypeFor[Config](), "") }

func fileKeysOf(t reflect.Type, prefix string) []string {
	var names []string
	for f := range t.Fields() {
		name := prefix + f.Tag.Get("toml")
		names = append(names, name)
		inner := f.Type
		if inner.Kind() == reflect.Slice {
			inner = inner.Elem()
		}
		if inner.Kind() == reflect.Struct {
			names = append(names, fileKeysOf(inner, name+".")...)
		}
	}
	return names
}

// DidYouMean returns "; did you mean X?" for the candidate that a word is most
// like, or "" when it is like none.
func DidYouMean(word string, candidates []string) string {
	if near := spelling.Nearest(word, candidates); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}
