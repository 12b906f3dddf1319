package syntax

// kind is the kind of a token.
type kind uint8

const (
	tEOF kind = iota
	tWord
	tQuoted // `name`
	tString
	tNumber
	tLeftParen
	tRightParen
	tLeftBracket
	tRightBracket
	tLeftBrace
	tRightBrace
	tComma
	tSemicolon
	tDot
	tDotDot
	tColon
	tColonColon
	tPlus
	tMinus
	tStar
	tSlash
	tPercent
	tCaret
	tEq
	tNe
	tBangEq // != is refused with a hint
	tLt
	tLe
	tGt
	tGe
	tRegex
	tPlusEq
	tBar
	tBarBar
	tAmpersand
	tBang
	tDollar
	tArrowLine  // a dash other than -, only in relationship patterns
	tArrowLeft  // an angle other than <
	tArrowRight // an angle other than >
)

// kindNames says how each kind is named in a list of what was expected.
var kindNames = [...]string{
	tEOF: "the end of the query", tWord: "an identifier", tQuoted: "an identifier",
	tString: "a string", tNumber: "a number",
	tLeftParen: "'('", tRightParen: "')'", tLeftBracket: "'['", tRightBracket: "']'",
	tLeftBrace: "'{'", tRightBrace: "'}'", tComma: "','", tSemicolon: "';'",
	tDot: "'.'", tDotDot: "'..'", tColon: "':'", tColonColon: "'::'",
	tPlus: "'+'", tMinus: "'-'", tStar: "'*'", tSlash: "'/'", tPercent: "'%'", tCaret: "'^'",
	tEq: "'='", tNe: "'<>'", tBangEq: "'!='", tLt: "'<'", tLe: "'<='", tGt: "'>'", tGe: "'>='",
	tRegex: "'=~'", tPlusEq: "'+='", tBar: "'|'", tBarBar: "'||'", tAmpersand: "'&'",
	tBang: "'!'", tDollar: "'$'", tArrowLine: "'-'", tArrowLeft: "'<'", tArrowRight: "'>'",
}

// token is a word, literal or sign of the text.
type token struct {
	kind       kind
	keyword    keyword // of a tWord, 0 where it is none
	separator  bool    // a '|' that ends the WHERE or list of a comprehension
	start, end int32   // byte offsets
	line       int32
	column     int32
	match      int32 // of a bracket: the index of its partner, 0 where there is none
}

func (t *token) pos() Pos {
	return Pos{Offset: int(t.start), Line: int(t.line), Column: int(t.column)}
}

// keyword is a word with a meaning of its own somewhere in the grammar. None is
// reserved: every keyword may also name a variable, label or property.
type keyword uint8

const (
	notKeyword keyword = iota
	kAll
	kAllShortestPaths
	kAlter
	kAnd
	kAny
	kArray
	kAs
	kAsc
	kAscending
	kBindings
	kBoth
	kBreak
	kBtree
	kBy
	kCall
	kCase
	kCollect
	kConcurrent
	kContains
	kContinue
	kCount
	kCreate
	kCsv
	kCypher
	kDeallocate
	kDelete
	kDeny
	kDesc
	kDescending
	kDetach
	kDifferent
	kDistinct
	kDrop
	kDryrun
	kElement
	kElements
	kElse
	kEnable
	kEnd
	kEnds
	kError
	kExists
	kExplain
	kFail
	kFalse
	kFieldTerminator
	kFinish
	kForeach
	kFrom
	kGrant
	kGraph
	kGroup
	kGroups
	kHeaders
	kIn
	kIndex
	kInf
	kInfinity
	kInsert
	kIs
	kJoin
	kLeading
	kLimit
	kList
	kLoad
	kMatch
	kMerge
	kNan
	kNfc
	kNfd
	kNfkc
	kNfkd
	kNoDetach
	kNone
	kNormalize
	kNormalized
	kNot
	kNull
	kOf
	kOffset
	kOn
	kOptional
	kOr
	kOrder
	kPath
	kPaths
	kPoint
	kProfile
	kRange
	kReallocate
	kReduce
	kRelationship
	kRelationships
	kRemove
	kRename
	kRepeatable
	kReport
	kReturn
	kRevoke
	kRow
	kRows
	kScan
	kSeek
	kSet
	kShortest
	kShortestPath
	kShow
	kSingle
	kSkip
	kStart
	kStarts
	kStatus
	kStop
	kTerminate
	kText
	kThen
	kTrailing
	kTransactions
	kTrim
	kTrue
	kTyped
	kUnion
	kUnwind
	kUse
	kUsing
	kWhen
	kWhere
	kWith
	kXor
	kYield
	keywordCount
)

