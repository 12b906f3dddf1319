package syntax

import (
	"fmt"
	"slices"
	"strings"

	"bdgraph/cypher/spelling"
)

// explain completes the error of a failed parse: what was expected at that place,
// and a hint where the mistake is one of the known [habits].
func (p *parser) explain(err *Error) *Error {
	if p.watch > 0 && strings.HasPrefix(err.Message, "Invalid input") {
		err.Expected = tidy(p.expected)
		if len(err.Expected) > 0 {
			err.Message += ": expected " + alternatives(err.Expected)
		}
	}
	if err.Hint == "" || p.looksLikeProse() {
		at := mistake{p, p.furthest}
		for _, h := range habits {
			if hint := h(at); hint != "" {
				err.Hint = hint
				break
			}
		}
	}
	return err
}

// operators are not listed one by one where any of them could follow.
var operators = map[string]bool{
	"'+'": true, "'-'": true, "'*'": true, "'/'": true, "'%'": true, "'^'": true, "'||'": true, "'='": true, "'<>'": true, "'!='": true,
	"'<'": true, "'<='": true, "'>'": true, "'>='": true, "'=~'": true, "'AND'": true, "'OR'": true, "'XOR'": true, "'IN'": true,
	"'IS'": true, "'CONTAINS'": true, "'STARTS'": true, "'ENDS'": true, "'.'": true, "'['": true, "':'": true, "'::'": true,
}

// tidy sorts what was expected and puts "an operator" for the operators where
// they could follow an expression.
func tidy(expected []string) []string {
	if slices.Contains(expected, "'+'") && slices.Contains(expected, "'AND'") {
		expected = slices.DeleteFunc(expected, func(s string) bool { return operators[s] })
		expected = append(expected, "an operator")
	}
	if slices.Contains(expected, "an expression") {
		expected = slices.DeleteFunc(expected, func(s string) bool {
			return s == "'NOT'" || s == "'+'" || s == "'-'" || s == kindNames[tWord] || s == kindNames[tNumber]
		})
	}
	slices.Sort(expected)
	return slices.Compact(expected)
}

