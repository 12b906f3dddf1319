package syntax

// This file reads the expressions that bring variables or clauses of their own:
// comprehensions, quantifiers, reduce, map projections, CASE and subqueries.

// inBrackets looks over the tokens directly inside the bracket at the index, not
// in brackets nested in it: the first and the last '|' (0 where there is none),
// whether there is a comma outside of CASE, and whether there is a WHERE.
func (p *parser) inBrackets(open int) (firstBar, lastBar int, comma, where bool) {
	cases := 0
	for i := open + 1; i < int(p.tokens[open].match); i++ {
		switch t := &p.tokens[i]; t.kind {
		case tLeftParen, tLeftBracket, tLeftBrace:
			if t.match == 0 {
				return
			}
			i = int(t.match)
		case tBar:
			if firstBar == 0 {
				firstBar = i
			}
			lastBar = i
		case tComma:
			comma = comma || cases == 0
		case tWord:
			switch t.keyword {
			case kCase:
				cases++
			case kEnd:
				cases--
			case kWhere:
				where = true
			}
		}
	}
	return
}

// markBar marks the '|' that ends the list or WHERE of the form in the bracket, so
// that a label or type expression before it stops there. What follows the bar must
// be able to begin an expression.
func (p *parser) markBar(open int, first bool) {
	firstBar, lastBar, _, _ := p.inBrackets(open)
	bar := lastBar
	if first {
		bar = firstBar
	}
	if bar == 0 {
		return
	}
	switch p.tokens[bar+1].kind {
	case tColon, tBang, tPercent:
		return
	}
	p.tokens[bar].separator = true
}

// bracketed reads a list, a list comprehension or a pattern comprehension.
func (p *parser) bracketed() Expr {
	open := p.i
	_, bar, comma, where := p.inBrackets(open)
	switch {
	case comma:
	case p.nameAt(1) && p.wordAt(2, kIn):
		p.markBar(open, false)
		return p.listComprehension()
	case (bar > 0 || where) && p.kindAt(1, tLeftParen) && (p.patternFollows(open+1) || p.kindAt(2, tRightParen) || p.kindAt(2, tColon)),
		(bar > 0 || where) && p.nameAt(1) && p.kindAt(2, tEq) && p.kindAt(3, tLeftParen) && p.patternFollows(open+3):
		p.markBar(open, false)
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
	p.markBar(p.i, false)
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
		for {
			m.Items = append(m.Items, p.mapProjectionItem())
			if !p.accept(tComma) {
				break
			}
		}
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