var keywordNames = [keywordCount]string{
	kAll: "ALL", kAllShortestPaths: "ALLSHORTESTPATHS", kAlter: "ALTER", kAnd: "AND",
	kAny: "ANY", kArray: "ARRAY", kAs: "AS", kAsc: "ASC", kAscending: "ASCENDING", kBindings: "BINDINGS", kBoth: "BOTH",
	kBreak: "BREAK", kBtree: "BTREE", kBy: "BY", kCall: "CALL", kCase: "CASE", kCollect: "COLLECT",
	kConcurrent: "CONCURRENT", kContains: "CONTAINS", kContinue: "CONTINUE", kCount: "COUNT", kCreate: "CREATE",
	kCsv: "CSV", kCypher: "CYPHER", kDeallocate: "DEALLOCATE", kDelete: "DELETE", kDeny: "DENY", kDesc: "DESC",
	kDescending: "DESCENDING", kDetach: "DETACH", kDifferent: "DIFFERENT", kDistinct: "DISTINCT", kDrop: "DROP",
	kDryrun: "DRYRUN", kElement: "ELEMENT", kElements: "ELEMENTS", kElse: "ELSE", kEnable: "ENABLE", kEnd: "END",
	kEnds: "ENDS", kError: "ERROR", kExists: "EXISTS", kExplain: "EXPLAIN", kFail: "FAIL", kFalse: "FALSE",
	kFieldTerminator: "FIELDTERMINATOR", kFinish: "FINISH", kForeach: "FOREACH", kFrom: "FROM", kGrant: "GRANT",
	kGraph: "GRAPH", kGroup: "GROUP", kGroups: "GROUPS", kHeaders: "HEADERS", kIn: "IN", kIndex: "INDEX", kInf: "INF",
	kInfinity: "INFINITY", kInsert: "INSERT", kIs: "IS", kJoin: "JOIN", kLeading: "LEADING", kLimit: "LIMIT",
	kList: "LIST", kLoad: "LOAD", kMatch: "MATCH", kMerge: "MERGE", kNan: "NAN", kNfc: "NFC", kNfd: "NFD",
	kNfkc: "NFKC", kNfkd: "NFKD", kNoDetach: "NODETACH", kNone: "NONE", kNormalize: "NORMALIZE",
	kNormalized: "NORMALIZED", kNot: "NOT", kNull: "NULL", kOf: "OF", kOffset: "OFFSET", kOn: "ON",
	kOptional: "OPTIONAL", kOr: "OR", kOrder: "ORDER", kPath: "PATH", kPaths: "PATHS", kPoint: "POINT",
	kProfile: "PROFILE", kRange: "RANGE", kReallocate: "REALLOCATE", kReduce: "REDUCE", kRelationship: "RELATIONSHIP",
	kRelationships: "RELATIONSHIPS", kRemove: "REMOVE", kRename: "RENAME", kRepeatable: "REPEATABLE",
	kReport: "REPORT", kReturn: "RETURN", kRevoke: "REVOKE", kRow: "ROW", kRows: "ROWS", kScan: "SCAN", kSeek: "SEEK",
	kSet: "SET", kShortest: "SHORTEST", kShortestPath: "SHORTESTPATH", kShow: "SHOW", kSingle: "SINGLE",
	kSkip: "SKIP", kStart: "START", kStarts: "STARTS", kStatus: "STATUS", kStop: "STOP", kTerminate: "TERMINATE",
	kText: "TEXT", kThen: "THEN", kTrailing: "TRAILING", kTransactions: "TRANSACTIONS", kTrim: "TRIM", kTrue: "TRUE",
	kTyped: "TYPED", kUnion: "UNION", kUnwind: "UNWIND", kUse: "USE", kUsing: "USING", kWhen: "WHEN",
	kWhere: "WHERE", kWith: "WITH", kXor: "XOR", kYield: "YIELD",
}

var keywords = func() map[string]keyword {
	m := make(map[string]keyword, keywordCount)
	for k := notKeyword + 1; k < keywordCount; k++ {
		m[keywordNames[k]] = k
	}
	return m
}()

const longestKeyword = len("ALLSHORTESTPATHS")

// lookupKeyword finds a keyword in any case.
func lookupKeyword(word string) keyword {
	if len(word) > longestKeyword {
		return notKeyword
	}
	var upper [longestKeyword]byte
	for i := range len(word) {
		c := word[i]
		if 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		upper[i] = c
	}
	return keywords[string(upper[:len(word)])]
}
