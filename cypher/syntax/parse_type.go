package syntax

import "strings"

// typeNames maps each spelling of a type to its canonical one.
var typeNames = map[string]string{
	"NOTHING": "NOTHING", "NULL": "NULL", "BOOL": "BOOLEAN", "BOOLEAN": "BOOLEAN", "VARCHAR": "STRING", "STRING": "STRING",
	"INT": "INTEGER", "INTEGER": "INTEGER", "SIGNED INTEGER": "INTEGER", "FLOAT": "FLOAT", "DATE": "DATE",
	"LOCAL TIME": "LOCAL TIME", "LOCAL DATETIME": "LOCAL DATETIME", "ZONED TIME": "ZONED TIME", "ZONED DATETIME": "ZONED DATETIME",
	"TIME WITHOUT TIMEZONE": "LOCAL TIME", "TIME WITHOUT TIME ZONE": "LOCAL TIME",
	"TIME WITH TIMEZONE": "ZONED TIME", "TIME WITH TIME ZONE": "ZONED TIME",
	"TIMESTAMP WITHOUT TIMEZONE": "LOCAL DATETIME", "TIMESTAMP WITHOUT TIME ZONE": "LOCAL DATETIME",
	"TIMESTAMP WITH TIMEZONE": "ZONED DATETIME", "TIMESTAMP WITH TIME ZONE": "ZONED DATETIME",
	"DURATION": "DURATION", "POINT": "POINT", "NODE": "NODE", "VERTEX": "NODE", "RELATIONSHIP": "RELATIONSHIP", "EDGE": "RELATIONSHIP",
	"MAP": "MAP", "PATH": "PATH", "PATHS": "PATH", "PROPERTY VALUE": "PROPERTY VALUE",
	"ANY NODE": "NODE", "ANY VERTEX": "NODE", "ANY RELATIONSHIP": "RELATIONSHIP", "ANY EDGE": "RELATIONSHIP", "ANY MAP": "MAP",
	"ANY PROPERTY VALUE": "PROPERTY VALUE", "ANY VALUE": "ANY", "ANY": "ANY", "LIST": "LIST", "ARRAY": "LIST",
}

// typeExpr reads a type or a union of types.
func (p *parser) typeExpr() *TypeExpr {
	start := p.start()
	p.enter()
	t := p.typePart()
	if p.at(tBar) && !p.tok().separator {
		union := &TypeExpr{Union: alternativesOf(t)}
		for p.at(tBar) && !p.tok().separator {
			p.i++
			union.Union = append(union.Union, alternativesOf(p.typePart())...)
		}
		union.Span = p.spanFrom(start)
		t = union
	}
	p.leave()
	return t
}

// alternativesOf returns the members of a union, or the type itself.
func alternativesOf(t *TypeExpr) []*TypeExpr {
	if t.Union != nil {
		return t.Union
	}
	return []*TypeExpr{t}
}

// typePart reads a type with its nullability and LIST suffixes.
func (p *parser) typePart() *TypeExpr {
	start := p.start()
	union := p.kindAt(1, tLt) && p.wordAt(0, kAny)
	t := p.typeName()
	if p.notNull() {
		if union {
			p.fail(p.spanFrom(start), "UnexpectedSyntax",
				"Closed Dynamic Union Types can not be appended with `NOT NULL`, specify `NOT NULL` on all inner types instead.", "Write NOT NULL inside of the < >")
		}
		t.NotNull = true
	}
	suffixes := 0
	for p.acceptWord(kList) || p.acceptWord(kArray) {
		p.enter()
		suffixes++
		t = &TypeExpr{Name: "LIST", Element: t}
		t.NotNull = p.notNull()
		t.Span = p.spanFrom(start)
	}
	p.depth -= suffixes
	return t
}

func (p *parser) notNull() bool {
	if p.atWord(kNot) && p.wordAt(1, kNull) {
		p.i += 2
		return true
	}
	return p.accept(tBang)
}

// typeName reads the longest run of words that names a type.
func (p *parser) typeName() *TypeExpr {
	start := p.start()
	words, name, length := "", "", 0
	for n := 0; n < 4 && p.kindAt(n, tWord); n++ {
		if words += strings.ToUpper(p.tokText(p.tokAt(n))); typeNames[words] != "" {
			name, length = typeNames[words], n+1
		}
		words += " "
	}
	if length == 0 {
		p.invalid("a type such as STRING, INTEGER, DATE or LIST<STRING>")
	}
	p.i += length
	t := &TypeExpr{Name: name}
	if name == "LIST" || name == "ANY" && p.at(tLt) {
		p.expect(tLt)
		element := p.typeExpr()
		p.expect(tGt)
		if name == "LIST" {
			t.Element = element
		} else {
			t = element // ANY<a | b> is a | b
		}
	}
	t.Span = p.spanFrom(start)
	return t
}
