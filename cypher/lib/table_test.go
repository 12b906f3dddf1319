package lib_test

import (
	"slices"
	"strings"
	"testing"

	"bdgraph/cypher/lib"
	"bdgraph/cypher/value"
)

func TestTheTableIsComplete(t *testing.T) {
	want := strings.Fields(`abs acos asin atan atan2 avg btrim ceil char_length character_length coalesce collect cos cot count
		date date.realtime date.statement date.transaction date.truncate datetime datetime.fromEpoch datetime.fromEpochMillis
		datetime.realtime datetime.statement datetime.transaction datetime.truncate degrees duration duration.between duration.inDays
		duration.inMonths duration.inSeconds e elementId endNode exp floor haversin head id isEmpty isNaN keys labels last left length
		localdatetime localdatetime.realtime localdatetime.statement localdatetime.transaction localdatetime.truncate localtime
		localtime.realtime localtime.statement localtime.transaction localtime.truncate log log10 lower ltrim max min nodes normalize
		nullIf percentileCont percentileDisc pi point point.distance point.withinBBox properties radians rand randomUUID range
		relationships replace reverse right round rtrim sign sin size split sqrt startNode stDev stDevP substring sum tail tan time
		time.realtime time.statement time.transaction time.truncate timestamp toBoolean toBooleanList toBooleanOrNull toFloat
		toFloatList toFloatOrNull toInteger toIntegerList toIntegerOrNull toLower toString toStringList toStringOrNull toUpper trim
		type upper valueType vector.similarity.cosine vector.similarity.euclidean`)
	var got []string
	for _, f := range lib.Functions() {
		got = append(got, f.Name)
		if f.Help == "" || !strings.HasSuffix(f.Help, ".") || strings.Contains(f.Help, "\n") {
			t.Errorf("%s: the help is not one sentence: %q", f.Name, f.Help)
		}
		if lib.Lookup(strings.ToUpper(f.Name)) != f {
			t.Errorf("%s is not found in capitals", f.Name)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	for _, p := range lib.Procedures() {
		if p.Help == "" || lib.LookupProcedure(p.Name) != p || len(p.Columns) == 0 {
			t.Errorf("%s: help %q, columns %v", p.Name, p.Help, p.Columns)
		}
	}
}

func TestSignatures(t *testing.T) {
	for name, want := range map[string]string{
		"abs":           "abs(input :: INTEGER | FLOAT) :: INTEGER | FLOAT",
		"coalesce":      "coalesce(input :: ANY) :: ANY",
		"range":         "range(start :: INTEGER, end :: INTEGER, step = 1 :: INTEGER) :: LIST<INTEGER>",
		"split":         "split(original :: STRING, splitDelimiters :: STRING | LIST<STRING>) :: LIST<STRING>",
		"isEmpty":       "isEmpty(input :: STRING | MAP | LIST<ANY>) :: BOOLEAN",
		"date.truncate": "date.truncate(unit :: STRING, input = DEFAULT_TEMPORAL_ARGUMENT :: ANY, fields = null :: MAP) :: DATE",
	} {
		if got := lib.Lookup(name).Signature(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	if got, want := lib.LookupProcedure("db.index.fulltext.queryNodes").Signature(),
		"db.index.fulltext.queryNodes(indexName :: STRING, queryString :: STRING, options = {} :: MAP) :: (node :: NODE, score :: FLOAT)"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	f := lib.Lookup("substring")
	if required(f.Params) != 2 || len(f.Params) != 3 || f.Variadic {
		t.Errorf("substring takes %+v", f.Params)
	}
	if c := lib.Lookup("coalesce"); required(c.Params) != 1 || !c.Variadic {
		t.Errorf("coalesce takes %+v", c.Params)
	}
	if !f.Params[1].Type.Accepts(value.KindInt) || f.Params[1].Type.Accepts(value.KindString) ||
		!lib.Lookup("sqrt").Params[0].Type.Accepts(value.KindInt) || lib.Lookup("sqrt").Params[0].Type.Accepts(value.KindString) {
		t.Error("types accept the wrong kinds")
	}
}

// required counts the parameters without a default.
func required(params []lib.Param) int {
	n := 0
	for _, p := range params {
		if p.Default == "" {
			n++
		}
	}
	return n
}

func TestSuggestions(t *testing.T) {
	for unknown, want := range map[string]string{
		"tolowr": "toLower", "toUper": "toUpper", "substr": "substring", "lenght": "length", "coutn": "count", "duration.inDay": "duration.inDays",
		"len": "size", "now": "datetime", "ifnull": "coalesce", "xyzzy": "", "apoc.text.levenshtein": "",
	} {
		if got := lib.Suggest(unknown); got != want {
			t.Errorf("%s: suggested %q, want %q", unknown, got, want)
		}
	}
	for unknown, want := range map[string]string{"db.label": "db.labels", "Db.Labels": "db.labels", "apoc.load.json": ""} {
		if got := lib.SuggestProcedure(unknown); got != want {
			t.Errorf("%s: suggested %q, want %q", unknown, got, want)
		}
	}
}

func TestShowListings(t *testing.T) {
	for what, want := range map[string]string{
		"FUNCTIONS":   "name category description",
		"PROCEDURES":  "name description mode worksOnSystem",
		"INDEXES":     "id name state populationPercent type entityType labelsOrTypes properties indexProvider owningConstraint lastRead readCount",
		"CONSTRAINTS": "id name type entityType labelsOrTypes properties ownedIndex propertyType",
	} {
		listing := lib.LookupListing(what)
		var shown []string
		for _, c := range listing.Columns[:listing.Default] {
			shown = append(shown, c.Name)
		}
		if got := strings.Join(shown, " "); got != want {
			t.Errorf("SHOW %s gives %s, want %s", what, got, want)
		}
		count := 0
		err := listing.Rows(&lib.Env{Graph: projectGraph()}, "", func(row []value.Value) error {
			count++
			if len(row) != len(listing.Columns) {
				t.Errorf("SHOW %s: %d values for %d columns", what, len(row), len(listing.Columns))
			}
			for i, v := range row {
				if !listing.Columns[i].Type.Accepts(v.Kind()) {
					t.Errorf("SHOW %s: %s is %v", what, listing.Columns[i].Name, v)
				}
			}
			return nil
		})
		if err != nil || count == 0 {
			t.Errorf("SHOW %s: %d rows, %v", what, count, err)
		}
	}
	if lib.LookupListing("LABELS") != nil {
		t.Error("SHOW LABELS exists")
	}
}

func TestListingsByFilter(t *testing.T) {
	for _, c := range []struct {
		what, filter string
		all          bool
	}{
		{"FUNCTIONS", "ALL", true},
		{"FUNCTIONS", "BUILT IN", true},
		{"FUNCTIONS", "USER DEFINED", false},
		{"INDEXES", "RANGE", true},
		{"INDEXES", "FULLTEXT", false},
		{"CONSTRAINTS", "UNIQUE", true},
		{"CONSTRAINTS", "REL UNIQUE", false},
		{"CONSTRAINTS", "NODE KEY", false},
	} {
		count := func(filter string) (n int) {
			err := lib.LookupListing(c.what).Rows(&lib.Env{Graph: projectGraph()}, filter, func([]value.Value) error { n++; return nil })
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		want := 0
		if c.all {
			want = count("")
		}
		if got := count(c.filter); got != want {
			t.Errorf("SHOW %s %s lists %d, want %d", c.filter, c.what, got, want)
		}
	}
}