// alternatives writes "a, b or c".
func alternatives(list []string) string {
	if len(list) == 1 {
		return list[0]
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " or " + list[last]
}

// mistake is a place where parsing failed: token i of p.
type mistake struct {
	p *parser
	i int
}

// kind and word look at the token that many places away; outside of the text they
// are tEOF and empty. Words are in upper case.
func (m mistake) kind(away int) kind {
	if i := m.i + away; i >= 0 && i < len(m.p.tokens) {
		return m.p.tokens[i].kind
	}
	return tEOF
}

func (m mistake) word(away int) string {
	if m.kind(away) != tWord {
		return ""
	}
	return strings.ToUpper(m.p.tokText(&m.p.tokens[m.i+away]))
}

func (m mistake) raw(away int) string {
	if i := m.i + away; i >= 0 && i < len(m.p.tokens) {
		return m.p.tokText(&m.p.tokens[i])
	}
	return ""
}

// enclosing returns how far away the innermost bracket is that is open at the place.
func (m mistake) enclosing() (away int, k kind) {
	for i := m.i - 1; i >= 0; i-- {
		switch t := m.p.tokens[i]; t.kind {
		case tRightParen, tRightBracket, tRightBrace:
			if t.match > 0 || m.p.tokens[0].match == int32(i) {
				i = int(t.match)
			}
		case tLeftParen, tLeftBracket, tLeftBrace:
			return i - m.i, t.kind
		}
	}
	return 0, tEOF
}

func (p *parser) looksLikeProse() bool {
	return p.furthest == 0 && strings.Contains(p.text, "\n") || strings.Contains(p.text, "```")
}

// habits are the mistakes that people and language models bring from other
// languages and older versions. The first that fits gives the hint.
var habits = []func(mistake) string{
	textAround, sqlClause, sqlOperator, negatedOperator, doubledSign, doubledQuote, comparisonInMap, bareNode,
	methodCall, patternProperty, propertyInExists, clauseInPattern, queryAsValue, misplacedClause, arrow, oldParameter,
	dottedAlias, misspelled, unclosed,
}

func textAround(m mistake) string {
	text := m.p.text
	switch {
	case strings.Contains(text, "```"):
		return "Send only the query, without ``` and without text around it"
	case m.i == 0 && m.word(0) != "SELECT" && closestClause(m.word(0)) == "" && strings.Contains(text, "MATCH"):
		return "Send only the query, without text around it"
	case m.i > 0 && startsLine(text, &m.p.tokens[m.i]) && m.kind(0) == tWord && m.kind(1) == tWord &&
		closestClause(m.word(0)) == "" && !isSQLWord(m.word(0)):
		return fmt.Sprintf("The query ends before line %d; leave out the text after it", m.p.tokens[m.i].line)
	}
	return ""
}

func startsLine(text string, t *token) bool {
	line := text[strings.LastIndexByte(text[:t.start], '\n')+1 : t.start]
	return t.line > 1 && strings.TrimSpace(line) == ""
}

func isSQLWord(word string) bool {
	switch word {
	case "SELECT", "FROM", "GROUP", "HAVING", "JOIN", "INNER", "LEFT", "NULLS", "AND", "OR", "NOT", "LIKE", "BETWEEN":
		return true
	}
	return false
}

func sqlClause(m mistake) string {
	switch {
	case m.word(0) == "SELECT" || m.word(-1) == "SELECT" && m.kind(-2) == tEOF:
		return "Cypher has no SELECT: write MATCH (n:Label) WHERE ... RETURN ..."
	case m.word(-1) == "SELECT" && m.kind(-2) == tLeftParen, m.word(-2) == "SELECT":
		return "Cypher has no SELECT: compute the value first, as in MATCH ... WITH max(x.key) AS m MATCH ..., or use COLLECT { MATCH ... RETURN ... }"
	case m.word(0) == "GROUP" && m.word(1) == "BY":
		return "Leave GROUP BY out: rows are grouped by the items of RETURN or WITH that do not aggregate"
	case m.word(0) == "HAVING":
		return "Cypher has no HAVING: filter after aggregation with WITH ..., count(*) AS c WHERE c > 1"
	case m.word(0) == "JOIN" || m.word(1) == "JOIN":
		return "Cypher has no JOIN: follow relationships, as in MATCH (a)-[:TYPE]->(b)"
	case m.word(0) == "FROM":
		return "Cypher has no FROM: name what to read in MATCH (n:Label)"
	case m.word(0) == "NULLS":
		return "Cypher 5 has no NULLS FIRST or LAST: null comes last in ascending order; sort by n.key IS NULL first to change that"
	case m.word(0) == "UPDATE":
		return "This graph is read-only"
	case m.kind(0) == tComma && m.word(-2) == "LIMIT":
		return "Write SKIP " + m.raw(-1) + " LIMIT " + m.raw(1)
	case m.word(0) == "LET", m.word(0) == "FILTER", m.word(0) == "NEXT":
		return m.word(0) + " is not in Cypher 5: use WITH"
	case m.word(-1) == "COUNT" || m.word(-2) == "COUNT" && m.word(-1) == "DISTINCT" || m.kind(0) == tStar && m.word(-2) == "COUNT":
		return "Write count(*), count(DISTINCT x), or COUNT { (a)-->(b) } for a pattern"
	}
	return ""
}

func sqlOperator(m mistake) string {
	switch m.word(0) {
	case "LIKE", "ILIKE":
		return "Cypher has no " + m.word(0) + ": use CONTAINS, STARTS WITH, ENDS WITH or =~"
	case "BETWEEN":
		return "Cypher has no BETWEEN: write low <= x <= high"
	case "ISNULL":
		return "Write IS NULL"
	}
	return ""
}

func negatedOperator(m mistake) string {
	if m.word(0) != "NOT" {
		return ""
	}
	switch m.word(1) {
	case "IN", "CONTAINS", "LIKE", "STARTS", "ENDS":
		return fmt.Sprintf("Put NOT first: NOT x %s ...", m.word(1))
	case "NULL":
		return "Write x IS NOT NULL"
	}
	return ""
}

func doubledSign(m mistake) string {
	switch {
	case m.kind(0) == tEq && m.kind(-1) == tEq:
		return "Write = to compare"
	case m.kind(0) == tAmpersand && m.kind(1) == tAmpersand, m.kind(0) == tAmpersand && m.kind(-1) == tAmpersand:
		return "Write AND instead of &&"
	case m.kind(0) == tBang:
		return "Write NOT instead of !"
	}
	return ""
}

func doubledQuote(m mistake) string {
	if m.kind(0) == tString && m.kind(-1) == tString && m.p.tokens[m.i-1].end == m.p.tokens[m.i].start {
		return `Write a quote inside a string with a backslash: 'it\'s', or use the other quotes: "it's"`
	}
	return ""
}

func comparisonInMap(m mistake) string {
	k := m.kind(0)
	_, bracket := m.enclosing()
	if m.kind(-1) == tColon && bracket == tLeftBrace && (comparisonOp(k) != 0 || k == tRegex) {
		return fmt.Sprintf("A property map only tests for equality: name the node and write WHERE n.%s %s ...", m.raw(-2), m.raw(0))
	}
	return ""
}

// bareNode finds u-[:RATED]->() and, inside a relationship, other things that go
// wrong because the node before it lacks its parentheses.
func bareNode(m mistake) string {
	away, bracket := m.enclosing()
	if bracket != tLeftBracket {
		return ""
	}
	if m.kind(away-1) == tMinus && (m.kind(away-2) == tWord || m.kind(away-2) == tLt && m.kind(away-3) == tWord) && m.kind(-1) == tLeftBracket {
		name := m.raw(away - 2)
		if m.kind(away-2) == tLt {
			name = m.raw(away - 3)
		}
		return fmt.Sprintf("A node stands in parentheses: (%s); count a pattern with COUNT { (%s)-[:TYPE]->() }", name, name)
	}
	return ""
}

func methodCall(m mistake) string {
	if m.kind(0) == tLeftParen && m.kind(-2) == tDot && m.kind(-3) == tRightParen {
		name := m.raw(-1)
		return fmt.Sprintf("Values have no methods: write %s(x) for a function, or x.%s for a property or a part of a date (dayOfWeek, year ...)", name, name)
	}
	return ""
}

func patternProperty(m mistake) string {
	if m.kind(0) == tDot && m.kind(-1) == tRightParen {
		return "A node pattern has no properties: bind it first, as in MATCH (n:Label {key: 1}), and use n.key"
	}
	return ""
}

// propertyInExists finds EXISTS { (n.key) } and EXISTS { n.key }.
func propertyInExists(m mistake) string {
	away, bracket := m.enclosing()
	switch {
	case m.kind(0) == tDot && bracket == tLeftParen && away == -2 && m.kind(away-1) == tLeftBrace:
		return fmt.Sprintf("Test a property with %s.%s IS NOT NULL", m.raw(-1), m.raw(1))
	case bracket == tLeftBrace && away == -1 && (m.word(-2) == "EXISTS" || m.word(-2) == "COUNT") && m.kind(0) == tWord && m.kind(1) == tDot:
		return fmt.Sprintf("Test a property with %s.%s IS NOT NULL; braces hold a pattern or a query", m.raw(0), m.raw(2))
	case m.kind(0) == tDot && m.kind(-1) == tWord && bracket == tLeftParen:
		return "A node pattern is (variable:Label {key: value}); test properties in WHERE"
	}
	return ""
}

// clauseInPattern finds what cannot follow the short form EXISTS { pattern }.
func clauseInPattern(m mistake) string {
	away, bracket := m.enclosing()
	if bracket != tLeftBrace {
		return ""
	}
	switch m.word(away - 1) {
	case "EXISTS", "COUNT", "COLLECT":
	default:
		return ""
	}
	switch word := m.word(0); word {
	case "AND", "OR", "XOR", "NOT":
		return fmt.Sprintf("Inside the braces conditions follow WHERE: { (a)-->(b) WHERE ... }; combine several subqueries outside: EXISTS { ... } %s EXISTS { ... }", word)
	case "WITH", "RETURN", "ORDER", "LIMIT", "OPTIONAL", "UNWIND", "MATCH":
		return fmt.Sprintf("For more than a pattern and WHERE write a query with MATCH and RETURN: %s { MATCH (a)-->(b) %s ... RETURN ... }", m.word(away-1), word)
	}
	return ""
}

func queryAsValue(m mistake) string {
	away, bracket := m.enclosing()
	if bracket == tLeftParen && (m.word(away+1) == "MATCH" || m.word(away+1) == "RETURN") {
		return "A query as a value: COLLECT { MATCH ... RETURN ... } gives a list, COUNT { ... } a number, EXISTS { ... } a boolean; or compute it first with WITH"
	}
	return ""
}

func misplacedClause(m mistake) string {
	switch m.word(0) {
	case "WHERE":
		return "WHERE follows MATCH, WITH or YIELD; after RETURN write WITH ... WHERE ... RETURN instead"
	case "AND", "OR":
		return "Conditions follow WHERE"
	}
	return ""
}

func arrow(m mistake) string {
	if m.kind(0) == tGt && m.kind(-1) == tMinus || m.kind(-1) == tMinus && m.kind(-2) == tLt {
		return "An arrow has two dashes: -->, <-- or -[:TYPE]->"
	}
	return ""
}

func oldParameter(m mistake) string {
	if m.kind(0) == tRightBrace && m.kind(-1) == tWord && m.kind(-2) == tLeftBrace {
		return "A parameter is written $" + m.raw(-1)
	}
	return ""
}

func dottedAlias(m mistake) string {
	if m.kind(0) == tDot && m.word(-2) == "AS" {
		return fmt.Sprintf("Quote the whole name: AS `%s.%s`", m.raw(-1), m.raw(1))
	}
	return ""
}

var clauseWords = []string{
	"MATCH", "OPTIONAL", "WHERE", "WITH", "RETURN", "ORDER", "LIMIT", "SKIP", "UNWIND", "UNION", "CALL", "YIELD", "DISTINCT", "DESC", "CREATE", "SELECT",
}

// closestClause returns the clause word that a word is or may be misspelled from.
func closestClause(word string) string {
	if len(word) < 4 {
		return ""
	}
	return spelling.Nearest(word, clauseWords)
}

func misspelled(m mistake) string {
	// The word itself, or the one before it, read as a variable or function.
	for _, away := range []int{0, -1} {
		if c := closestClause(m.word(away)); c != "" && c != m.word(away) {
			return "Did you mean " + c + "?"
		}
	}
	return ""
}

func unclosed(m mistake) string {
	for i := min(m.i, len(m.p.tokens)-1); i >= 0; i-- {
		t := m.p.tokens[i]
		if (t.kind == tLeftParen || t.kind == tLeftBracket || t.kind == tLeftBrace) && t.match == 0 {
			return fmt.Sprintf("The %s at %s is not closed", m.p.tokText(&t), t.pos())
		}
	}
	return ""
}
