package ask_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bdgraph"
	"bdgraph/ask"
	"bdgraph/export"
	"bdgraph/export/beads"
	"bdgraph/internal/pipeline"
	"bdgraph/internal/testenv"
)

// neomagi builds a real project of 65 decisions, written in Chinese, with a
// vocabulary of ten components.
func neomagi(t testing.TB) pipeline.Built {
	t.Helper()
	in := pipeline.Inputs{
		Sources: export.Sources{
			Root: testenv.Shared(t, "corpora", "neomagi"), Version: "test",
			Beads: beads.Options{Mode: beads.ModeFiles, Environ: []string{}},
		},
		CorpusDir: filepath.Join(t.TempDir(), "corpus"), SeedRules: true, Now: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC),
		Vocabulary: bdgraph.Vocabulary{Components: []bdgraph.Component{
			{Name: "Memory"},
			{Name: "Devcoord"},
			{Name: "Database", Aliases: []string{"PostgreSQL", "postgres"}},
			{Name: "Session", Aliases: []string{"sessions"}},
			{Name: "Compaction"},
			{Name: "Frontend", Aliases: []string{"websocket"}},
			{Name: "Telegram"},
			{Name: "Model providers", Aliases: []string{"provider", "model"}},
			{Name: "Growth", Aliases: []string{"evolution"}},
			{Name: "Backend", Aliases: []string{"FastAPI"}},
		}},
	}
	corpus, err := pipeline.ReadCorpus(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	return pipeline.Derive(corpus, in)
}

const (
	oldDatabase = "use-postgresql-pgvector-instead-of-sqlite"
	newDatabase = "upgrade-database-baseline-to-postgresql-17"
)

func TestNeomagiTellsWhatItsFilesSay(t *testing.T) {
	b := neomagi(t)
	a := askerOf(t, b.Graph, b.Meta)
	ctx := context.Background()

	// One record is superseded as a whole, without a day: its successor's day ends it.
	before := governs(t, a, "Database", day(t, "2026-03-04"))
	if names := ruleNames(before); !slices.Contains(names, oldDatabase) || slices.Contains(names, newDatabase) {
		t.Errorf("the day before: %q", names)
	}
	after := governs(t, a, "postgres", day(t, "2026-03-05"))
	if names := ruleNames(after); slices.Contains(names, oldDatabase) || !slices.Contains(names, newDatabase) {
		t.Errorf("that day: %q", names)
	}
	if ended := endedNames(after); !slices.Equal(ended, []string{oldDatabase + " 2026-03-05 by ADR-0046"}) {
		t.Errorf("no longer: %q", ended)
	}
	l, err := a.Why(ctx, "ADR-0006", 0)
	if err != nil {
		t.Fatal(err)
	}
	if l.State != bdgraph.No || l.UntilBasis != bdgraph.BasisSuccessorStart || len(l.ReplacedBy) != 1 || l.ReplacedBy[0].Thing.Name != "ADR-0046" || l.ReplacedBy[0].Line != 8 {
		t.Errorf("why ADR-0006: %s, until by %s, %+v", l.State, l.UntilBasis, l.ReplacedBy)
	}

	// Another is superseded in part, "Phase 3 direction in ADR 0061": it lives on, with a caveat.
	l, err = a.Why(ctx, "61", 0)
	if err != nil {
		t.Fatal(err)
	}
	if l.State != bdgraph.Holds || len(l.ReplacedBy) != 0 || len(l.AmendedBy) != 1 || l.AmendedBy[0].Scope != "Phase 3 direction" || l.AmendedBy[0].Thing.Name != "ADR-0062" {
		t.Errorf("why ADR-0061: %s, replaced by %v, amended by %+v", l.State, l.ReplacedBy, l.AmendedBy)
	}
	for _, r := range governs(t, a, "Growth", 0).Rules {
		if r.Rule == "phase2-scope-collapse-and-p3-self-evolution" && (len(r.Caveats) != 1 || r.Caveats[0].Kind != ask.Amended || r.Caveats[0].By != "ADR-0062") {
			t.Errorf("caveats of ADR-0061's rule: %+v", r.Caveats)
		}
	}

	// A live record still cites the one that ended.
	lint, err := a.Lint(ctx, 0)
	if err != nil {
		t.Fatal(err)
	}
	cites := slices.ContainsFunc(lint.Findings, func(f bdgraph.Finding) bool {
		return f.Code == "cites_ended" && strings.HasPrefix(f.Document, "decisions/0041-") && strings.Contains(f.Remedy, "ADR-0046")
	})
	if !cites {
		t.Errorf("ADR-0041 cites ADR-0006, which lint does not say: %+v", lint.Findings)
	}

	// With ten components most decisions are found without any extraction.
	findable := map[string]bool{}
	for _, e := range b.Graph.Edges {
		if e.Type == bdgraph.Governs {
			findable[e.From.Key] = true
		}
	}
	if len(findable) < 40 {
		t.Errorf("%d of 65 decisions are about a component", len(findable))
	}
}

// task is a text and the rules that its briefing should bring.
type task struct {
	text string
	want []string
}

