package syntax

import (
	"fmt"
	"strings"
)

// Parse reads one statement. A semicolon may end it. The error, if any, is an
// *[Error].
func Parse(text string) (*Statement, error) {
	if len(text) > MaxText {
		return nil, &Error{
			Type: SyntaxError, Detail: "QueryTooLong", Pos: Pos{0, 1, 1}, Err: ErrTooLong,
			Message: fmt.Sprintf("The query text has %d bytes; the limit is %d", len(text), MaxText),
			Hint:    "Pass long values as parameters, or ask in several queries",
		}
	}
	tokens, unreadable := lex(text)
	p := parser{text: text, tokens: tokens}
	s, err := p.run()
	if err == nil && unreadable == nil {
		return s, nil
	}
	if unreadable != nil && (err == nil || p.furthest == len(tokens)-1) {
		// Everything up to the unreadable place is fine.
		p.furthest, p.refusal = len(tokens)-1, unreadable
		return nil, p.explain(unreadable)
	}
	if err.Err == nil {
		// Read once more, now noting what would have been allowed where it failed.
		for i := range tokens {
			tokens[i].separator = false
		}
		p = parser{text: text, tokens: tokens, watch: p.furthest + 1}
		p.run()
		err = p.refusal
	}
	return nil, p.explain(err)
}

// parser is a recursive descent parser over the tokens. Its methods give up by
// panicking with an *Error, which run and try catch.
type parser struct {
	text   string
	tokens []token
	i      int // index of the next token
	depth  int // nesting, up to MaxDepth

	furthest int      // the last token at which anything was refused
	refusal  *Error   // what was refused there
	watch    int      // while reading again: one more than the token at which to note what would be accepted
	expected []string // what would

	refused *ClauseUse // the first clause that a read-only graph refuses

	// inRelationship is true at the length of a relationship pattern.
	inRelationship bool

	// notPattern holds parentheses that were tried as a pattern in vain, so that
	// trying stays cheap however they are nested.
	notPattern map[int]bool
}

func (p *parser) run() (s *Statement, err *Error) {
	defer func() { err = caught(recover()) }()
	return p.statement(), nil
}

// caught turns what a parser method panicked with into an error.
func caught(r any) *Error {
	if r == nil {
		return nil
	}
	if err, ok := r.(*Error); ok {
		return err
	}
	panic(r)
}

// try runs f; where f gives up, the parser is back where it was and the error is
// returned.
func (p *parser) try(f func()) (err *Error) {
	i, depth := p.i, p.depth
	defer func() {
		if err = caught(recover()); err != nil {
			if err.Err != nil {
				panic(err) // a limit stays a limit
			}
			p.i, p.depth, p.inRelationship = i, depth, false
		}
	}()
	f()
	return nil
}

// The next token, and the ones after it.

func (p *parser) tok() *token { return &p.tokens[p.i] }

func (p *parser) tokAt(ahead int) *token {
	if i := p.i + ahead; i < len(p.tokens) {
		return &p.tokens[i]
	}
	return &p.tokens[len(p.tokens)-1]
}

func (p *parser) tokText(t *token) string { return p.text[t.start:t.end] }

// at reports whether the next token is of the kind.
func (p *parser) at(k kind) bool {
	if p.tokens[p.i].kind == k {
		return true
	}
	if p.watch == p.i+1 {
		p.expected = append(p.expected, kindNames[k])
	}
	return false
}

// atWord reports whether the next token is the keyword.
func (p *parser) atWord(k keyword) bool {
	if p.tokens[p.i].keyword == k {
		return true
	}
	if p.watch == p.i+1 {
		p.expected = append(p.expected, "'"+keywordNames[k]+"'")
	}
	return false
}

// wordAt looks further ahead, without noting.
func (p *parser) wordAt(ahead int, k keyword) bool { return p.tokAt(ahead).keyword == k }

func (p *parser) kindAt(ahead int, k kind) bool { return p.tokAt(ahead).kind == k }

