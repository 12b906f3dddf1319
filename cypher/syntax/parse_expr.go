package syntax

// Expressions, loosest first: OR, XOR, AND, NOT, comparisons (chained), one
// string, list, null or type predicate, + - ||, * / %, ^, signs, postfixes, atoms.

func (p *parser) expr() Expr {
	p.enter()
	start := p.start()
	x := p.xor()
	for p.atWord(kOr) {
		x = p.binary(start, OpOr, x, p.xor)
	}
	p.leave()
	return x
}

// exprs reads one or more expressions parted by commas.
func (p *parser) exprs() []Expr { return commas(p, p.expr) }

// commas reads one or more of something, parted by commas.
func commas[T any](p *parser, read func() T) []T {
	list := []T{read()}
	for p.accept(tComma) {
		list = append(list, read())
	}
	return list
}

// binary reads an operator of one token and its right side.
func (p *parser) binary(start Pos, op Op, x Expr, right func() Expr) Expr {
	b := &Binary{Op: op, OpPos: p.start(), X: x}
	p.i++
	b.Y = right()
	b.Span = p.spanFrom(start)
	return b
}

func (p *parser) xor() Expr {
	start := p.start()
	x := p.and()
	for p.atWord(kXor) {
		x = p.binary(start, OpXor, x, p.and)
	}
	return x
}

func (p *parser) and() Expr {
	start := p.start()
	x := p.not()
	for p.atWord(kAnd) {
		x = p.binary(start, OpAnd, x, p.not)
	}
	return x
}

func (p *parser) not() Expr {
	start := p.start()
	if !p.atWord(kNot) || p.endsItem(1) || p.kindAt(1, tRightParen) {
		return p.comparison()
	}
	p.i++
	p.enter()
	u := &Unary{Op: OpNot, X: p.not()}
	u.Span = p.spanFrom(start)
	p.leave()
	return u
}

// comparisonOp is the comparison that the kind of token stands for, 0 for none.
func comparisonOp(k kind) Op {
	switch k {
	case tEq:
		return OpEq
	case tNe, tBangEq:
		return OpNe
	case tLt:
		return OpLt
	case tLe:
		return OpLe
	case tGt:
		return OpGt
	case tGe:
		return OpGe
	}
	return 0
}

func (p *parser) comparisonSign() Op {
	op := comparisonOp(p.tok().kind)
	if op == 0 && p.watch == p.i+1 {
		for k := tEq; k <= tGe; k++ {
			if k != tBangEq {
				p.at(k)
			}
		}
	}
	if p.tok().kind == tBangEq {
		p.fail(tokenSpan(p.tok()), "UnexpectedSyntax",
			"Unknown operation '!=' (you probably meant to use '<>', which is the operator for inequality testing)", "Write <> instead of !=")
	}
	return op
}

func (p *parser) comparison() Expr {
	start := p.start()
	x := p.predicate()
	op := p.comparisonSign()
	if op == 0 {
		return x
	}
	first := &Binary{Op: op, OpPos: p.start(), X: x}
	p.i++
	first.Y = p.predicate()
	first.Span = p.spanFrom(start)
	if op = p.comparisonSign(); op == 0 {
		return first
	}
	chain := &Chain{Operands: []Expr{first.X, first.Y}, Ops: []Op{first.Op}}
	for ; op != 0; op = p.comparisonSign() {
		p.i++
		chain.Ops = append(chain.Ops, op)
		chain.Operands = append(chain.Operands, p.predicate())
	}
	chain.Span = p.spanFrom(start)
	return chain
}

// predicate reads x with at most one of IN, =~, CONTAINS, STARTS WITH, ENDS WITH,
// IS NULL, IS :: type and IS NORMALIZED.
func (p *parser) predicate() Expr {
	start := p.start()
	x := p.additive()
	return p.predicateTail(start, x, true)
}

// predicateTail reads what may follow x. In a test of CASE x WHEN ..., IN and
// CONTAINS are not among it.
func (p *parser) predicateTail(start Pos, x Expr, all bool) Expr {
	switch {
	case p.at(tRegex):
		return p.binary(start, OpRegex, x, p.additive)
	case all && p.atWord(kIn):
		return p.binary(start, OpIn, x, p.additive)
	case all && p.atWord(kContains):
		return p.binary(start, OpContains, x, p.additive)
	case p.atWord(kStarts) && p.wordAt(1, kWith):
		p.i++
		return p.binary(start, OpStartsWith, x, p.additive)
	case p.atWord(kEnds) && p.wordAt(1, kWith):
		p.i++
		return p.binary(start, OpEndsWith, x, p.additive)
	case p.accept(tColonColon):
		t := &IsType{X: x, Type: p.typeExpr()}
		t.Span = p.spanFrom(start)
		return t
	case p.atWord(kIs):
		return p.isPredicate(start, x)
	}
	return x
}

