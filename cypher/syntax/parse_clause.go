package syntax

import "strings"

// query reads parts combined by UNION.
func (p *parser) query() *Query {
	p.enter()
	start := p.start()
	q := &Query{Parts: []*Part{p.part()}}
	for {
		at := p.start()
		if !p.acceptWord(kUnion) {
			break
		}
		all := p.acceptWord(kAll)
		if !all {
			p.acceptWord(kDistinct)
		}
		q.Unions = append(q.Unions, Union{p.spanFrom(at), all})
		q.Parts = append(q.Parts, p.part())
	}
	q.Span = p.spanFrom(start)
	p.leave()
	return q
}

func (p *parser) part() *Part {
	start := p.start()
	part := &Part{}
	for {
		c := p.clause()
		if c == nil {
			break
		}
		part.Clauses = append(part.Clauses, c)
	}
	if len(part.Clauses) == 0 {
		p.invalid("")
	}
	part.Span = p.spanFrom(start)
	return part
}

// startsClause reports whether a clause is next, where a name could stand too.
func (p *parser) startsClause() bool {
	if p.kindAt(1, tEq) {
		return false
	}
	switch p.tok().keyword {
	case kCall, kCreate, kDelete, kDetach, kFinish, kForeach, kInsert, kLimit, kLoad, kMatch, kMerge, kNoDetach,
		kOffset, kOptional, kOrder, kRemove, kReturn, kSet, kShow, kSkip, kUnwind, kUse, kWith, kTerminate:
		return true
	}
	return false
}

// clause reads the next clause; nil where none begins here. It notes the first one
// that a read-only graph refuses.
func (p *parser) clause() Clause {
	start := p.start()
	c := p.anyClause(start)
	if c == nil {
		return nil
	}
	name, _, refused := describe(c)
	if refused && (p.refused == nil || start.Offset < p.refused.Pos.Offset) {
		p.refused = &ClauseUse{name, start, c.Extent().End}
	}
	return c
}

func (p *parser) anyClause(start Pos) Clause {
	switch p.tok().keyword {
	case kMatch, kOptional:
		return p.matchOrOptionalCall(start)
	case kUnwind:
		return p.unwind(start)
	case kWith:
		p.i++
		w := &With{}
		p.projection(&w.Projection)
		w.Where = p.where()
		w.Span = p.spanFrom(start)
		return w
	case kReturn:
		p.i++
		r := &Return{}
		p.projection(&r.Projection)
		r.Span = p.spanFrom(start)
		return r
	case kOrder, kSkip, kOffset, kLimit:
		o := &OrderLimit{}
		o.OrderBy, o.Skip, o.Limit = p.orderSkipLimit()
		o.Span = p.spanFrom(start)
		return o
	case kCall:
		return p.call(start, false)
	case kFinish:
		p.i++
		return &Finish{p.spanFrom(start)}
	case kUse:
		return p.use(start)
	case kShow:
		return p.show(start)
	case kCreate:
		if p.isCreateCommand() {
			return p.command(start)
		}
		return p.create(start)
	case kInsert:
		return p.create(start)
	case kMerge:
		return p.merge(start)
	case kSet:
		return p.set(start)
	case kRemove:
		return p.remove(start)
	case kDelete, kDetach, kNoDetach:
		return p.delete(start)
	case kForeach:
		return p.foreach(start)
	case kLoad:
		return p.loadCSV(start)
	case kDrop, kAlter, kRename, kGrant, kDeny, kRevoke, kStart, kStop, kEnable, kDryrun, kDeallocate, kReallocate, kTerminate:
		if p.nameAt(1) {
			return p.command(start)
		}
	}
	if p.watch == p.i+1 {
		for _, k := range []keyword{kMatch, kOptional, kWith, kUnwind, kReturn, kCall, kOrder, kSkip, kLimit, kFinish, kShow, kUse} {
			p.atWord(k)
		}
	}
	return nil
}