// accept moves over a token of the kind, if it is next.
func (p *parser) accept(k kind) bool {
	if p.at(k) {
		p.i++
		return true
	}
	return false
}

func (p *parser) acceptWord(k keyword) bool {
	if p.atWord(k) {
		p.i++
		return true
	}
	return false
}

// acceptWords moves over all the keywords, if they are next.
func (p *parser) acceptWords(words ...keyword) bool {
	if !p.atWord(words[0]) {
		return false
	}
	for i, k := range words {
		if !p.wordAt(i, k) {
			return false
		}
	}
	p.i += len(words)
	return true
}

func (p *parser) expect(k kind) *token {
	t := p.tok()
	if !p.accept(k) {
		p.invalid("")
	}
	return t
}

func (p *parser) expectWord(k keyword) {
	if !p.acceptWord(k) {
		p.invalid("")
	}
}

// expecting notes one more thing that could stand here, for the message.
func (p *parser) expecting(what string) {
	if p.watch == p.i+1 {
		p.expected = append(p.expected, what)
	}
}

// invalid gives up because the next token fits nowhere.
func (p *parser) invalid(expected string) {
	if expected != "" {
		p.expecting(expected)
	}
	t := p.tok()
	err := &Error{Type: SyntaxError, Detail: "UnexpectedSyntax", Pos: t.pos(), End: int(t.end)}
	err.Message = fmt.Sprintf("Invalid input '%s'", p.tokText(t))
	switch {
	case t.kind == tArrowLine, t.kind == tArrowLeft, t.kind == tArrowRight:
		err.Detail = "InvalidUnicodeCharacter"
	case p.inRelationship:
		err.Detail = "InvalidRelationshipPattern"
	}
	p.refuse(err)
}

// refuse gives up, and keeps the error as the likeliest cause if nothing was
// refused further on.
func (p *parser) refuse(err *Error) {
	if p.i >= p.furthest {
		p.furthest, p.refusal = p.i, err
	}
	panic(err)
}

// fail gives up with a message of its own about a stretch of text.
func (p *parser) fail(at Span, detail, message, hint string) {
	p.refuse(&Error{Type: SyntaxError, Detail: detail, Pos: at.Start, End: at.End, Message: message, Hint: hint})
}

// enter counts nesting; every enter is followed by a leave.
func (p *parser) enter() {
	if p.depth++; p.depth > MaxDepth {
		t := p.tok()
		panic(&Error{
			Type: SyntaxError, Detail: "QueryTooDeep", Pos: t.pos(), End: int(t.end), Err: ErrTooDeep,
			Message: fmt.Sprintf("The query is nested deeper than %d levels", MaxDepth),
			Hint:    "Split it with WITH, or pass the nested value as a parameter",
		})
	}
}

func (p *parser) leave() { p.depth-- }

// Spans.

func (p *parser) start() Pos { return p.tok().pos() }

// spanFrom is the stretch from start to the end of the last token read.
func (p *parser) spanFrom(start Pos) Span {
	if p.i == 0 {
		return Span{start, start.Offset}
	}
	return Span{start, max(int(p.tokens[p.i-1].end), start.Offset)}
}

func tokenSpan(t *token) Span { return Span{t.pos(), int(t.end)} }

// Names.

// atName reports whether a name is next. Keywords are names too.
func (p *parser) atName() bool {
	if k := p.tok().kind; k == tWord || k == tQuoted {
		return true
	}
	p.expecting(kindNames[tWord])
	return false
}

func (p *parser) nameAt(ahead int) bool {
	k := p.tokAt(ahead).kind
	return k == tWord || k == tQuoted
}

func (p *parser) name() Name {
	if !p.atName() {
		p.invalid("")
	}
	t := p.tok()
	p.i++
	return Name{tokenSpan(t), p.nameText(t)}
}

