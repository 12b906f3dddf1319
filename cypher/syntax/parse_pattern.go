package syntax

import (
	"strconv"
	"strings"
)

// pattern reads [mode] path, path ...
func (p *parser) pattern() *Pattern {
	start := p.start()
	pattern := &Pattern{Mode: p.matchMode()}
	pattern.Paths = commas(p, p.path)
	pattern.Span = p.spanFrom(start)
	return pattern
}

func (p *parser) matchMode() MatchMode {
	if p.kindAt(1, tEq) {
		return DefaultMode
	}
	switch {
	case p.acceptWord(kRepeatable):
		if !p.acceptWord(kElements) {
			p.expectWord(kElement)
			p.acceptWord(kBindings)
		}
		return RepeatableElements
	case p.acceptWord(kDifferent):
		if !p.acceptWord(kRelationships) {
			p.expectWord(kRelationship)
			p.acceptWord(kBindings)
		}
		return DifferentRelationships
	}
	return DefaultMode
}

// path reads [var =] [selector] elements, or [var =] shortestPath(elements).
func (p *parser) path() *PathPattern {
	start := p.start()
	path := &PathPattern{}
	if p.nameAt(0) && p.kindAt(1, tEq) {
		path.Var = p.variable()
		p.i++
	}
	path.Selector = p.selector()
	if (p.atWord(kShortestPath) || p.atWord(kAllShortestPaths)) && p.kindAt(1, tLeftParen) {
		p.legacyShortest(path)
	} else {
		p.pathElements(path)
	}
	path.Span = p.spanFrom(start)
	return path
}

// legacyShortest reads shortestPath(elements) or allShortestPaths(elements).
func (p *parser) legacyShortest(path *PathPattern) {
	path.Legacy = ShortestPath
	if p.wordAt(0, kAllShortestPaths) {
		path.Legacy = AllShortestPaths
	}
	p.i++
	p.expect(tLeftParen)
	p.pathElements(path)
	p.expect(tRightParen)
}

// selector reads ANY, ALL or SHORTEST and its relatives; nil where there is none.
func (p *parser) selector() *Selector {
	start := p.start()
	s := &Selector{Count: 1}
	switch {
	case p.acceptWord(kAny):
		s.Kind = SelectAny
		if p.acceptWord(kShortest) {
			s.Kind = SelectShortest
		} else if p.at(tNumber) {
			s.Count = p.unsigned()
		}
		p.pathWord()
	case p.acceptWord(kAll):
		s.Kind = SelectAll
		if p.acceptWord(kShortest) {
			s.Kind = SelectAllShortest
		}
		p.pathWord()
	case p.acceptWord(kShortest):
		counted := p.at(tNumber)
		if counted {
			s.Count = p.unsigned()
		}
		p.pathWord()
		switch {
		case p.acceptWord(kGroup), p.acceptWord(kGroups):
			s.Kind = SelectShortestGroups
		case counted:
			s.Kind = SelectShortest
		default:
			p.invalid("an integer value")
		}
	default:
		return nil
	}
	s.Span = p.spanFrom(start)
	return s
}

func (p *parser) pathWord() {
	if !p.acceptWord(kPath) {
		p.acceptWord(kPaths)
	}
}

// pathElements reads nodes, relationships and parenthesised paths.
func (p *parser) pathElements(path *PathPattern) {
	p.enter()
	if !p.at(tLeftParen) {
		p.invalid("a graph pattern")
	}
	for p.at(tLeftParen) {
		if p.isGroup() {
			path.Elements = append(path.Elements, p.group())
			continue
		}
		path.Elements = append(path.Elements, p.node())
		for p.atRelationship() {
			r := p.relationship()
			r.Quantifier = p.quantifier()
			r.Span = p.spanFrom(r.Start)
			path.Elements = append(path.Elements, r, p.node())
		}
	}
	p.leave()
}

// isGroup tells ((a)-->(b)) and (p = (a)) from a node pattern.
func (p *parser) isGroup() bool {
	switch {
	case p.kindAt(1, tLeftParen):
		return true
	case !p.nameAt(1):
		return false
	case p.kindAt(2, tEq), p.kindAt(2, tLeftParen) && !p.wordAt(1, kWhere) && !p.wordAt(1, kIs):
		return true
	}
	switch p.tokAt(1).keyword {
	case kAny, kAll, kShortest:
		return p.kindAt(2, tNumber) || p.wordAt(2, kShortest) || p.wordAt(2, kPath) || p.wordAt(2, kPaths) ||
			p.wordAt(2, kGroup) || p.wordAt(2, kGroups)
	}
	return false
}

