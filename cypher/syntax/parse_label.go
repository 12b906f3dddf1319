package syntax

// labels reads :expr or IS expr; nil where there is none.
func (p *parser) labels() LabelExpr {
	if p.accept(tColon) {
		return p.labelOr()
	}
	if !p.acceptWord(kIs) {
		return nil
	}
	labels := p.labelOr()
	Walk(labels, func(n Node) bool {
		if and, ok := n.(*LabelAnd); ok && and.Colon {
			p.fail(and.Span, "UnexpectedSyntax", "Mixing the IS keyword with colon (':') between labels is not allowed.", "Write & instead of :")
		}
		return true
	})
	return labels
}

func (p *parser) labelOr() LabelExpr {
	start := p.start()
	p.enter()
	x := p.labelAnd()
	for p.at(tBar) && !p.tok().separator {
		p.i++
		colon := p.accept(tColon)
		x = &LabelOr{X: x, Y: p.labelAnd(), Colon: colon}
		x.(*LabelOr).Span = p.spanFrom(start)
	}
	p.leave()
	return x
}

func (p *parser) labelAnd() LabelExpr {
	start := p.start()
	x := p.labelNot()
	for p.at(tAmpersand) || p.at(tColon) {
		colon := p.at(tColon)
		p.i++
		x = &LabelAnd{X: x, Y: p.labelNot(), Colon: colon}
		x.(*LabelAnd).Span = p.spanFrom(start)
	}
	return x
}

func (p *parser) labelNot() LabelExpr {
	start := p.start()
	if !p.accept(tBang) {
		return p.labelAtom()
	}
	p.enter()
	not := &LabelNot{X: p.labelNot()}
	not.Span = p.spanFrom(start)
	p.leave()
	return not
}

func (p *parser) labelAtom() LabelExpr {
	start := p.start()
	switch {
	case p.accept(tLeftParen):
		x := p.labelOr()
		p.expect(tRightParen)
		return x
	case p.accept(tPercent):
		return &LabelAny{p.spanFrom(start)}
	case p.at(tDollar) && (p.kindAt(1, tLeftParen) || (p.wordAt(1, kAll) || p.wordAt(1, kAny)) && p.kindAt(2, tLeftParen)):
		p.i++
		d := &LabelDynamic{Any: p.acceptWord(kAny)}
		if !d.Any {
			p.acceptWord(kAll)
		}
		p.expect(tLeftParen)
		d.X = p.expr()
		p.expect(tRightParen)
		d.Span = p.spanFrom(start)
		return d
	}
	n := p.name()
	return &LabelName{n.Span, n.Value}
}

// isLabelAfterIs tells x IS Label from x IS NULL, x IS :: INTEGER and the like.
func (p *parser) isLabelAfterIs() bool { return p.isLabelAt(p.i + 1) }

func (p *parser) isLabelAt(i int) bool {
	switch t := &p.tokens[min(i, len(p.tokens)-1)]; t.kind {
	case tWord:
		switch t.keyword {
		case kNot, kNull, kTyped, kNormalized, kNfc, kNfd, kNfkc, kNfkd:
			return false
		}
		return true
	case tQuoted, tLeftParen, tPercent, tBang, tDollar:
		return true
	}
	return false
}
