package syntax

// This file reads the expressions that bring variables or clauses of their own:
// comprehensions, quantifiers, reduce, map projections, CASE and subqueries.

// inside is what stands directly inside a pair of brackets, not in brackets
// nested in it.
type inside struct {
	comma bool // outside of CASE
	where bool
	// bar is the index of the '|' that parts what is computed from the list or WHERE
	// before it; 0 where there is none.
	bar int
}

// inBrackets looks over the tokens inside the bracket at the index. A '|' that cannot
// belong to a label or type expression ends the list or WHERE; where each could belong to one,
// the last does, if an expression can follow it.
func (p *parser) inBrackets(open int) (in inside) {
	closing := int(p.tokens[open].match)
	cases := 0
	soft := 0 // the last bar that could belong to a label or type expression
	names := nameTracker{p: p}
	for i := open + 1; i < closing; i++ {
		t := &p.tokens[i]
		if t.kind == tBar && names.angles == 0 && cases == 0 {
			switch {
			case names.open() && in.bar == 0:
				soft = i
			case in.bar == 0:
				in.bar = i
			}
		}
		isLabel := names.labels && !names.operand || p.tokens[i-1].kind == tDot
		names.next(i)
		switch t.kind {
		case tLeftParen, tLeftBracket, tLeftBrace:
			if t.match == 0 {
				return in
			}
			i = int(t.match)
		case tComma:
			in.comma = in.comma || cases == 0
		case tWord:
			switch {
			case t.keyword == kCase && (!isLabel || p.startsCase(i)):
				cases++
			case t.keyword == kEnd && !isLabel && cases > 0:
				cases--
			case t.keyword == kWhere:
				in.where = true
			}
		}
	}
	if in.bar == 0 && soft > 0 {
		switch p.tokens[soft+1].kind {
		case tColon, tBang, tPercent:
		default:
			in.bar = soft
		}
	}
	return in
}

// startsCase tells the word CASE from a label of that name by what follows.
func (p *parser) startsCase(i int) bool {
	switch t := &p.tokens[i+1]; t.kind {
	case tNumber, tString, tLeftBracket, tLeftBrace, tDollar, tQuoted:
		return true
	case tWord:
		switch t.keyword {
		case kAnd, kOr, kXor, kIn, kIs, kStarts, kEnds, kContains, kWhere, kThen, kElse, kEnd:
			return false
		}
		return true
	}
	return false
}

// nameTracker follows label and type expressions over the tokens.
type nameTracker struct {
	p       *parser
	labels  bool // inside a label expression
	types   bool // inside a type expression
	operand bool // a label is complete
	angles  int  // of LIST<...
}

// open reports whether a '|' here could continue a label or type expression.
func (n *nameTracker) open() bool { return n.labels && n.operand || n.types }

// next moves over the token at the index.
func (n *nameTracker) next(i int) {
	t := &n.p.tokens[i]
	switch {
	case t.kind == tColonColon || t.keyword == kTyped:
		*n = nameTracker{p: n.p, types: true}
		return
	case t.kind == tColon || t.keyword == kIs && n.p.isLabelAt(i+1):
		*n = nameTracker{p: n.p, labels: true}
		return
	}
	if n.types {
		switch t.kind {
		case tLt:
			n.angles++
		case tGt:
			n.angles--
		case tBang, tBar:
		case tWord:
			n.types = t.keyword == notKeyword || t.keyword == kNot || t.keyword == kNull || t.keyword == kAny || t.keyword == kList ||
				t.keyword == kArray || t.keyword == kWith || t.keyword == kPoint || t.keyword == kRelationship || t.keyword == kPath || t.keyword == kPaths
		default:
			n.types = false
		}
		if n.angles < 0 || !n.types {
			*n = nameTracker{p: n.p}
		}
	}
	if n.labels {
		switch t.kind {
		case tBar, tAmpersand, tBang, tDollar:
			n.operand = false
		case tWord, tQuoted, tPercent, tLeftParen:
			n.labels = !n.operand // two in a row: the expression has ended
			n.operand = true
		default:
			n.labels = false
		}
	}
}

// markBar marks the '|' that ends the list or WHERE of the form in the bracket, so
// that a label or type expression before it stops there.
func (p *parser) markBar(open int) {
	if bar := p.inBrackets(open).bar; bar > 0 {
		p.tokens[bar].separator = true
	}
}

// bracketed reads a list, a list comprehension or a pattern comprehension.
func (p *parser) bracketed() Expr {
	open := p.i
	in := p.inBrackets(open)
	maps := in.bar > 0 || in.where
	switch {
	case in.comma:
	case p.nameAt(1) && p.wordAt(2, kIn):
		p.markBar(open)
		return p.listComprehension()
	case maps && p.kindAt(1, tLeftParen) && (p.patternFollows(open+1) || p.kindAt(2, tRightParen) || p.kindAt(2, tColon)),
		maps && p.nameAt(1) && p.kindAt(2, tEq) && p.kindAt(3, tLeftParen) && p.patternFollows(open+3):
		p.markBar(open)
		return p.patternComprehension()
	}
	start := p.start()
	p.expect(tLeftBracket)
	list := &ListLit{}
	if !p.at(tRightBracket) {
		list.Items = p.exprs()
	}
	p.expect(tRightBracket)
	list.Span = p.spanFrom(start)
	return list
}

func (p *parser) listComprehension() Expr {
	start := p.start()
	p.expect(tLeftBracket)
	c := &ListComprehension{Var: p.variable()}
	p.expectWord(kIn)
	c.List = p.expr()
	c.Where = p.where()
	if p.accept(tBar) {
		c.Map = p.expr()
	}
	p.expect(tRightBracket)
	c.Span = p.spanFrom(start)
	return c
}