func (p *parser) isPredicate(start Pos, x Expr) Expr {
	p.expectWord(kIs)
	not := p.acceptWord(kNot)
	if p.acceptWord(kNull) {
		return &IsNull{p.spanFrom(start), x, not}
	}
	if p.acceptWord(kTyped) || p.accept(tColonColon) {
		t := &IsType{X: x, Not: not, Type: p.typeExpr()}
		t.Span = p.spanFrom(start)
		return t
	}
	n := &IsNormalized{X: x, Not: not, Form: "NFC"}
	if form := p.normalForm(); form != "" {
		n.Form = form
	}
	p.expectWord(kNormalized)
	n.Span = p.spanFrom(start)
	return n
}

func (p *parser) normalForm() string {
	for _, k := range []keyword{kNfc, kNfd, kNfkc, kNfkd} {
		if p.acceptWord(k) {
			return keywordNames[k]
		}
	}
	return ""
}

func (p *parser) additive() Expr {
	start := p.start()
	x := p.multiplicative()
	for {
		switch {
		case p.at(tPlus):
			x = p.binary(start, OpAdd, x, p.multiplicative)
		case p.at(tMinus):
			x = p.binary(start, OpSub, x, p.multiplicative)
		case p.at(tBarBar):
			x = p.binary(start, OpConcat, x, p.multiplicative)
		default:
			return x
		}
	}
}

func (p *parser) multiplicative() Expr {
	start := p.start()
	x := p.power()
	for {
		switch {
		case p.at(tStar):
			x = p.binary(start, OpMul, x, p.power)
		case p.at(tSlash):
			x = p.binary(start, OpDiv, x, p.power)
		case p.at(tPercent):
			x = p.binary(start, OpMod, x, p.power)
		default:
			return x
		}
	}
}

func (p *parser) power() Expr {
	start := p.start()
	x := p.signed()
	for p.at(tCaret) {
		x = p.binary(start, OpPow, x, p.signed)
	}
	return x
}

// signed reads at most one sign that is not part of a number.
func (p *parser) signed() Expr {
	start := p.start()
	op := Op(0)
	switch {
	case p.at(tPlus):
		op = OpPlus
	case p.at(tMinus) && !p.kindAt(1, tNumber):
		op = OpMinus
	default:
		return p.postfix()
	}
	p.i++
	u := &Unary{Op: op, X: p.postfix()}
	u.Span = p.spanFrom(start)
	return u
}

// postfix reads an atom with .key, [index], [from..to] and :Label after it.
func (p *parser) postfix() Expr {
	start := p.start()
	x := p.atom()
	for {
		switch {
		case p.accept(tDot):
			property := &Property{X: x, Key: p.name()}
			property.Span = p.spanFrom(start)
			x = property
		case p.at(tLeftBracket):
			x = p.index(start, x)
		case p.at(tColon), p.atWord(kIs) && p.isLabelAfterIs():
			h := &HasLabels{X: x, Labels: p.labels()}
			h.Span = p.spanFrom(start)
			x = h
		default:
			return x
		}
	}
}

func (p *parser) index(start Pos, x Expr) Expr {
	p.expect(tLeftBracket)
	var from Expr
	if !p.at(tDotDot) {
		from = p.expr()
	}
	if !p.accept(tDotDot) {
		p.expect(tRightBracket)
		return &Index{p.spanFrom(start), x, from}
	}
	s := &Slice{X: x, From: from}
	if !p.at(tRightBracket) {
		s.To = p.expr()
	}
	p.expect(tRightBracket)
	s.Span = p.spanFrom(start)
	if s.From == nil && s.To == nil {
		p.fail(s.Span, "UnexpectedSyntax", "The start or end (or both) is required for a collection slice", "Leave [..] out to use the whole list")
	}
	return s
}

// atom reads an expression that binds tightest.
func (p *parser) atom() Expr {
	start := p.start()
	switch t := p.tok(); t.kind {
	case tNumber:
		p.i++
		return p.number(t, false)
	case tMinus:
		p.i++
		if !p.at(tNumber) {
			p.invalid("a number")
		}
		return p.negativeNumber(start)
	case tString:
		p.i++
		s := tokenSpan(t)
		text := p.text[t.start+1 : t.end-1]
		return &StringLit{s, p.unescape(text, s, true)}
	case tDollar:
		return p.parameter()
	case tLeftBrace:
		return p.mapLiteral()
	case tLeftBracket:
		return p.bracketed()
	case tLeftParen:
		return p.parenthesized()
	case tWord, tQuoted:
		return p.word()
	}
	p.invalid("an expression")
	return nil
}

func (p *parser) parameter() Expr {
	start := p.start()
	p.expect(tDollar)
	if t := p.tok(); t.kind == tNumber {
		p.unsigned()
		return &Parameter{p.spanFrom(start), p.tokText(t)}
	}
	name := p.name()
	return &Parameter{p.spanFrom(start), name.Value}
}

