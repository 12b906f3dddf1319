package config_test

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pelletier/go-toml/v2"

	"bdgraph/internal/config"
	"bdgraph/internal/testenv"
)

func TestFlagWinsOverVariableOverFileOverDefault(t *testing.T) {
	dir := testenv.Project(t, map[string]string{"bdgraph.toml": "zone = \"Europe/Paris\"\nstate_dir = \"s\"\n[limits]\nrows = 7\ntimeout = \"2s\"\n"})
	p, err := config.Load(config.Options{
		Dir:     dir,
		Environ: []string{"BDGRAPH_STATE_DIR=from-env", "BDGRAPH_LIMITS_ROWS=8", "HOME=/"},
		Set:     []string{"limits.rows=9", "adr.folders=a, b"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if p.Zone != "Europe/Paris" || p.StateDir != "from-env" || p.Limits.Rows != 9 || time.Duration(p.Limits.Timeout) != 2*time.Second || p.Beads.Command != "bd" {
		t.Errorf("got %+v", p.Config)
	}
	if !reflect.DeepEqual(p.ADR.Folders, []string{"a", "b"}) {
		t.Errorf("folders %q", p.ADR.Folders)
	}
	for key, want := range map[string]string{
		"zone": "bdgraph.toml:1:1", "limits.timeout": "bdgraph.toml:5:1", "state_dir": "BDGRAPH_STATE_DIR", "limits.rows": "--set limits.rows", "beads.command": "",
	} {
		if got := p.Origin[key]; !strings.HasSuffix(got, want) || (want == "") != (got == "") {
			t.Errorf("%s comes from %q, want %q", key, got, want)
		}
	}
	if p.State("corpus") != filepath.Join(dir, "from-env", "corpus") {
		t.Errorf("state folder %s", p.State("corpus"))
	}
}

func TestErrorsNamePlaceAndRemedy(t *testing.T) {
	for name, c := range map[string]struct {
		file      string
		set, env  []string
		wantParts []string
	}{
		"unknown key":       {file: "store = \"embedded\"\n[neo4j]\n uro = \"x\"\n", wantParts: []string{"bdgraph.toml:3:2: unknown key neo4j.uro; did you mean neo4j.uri?"}},
		"two unknown keys":  {file: "stroe = 1\nzoen = 2\n", wantParts: []string{"bdgraph.toml:1:1: unknown key stroe; did you mean store?", "bdgraph.toml:2:1: unknown key zoen; did you mean zone?"}},
		"unknown table":     {file: "[nonsense]\nx = 1\n", wantParts: []string{"bdgraph.toml:1:2: unknown key nonsense"}},
		"key in a list":     {file: "[[vocab.components]]\nname = \"A\"\nalias = [\"a\"]\n", wantParts: []string{"bdgraph.toml:3:1: unknown key vocab.components.alias; did you mean vocab.components.aliases?"}},
		"syntax":            {file: "zone = \"UTC\"\nstore = \n", wantParts: []string{"bdgraph.toml:2:"}},
		"type":              {file: "zone = 3\n", wantParts: []string{"bdgraph.toml:1:8: zone: "}},
		"duration":          {file: "[limits]\ntimeout = \"soon\"\n", wantParts: []string{"bdgraph.toml:2:11: limits.timeout: ", "30s or 2m"}},
		"store":             {file: "\nstore = \"neo4\"\n", wantParts: []string{`bdgraph.toml:2:1: store: "neo4" is none of`, "did you mean neo4j?"}},
		"zone":              {file: "zone = \"Paris\"", wantParts: []string{"bdgraph.toml:1:1: zone: ", "Europe/Berlin"}},
		"no uri by flag":    {set: []string{"store=neo4j"}, wantParts: []string{"--set store: the neo4j store needs neo4j.uri"}},
		"password":          {file: "[neo4j]\npassword = \"hunter2\"", wantParts: []string{"bdgraph.toml:2:1: neo4j.password: a password is never in this file: use BDGRAPH_NEO4J_PASSWORD"}},
		"no uri":            {file: "store = \"neo4j\"", wantParts: []string{"store: the neo4j store needs neo4j.uri"}},
		"secret in uri":     {file: "[neo4j]\nuri = \"bolt://neo4j:hunter2@host\"", wantParts: []string{"bdgraph.toml:2:1: neo4j.uri: must not hold a user or password"}},
		"http":              {file: "[neo4j]\nuri = \"http://host\"", wantParts: []string{`the scheme "http" is none of bolt,`}},
		"parent":            {file: "[[vocab.components]]\nname = \"Api\"\n[[vocab.components]]\nname = \"B\"\nparent = \"Apl\"\n", wantParts: []string{`bdgraph.toml:5:1: vocab.components[1].parent: no component is named "Apl"; did you mean Api?`}},
		"parent cycle":      {file: "[vocab]\ncomponents = [{name = \"A\", parent = \"B\"}, {name = \"B\", parent = \"A\"}]\n", wantParts: []string{"bdgraph.toml:2:28: vocab.components[0].parent: A would be a part of itself"}},
		"name twice":        {file: "[[vocab.components]]\nname = \"Api\"\n[[vocab.components]]\nname = \"B\"\naliases = [\"api\"]\n", wantParts: []string{`bdgraph.toml:3:3: vocab.components[1]: "api" is already a name of the component Api`}},
		"rule kind":         {file: "[[vocab.rules]]\nname = \"R\"\nkind = \"law\"", wantParts: []string{`vocab.rules[0].kind: "law" is none of`}},
		"probe":             {file: "[[probes]]\nname = \"p\"", wantParts: []string{"bdgraph.toml:1:3: probes[0]: a probe needs a name and a query"}},
		"probe rows":        {file: "[[probes]]\nname = \"p\"\nquery = \"RETURN 1\"\nrows = [[1], [1, 2]]", wantParts: []string{"bdgraph.toml:4:1: probes[0].rows[1]: has 2 cells, the first row 1"}},
		"limit":             {file: "[limits]\nrows = 0", wantParts: []string{"bdgraph.toml:2:1: limits.rows: must be greater than zero"}},
		"duration, bare":    {file: "[limits]\ntimeout = 5\n", wantParts: []string{"bdgraph.toml:2:1: limits.timeout: 5ns is too short", `"30s"`}},
		"paths":             {file: "[[vocab.components]]\nname = \"A\"\npaths = [\"[z-a]\"]\n", wantParts: []string{`bdgraph.toml:3:1: vocab.components[0].paths: glob "[z-a]"`}},
		"state in project":  {file: "state_dir = \".\"\n", wantParts: []string{"bdgraph.toml:1:1: state_dir: ", "holds the project"}},
		"state above":       {set: []string{"state_dir=.."}, wantParts: []string{"--set state_dir: /", "holds the project"}},
		"state in beads":    {file: "state_dir = \".beads\"\n", wantParts: []string{"belongs to another tool"}},
		"state in git":      {file: "state_dir = \".git/bdgraph\"\n", wantParts: []string{"belongs to another tool"}},
		"state is a file":   {file: "state_dir = \"bdgraph.toml\"\n", wantParts: []string{"bdgraph.toml is a file: move it away"}},
		"flag":              {set: []string{"neo4j.url=x"}, wantParts: []string{"--set neo4j.url: unknown key neo4j.url; did you mean neo4j.uri?"}},
		"flag value":        {set: []string{"limits.rows=many"}, wantParts: []string{`--set limits.rows: "many" is no whole number`}},
		"flag without =":    {set: []string{"store"}, wantParts: []string{"--set store: want KEY=VALUE"}},
		"password by flag":  {set: []string{"neo4j.password=hunter2"}, wantParts: []string{"a password is never a flag"}},
		"variable":          {env: []string{"BDGRAPH_PERSONAL_DATA=perhaps"}, wantParts: []string{`BDGRAPH_PERSONAL_DATA: personal_data: "perhaps" is neither true nor false`}},
		"variable, checked": {env: []string{"BDGRAPH_STORE=disk"}, wantParts: []string{`BDGRAPH_STORE: store: "disk" is none of`}},
		"all at once":       {file: "zone = \"x\"\nstore = \"y\"\n", wantParts: []string{"zone: ", "store: "}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := config.Load(config.Options{Dir: testenv.Project(t, map[string]string{"bdgraph.toml": c.file}), Set: c.set, Environ: c.env})
			if err == nil {
				t.Fatal("no error")
			}
			for _, want := range c.wantParts {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error\n%v\nlacks %q", err, want)
				}
			}
			if strings.Contains(err.Error(), "hunter2") {
				t.Errorf("the error shows a password: %v", err)
			}
		})
	}
}

func TestProjectIsFoundFromBelow(t *testing.T) {
	dir := testenv.Project(t, map[string]string{".beads/issues.jsonl": "", "cmd/api/main.go": ""})
	p, err := config.Load(config.Options{Dir: filepath.Join(dir, "cmd", "api")})
	if err != nil || p.Root != dir {
		t.Errorf("root %s, %v; want %s", p.Root, err, dir)
	}
}

func TestAByteOrderMarkIsNoError(t *testing.T) {
	p, err := config.Load(config.Options{Dir: testenv.Project(t, map[string]string{"bdgraph.toml": "\ufeffzone = \"Asia/Tokyo\"\r\n"})})
	if err != nil || p.Zone != "Asia/Tokyo" {
		t.Errorf("zone %q, %v", p.Zone, err)
	}
}

func TestForeignConfigTomlIsLeftAlone(t *testing.T) {
	p, err := config.Load(config.Options{Dir: testenv.Project(t, map[string]string{"config.toml": "baseURL = \"https://example.org\"\n"})})
	if err != nil || p.File != "" || len(p.Warnings) != 1 {
		t.Errorf("file %q, warnings %q, %v", p.File, p.Warnings, err)
	}
	p, err = config.Load(config.Options{Dir: testenv.Project(t, map[string]string{"config.toml": "zone = \"Asia/Tokyo\"\n"})})
	if err != nil || p.Zone != "Asia/Tokyo" {
		t.Errorf("zone %q, %v", p.Zone, err)
	}
}

func TestMistypedVariableIsMentioned(t *testing.T) {
	p, err := config.Load(config.Options{Dir: t.TempDir(), Environ: []string{"BDGRAPH_STOER=neo4j", "BDGRAPH_SHARED=/x"}})
	if err != nil || len(p.Warnings) != 1 || !strings.Contains(p.Warnings[0], "did you mean BDGRAPH_STORE?") {
		t.Errorf("warnings %q, %v", p.Warnings, err)
	}
	p, err = config.Load(config.Options{Dir: t.TempDir(), Environ: []string{"BDGRAPH_NEO4J_PASSWORT=hunter2"}})
	if err != nil || len(p.Warnings) != 1 || !strings.Contains(p.Warnings[0], "did you mean BDGRAPH_NEO4J_PASSWORD?") || strings.Contains(p.Warnings[0], "hunter2") {
		t.Errorf("warnings %q, %v", p.Warnings, err)
	}
}

func TestNeo4jIsTheStoreWhereItsURIIsSet(t *testing.T) {
	for _, c := range []struct {
		set  []string
		want string
	}{
		{nil, config.Embedded},
		{[]string{"neo4j.uri=bolt://localhost"}, config.Neo4jStore},
		{[]string{"neo4j.uri=bolt://localhost", "store=embedded"}, config.Embedded},
	} {
		p, err := config.Load(config.Options{Dir: t.TempDir(), Set: c.set})
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := p.StoreName(); got != c.want {
			t.Errorf("%v: store %s, want %s", c.set, got, c.want)
		}
	}
}

func TestEveryKeyReadsBackWhatItPrints(t *testing.T) {
	c := config.Default()
	for _, k := range c.Keys() {
		before := k.Value()
		if err := k.Set(k.String()); err != nil || !reflect.DeepEqual(before, k.Value()) {
			t.Errorf("%s: %v became %v, %v", k.Name, before, k.Value(), err)
		}
	}
}

// The example holds the defaults as they are, and every other key in a comment.
func TestExampleHoldsEveryKeyWithItsDefault(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(testenv.Root(t), "config.example.toml"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := config.Load(config.Options{Dir: testenv.Project(t, map[string]string{"bdgraph.toml": string(data)})})
	if err != nil {
		t.Fatal(err)
	}
	if want := config.Default(); !reflect.DeepEqual(p.Config, want) {
		t.Errorf("the example gives\n%+v\nthe defaults are\n%+v", p.Config, want)
	}
	defaults := config.Default()
	for _, k := range defaults.Keys() {
		if p.Origin[k.Name] == "" {
			t.Errorf("the example lacks %s", k.Name)
		}
	}

	whole := regexp.MustCompile(`(?m)^# (\[|[a-z_]+ = )`).ReplaceAllString(string(data), "$1")
	p, err = config.Load(config.Options{Dir: testenv.Project(t, map[string]string{"bdgraph.toml": strings.NewReplacer(
		`parent = "Backend"`, `parent = ""`, `depends_on = ["Store"]`, `depends_on = []`).Replace(whole)})})
	if err != nil {
		t.Fatalf("with its comments opened: %v", err)
	}
	var tree map[string]any
	if err := toml.Unmarshal([]byte(whole), &tree); err != nil {
		t.Fatal(err)
	}
	assertHasAllKeys(t, "", reflect.TypeFor[config.Config](), tree)
}

func assertHasAllKeys(t *testing.T, prefix string, typ reflect.Type, tree map[string]any) {
	t.Helper()
	for f := range typ.Fields() {
		name := f.Tag.Get("toml")
		value, ok := tree[name]
		if !ok {
			t.Errorf("the example lacks %s%s", prefix, name)
			continue
		}
		switch v := value.(type) {
		case map[string]any:
			if f.Type.Kind() == reflect.Struct {
				assertHasAllKeys(t, prefix+name+".", f.Type, v)
			}
		case []any:
			if f.Type.Elem().Kind() == reflect.Struct {
				assertHasAllKeys(t, prefix+name+".", f.Type.Elem(), v[0].(map[string]any))
			}
		}
	}
}
