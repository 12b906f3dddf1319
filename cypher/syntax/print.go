package syntax

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// String prints the statement on one line. What is printed parses back to the
// same tree, positions aside; case of keywords, comments and needless parentheses are not
// kept.
func (s *Statement) String() string {
	var w printer
	if s.Version != "" || len(s.Options) > 0 {
		w.put("CYPHER ")
		if s.Version != "" {
			w.put(s.Version, " ")
		}
		for _, o := range s.Options {
			w.put(quoteName(o.Name.Value), "=")
			if isDigits(o.Value.Value) {
				w.put(o.Value.Value, " ")
			} else {
				w.put(quoteName(o.Value.Value), " ")
			}
		}
	}
	switch s.Mode {
	case Explain:
		w.put("EXPLAIN ")
	case Profile:
		w.put("PROFILE ")
	}
	w.query(s.Query)
	return w.String()
}

// ExprString prints an expression as [Statement.String] does.
func ExprString(e Expr) string {
	var w printer
	w.expr(e, 0)
	return w.String()
}

// LabelString prints a label expression, without the colon before it.
func LabelString(e LabelExpr) string {
	var w printer
	w.label(e, 0)
	return w.String()
}

type printer struct{ strings.Builder }

func (w *printer) put(parts ...string) {
	for _, s := range parts {
		w.WriteString(s)
	}
}

// list prints n things parted by a separator.
func (w *printer) list(n int, separator string, each func(i int)) {
	for i := range n {
		if i > 0 {
			w.put(separator)
		}
		each(i)
	}
}

// Names and literals.

// quoteName prints a name; in backticks where it is not a plain word.
func quoteName(name string) string {
	plain := name != ""
	for i, r := range name {
		plain = plain && (isWordPart(r) && i > 0 || isWordStart(r))
	}
	if plain {
		return name
	}
	name = strings.ReplaceAll(name, `\u`, `\u005cu`)
	return "`" + strings.ReplaceAll(name, "`", "``") + "`"
}

// quoteVariable prints a name where a keyword would be misread.
func quoteVariable(name string) string {
	if lookupKeyword(name) != notKeyword {
		return "`" + name + "`"
	}
	return quoteName(name)
}

var stringEscapes = strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "\b", `\b`, "\f", `\f`)

func quoteString(s string) string { return "'" + stringEscapes.Replace(s) + "'" }

func isDigits(s string) bool { return s != "" && allDigits(s) }

