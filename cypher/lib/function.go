package lib

import (
	"slices"
	"strings"
	"sync"

	"bdgraph/cypher/spelling"
	"bdgraph/cypher/value"
)

// Function is a function of the language.
type Function struct {
	Name     string // in its documented capitals; calls may use any
	Category string // Scalar, List, String, Numeric …, as SHOW FUNCTIONS groups them
	Help     string // one line
	Params   []Param
	Variadic bool // the last parameter may repeat
	Returns  Type
	// Volatile says that two calls with equal arguments in one query may differ.
	Volatile bool
	// Deprecated names what to use instead; empty for functions to stay.
	Deprecated string
	// Aggregating functions are called through NewAggregator.
	Aggregating bool

	takesNull bool // the implementation wants to see null arguments
	call      func(env *Env, args []value.Value) (value.Value, error)
	aggregate func(env *Env) Aggregator
}

// Call evaluates the function, which is not aggregating; the number of
// arguments has been checked. Most functions give null as soon as an argument is
// null. Errors are *value.Error.
func (f *Function) Call(env *Env, args []value.Value) (value.Value, error) {
	if !f.takesNull {
		for i := range args {
			if args[i].IsNull() {
				return value.Null, nil
			}
		}
	}
	return f.call(env, args)
}

// NewAggregator starts an aggregation over one group; distinct leaves out rows
// whose first argument came before.
func (f *Function) NewAggregator(env *Env, distinct bool) Aggregator {
	a := f.aggregate(env)
	if distinct {
		a = &distinctAggregator{env: env, inner: a}
	}
	return a
}

// Signature writes the function as its documentation does.
func (f *Function) Signature() string {
	var b strings.Builder
	b.WriteString(f.Name)
	writeParams(&b, f.Params)
	b.WriteString(" :: ")
	b.WriteString(f.Returns.String())
	return b.String()
}

// function makes the entry of a function that gives null of null.
func function(category, signature, help string, call func(*Env, []value.Value) (value.Value, error)) *Function {
	f := &Function{Category: category, Help: help, call: call}
	var result string
	f.Name, f.Params, f.Variadic, result = parseSignature(signature)
	var ok bool
	if f.Returns, ok = parseType(result); !ok {
		panic("lib: no result in " + signature)
	}
	return f
}

func (f *Function) withNull() *Function            { f.takesNull = true; return f }
func (f *Function) volatile() *Function            { f.Volatile = true; return f }
func (f *Function) deprecated(by string) *Function { f.Deprecated = by; return f }
func (f *Function) aggregating(n func(*Env) Aggregator) *Function {
	f.Aggregating, f.aggregate = true, n
	return f
}

var functions = sync.OnceValue(func() []*Function {
	all := slices.Concat(
		aggregatingFunctions(), entityFunctions(), scalarFunctions(), conversionFunctions(),
		listFunctions(), stringFunctions(), numericFunctions(), temporalFunctions(),
		spatialFunctions(), vectorFunctions(),
	)
	slices.SortFunc(all, func(a, b *Function) int { return strings.Compare(a.Name, b.Name) })
	return all
})

var functionByName = sync.OnceValue(func() map[string]*Function {
	m := make(map[string]*Function, len(functions()))
	for _, f := range functions() {
		m[strings.ToLower(f.Name)] = f
	}
	return m
})

// Functions lists all functions by name. The slice must not be changed.
func Functions() []*Function { return functions() }

// Lookup finds a function by its name in any capitals, nil if there is none.
func Lookup(name string) *Function {
	byName := functionByName()
	if f := byName[name]; f != nil {
		return f
	}
	return byName[strings.ToLower(name)]
}

// Suggest returns the name of the function that an unknown name is most likely
// meant for, empty if none is near.
func Suggest(name string) string {
	names := make([]string, len(functions()))
	for i, f := range functions() {
		names[i] = f.Name
	}
	return nearest(name, names)
}

// otherLanguages maps names of well-known functions of other query languages to
// what Cypher has for them.
var otherLanguages = map[string]string{
	"len": "size", "count_distinct": "count", "concat": "toString", "ifnull": "coalesce", "nvl": "coalesce",
	"ucase": "toUpper", "lcase": "toLower", "substr": "substring", "now": "datetime", "ceiling": "ceil",
	"power": "exp", "group_concat": "collect", "array_agg": "collect", "strlen": "size", "typeof": "valueType",
}

// nearest finds the name that another one is most likely meant for.
func nearest(name string, names []string) string {
	if other := otherLanguages[strings.ToLower(name)]; other != "" && slices.Contains(names, other) {
		return other
	}
	return spelling.Nearest(name, names)
}