var neomagiTasks = []task{
	{"speed up the memory search index", []string{"memory-truth-closure-postgres-with-workspace-projection", "paradedb-tokenization-icu-primary-jieba-fallback"}},
	{"add a heartbeat event to devcoord", []string{"devcoord-control-plane-beads-ssot-with-dev-docs-projection", "devcoord-decouple-from-beads-and-use-sqlite-control-plane-store"}},
	{"upgrade PostgreSQL in the docker compose file", []string{newDatabase}},
	{"install a new package for the frontend", []string{"frontend-package-manager-pnpm-with-just-entrypoints"}},
	{"write a migration for a new table in the database schema", []string{"database-schema-default-neomagi"}},
	{"read one more setting from the environment in the backend configuration", []string{"backend-configuration-pydantic-settings"}},
	{"add a dark button to the chat UI of the frontend", []string{"frontend-ui-system-tailwind-shadcn"}},
	{"let the Telegram bot answer in groups", []string{"Telegram Adapter — aiogram 同进程 + per-channel-peer scope"}},
	{"count tokens before compaction", []string{"token-counting-strategy-tiktoken-first-fallback-estimate"}},
	{"keep the order of messages in one session over several workers", []string{"multi-worker-session-ordering-and-no-silent-drop"}},
	{"change the budget gate for provider calls", []string{"m6-budget-gate-concurrency-semantics-all-provider-multi-worker-safe"}},
	{"select the model provider per run", []string{"run-level-provider-model-selection", "m6-provider-routing-granularity-agent-run-boundary"}},
	{"split a function that is over the complexity budget", []string{"adopt-code-complexity-budgets-and-ratchet-governance"}},
	{"add a command to run the tests", []string{"use-just-as-command-runner"}},
	{"export the beads backup as JSONL to git", []string{"project-beads-backup-git-tracked-jsonl-exports"}},
}

var shopTasks = []task{
	{"let the API remember who is logged in with sessions", []string{"Use signed tokens instead of sessions"}},
	{"demo-10", []string{"Use signed tokens instead of sessions", "Tokens live one hour at most"}},
	{"cache profiles in cmd/api/profile.go", []string{"Never cache personal data", "Cache profiles for one minute"}},
	{"accept larger uploads", []string{"Limit request bodies to one megabyte"}},
	{"check fields in a handler", []string{"Validate input at the boundary", "Handlers do not check fields"}},
}

// A briefing of 2,000 tokens brings at least four of five rules that a task needs,
// and never tells as current what is over.
func TestContextBringsWhatTasksNeed(t *testing.T) {
	for name, c := range map[string]struct {
		built pipeline.Built
		tasks []task
		ended []string
	}{
		"neomagi": {neomagi(t), neomagiTasks, []string{oldDatabase}},
		"shop": {demoGraph(t), shopTasks, []string{
			"Keep sessions in Postgres", "Keep sessions in the memory of the API", "Retry failed calls to the mail service three times",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			a := askerOf(t, c.built.Graph, c.built.Meta)
			wanted, brought := 0, 0
			for _, task := range c.tasks {
				p, err := a.Context(context.Background(), ask.ContextQuery{Words: []string{task.text}})
				if err != nil {
					t.Fatal(err)
				}
				if p.Tokens > ask.ContextBudget {
					t.Errorf("%s: %d tokens", task.text, p.Tokens)
				}
				var rules []string
				for _, r := range p.Rules {
					rules = append(rules, r.Rule)
				}
				for _, rule := range c.ended {
					if slices.Contains(rules, rule) {
						t.Errorf("%s: %s is told as current", task.text, rule)
					}
				}
				for _, rule := range task.want {
					wanted++
					if slices.Contains(rules, rule) {
						brought++
					} else {
						t.Logf("%s: without %s: %q", task.text, rule, rules)
					}
				}
			}
			t.Logf("%d of %d rules", brought, wanted)
			if brought*5 < wanted*4 {
				t.Errorf("%d of %d rules are brought", brought, wanted)
			}
		})
	}
}

func TestContextKeepsToItsBudget(t *testing.T) {
	b := demoGraph(t)
	a := askerOf(t, b.Graph, b.Meta)
	whole, err := a.Context(context.Background(), ask.ContextQuery{Words: []string{"Api sessions mail"}, Budget: 100_000})
	if err != nil {
		t.Fatal(err)
	}
	if len(whole.Dropped) != 0 || len(whole.Rules) == 0 || len(whole.Superseded) == 0 {
		t.Fatalf("with room for all: %d rules, %d superseded, dropped %v", len(whole.Rules), len(whole.Superseded), whole.Dropped)
	}
	for budget := 100; budget <= 1500; budget += 100 {
		p, err := a.Context(context.Background(), ask.ContextQuery{Words: []string{"Api sessions mail"}, Budget: budget})
		if err != nil {
			t.Fatal(err)
		}
		if p.Tokens > budget {
			t.Errorf("a budget of %d: %d tokens", budget, p.Tokens)
		}
		if got := len(p.Rules) + p.Dropped["rules"]; got != len(whole.Rules) {
			t.Errorf("a budget of %d: %d rules told or dropped, %d found", budget, got, len(whole.Rules))
		}
		if got := len(p.Superseded) + p.Dropped["superseded"]; got != len(whole.Superseded) {
			t.Errorf("a budget of %d: %d superseded told or dropped, %d found", budget, got, len(whole.Superseded))
		}
	}
}