func formatFloat(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 0):
		return "Infinity"
	}
	s := strconv.FormatFloat(f, 'g', -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

// Binding strength of expressions, as the parser's levels.
const (
	bindOr = iota + 1
	bindXor
	bindAnd
	bindNot
	bindComparison
	bindPredicate
	bindAdd
	bindMultiply
	bindPower
	bindSign
	bindPostfix
	bindAtom
)

var opNames = [...]string{
	OpOr: "OR", OpXor: "XOR", OpAnd: "AND", OpNot: "NOT", OpEq: "=", OpNe: "<>", OpLt: "<", OpLe: "<=", OpGt: ">", OpGe: ">=",
	OpRegex: "=~", OpStartsWith: "STARTS WITH", OpEndsWith: "ENDS WITH", OpContains: "CONTAINS", OpIn: "IN",
	OpAdd: "+", OpSub: "-", OpConcat: "||", OpMul: "*", OpDiv: "/", OpMod: "%", OpPow: "^", OpPlus: "+", OpMinus: "-",
}

// String is the operator as it is written.
func (op Op) String() string { return opNames[op] }

// binding is the strength of an operator.
func (op Op) binding() int {
	switch {
	case op <= OpNot:
		return bindOr + int(op-OpOr)
	case op <= OpGe:
		return bindComparison
	case op <= OpIn:
		return bindPredicate
	case op <= OpConcat:
		return bindAdd
	case op <= OpMod:
		return bindMultiply
	case op == OpPow:
		return bindPower
	}
	return bindSign
}

// binding is the strength of an expression as it is printed.
func binding(e Expr) int {
	switch e := e.(type) {
	case *Unary:
		return e.Op.binding()
	case *Binary:
		return e.Op.binding()
	case *Chain:
		return bindComparison
	case *IsNull, *IsNormalized:
		return bindPredicate
	case *IsType:
		if e.Type.Union != nil {
			return 0 // its bars would be read as those of a comprehension
		}
		return bindComparison // a < after ANY would be read as part of the type
	case *HasLabels, *Property, *Index, *Slice:
		return bindPostfix
	case *PatternExpr:
		if !e.Exists && e.Pattern.Legacy == NotShortest {
			return bindComparison // a - or < after it would be read as part of it
		}
	}
	return bindAtom
}

// expr prints an expression, in parentheses where it binds less than asked for.
func (w *printer) expr(e Expr, least int) {
	if binding(e) < least || binding(e) == 0 {
		w.put("(")
		w.bare(e)
		w.put(")")
		return
	}
	w.bare(e)
}

func (w *printer) exprs(list []Expr) {
	w.list(len(list), ", ", func(i int) { w.expr(list[i], 0) })
}

func (w *printer) bare(e Expr) {
	switch e := e.(type) {
	case *NullLit:
		w.put("null")
	case *BoolLit:
		w.put(strconv.FormatBool(e.Value))
	case *IntegerLit:
		w.put(strconv.FormatInt(e.Value, 10))
	case *FloatLit:
		w.put(formatFloat(e.Value))
	case *StringLit:
		w.put(quoteString(e.Value))
	case *Parameter:
		w.put("$", parameterName(e.Name))
	case *Variable:
		w.put(quoteVariable(e.Name))
	case *ListLit:
		w.listLiteral(e)
	case *MapLit:
		w.mapLiteral(e)
	case *Unary:
		w.unary(e)
	case *Binary:
		w.binary(e)
	case *Chain:
		w.list(len(e.Operands), "", func(i int) {
			if i > 0 {
				w.put(" ", e.Ops[i-1].String(), " ")
			}
			w.expr(e.Operands[i], bindPredicate)
		})
	case *IsNull:
		w.expr(e.X, bindAdd)
		w.put(isWord(e.Not), "NULL")
	case *IsType:
		w.subject(e.X)
		w.put(strings.TrimPrefix(isWord(e.Not), omitted(e.X)), "TYPED ")
		w.typeExpr(e.Type)
	case *IsNormalized:
		w.subject(e.X)
		w.put(strings.TrimPrefix(isWord(e.Not), omitted(e.X)), e.Form, " NORMALIZED")
	case *HasLabels:
		if _, ok := e.X.(*HasLabels); ok {
			w.expr(e.X, bindAtom)
		} else {
			w.expr(e.X, bindPostfix)
		}
		w.put(":")
		w.label(e.Labels, labelAndBinding)
	case *Property:
		w.expr(e.X, bindPostfix)
		w.put(".", quoteName(e.Key.Value))
	case *Index:
		w.expr(e.X, bindPostfix)
		w.put("[")
		w.expr(e.Index, 0)
		w.put("]")
	case *Slice:
		w.expr(e.X, bindPostfix)
		w.put("[")
		w.optional(e.From)
		w.put(" .. ") // 1 .. 2, for 1..2 and 1...5 are hard to read
		w.optional(e.To)
		w.put("]")
	default:
		w.form(e)
	}
}

func (w *printer) optional(e Expr) {
	if e != nil {
		w.expr(e, 0)
	}
}

func isWord(not bool) string {
	if not {
		return " IS NOT "
	}
	return " IS "
}

// subject prints the left side of a predicate, nothing for the subject of CASE.
func (w *printer) subject(x Expr) {
	if _, ok := x.(*CaseSubject); !ok {
		w.expr(x, bindAdd)
	}
}

// omitted is the space that is left out where the subject is.
func omitted(x Expr) string {
	if _, ok := x.(*CaseSubject); ok {
		return " "
	}
	return ""
}

func parameterName(name string) string {
	if isDigits(name) {
		return name
	}
	return quoteName(name)
}

func (w *printer) listLiteral(l *ListLit) {
	w.put("[")
	if len(l.Items) == 1 {
		w.expr(l.Items[0], bindPostfix) // [(x IN y)] is no comprehension
	} else {
		w.exprs(l.Items)
	}
	w.put("]")
}

func (w *printer) mapLiteral(m *MapLit) {
	w.put("{")
	w.list(len(m.Entries), ", ", func(i int) {
		w.put(quoteName(m.Entries[i].Key.Value), ": ")
		w.expr(m.Entries[i].Value, 0)
	})
	w.put("}")
}

func (w *printer) unary(e *Unary) {
	if e.Op == OpNot {
		w.put("NOT ")
		w.expr(e.X, bindNot)
		return
	}
	w.put(e.Op.String())
	if e.Op == OpMinus && startsWithDigit(e.X) {
		w.put("(") // -(1) is not the number -1
		w.bare(e.X)
		w.put(")")
		return
	}
	w.expr(e.X, bindPostfix)
}

// startsWithDigit reports whether an expression is printed with a number first, so
// that a minus before it would become part of the number.
func startsWithDigit(e Expr) bool {
	switch e := e.(type) {
	case *IntegerLit:
		return e.Value >= 0
	case *FloatLit:
		return !math.Signbit(e.Value) && !math.IsInf(e.Value, 0) && !math.IsNaN(e.Value)
	case *Property:
		return startsWithDigit(e.X)
	case *Index:
		return startsWithDigit(e.X)
	case *Slice:
		return startsWithDigit(e.X)
	case *HasLabels:
		return startsWithDigit(e.X)
	}
	return false
}

func (w *printer) binary(e *Binary) {
	b := e.Op.binding()
	left, right := b, b+1
	if b == bindComparison || b == bindPredicate {
		left = b + 1 // they do not associate
	}
	if _, ok := e.X.(*CaseSubject); !ok {
		w.expr(e.X, left)
		w.put(" ")
	}
	w.put(e.Op.String(), " ")
	w.expr(e.Y, right)
}

func (w *printer) typeExpr(t *TypeExpr) {
	switch {
	case t.Union != nil:
		w.list(len(t.Union), " | ", func(i int) { w.typeExpr(t.Union[i]) })
	case t.Element != nil:
		w.put("LIST<")
		w.typeExpr(t.Element)
		w.put(">")
	default:
		w.put(t.Name)
	}
	if t.NotNull {
		w.put(" NOT NULL")
	}
}

// Label expressions.

const (
	labelOrBinding = iota + 1
	labelAndBinding
	labelNotBinding
)

func (w *printer) label(e LabelExpr, least int) {
	own := labelNotBinding
	switch e.(type) {
	case *LabelOr:
		own = labelOrBinding
	case *LabelAnd:
		own = labelAndBinding
	}
	if own < least {
		w.put("(")
		defer w.put(")")
	}
	switch e := e.(type) {
	case *LabelName:
		w.put(quoteName(e.Value))
	case *LabelAny:
		w.put("%")
	case *LabelNot:
		w.put("!")
		w.label(e.X, labelNotBinding)
	case *LabelAnd:
		w.label(e.X, labelAndBinding)
		w.put(pick(e.Colon, ":", "&"))
		w.label(e.Y, labelNotBinding)
	case *LabelOr:
		w.label(e.X, labelOrBinding)
		w.put(pick(e.Colon, "|:", "|"))
		w.label(e.Y, labelAndBinding)
	case *LabelDynamic:
		w.put(pick(e.Any, "$any(", "$all("))
		w.expr(e.X, 0)
		w.put(")")
	}
}

func pick(condition bool, yes, no string) string {
	if condition {
		return yes
	}
	return no
}

// formWords are words that would not be read as the name of a function.
var formWords = []string{
	"ALL", "ALLSHORTESTPATHS", "ANY", "CASE", "FALSE", "INF", "INFINITY", "NAN", "NONE", "NOT", "NULL", "REDUCE", "SHORTESTPATH", "SINGLE", "TRUE",
}

// functionName prints a dotted name.
func functionName(f *FunctionCall) string {
	name := f.Name.Value
	parts := strings.Split(name, ".")
	for i, part := range parts {
		parts[i] = quoteName(part)
		if slices.Contains(formWords, strings.ToUpper(part)) {
			parts[i] = "`" + part + "`"
		}
	}
	if strings.EqualFold(name, "normalize") && len(f.Args) != 1 && !hasNormalForm(f) || strings.EqualFold(name, "trim") && len(f.Args) == 0 {
		return "`" + name + "`"
	}
	return strings.Join(parts, ".")
}

// hasNormalForm reports whether the call is normalize(x, NFC).
func hasNormalForm(f *FunctionCall) bool {
	if !strings.EqualFold(f.Name.Value, "normalize") || len(f.Args) != 2 {
		return false
	}
	form, ok := f.Args[1].(*StringLit)
	return ok && slices.Contains([]string{"NFC", "NFD", "NFKC", "NFKD"}, form.Value)
}