func (p *parser) group() *GroupPattern {
	start := p.start()
	p.enter()
	p.expect(tLeftParen)
	g := &GroupPattern{Path: p.path()}
	g.Where = p.where()
	p.expect(tRightParen)
	g.Quantifier = p.quantifier()
	g.Span = p.spanFrom(start)
	p.leave()
	return g
}

// quantifier reads {n}, {min,max}, + or *; nil where there is none.
func (p *parser) quantifier() *PathQuantifier {
	start := p.start()
	q := &PathQuantifier{}
	switch {
	case p.accept(tPlus):
		q.Min = 1
	case p.accept(tStar):
	case p.accept(tLeftBrace):
		exact := false
		if p.at(tNumber) {
			q.Min = p.unsigned()
			exact = true
		}
		if p.accept(tComma) {
			exact = false
			if p.at(tNumber) {
				n := p.unsigned()
				q.Max = &n
			}
		} else if !exact {
			p.invalid("an integer value")
		}
		if exact {
			n := q.Min
			q.Max = &n
		}
		p.expect(tRightBrace)
	default:
		return nil
	}
	q.Span = p.spanFrom(start)
	return q
}

// unsigned reads an integer without sign, in decimal.
func (p *parser) unsigned() int64 {
	t := p.tok()
	s := p.tokText(t)
	if t.kind != tNumber || strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' }) {
		p.invalid("an integer value")
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		p.fail(tokenSpan(t), "IntegerOverflow", "integer is too large", "")
	}
	p.i++
	return n
}

// node reads (var labels properties WHERE where).
func (p *parser) node() *NodePattern {
	start := p.start()
	p.enter()
	p.expect(tLeftParen)
	n := &NodePattern{}
	if p.isPatternVariable(tRightParen) {
		n.Var = p.variable()
	}
	n.Labels = p.labels()
	n.Properties = p.properties()
	n.Where = p.where()
	p.expect(tRightParen)
	n.Span = p.spanFrom(start)
	p.leave()
	return n
}

// isPatternVariable reports whether the name that is next is the variable of a
// node or relationship rather than the word IS or WHERE.
func (p *parser) isPatternVariable(closing kind) bool {
	if !p.atName() {
		return false
	}
	k := p.tok().keyword
	if k != kIs && k != kWhere {
		return true
	}
	switch t := p.tokAt(1); t.kind {
	case closing, tColon:
		return true
	case tWord:
		return k == kIs && t.keyword == kIs || t.keyword == kWhere
	default:
		return k == kIs && (t.kind == tLeftBrace || t.kind == tDollar || t.kind == tStar)
	}
}

func (p *parser) properties() Expr {
	switch {
	case p.at(tLeftBrace):
		return p.mapLiteral()
	case p.at(tDollar):
		return p.parameter()
	}
	return nil
}

func (p *parser) atRelationship() bool {
	switch p.tok().kind {
	case tMinus, tLt, tArrowLine, tArrowLeft:
		return true
	}
	p.expecting("'-'")
	return false
}

func isLine(t *token) bool { return t.kind == tMinus || t.kind == tArrowLine }

func (p *parser) arrowLine() {
	if !isLine(p.tok()) {
		p.invalid("'-'")
	}
	p.i++
}

// relationship reads -[var types length properties WHERE where]->, without quantifier.
func (p *parser) relationship() *RelPattern {
	start := p.start()
	p.enter()
	r := &RelPattern{}
	left := p.accept(tLt) || p.accept(tArrowLeft)
	p.arrowLine()
	if p.accept(tLeftBracket) {
		if p.isPatternVariable(tRightBracket) {
			r.Var = p.variable()
		}
		r.Types = p.labels()
		p.inRelationship = true
		r.Length = p.length()
		if p.at(tDotDot) {
			p.invalid("'*'")
		}
		p.inRelationship = false
		r.Properties = p.properties()
		r.Where = p.where()
		p.expect(tRightBracket)
	}
	p.arrowLine()
	right := p.accept(tGt) || p.accept(tArrowRight)
	switch {
	case left && !right:
		r.Direction = Incoming
	case right && !left:
		r.Direction = Outgoing
	}
	r.Span = p.spanFrom(start)
	p.leave()
	return r
}

// length reads *, *n, *min..max with either end left out; nil where there is none.
func (p *parser) length() *Length {
	start := p.start()
	if !p.accept(tStar) {
		return nil
	}
	l := &Length{}
	switch {
	case p.at(tNumber):
		n := p.unsigned()
		l.Min = &n
	case p.at(tMinus):
		p.invalid("an integer value")
	}
	if p.accept(tDotDot) {
		if p.at(tNumber) {
			n := p.unsigned()
			l.Max = &n
		}
	} else if l.Min != nil {
		n := *l.Min
		l.Max = &n
	}
	l.Span = p.spanFrom(start)
	return l
}

// Label expressions, loosest first.