func (p *parser) matchOrOptionalCall(start Pos) Clause {
	optional := p.acceptWord(kOptional)
	if optional && p.atWord(kCall) {
		return p.call(start, true)
	}
	p.expectWord(kMatch)
	m := &Match{Optional: optional, Pattern: p.pattern()}
	for p.atWord(kUsing) {
		m.Hints = append(m.Hints, p.hint())
	}
	m.Where = p.where()
	m.Span = p.spanFrom(start)
	return m
}

// where reads WHERE expr; nil where it is absent.
func (p *parser) where() Expr {
	if !p.acceptWord(kWhere) {
		return nil
	}
	return p.expr()
}

// hint reads USING [kind] INDEX [SEEK] v:Label(keys), USING SCAN v:Label or USING JOIN ON vars.
func (p *parser) hint() Hint {
	start := p.start()
	p.expectWord(kUsing)
	var h Hint
	switch {
	case p.acceptWord(kScan):
		h.Kind = "SCAN"
		h.Vars = []*Variable{p.variable()}
		p.expect(tColon)
		h.Label = p.name()
	case p.acceptWord(kJoin):
		p.expectWord(kOn)
		h.Kind = "JOIN"
		h.Vars = commas(p, p.variable)
	default:
		for _, k := range []keyword{kBtree, kText, kRange, kPoint} {
			if p.acceptWord(k) {
				h.Kind = keywordNames[k] + " "
				break
			}
		}
		p.expectWord(kIndex)
		h.Kind += "INDEX"
		if p.wordAt(0, kSeek) && !p.kindAt(1, tColon) {
			p.i++
			h.Kind += " SEEK"
		}
		h.Vars = []*Variable{p.variable()}
		p.expect(tColon)
		h.Label = p.name()
		p.expect(tLeftParen)
		h.Keys = p.names()
		p.expect(tRightParen)
	}
	h.Span = p.spanFrom(start)
	return h
}

// names reads one or more names parted by commas.
func (p *parser) names() []Name { return commas(p, p.name) }

func (p *parser) unwind(start Pos) Clause {
	p.expectWord(kUnwind)
	u := &Unwind{List: p.expr()}
	p.expectWord(kAs)
	u.Var = p.variable()
	u.Span = p.spanFrom(start)
	return u
}

// projection reads what follows WITH or RETURN, up to LIMIT.
func (p *parser) projection(j *Projection) {
	if p.wordAt(0, kDistinct) && !p.endsItem(1) {
		p.i++
		j.Distinct = true
	}
	if p.accept(tStar) {
		j.Star = true
	} else {
		j.Items = append(j.Items, p.item())
	}
	for p.accept(tComma) {
		j.Items = append(j.Items, p.item())
	}
	j.OrderBy, j.Skip, j.Limit = p.orderSkipLimit()
}

// endsItem reports whether a projected item cannot begin at the token, so that
// the word before it is a variable.
func (p *parser) endsItem(ahead int) bool {
	switch t := p.tokAt(ahead); t.kind {
	case tEOF, tComma, tSemicolon, tRightBrace, tDot, tEq:
		return true
	case tWord:
		return t.keyword == kAs
	}
	return false
}

func (p *parser) item() *Item {
	start := p.start()
	item := &Item{Expr: p.expr()}
	if p.acceptWord(kAs) {
		item.As = true
		item.Alias = p.variable()
	}
	item.Span = p.spanFrom(start)
	return item
}

func (p *parser) orderSkipLimit() (order []*SortItem, skip, limit Expr) {
	if p.atWord(kOrder) {
		p.i++
		p.expectWord(kBy)
		order = commas(p, p.sortItem)
	}
	if p.acceptWord(kSkip) || p.acceptWord(kOffset) {
		skip = p.expr()
	}
	if p.acceptWord(kLimit) {
		limit = p.expr()
	}
	return order, skip, limit
}