func (p *parser) mapLiteral() Expr {
	start := p.start()
	p.enter()
	p.expect(tLeftBrace)
	m := &MapLit{}
	if !p.at(tRightBrace) {
		m.Entries = commas(p, func() MapEntry {
			key := p.name()
			p.expect(tColon)
			return MapEntry{key, p.expr()}
		})
	}
	p.expect(tRightBrace)
	m.Span = p.spanFrom(start)
	p.leave()
	return m
}

// parenthesized reads (expr), or a pattern that begins with a node.
func (p *parser) parenthesized() Expr {
	switch {
	case p.kindAt(1, tRightParen), p.kindAt(1, tColon):
		return p.patternExpr()
	case p.patternFollows(p.i) && !p.notPattern[p.i]:
		open := p.i
		var pattern Expr
		if p.try(func() { pattern = p.patternExpr() }) == nil {
			return pattern
		}
		if p.notPattern == nil {
			p.notPattern = map[int]bool{}
		}
		p.notPattern[open] = true
	}
	p.expect(tLeftParen)
	x := p.expr()
	p.expect(tRightParen)
	return x
}

// patternFollows reports whether the parenthesis at the index is closed before
// something like -[ or <--, so that it may be the first node of a pattern.
func (p *parser) patternFollows(open int) bool {
	closing := int(p.tokens[open].match)
	if closing == 0 || closing+2 >= len(p.tokens) {
		return false
	}
	return relationshipAt(&p.tokens[closing+1], &p.tokens[closing+2])
}

// relationshipAt reports whether two tokens can begin a relationship pattern, where
// they could be an operator and an operand too.
func relationshipAt(first, second *token) bool {
	switch {
	case isLine(first):
		return isLine(second) || second.kind == tLeftBracket
	case first.kind == tLt, first.kind == tArrowLeft:
		return isLine(second)
	}
	return false
}

// patternExpr reads a path of at least one relationship, without quantifiers.
func (p *parser) patternExpr() Expr {
	path := p.plainPath()
	return &PatternExpr{Span: path.Span, Pattern: path}
}

func (p *parser) plainPath() *PathPattern {
	p.enter()
	start := p.start()
	path := &PathPattern{Elements: []PathElement{p.node()}}
	for len(path.Elements) == 1 || relationshipAt(p.tok(), p.tokAt(1)) {
		path.Elements = append(path.Elements, p.relationship(), p.node())
	}
	path.Span = p.spanFrom(start)
	p.leave()
	return path
}

// word reads an expression that begins with a name: a literal, a form with a
// keyword, a function call, a map projection or a variable.
func (p *parser) word() Expr {
	start := p.start()
	t := p.tok()
	opens := p.kindAt(1, tLeftParen)
	switch t.keyword {
	case kTrue, kFalse:
		p.i++
		return &BoolLit{tokenSpan(t), t.keyword == kTrue}
	case kNull:
		p.i++
		return &NullLit{tokenSpan(t)}
	case kInf, kInfinity, kNan:
		p.i++
		return specialFloat(t)
	case kCase:
		if !p.endsItem(1) && !p.kindAt(1, tRightParen) {
			return p.caseExpr()
		}
	case kExists, kCount, kCollect:
		switch {
		case p.kindAt(1, tLeftBrace) && !p.isMapProjection():
			return p.subqueryExpr()
		case t.keyword == kCount && opens && p.kindAt(2, tStar) && p.kindAt(3, tRightParen):
			p.i += 4
			return &CountStar{p.spanFrom(start)}
		case t.keyword == kExists && opens && p.kindAt(2, tLeftParen) && (p.patternFollows(p.i+2) || p.kindAt(3, tColon) || p.kindAt(3, tRightParen)):
			p.i += 2
			x := p.patternExpr().(*PatternExpr)
			p.expect(tRightParen)
			x.Exists = true
			x.Span = p.spanFrom(start)
			return x
		}
	case kReduce:
		if opens && p.nameAt(2) && p.kindAt(3, tEq) {
			return p.reduce()
		}
	case kAll, kAny, kNone, kSingle:
		if opens && p.nameAt(2) && p.wordAt(3, kIn) {
			return p.quantifierExpr()
		}
	case kShortestPath, kAllShortestPaths:
		if opens {
			path := &PathPattern{}
			p.legacyShortest(path)
			path.Span = p.spanFrom(start)
			return &PatternExpr{Span: path.Span, Pattern: path}
		}
	case kTrim:
		if opens {
			return p.trim()
		}
	case kNormalize:
		if opens {
			return p.normalize()
		}
	}
	if p.kindAt(1, tLeftBrace) {
		return p.mapProjection()
	}
	if p.isFunctionCall() {
		return p.functionCall()
	}
	return p.variable()
}
