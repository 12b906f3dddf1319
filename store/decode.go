package store

import (
	"encoding/json"
	"fmt"
	"reflect"
	"sync"
	"time"

	"bdgraph"
	"bdgraph/cypher/value"
)

// Decode turns the rows of a result into structs. A column goes to the field
// whose tag `col` names it, in T or in a struct that T embeds; every column must
// have a field and every field a column. Fields are of type string, bool, int,
// int64, float64, [bdgraph.Day], [time.Time], slices of them, structs, which take a map
// whose other keys are ignored, and [json.RawMessage], which takes any value. Null leaves a
// field zero, and so does a key that a map lacks; a value of another type is an error that
// names the column.
func Decode[T any](r Result) ([]T, error) {
	shape := shapeOf(reflect.TypeFor[T]())
	fields := make([][]int, len(r.Columns))
	for i, column := range r.Columns {
		index, ok := shape[column]
		if !ok {
			return nil, fmt.Errorf("decode rows: %s has no field for column %q", reflect.TypeFor[T](), column)
		}
		fields[i] = index
	}
	if len(r.Columns) != len(shape) {
		return nil, fmt.Errorf("decode rows: %s has %d fields, the result %d columns", reflect.TypeFor[T](), len(shape), len(r.Columns))
	}
	rows := make([]T, len(r.Rows))
	for i, row := range r.Rows {
		to := reflect.ValueOf(&rows[i]).Elem()
		for k, v := range row {
			if err := decode(to.FieldByIndex(fields[k]), v); err != nil {
				return nil, fmt.Errorf("decode row %d, column %s: %w", i+1, r.Columns[k], err)
			}
		}
	}
	return rows, nil
}

// shapes remembers what shapeOf found, by type.
var shapes sync.Map

// shapeOf returns the path to each tagged field of a struct type, by its tag.
func shapeOf(t reflect.Type) map[string][]int {
	if known, ok := shapes.Load(t); ok {
		return known.(map[string][]int)
	}
	shape := make(map[string][]int, t.NumField())
	for _, f := range reflect.VisibleFields(t) {
		if name := f.Tag.Get("col"); name != "" {
			shape[name] = f.Index
		}
	}
	shapes.Store(t, shape)
	return shape
}

var (
	dayType  = reflect.TypeFor[bdgraph.Day]()
	timeType = reflect.TypeFor[time.Time]()
	jsonType = reflect.TypeFor[json.RawMessage]()
)

func decode(to reflect.Value, v value.Value) error {
	switch kind := to.Kind(); {
	case to.Type() == jsonType:
		to.SetBytes(value.AppendJSON(nil, v, value.JSONOptions{}))
	case v.IsNull():
	case to.Type() == dayType && v.Kind() == value.KindDate:
		to.SetInt(int64(DayOf(v)))
	case to.Type() == timeType && v.Kind() == value.KindDateTime:
		to.Set(reflect.ValueOf(v.DateTime().GoTime()))
	case kind == reflect.String && v.Kind() == value.KindString:
		to.SetString(v.Str())
	case kind == reflect.Bool && v.Kind() == value.KindBool:
		to.SetBool(v.Bool())
	case (kind == reflect.Int || kind == reflect.Int64) && v.Kind() == value.KindInt:
		to.SetInt(v.Int())
	case kind == reflect.Float64 && v.IsNumber():
		to.SetFloat(v.Number())
	case kind == reflect.Slice && v.Kind() == value.KindList:
		list := v.List()
		to.Set(reflect.MakeSlice(to.Type(), len(list), len(list)))
		for i, element := range list {
			if err := decode(to.Index(i), element); err != nil {
				return err
			}
		}
	case kind == reflect.Struct && v.Kind() == value.KindMap:
		for name, index := range shapeOf(to.Type()) {
			if element, ok := v.Map().Get(name); ok {
				if err := decode(to.FieldByIndex(index), element); err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
			}
		}
	default:
		return fmt.Errorf("a %s is no %s", v.Kind(), to.Type())
	}
	return nil
}