func (p *parser) sortItem() *SortItem {
	start := p.start()
	s := &SortItem{Expr: p.expr()}
	switch {
	case p.acceptWord(kDesc), p.acceptWord(kDescending):
		s.Descending = true
	case p.acceptWord(kAsc), p.acceptWord(kAscending):
	}
	s.Span = p.spanFrom(start)
	return s
}

func (p *parser) use(start Pos) Clause {
	p.expectWord(kUse)
	if p.wordAt(0, kGraph) && (p.nameAt(1) && !p.wordAt(1, kMatch) && !p.wordAt(1, kReturn) || p.kindAt(1, tLeftParen)) {
		p.i++
	}
	parens := 0
	for p.accept(tLeftParen) {
		parens++
	}
	name := p.dottedName()
	var graph Expr = &Variable{Span: name.Span, Name: name.Value}
	if p.accept(tLeftParen) {
		f := &FunctionCall{Name: name}
		if !p.at(tRightParen) {
			f.Args = p.exprs()
		}
		p.expect(tRightParen)
		f.Span = p.spanFrom(name.Start)
		graph = f
	}
	for ; parens > 0; parens-- {
		p.expect(tRightParen)
	}
	return &Use{p.spanFrom(start), graph}
}

// call reads CALL of a procedure or of a subquery.
func (p *parser) call(start Pos, optional bool) Clause {
	p.expectWord(kCall)
	if p.at(tLeftBrace) || p.at(tLeftParen) {
		return p.subquery(start, optional)
	}
	c := &ProcedureCall{Optional: optional, Name: p.dottedName()}
	if p.accept(tLeftParen) {
		c.HasArgs = true
		if !p.at(tRightParen) {
			c.Args = p.exprs()
		}
		p.expect(tRightParen)
	}
	if p.acceptWord(kYield) {
		if p.accept(tStar) {
			c.YieldStar = true
		} else {
			c.Yield = commas(p, p.yieldItem)
			c.Where = p.where()
		}
	}
	c.Span = p.spanFrom(start)
	return c
}

func (p *parser) yieldItem() *YieldItem {
	start := p.start()
	name := p.name()
	v := &Variable{Span: name.Span, Name: name.Value}
	if p.acceptWord(kAs) {
		v = p.variable()
	}
	return &YieldItem{p.spanFrom(start), name, v}
}

func (p *parser) subquery(start Pos, optional bool) Clause {
	s := &Subquery{Optional: optional}
	if p.accept(tLeftParen) {
		s.HasScope = true
		switch {
		case p.accept(tStar):
			s.ImportAll = true
		case p.at(tRightParen):
		default:
			s.Imports = commas(p, p.variable)
		}
		p.expect(tRightParen)
	}
	p.expect(tLeftBrace)
	s.Query = p.query()
	p.expect(tRightBrace)
	if p.atWord(kIn) {
		s.InTransactions = p.inTransactions()
	}
	s.Span = p.spanFrom(start)
	return s
}

func (p *parser) inTransactions() *InTransactions {
	start := p.start()
	p.expectWord(kIn)
	t := &InTransactions{}
	switch {
	case p.acceptWord(kConcurrent):
		t.IsConcurrent = true
	case !p.atWord(kTransactions):
		t.Concurrent = p.expr()
		t.IsConcurrent = true
		p.expectWord(kConcurrent)
	}
	p.expectWord(kTransactions)
	for {
		switch {
		case p.acceptWord(kOf):
			t.Rows = p.expr()
			if !p.acceptWord(kRows) {
				p.expectWord(kRow)
			}
		case p.acceptWords(kOn, kError):
			switch {
			case p.atWord(kContinue), p.atWord(kBreak), p.atWord(kFail):
				t.OnError = strings.ToUpper(p.name().Value)
			default:
				p.invalid("")
			}
		case p.acceptWords(kReport, kStatus):
			p.expectWord(kAs)
			t.Report = p.variable()
		default:
			t.Span = p.spanFrom(start)
			return t
		}
	}
}
