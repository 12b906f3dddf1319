package check

import (
	"fmt"
	"strings"

	"bdgraph/cypher/syntax"
)

// function looks a function up, once for each name; nil where there is none.
func (c *checker) function(name string) *Function {
	f, ok := c.functions[name]
	if ok || c.env.Signatures == nil {
		return f
	}
	if known, ok := c.env.Signatures.Function(name); ok {
		f = &known
	}
	if c.functions == nil {
		c.functions = map[string]*Function{}
	}
	c.functions[name] = f
	return f
}

func (c *checker) functionCall(e *syntax.FunctionCall) Type {
	name := e.Name.Value
	if strings.EqualFold(name, "exists") {
		c.existsCall(e)
	}
	f := c.function(name)
	if f == nil {
		c.unknownFunction(e)
	}
	if e.Trim != "" {
		// trim(BOTH character FROM text) is a form of its own.
		for _, arg := range e.Args {
			c.want(arg, String)
		}
		return String
	}
	c.argumentCount(e.Span, "function", f.Name, len(e.Args), f.Args, f.Variadic)
	if e.Distinct && !f.Aggregate {
		c.fail(e.Span, "UnexpectedSyntax", fmt.Sprintf("Invalid use of DISTINCT with function '%s'", f.Name), "DISTINCT stands in aggregating functions only: count(DISTINCT x)")
	}
	if f.Deprecated != "" {
		c.warn("FeatureDeprecationWarning", e.Span, fmt.Sprintf("The query used a deprecated function: `%s`.", f.Name), f.Deprecated)
	}
	if f.Volatile && c.aggregation == inAggregate {
		c.fail(e.Span, "NonConstantExpression", "Can't use non-deterministic (random) functions inside of aggregate functions.",
			fmt.Sprintf("Compute it before: WITH x, %s() AS r RETURN ...(r)", f.Name))
	}
	around := c.aggregation
	if f.Aggregate {
		c.mayAggregate(e, f.Name)
		c.aggregation = inAggregate
	}
	types := make([]Type, len(e.Args))
	for i, arg := range e.Args {
		want := Any
		if n := min(i, len(f.Args)-1); n >= 0 {
			want = f.Args[n].Type
		}
		switch f.Name {
		case "range":
			types[i] = c.rangeArgument(e, arg, want)
			continue
		case "point":
			c.pointKeys(arg)
			want = Map.Or(Node).Or(Relationship) // whose properties are a map too
		case "point.distance", "point.withinBBox":
			want = Any // there is no distance from what is no point
		}
		types[i] = c.argument(e, arg, want)
	}
	c.aggregation = around
	c.percentile(f, e)
	return resultType(f, types)
}

// rangeArgument notes an argument of range() that cannot be an integer. Every
// other function is refused for that; range() fails when it is called.
func (c *checker) rangeArgument(e *syntax.FunctionCall, arg syntax.Expr, want Type) Type {
	t := c.expr(arg)
	if !t.Meets(want) && e.Refusal == "" {
		e.Refusal = fmt.Sprintf("Type mismatch: expected %s but was %s", want, t)
	}
	return t
}

// pointKeys refuses a map for point() that lacks a coordinate.
func (c *checker) pointKeys(arg syntax.Expr) {
	m, ok := arg.(*syntax.MapLit)
	if !ok {
		return
	}
	has := make(map[string]bool)
	var keys []string
	for _, entry := range m.Entries {
		has[entry.Key.Value] = true
		keys = append(keys, "'"+entry.Key.Value+"'")
	}
	if !(has["x"] && has["y"] || has["latitude"] && has["longitude"]) {
		c.fail(arg.Extent(), "InvalidArgumentValue", fmt.Sprintf("A map with keys %s is not describing a valid point", strings.Join(keys, ", ")),
			"Use cartesian coordinates, {x: 2.3, y: 4.5}, or geographic ones, {latitude: 12.78, longitude: 56.7}")
	}
}

// percentile refuses percentileCont(x, 1.1), whose second argument is a share.
func (c *checker) percentile(f *Function, e *syntax.FunctionCall) {
	if !f.Aggregate || !strings.HasPrefix(f.Name, "percentile") || len(e.Args) != 2 {
		return
	}
	share := 0.5
	switch n := e.Args[1].(type) {
	case *syntax.NullLit:
		share = -1
	case *syntax.IntegerLit:
		share = float64(n.Value)
	case *syntax.FloatLit:
		share = n.Value
	}
	if share < 0 || share > 1 {
		c.fail(e.Args[1].Extent(), "NumberOutOfRange",
			fmt.Sprintf("Invalid input '%s' is not a valid argument, must be a number in the range 0.0 to 1.0", literalText(e.Args[1])), "The median is at 0.5")
	}
}

// argument checks one argument. A pattern has a message of its own.
func (c *checker) argument(e *syntax.FunctionCall, arg syntax.Expr, want Type) Type {
	if p, ok := arg.(*syntax.PatternExpr); ok && !p.Exists && p.Pattern.Legacy == syntax.NotShortest {
		pattern := p.Span.Text(c.text)
		switch strings.ToLower(e.Name.Value) {
		case "size", "length":
			c.fail(p.Span, "UnexpectedSyntax",
				"A pattern expression should only be used in order to test the existence of a pattern. It can no longer be used inside the function "+e.Name.Value+"(), an alternative is to replace "+e.Name.Value+"() with COUNT {}.",
				fmt.Sprintf("Write COUNT { %s }", pattern))
		case "count":
			c.fail(p.Span, "UnexpectedSyntax", patternMessage, fmt.Sprintf("Write COUNT { %s }", pattern))
		case "collect":
			c.fail(p.Span, "UnexpectedSyntax", patternMessage, fmt.Sprintf("Write [%s | x] with what is wanted for x, or COLLECT { MATCH %s RETURN x }", pattern, pattern))
		}
	}
	return c.want(arg, want)
}

