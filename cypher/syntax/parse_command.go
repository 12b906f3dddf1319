package syntax

import "strings"

// showable names what SHOW can list, each with its canonical plural.
var showable = map[string]string{
	"ALIAS": "ALIASES", "ALIASES": "ALIASES",
	"CONSTRAINT": "CONSTRAINTS", "CONSTRAINTS": "CONSTRAINTS",
	"DATABASE": "DATABASES", "DATABASES": "DATABASES",
	"FUNCTION": "FUNCTIONS", "FUNCTIONS": "FUNCTIONS",
	"INDEX": "INDEXES", "INDEXES": "INDEXES",
	"PRIVILEGE": "PRIVILEGES", "PRIVILEGES": "PRIVILEGES",
	"PROCEDURE": "PROCEDURES", "PROCEDURES": "PROCEDURES",
	"ROLE": "ROLES", "ROLES": "ROLES",
	"SERVER": "SERVERS", "SERVERS": "SERVERS",
	"SETTING": "SETTINGS", "SETTINGS": "SETTINGS",
	"TRANSACTION": "TRANSACTIONS", "TRANSACTIONS": "TRANSACTIONS",
	"USER": "USERS", "USERS": "USERS",
}

// showFilters are the words that may stand between SHOW and what is shown.
var showFilters = map[string]bool{
	"ALL": true, "BUILT": true, "IN": true, "USER": true, "DEFINED": true, "FULLTEXT": true, "LOOKUP": true,
	"POINT": true, "RANGE": true, "TEXT": true, "VECTOR": true, "BTREE": true, "NODE": true, "RELATIONSHIP": true,
	"REL": true, "KEY": true, "UNIQUE": true, "UNIQUENESS": true, "EXIST": true, "EXISTS": true, "EXISTENCE": true,
	"PROPERTY": true, "TYPE": true, "POPULATED": true, "CURRENT": true, "SUPPORTED": true, "HOME": true, "DEFAULT": true,
}

// show reads SHOW filter what detail [YIELD ...] [WHERE ...].
func (p *parser) show(start Pos) Clause {
	p.expectWord(kShow)
	s := &Show{}
	var filter []string
	for {
		if p.tok().kind != tWord {
			p.invalidShow()
		}
		word := strings.ToUpper(p.tokText(p.tok()))
		what, isWhat := showable[word]
		// SHOW USER DEFINED FUNCTIONS, SHOW USER alice PRIVILEGES.
		if isWhat && !(word == "USER" && strings.EqualFold(p.tokText(p.tokAt(1)), "DEFINED")) {
			p.i++
			s.What = what
			break
		}
		if !showFilters[word] {
			p.invalidShow()
		}
		p.i++
		filter = append(filter, word)
	}
	s.Filter = strings.Join(filter, " ")
	s.Detail = p.showDetail(s.What)
	if p.acceptWord(kYield) {
		s.HasYield = true
		if p.accept(tStar) {
			s.YieldStar = true
		} else {
			s.Yield = commas(p, p.yieldItem)
		}
		s.OrderBy, s.Skip, s.Limit = p.orderSkipLimit()
	}
	s.Where = p.where()
	if !s.HasYield && p.wordAt(0, kReturn) {
		p.invalid("'YIELD'")
	}
	s.Span = p.spanFrom(start)
	return s
}

// showDetail reads what may stand after the thing that is shown. For what is not
// shown here anyway it is kept as written.
func (p *parser) showDetail(what string) string {
	word := func(ahead int, w string) bool { return strings.EqualFold(p.tokText(p.tokAt(ahead)), w) }
	from := p.i
	switch what {
	case "FUNCTIONS", "PROCEDURES":
		if word(0, "EXECUTABLE") {
			p.i++
			if p.acceptWord(kBy) {
				if word(0, "CURRENT") && word(1, "USER") {
					p.i++
				}
				p.name()
			}
		}
	case "INDEXES", "CONSTRAINTS":
		if word(0, "BRIEF") || word(0, "VERBOSE") {
			p.i++
			if word(0, "OUTPUT") {
				p.i++
			}
		}
	default:
		return p.verbatim(func() bool {
			return p.wordAt(0, kYield) || p.wordAt(0, kWhere) || p.wordAt(0, kReturn) || p.startsCommandClause()
		})
	}
	if p.i == from {
		return ""
	}
	return p.text[p.tokens[from].start:p.tokens[p.i-1].end]
}

func (p *parser) invalidShow() {
	for _, what := range []string{"CONSTRAINTS", "FUNCTIONS", "INDEXES", "PROCEDURES", "SETTINGS", "TRANSACTIONS", "DATABASES"} {
		p.expecting("'" + what + "'")
	}
	p.invalid("")
}

func (p *parser) startsCommandClause() bool { return p.wordAt(0, kShow) || p.wordAt(0, kTerminate) }

// verbatim moves on to where stop says so, a semicolon or the end, and returns
// the text between.
func (p *parser) verbatim(stop func() bool) string {
	from := p.tok().start
	for p.tok().kind != tEOF && p.tok().kind != tSemicolon && !stop() {
		p.i++
	}
	return strings.TrimSpace(p.text[from:p.tok().start])
}

// isCreateCommand tells CREATE INDEX and the like from CREATE with a pattern:
// after CREATE and one or more words a pattern would have '='.
func (p *parser) isCreateCommand() bool { return p.nameAt(1) && !p.kindAt(2, tEq) }

// commandObjects end the head of a command: CREATE OR REPLACE FULLTEXT INDEX.
var commandObjects = map[string]bool{
	"ALIAS": true, "CONSTRAINT": true, "DATABASE": true, "DATABASES": true, "INDEX": true, "ROLE": true, "SERVER": true,
	"TRANSACTION": true, "TRANSACTIONS": true, "USER": true, "PRIVILEGES": true,
}

// command reads a schema or administration command: what it is, and the rest as written.
func (p *parser) command(start Pos) Clause {
	c := &Command{}
	var head []string
	for p.tok().kind == tWord && len(head) < 5 {
		word := strings.ToUpper(p.tokText(p.tok()))
		head = append(head, word)
		p.i++
		if commandObjects[word] {
			break
		}
	}
	if len(head) < 2 || !commandObjects[head[len(head)-1]] && !isGrant(head[0]) {
		p.i -= len(head) - 1
		p.invalid("a pattern")
	}
	if isGrant(head[0]) && len(head) > 1 {
		p.i -= len(head) - 1
		head = head[:1]
	}
	c.Head = strings.Join(head, " ")
	c.Rest = p.verbatim(func() bool { return false })
	c.Span = p.spanFrom(start)
	return c
}

func isGrant(word string) bool { return word == "GRANT" || word == "DENY" || word == "REVOKE" }
