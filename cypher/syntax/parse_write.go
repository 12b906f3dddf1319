package syntax

// create reads CREATE or INSERT with a pattern.
func (p *parser) create(start Pos) Clause {
	c := &Create{Insert: p.wordAt(0, kInsert)}
	p.i++
	c.Pattern = p.pattern()
	c.Span = p.spanFrom(start)
	return c
}

func (p *parser) merge(start Pos) Clause {
	p.expectWord(kMerge)
	m := &Merge{Path: p.path()}
	for {
		at := p.start()
		if !p.acceptWord(kOn) {
			break
		}
		a := MergeAction{OnCreate: p.acceptWord(kCreate)}
		if !a.OnCreate {
			p.expectWord(kMatch)
		}
		p.expectWord(kSet)
		a.Items = commas(p, p.setItem)
		a.Span = p.spanFrom(at)
		m.Actions = append(m.Actions, a)
	}
	m.Span = p.spanFrom(start)
	return m
}

func (p *parser) set(start Pos) Clause {
	p.expectWord(kSet)
	s := &Set{Items: commas(p, p.setItem)}
	s.Span = p.spanFrom(start)
	return s
}

func (p *parser) setItem() SetItem {
	start := p.start()
	item := p.setTarget()
	if item.Op != ":" {
		item.Op = "="
		if _, ok := item.Target.(*Variable); ok && p.accept(tPlusEq) {
			item.Op = "+="
		} else {
			p.expect(tEq)
		}
		item.Value = p.expr()
	}
	item.Span = p.spanFrom(start)
	return item
}

// setTarget reads v, expr.key, v[expr] or v:Labels.
func (p *parser) setTarget() SetItem {
	if p.nameAt(0) && (p.kindAt(1, tColon) || p.wordAt(1, kIs)) {
		item := SetItem{Target: p.variable(), Op: ":"}
		for p.accept(tColon) || p.acceptWord(kIs) {
			item.Labels = append(item.Labels, p.labelAtom())
		}
		return item
	}
	if p.nameAt(0) && (p.kindAt(1, tEq) || p.kindAt(1, tPlusEq)) {
		return SetItem{Target: p.variable()}
	}
	start := p.start()
	target := p.atom()
	if p.accept(tLeftBracket) {
		index := &Index{X: target, Index: p.expr()}
		p.expect(tRightBracket)
		index.Span = p.spanFrom(start)
		return SetItem{Target: index}
	}
	if !p.at(tDot) {
		p.invalid("")
	}
	for p.accept(tDot) {
		property := &Property{X: target, Key: p.name()}
		property.Span = p.spanFrom(start)
		target = property
	}
	return SetItem{Target: target}
}

func (p *parser) remove(start Pos) Clause {
	p.expectWord(kRemove)
	r := &Remove{Items: commas(p, func() SetItem {
		at := p.start()
		item := p.setTarget()
		item.Span = p.spanFrom(at)
		return item
	})}
	r.Span = p.spanFrom(start)
	return r
}

func (p *parser) delete(start Pos) Clause {
	d := &Delete{Detach: p.acceptWord(kDetach)}
	if !d.Detach {
		d.NoDetach = p.acceptWord(kNoDetach)
	}
	p.expectWord(kDelete)
	d.Exprs = p.exprs()
	d.Span = p.spanFrom(start)
	return d
}

func (p *parser) foreach(start Pos) Clause {
	p.expectWord(kForeach)
	open := p.i
	p.expect(tLeftParen)
	p.markBar(open)
	f := &Foreach{Var: p.variable()}
	p.expectWord(kIn)
	f.List = p.expr()
	p.expect(tBar)
	p.enter()
	for {
		c := p.clause()
		if c == nil {
			break
		}
		f.Clauses = append(f.Clauses, c)
	}
	p.leave()
	if len(f.Clauses) == 0 {
		p.invalid("")
	}
	p.expect(tRightParen)
	f.Span = p.spanFrom(start)
	return f
}

func (p *parser) loadCSV(start Pos) Clause {
	p.expectWord(kLoad)
	p.expectWord(kCsv)
	l := &LoadCSV{WithHeaders: p.acceptWords(kWith, kHeaders)}
	p.expectWord(kFrom)
	l.URL = p.expr()
	p.expectWord(kAs)
	l.Var = p.variable()
	if p.acceptWord(kFieldTerminator) {
		if !p.at(tString) {
			p.invalid("")
		}
		l.FieldTerminator = p.atom()
	}
	l.Span = p.spanFrom(start)
	return l
}