func (c *checker) existsCall(e *syntax.FunctionCall) {
	if len(e.Args) != 1 {
		c.fail(e.Span, "InvalidNumberOfArguments", "Argument to exists(...) is not a pattern", "Write EXISTS { (a)-->(b) }")
	}
	text := e.Args[0].Extent().Text(c.text)
	switch e.Args[0].(type) {
	case *syntax.Property, *syntax.Index:
		c.fail(e.Span, "UnexpectedSyntax",
			"The property existence syntax `... exists(variable.property)` is no longer supported. Please use `variable.property IS NOT NULL` instead.",
			fmt.Sprintf("Write %s IS NOT NULL", text))
	}
	c.fail(e.Args[0].Extent(), "UnexpectedSyntax", "Argument to exists(...) is not a pattern",
		fmt.Sprintf("Write EXISTS { (a)-->(b) } for a pattern, %s IS NOT NULL for a value", text))
}

// elsewhere are functions of SQL and other dialects, with what Cypher has instead.
var elsewhere = map[string]string{
	"ifnull": "coalesce(x, y)", "nvl": "coalesce(x, y)", "isnull": "x IS NULL", "concat": "a + b", "len": "size(x)", "lower": "toLower(x)",
	"upper": "toUpper(x)", "now": "datetime()", "current_date": "date()", "getdate": "datetime()", "contains": "a CONTAINS b", "startswith": "a STARTS WITH b",
	"endswith": "a ENDS WITH b", "indexof": "size(split(a, b)[0])", "group_concat": "collect(x)", "string_agg": "collect(x)", "array_agg": "collect(x)",
	"average": "avg(x)", "mean": "avg(x)", "stdev": "stDev(x)", "cast": "toInteger(x), toFloat(x) or toString(x)", "int": "toInteger(x)", "str": "toString(x)",
	"string": "toString(x)", "length_of": "size(x)", "datediff": "duration.inDays(a, b).days", "exists_path": "EXISTS { (a)-->(b) }", "flatten": "reduce(all = [], l IN lists | all + l)",
	"year": "date(x).year", "month": "date(x).month", "day": "date(x).day", "if": "CASE WHEN a THEN b ELSE c END", "filter": "[x IN list WHERE ...]",
	"extract": "[x IN list | ...]", "rels": "relationships(p)", "toint": "toInteger(x)", "distinct": "RETURN DISTINCT, or collect(DISTINCT x)",
	"apoc.coll.sum": "reduce(s = 0, x IN list | s + x)", "apoc.coll.toset": "collect(DISTINCT x) instead of collect(x), of a list COLLECT { UNWIND list AS x RETURN DISTINCT x }", "apoc.text.join": "reduce(s = '', x IN list | s + x)",
}

func (c *checker) unknownFunction(e *syntax.FunctionCall) {
	name := e.Name.Value
	hint := ""
	if instead, ok := elsewhere[strings.ToLower(name)]; ok {
		hint = "Write " + instead
	} else if c.env.Signatures != nil {
		hint = didYouMean(name, c.env.Signatures.FunctionNames())
	}
	if hint == "" {
		hint = "SHOW FUNCTIONS lists what there is"
	}
	c.fail(e.Name.Span, "UnknownFunction", fmt.Sprintf("Unknown function '%s'", name), hint)
}

// argumentCount checks how many arguments a function or procedure is given.
func (c *checker) argumentCount(at syntax.Span, what, name string, given int, args []Argument, variadic bool) {
	least := 0
	for least < len(args) && !args[least].Optional {
		least++
	}
	if variadic && least == len(args) && len(args) > 1 {
		least-- // the last may be repeated, and left out
	}
	hint := fmt.Sprintf("It is %s", signature(name, args, variadic))
	switch {
	case given < least:
		c.fail(at, "InvalidNumberOfArguments", fmt.Sprintf("Insufficient parameters for %s '%s'", what, name), hint)
	case given > len(args) && !variadic:
		c.fail(at, "InvalidNumberOfArguments", fmt.Sprintf("Too many parameters for %s '%s'", what, name), hint)
	}
}

// signature writes name(a, b, [c]).
func signature(name string, args []Argument, variadic bool) string {
	var b strings.Builder
	b.WriteString(name + "(")
	for i, a := range args {
		if i > 0 {
			b.WriteString(", ")
		}
		if a.Optional {
			b.WriteString("[" + a.Name + "]")
		} else {
			b.WriteString(a.Name)
		}
	}
	if variadic {
		b.WriteString(", ...")
	}
	return b.String() + ")"
}

// resultType is what a function gives, more exactly than its signature says
// where that depends on the arguments.
func resultType(f *Function, args []Type) Type {
	if len(args) == 0 {
		return f.Result
	}
	switch strings.ToLower(f.Name) {
	case "collect":
		return ListOf(args[0])
	case "head", "last":
		if args[0].Within(List) {
			return args[0].Elem()
		}
	case "tail", "reverse", "min", "max":
		if !args[0].IsNull() {
			return args[0]
		}
	case "coalesce":
		t := args[0]
		for _, a := range args[1:] {
			t = t.Or(a)
		}
		return t
	case "abs":
		if args[0].Within(Number) && !args[0].IsNull() {
			return args[0]
		}
	}
	return f.Result
}
