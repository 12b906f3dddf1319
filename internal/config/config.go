// Package config says how a project wants to be read: it finds bdgraph.toml,
// joins it with the environment and the command line, and checks the result. In
// go a folder, variables and flags; out comes a Config whose every value is known to
// be usable, with the place it came from. Opening what it names is left to others.
package config

import (
	"fmt"
	"time"

	"bdgraph"
)

// Config is every setting of a project. The tags are the keys of the file;
// docs/formats/config.md describes them, config.example.toml holds the defaults.
type Config struct {
	Store           string   `toml:"store"` // embedded or neo4j; "" lets StoreName decide
	StateDir        string   `toml:"state_dir"`
	ExtractedDir    string   `toml:"extracted_dir"`
	VerdictsDir     string   `toml:"verdicts_dir"`
	Zone            string   `toml:"zone"`
	PersonalData    bool     `toml:"personal_data"`
	SeedRules       bool     `toml:"seed_rules"`
	SeedLinks       []string `toml:"seed_links"` // title, heading, path
	KeepGenerations int      `toml:"keep_generations"`
	Beads           Beads    `toml:"beads"`
	ADR             ADR      `toml:"adr"`
	Neo4j           Neo4j    `toml:"neo4j"`
	Limits          Limits   `toml:"limits"`
	Verify          Verify   `toml:"verify"`
	Vocab           Vocab    `toml:"vocab"`
	Probes          []Probe  `toml:"probes"`
}

// Beads says where issues and memories are read from.
type Beads struct {
	Dir       string   `toml:"dir"`     // "" is found as bd finds it
	Source    string   `toml:"source"`  // auto, command or files
	Command   string   `toml:"command"` // the bd binary
	Timeout   Duration `toml:"timeout"` // of one call of bd
	Ephemeral bool     `toml:"ephemeral"`
}

// ADR says where decision records are and how they are read.
type ADR struct {
	Folders   []string `toml:"folders"`    // empty: the usual places
	DateOrder string   `toml:"date_order"` // dmy, mdy, ymd, or "" for none
	Words     string   `toml:"words"`      // file with further words
}

// Neo4j says how to reach a Neo4j server. The password comes from the
// environment or from PasswordFile, never from here or a flag.
type Neo4j struct {
	URI          string `toml:"uri"`
	User         string `toml:"user"`
	Database     string `toml:"database"`
	PasswordFile string `toml:"password_file"`
	BatchAbove   int    `toml:"batch_above"` // changes from which a load takes several transactions
}

// Limits bound what one query may cost.
type Limits struct {
	Rows    int      `toml:"rows"`
	Bytes   int64    `toml:"bytes"`
	Timeout Duration `toml:"timeout"`
}

// Verify says how extractions are judged.
type Verify struct {
	Items     int     `toml:"items"`      // the most claims in a packet
	Canaries  float64 `toml:"canaries"`   // planted for each claim
	CatchRate float64 `toml:"catch_rate"` // of false canaries, the least that counts
	KillRate  float64 `toml:"kill_rate"`  // of true canaries, the most that counts
}

// Vocab holds what the project calls its parts and its rules.
type Vocab struct {
	Components []Component `toml:"components"`
	Rules      []Rule      `toml:"rules"`
}

// Component is one [[vocab.components]] table.
type Component struct {
	Name      string   `toml:"name"`
	Aliases   []string `toml:"aliases"`
	Paths     []string `toml:"paths"`
	Parent    string   `toml:"parent"`
	DependsOn []string `toml:"depends_on"`
}

// Rule is one [[vocab.rules]] table.
type Rule struct {
	Name    string   `toml:"name"`
	Kind    string   `toml:"kind"`
	Aliases []string `toml:"aliases"`
}

// Probe is a question with a known answer that doctor asks.
type Probe struct {
	Name    string         `toml:"name"`
	Query   string         `toml:"query"`
	Params  map[string]any `toml:"params"`
	Rows    [][]any        `toml:"rows"`    // what the query must return
	Ordered bool           `toml:"ordered"` // in this order
}

// Duration is a time.Duration written as in Go: 30s, 2m.
type Duration time.Duration

// UnmarshalText reads what [time.ParseDuration] reads.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	if err != nil {
		return fmt.Errorf("%q is no duration such as 30s or 2m", text)
	}
	*d = Duration(v)
	return nil
}

// MarshalText writes the duration as Go does.
func (d Duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }

// The stores.
const (
	Embedded   = "embedded"
	Neo4jStore = "neo4j"
)

// Default returns the settings of a project that says nothing.
func Default() Config {
	return Config{
		StateDir:        ".bdgraph",
		ExtractedDir:    ".bdgraph/extracted",
		VerdictsDir:     ".bdgraph/verdicts",
		Zone:            "UTC",
		SeedRules:       true,
		SeedLinks:       []string{"title"},
		KeepGenerations: 3,
		Beads:           Beads{Source: "auto", Command: "bd", Timeout: Duration(time.Minute)},
		ADR:             ADR{Folders: []string{}},
		Neo4j:           Neo4j{User: "neo4j", Database: "neo4j", BatchAbove: 50_000},
		Verify:          Verify{Items: 20, Canaries: 0.3, CatchRate: 0.8, KillRate: 0.2},
		Limits:          Limits{Rows: 10_000, Bytes: 16 << 20, Timeout: Duration(30 * time.Second)},
	}
}

// StoreName returns the store to use and why: the one that is named, else
// Neo4j where its URI is set, else the embedded one.
func (c Config) StoreName() (name, reason string) {
	switch {
	case c.Store != "":
		return c.Store, "store is set"
	case c.Neo4j.URI != "":
		return Neo4jStore, "neo4j.uri is set and no store is named"
	default:
		return Embedded, "the default"
	}
}

// Location returns the zone in which instants become days.
func (c Config) Location() *time.Location {
	loc, err := time.LoadLocation(c.Zone)
	if err != nil {
		panic("zone was not checked: " + err.Error())
	}
	return loc
}

// Vocabulary returns the vocabulary as the stages take it.
func (c Config) Vocabulary() bdgraph.Vocabulary {
	var v bdgraph.Vocabulary
	for _, x := range c.Vocab.Components {
		v.Components = append(v.Components, bdgraph.Component{Name: x.Name, Aliases: x.Aliases, Paths: x.Paths, Parent: x.Parent, DependsOn: x.DependsOn})
	}
	for _, x := range c.Vocab.Rules {
		v.Rules = append(v.Rules, bdgraph.KnownRule{Name: x.Name, Kind: bdgraph.RuleKind(x.Kind), Aliases: x.Aliases})
	}
	return v
}
