package syntax

import (
	"fmt"
	"strings"
)

// isFunctionCall reports whether name.name...( is next.
func (p *parser) isFunctionCall() bool {
	ahead := 1
	for p.kindAt(ahead, tDot) && p.nameAt(ahead+1) {
		ahead += 2
	}
	return p.kindAt(ahead, tLeftParen)
}

func (p *parser) functionCall() Expr {
	start := p.start()
	f := &FunctionCall{Name: p.dottedName()}
	p.enter()
	p.expect(tLeftParen)
	if p.wordAt(0, kDistinct) && !p.endsItem(1) && !p.kindAt(1, tRightParen) {
		p.i++
		f.Distinct = true
	} else if p.wordAt(0, kAll) && !p.endsItem(1) && !p.kindAt(1, tRightParen) && !p.kindAt(1, tLeftParen) {
		p.i++
	}
	if f.Distinct || !p.at(tRightParen) {
		f.Args = p.exprs()
	}
	p.expect(tRightParen)
	p.leave()
	f.Span = p.spanFrom(start)
	if len(f.Args) == 1 && strings.EqualFold(f.Name.Value, "exists") {
		if pattern, ok := f.Args[0].(*PatternExpr); ok && !pattern.Exists {
			return &PatternExpr{Span: f.Span, Pattern: pattern.Pattern, Exists: true}
		}
	}
	return f
}

// trim reads trim(s), trim(c FROM s) and trim(BOTH|LEADING|TRAILING [c] FROM s).
func (p *parser) trim() Expr {
	start := p.start()
	f := &FunctionCall{Name: p.name()}
	p.expect(tLeftParen)
	spec := p.tok().keyword
	if (spec == kBoth || spec == kLeading || spec == kTrailing) && !p.kindAt(1, tRightParen) && !p.kindAt(1, tDot) && !p.kindAt(1, tComma) {
		p.i++
		f.Trim = keywordNames[spec]
	}
	var char Expr
	if !p.atWord(kFrom) || f.Trim == "" && !p.trimsFrom() {
		char = p.expr()
	}
	switch {
	case p.acceptWord(kFrom):
		if f.Trim == "" {
			f.Trim = keywordNames[kBoth]
		}
		f.Args = []Expr{p.expr()}
		if char != nil {
			f.Args = append(f.Args, char)
		}
	case f.Trim != "":
		p.invalid("")
	default:
		f.Args = []Expr{char}
		for p.accept(tComma) {
			f.Args = append(f.Args, p.expr())
		}
	}
	p.expect(tRightParen)
	f.Span = p.spanFrom(start)
	return f
}

// trimsFrom tells trim(FROM text) from a variable of that name.
func (p *parser) trimsFrom() bool {
	return p.kindAt(1, tString) || p.kindAt(1, tDollar) || p.kindAt(1, tWord) && !p.wordAt(1, kFrom)
}

// normalize reads normalize(s) and normalize(s, NFC).
func (p *parser) normalize() Expr {
	start := p.start()
	f := &FunctionCall{Name: p.name()}
	p.expect(tLeftParen)
	f.Args = []Expr{p.expr()}
	if p.accept(tComma) {
		t := p.tok()
		form := p.normalForm()
		if form == "" {
			p.fail(tokenSpan(t), "UnexpectedSyntax", "Invalid normal form, expected NFC, NFD, NFKC, NFKD",
				fmt.Sprintf("Write the form without quotes: %s(x, NFC)", f.Name.Value))
		}
		f.Args = append(f.Args, &StringLit{tokenSpan(t), form})
	}
	p.expect(tRightParen)
	f.Span = p.spanFrom(start)
	return f
}