func (p *parser) nameText(t *token) string {
	s := p.tokText(t)
	if t.kind == tWord {
		return s
	}
	s = s[1 : len(s)-1]
	if strings.Contains(s, "``") {
		s = strings.ReplaceAll(s, "``", "`")
	}
	if strings.Contains(s, `\u`) {
		s = p.unescape(s, tokenSpan(t), false)
	}
	return s
}

// dottedName reads a.b.c of a function or procedure.
func (p *parser) dottedName() Name {
	start := p.start()
	n := p.name()
	value := n.Value
	for p.at(tDot) && p.nameAt(1) {
		p.i++
		value += "." + p.name().Value
	}
	return Name{p.spanFrom(start), value}
}

func (p *parser) variable() *Variable {
	n := p.name()
	return &Variable{Span: n.Span, Name: n.Value}
}

// Statements.

func (p *parser) statement() *Statement {
	start := p.start()
	s := &Statement{Text: p.text}
	p.prefix(s)
	if p.at(tEOF) {
		p.fail(tokenSpan(p.tok()), "UnexpectedSyntax",
			"Unexpected end of input: expected CYPHER, EXPLAIN, PROFILE or Query", "")
	}
	if p.atWord(kUsing) && strings.EqualFold(p.tokText(p.tokAt(1)), "PERIODIC") {
		p.fail(tokenSpan(p.tok()), "UnexpectedSyntax",
			"The PERIODIC COMMIT query hint is no longer supported", "Use CALL { ... } IN TRANSACTIONS instead")
	}
	s.Query = p.query()
	if p.accept(tSemicolon) && !p.at(tEOF) {
		p.severalStatements()
	}
	if !p.at(tEOF) {
		p.invalid("")
	}
	s.Span = p.spanFrom(start)
	s.refused = p.refused
	return s
}

// prefix reads CYPHER options, EXPLAIN and PROFILE.
func (p *parser) prefix(s *Statement) {
	for {
		at := tokenSpan(p.tok())
		switch {
		case p.acceptWord(kExplain):
			p.setMode(s, Explain, at)
		case p.acceptWord(kProfile):
			p.setMode(s, Profile, at)
		case p.acceptWord(kCypher):
			p.cypherOptions(s)
		default:
			return
		}
	}
}

func (p *parser) setMode(s *Statement, m Mode, at Span) {
	if s.Mode != Run && s.Mode != m {
		p.refuse(&Error{
			Type: ArgumentError, Detail: "ConflictingOptions", Pos: at.Start, End: at.End,
			Message: "Can't specify multiple conflicting values for execution mode", Hint: "Write EXPLAIN or PROFILE, not both",
		})
	}
	s.Mode = m
}

func (p *parser) cypherOptions(s *Statement) {
	if t := p.tok(); p.accept(tNumber) {
		if s.Version = p.tokText(t); s.Version != "5" {
			at := tokenSpan(t)
			p.refuse(&Error{
				Type: ArgumentError, Detail: "InvalidOption", Pos: at.Start, End: at.End,
				Message: s.Version + " is not a valid option for cypher version. Valid options are: 5",
				Hint:    "Write CYPHER 5, or leave the prefix out",
			})
		}
	}
	for p.nameAt(0) && p.kindAt(1, tEq) {
		name := p.name()
		p.expect(tEq)
		if p.at(tNumber) {
			t := p.tok()
			p.i++
			s.Options = append(s.Options, Option{name, Name{tokenSpan(t), p.tokText(t)}})
			continue
		}
		s.Options = append(s.Options, Option{name, p.name()})
	}
}

// severalStatements refuses what follows a semicolon: counted where the rest
// parses, an error of its own where it does not.
func (p *parser) severalStatements() {
	at := tokenSpan(p.tok())
	n := 1
	for {
		p.query()
		n++
		if !p.accept(tSemicolon) || p.at(tEOF) {
			break
		}
	}
	if !p.at(tEOF) {
		p.invalid("")
	}
	p.fail(at, "UnexpectedSyntax", fmt.Sprintf("Expected exactly one statement per query but got: %d", n),
		"Send the statements one by one")
}