func (p *parser) patternComprehension() Expr {
	start := p.start()
	p.expect(tLeftBracket)
	at := p.start()
	var v *Variable
	if p.nameAt(0) {
		v = p.variable()
		p.expect(tEq)
	}
	c := &PatternComprehension{Pattern: p.plainPath()}
	c.Pattern.Var = v
	c.Pattern.Span = p.spanFrom(at)
	c.Where = p.where()
	p.expect(tBar)
	c.Map = p.expr()
	p.expect(tRightBracket)
	c.Span = p.spanFrom(start)
	return c
}

func (p *parser) quantifierExpr() Expr {
	start := p.start()
	q := &Quantifier{}
	switch p.tok().keyword {
	case kAny:
		q.Kind = Any
	case kNone:
		q.Kind = None
	case kSingle:
		q.Kind = Single
	}
	p.i++
	p.expect(tLeftParen)
	q.Var = p.variable()
	p.expectWord(kIn)
	q.List = p.expr()
	q.Where = p.where()
	p.expect(tRightParen)
	q.Span = p.spanFrom(start)
	return q
}

func (p *parser) reduce() Expr {
	start := p.start()
	p.i++
	p.markBar(p.i)
	p.expect(tLeftParen)
	r := &Reduce{Acc: p.variable()}
	p.expect(tEq)
	r.Init = p.expr()
	p.expect(tComma)
	r.Var = p.variable()
	p.expectWord(kIn)
	r.List = p.expr()
	p.expect(tBar)
	r.Step = p.expr()
	p.expect(tRightParen)
	r.Span = p.spanFrom(start)
	return r
}

// isMapProjection tells count {.key} of a variable named count from COUNT { pattern }.
func (p *parser) isMapProjection() bool {
	switch p.tokAt(2).kind {
	case tDot, tRightBrace:
		return true
	case tWord, tQuoted:
		switch p.tokAt(3).kind {
		case tComma, tColon, tRightBrace:
			return true
		}
	}
	return false
}

func (p *parser) mapProjection() Expr {
	start := p.start()
	m := &MapProjection{Var: p.variable()}
	p.enter()
	p.expect(tLeftBrace)
	if !p.at(tRightBrace) {
		m.Items = commas(p, p.mapProjectionItem)
	}
	p.expect(tRightBrace)
	m.Span = p.spanFrom(start)
	p.leave()
	return m
}

func (p *parser) mapProjectionItem() MapProjectionItem {
	start := p.start()
	var item MapProjectionItem
	if p.accept(tDot) {
		if p.accept(tStar) {
			item.All = true
		} else {
			item.Key = p.name()
		}
	} else {
		item.Key = p.name()
		if p.accept(tColon) {
			item.Value = p.expr()
		} else {
			item.Value = &Variable{Span: item.Key.Span, Name: item.Key.Value}
		}
	}
	item.Span = p.spanFrom(start)
	return item
}

func (p *parser) caseExpr() Expr {
	start := p.start()
	p.expectWord(kCase)
	c := &Case{}
	if !p.atWord(kWhen) {
		c.Subject = p.expr()
	}
	p.enter()
	for {
		at := p.start()
		if !p.acceptWord(kWhen) {
			break
		}
		w := When{Tests: []Expr{p.caseTest(c.Subject != nil)}}
		for c.Subject != nil && p.accept(tComma) {
			w.Tests = append(w.Tests, p.caseTest(true))
		}
		p.expectWord(kThen)
		w.Then = p.expr()
		w.Span = p.spanFrom(at)
		c.Whens = append(c.Whens, w)
	}
	if len(c.Whens) == 0 {
		p.invalid("")
	}
	if p.acceptWord(kElse) {
		c.Else = p.expr()
	}
	p.expectWord(kEnd)
	p.leave()
	c.Span = p.spanFrom(start)
	return c
}

// caseTest reads a value or condition after WHEN. With a subject, a test may leave
// the subject out: > 3, IS NULL, STARTS WITH 'a'.
func (p *parser) caseTest(subject bool) Expr {
	if !subject {
		return p.expr()
	}
	start := p.start()
	stand := &CaseSubject{Span{start, start.Offset}}
	switch k := p.tok(); {
	case comparisonOp(k.kind) != 0:
		return p.binary(start, p.comparisonSign(), stand, p.predicate)
	case k.kind == tRegex, k.kind == tColonColon,
		(k.keyword == kStarts || k.keyword == kEnds) && p.wordAt(1, kWith),
		k.keyword == kIs && p.tokAt(1).kind == tWord && !p.isLabelAfterIs():
		return p.predicateTail(start, stand, false)
	}
	return p.expr()
}

// subqueryExpr reads EXISTS, COUNT or COLLECT { query or pattern [WHERE where] }.
func (p *parser) subqueryExpr() Expr {
	start := p.start()
	s := &SubqueryExpr{}
	switch p.tok().keyword {
	case kCount:
		s.Kind = Count
	case kCollect:
		s.Kind = Collect
	}
	p.i++
	p.enter()
	p.expect(tLeftBrace)
	if s.Kind == Collect || p.startsClause() {
		s.Query = p.query()
	} else {
		s.Query = p.patternQuery()
	}
	p.expect(tRightBrace)
	p.leave()
	s.Span = p.spanFrom(start)
	return s
}

// patternQuery reads pattern [WHERE where] as the query MATCH pattern WHERE where.
func (p *parser) patternQuery() *Query {
	start := p.start()
	m := &Match{Pattern: p.pattern()}
	m.Where = p.where()
	m.Span = p.spanFrom(start)
	return &Query{Span: m.Span, Parts: []*Part{{Span: m.Span, Clauses: []Clause{m}}}}
}
