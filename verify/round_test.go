package verify

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"bdgraph"
	"bdgraph/prompts"
)

// roundCorpus is one record with two rules, of which one supersedes an older one.
func roundCorpus() (bdgraph.Corpus, bdgraph.Fragment, bdgraph.Vocabulary) {
	text := "# ADR-0009: Queue mail\n\n- Date: 2024-03-05\n\n## Decision\n\nThe mailer queues all mail in the outbox.\n" +
		"Since May 2024 the mailer must not send within a request.\nThe outbox rule supersedes the rule of sending at once.\n\n" +
		"## Context\n\nPeople complained about slow pages for many months.\nNobody knew how many letters were lost each week.\n"
	sum := sha256.Sum256([]byte(text))
	d := bdgraph.Document{ID: "docs/9.md", Key: "docs/9.md", Kind: bdgraph.ADRDocument, Title: "Queue mail", Text: text, SHA256: hex.EncodeToString(sum[:])}
	adr, queue, request, once := ref(bdgraph.ADRLabel, "docs/9.md"), ref(bdgraph.RuleLabel, "Queue all mail"), ref(bdgraph.RuleLabel, "Not within a request"), ref(bdgraph.RuleLabel, "Send at once")
	mailer := ref(bdgraph.ComponentLabel, "Mailer")
	quotes := map[int]string{7: "The mailer queues all mail in the outbox.", 8: "Since May 2024 the mailer must not send within a request.", 9: "The outbox rule supersedes the rule of sending at once."}
	var f bdgraph.Fragment
	for _, x := range []struct {
		t        bdgraph.RelType
		from, to bdgraph.NodeRef
		line     int
		since    string
	}{
		{bdgraph.Establishes, adr, queue, 7, ""},
		{bdgraph.Governs, queue, mailer, 7, ""},
		{bdgraph.Establishes, adr, request, 8, "2024-05"},
		{bdgraph.Constrains, request, mailer, 8, "2024-05"},
		{bdgraph.Supersedes, queue, once, 9, ""},
	} {
		e := bdgraph.Edge{Type: x.t, From: x.from, To: x.to, Source: d.ID, Phase: 2, Confidence: bdgraph.Unverified, Fact: "It says: " + quotes[x.line], Evidence: []bdgraph.Quote{{Text: quotes[x.line], Line: x.line}}}
		if x.since != "" {
			date, err := bdgraph.ParseDate(x.since)
			if err != nil {
				panic(err)
			}
			e.Stated.From = bdgraph.At(date, bdgraph.BasisStated)
		}
		e.ID = e.ComputeID()
		f.Edges = append(f.Edges, e)
	}
	bdgraph.SortEdges(f.Edges)
	v := bdgraph.Vocabulary{Components: []bdgraph.Component{{Name: "Mailer"}, {Name: "Billing"}, {Name: "Search"}}}
	return bdgraph.Corpus{Documents: []bdgraph.Document{d}}, f, v
}

var roundOptions = PlanOptions{Seed: "s", Items: 20, Canaries: 1}

func TestPacketsHideTheirCanaries(t *testing.T) {
	c, f, v := roundCorpus()
	packets, key := NewPlan(f, c, v, nil, Key{}, roundOptions)
	if len(packets) != 1 {
		t.Fatalf("%d packets", len(packets))
	}
	kinds := map[Canary]int{}
	for _, item := range packets[0].Items {
		k, ok := key.Items[item.Name]
		if !ok || k.Packet != packets[0].Name || k.Document != "docs/9.md" {
			t.Errorf("%s: %+v", item.Name, k)
		}
		kinds[k.Canary]++
		e := f.Edges[slices.IndexFunc(f.Edges, func(e bdgraph.Edge) bool { return e.ID == k.Edge })]
		same := reflect.DeepEqual(item.Claim, claimFrom(e))
		if same != (k.Canary == "") {
			t.Errorf("%s (%q) is the claim itself: %t", item.Name, k.Canary, same)
		}
		checkCanary(t, k.Canary, item.Claim, claimFrom(e), c.Documents[0])
	}
	if kinds[""] != len(f.Edges) || kinds[CanaryCopy] == 0 || kinds[CanaryDate] == 0 || kinds[CanaryComponent] == 0 || kinds[CanaryQuote] == 0 || kinds[CanaryDirection] == 0 {
		t.Errorf("%v", kinds)
	}
	shown, err := json.Marshal(packets)
	if err != nil {
		t.Fatal(err)
	}
	var prompt bytes.Buffer
	if err := WritePrompt(&prompt, prompts.Verification, PromptInput{Packet: packets[0], Documents: c.Documents, Verifier: "a", Folder: "/v", Check: "bdgraph verify check"}); err != nil {
		t.Fatal(err)
	}
	for _, e := range f.Edges {
		if strings.Contains(string(shown), e.ID) || strings.Contains(prompt.String(), e.ID) {
			t.Error("an edge's id is shown")
		}
	}
	if strings.Contains(string(shown), "canary") || strings.Contains(prompt.String(), "<no value>") {
		t.Error("a canary is marked, or the prompt not filled in")
	}
	for _, item := range packets[0].Items {
		if !strings.Contains(prompt.String(), "item `"+item.Name+"`") {
			t.Errorf("the prompt lacks %s", item.Name)
		}
	}
}

// checkCanary holds that a false canary is false and a copy true.
func checkCanary(t *testing.T, kind Canary, got, real Claim, d bdgraph.Document) {
	t.Helper()
	switch kind {
	case CanaryDate:
		if got.ValidFrom == real.ValidFrom || strings.Contains(d.Text, got.ValidFrom) || got.ValidFrom == "2024-05" {
			t.Errorf("date canary %q", got.ValidFrom)
		}
	case CanaryComponent:
		if got.To == real.To || strings.Contains(d.Text, got.To.Key) {
			t.Errorf("component canary %s", got.To)
		}
	case CanaryDirection:
		if got.From != real.To || got.To != real.From {
			t.Errorf("direction canary %s→%s", got.From, got.To)
		}
	case CanaryQuote:
		if got.Quotes[0].Line < 11 || !strings.Contains(d.Text, got.Quotes[0].Text) {
			t.Errorf("quote canary %+v", got.Quotes)
		}
	case CanaryCopy:
		if got.Fact != real.Quotes[0].Text || got.From != real.From || got.To != real.To {
			t.Errorf("copy %+v", got)
		}
	}
}

// A passage that names the component may support the claim after all, and so may the
// title where a document is only said to be about it.
func TestQuoteCanariesAreFalse(t *testing.T) {
	for _, c := range []struct {
		name, context string
		kind          bdgraph.RelType
		want          bool
	}{
		{"another passage", "Nobody knew how many letters were lost each week.", bdgraph.Governs, true},
		{"one that names the component", "Readers of cmd/mailer/queue.go complained each week.", bdgraph.Governs, false},
		{"a document about the component", "Nobody knew how many letters were lost each week.", bdgraph.About, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			corpus, f, v := roundCorpus()
			d := &corpus.Documents[0]
			d.Text = d.Text[:strings.Index(d.Text, "## Context")] + "## Context\n\n" + c.context + "\n"
			edge := f.Edges[slices.IndexFunc(f.Edges, func(e bdgraph.Edge) bool { return e.Type == bdgraph.Governs })]
			if edge.Type = c.kind; c.kind == bdgraph.About {
				edge.From = ref(bdgraph.ADRLabel, d.Key)
			}
			edge.ID = edge.ComputeID()
			_, key := NewPlan(bdgraph.Fragment{Edges: []bdgraph.Edge{edge}}, corpus, v, nil, Key{}, PlanOptions{Seed: "s", Items: 20, Canaries: 5})
			made := false
			for _, item := range key.Items {
				made = made || item.Canary == CanaryQuote
			}
			if made != c.want {
				t.Errorf("made a quote canary: %t, want %t", made, c.want)
			}
		})
	}
}

func TestPlansAreRepeatableAndIncremental(t *testing.T) {
	c, f, v := roundCorpus()
	packets, key := NewPlan(f, c, v, nil, Key{}, roundOptions)
	again, sameKey := NewPlan(f, c, v, nil, Key{}, roundOptions)
	if !reflect.DeepEqual(packets, again) || !reflect.DeepEqual(key, sameKey) {
		t.Error("equal arguments give other packets")
	}
	other := roundOptions
	other.Seed = "another"
	otherPackets, _ := NewPlan(f, c, v, nil, Key{}, other)
	for _, item := range otherPackets[0].Items {
		if _, known := key.Items[item.Name]; known {
			t.Errorf("%s has the same name under another seed", item.Name)
		}
	}
	applied := []bdgraph.Verdict{{Edge: f.Edges[0].ID, Claim: f.Edges[0].ClaimHash(), Kind: bdgraph.VerdictSupported}, {Edge: f.Edges[1].ID, Claim: "of an earlier text", Kind: bdgraph.VerdictRefuted}}
	rest, grown := NewPlan(f, c, v, applied, key, other)
	claims := 0
	for _, item := range rest[0].Items {
		if k := grown.Items[item.Name]; k.Canary == "" {
			claims++
			if k.Edge == f.Edges[0].ID {
				t.Error("a judged claim is asked again")
			}
		}
	}
	if claims != len(f.Edges)-1 {
		t.Errorf("%d claims are asked", claims)
	}
	for name := range key.Items {
		if _, ok := grown.Items[name]; !ok {
			t.Errorf("the key has lost %s", name)
		}
	}
	small := roundOptions
	small.Items = 2
	if many, _ := NewPlan(f, c, v, nil, Key{}, small); len(many) != 3 {
		t.Errorf("%d packets of two claims", len(many))
	}
	if none, _ := NewPlan(f, c, v, nil, Key{}, PlanOptions{Seed: "s", Items: 20, Only: []string{"other"}}); len(none) != 0 {
		t.Errorf("%+v", none)
	}
}

// answer lets a verifier judge every item of a packet; judge gets what is behind it.
func answer(t *testing.T, packet Packet, key Key, c bdgraph.Corpus, verifier string, judge func(KeyItem) bdgraph.VerdictKind) CheckedAnswer {
	t.Helper()
	a := Answer{Packet: packet.Name, Verifier: verifier, Verdicts: []AnswerVerdict{}}
	for _, item := range packet.Items {
		kind := judge(key.Items[item.Name])
		if kind == "" {
			continue
		}
		v := AnswerVerdict{Item: item.Name, Kind: kind, Quote: "The mailer queues all mail in the outbox.", Reason: "so I read it"}
		if kind == bdgraph.VerdictWrongDate {
			v.Correct = &Correction{ValidFrom: "2024-05"}
		}
		a.Verdicts = append(a.Verdicts, v)
	}
	data, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	return NewChecker(key, c).Check(File(packet.Name, verifier), data)
}

// honest calls every false canary refuted and all else supported.
func honest(k KeyItem) bdgraph.VerdictKind {
	if k.Canary.IsFalse() {
		return bdgraph.VerdictRefuted
	}
	return bdgraph.VerdictSupported
}

var floors = Floors{Catch: 0.8, FalseKill: 0.2}

func TestAnHonestVerifierIsApplied(t *testing.T) {
	c, f, v := roundCorpus()
	packets, key := NewPlan(f, c, v, nil, Key{}, roundOptions)
	date := f.Edges[slices.IndexFunc(f.Edges, func(e bdgraph.Edge) bool { return e.Type == bdgraph.Constrains })]
	a := answer(t, packets[0], key, c, "a", func(k KeyItem) bdgraph.VerdictKind {
		if k.Canary == "" && k.Edge == date.ID {
			return bdgraph.VerdictWrongDate
		}
		return honest(k)
	})
	if len(a.Problems) > 0 {
		t.Fatalf("%+v", a.Problems)
	}
	j := Judge(f, c, key, []CheckedAnswer{a}, floors)
	if j.Failed() || len(j.Verdicts) != len(f.Edges) || j.Run.Judged != len(f.Edges) || j.Run.Unverified+j.Run.Indeterminate+j.Run.Obsolete != 0 {
		t.Fatalf("%+v", j.Run)
	}
	if s := j.Verifiers[0]; s.CatchRate != 1 || s.KillRate != 0 || s.Canaries == 0 || s.Copies == 0 || !s.Applied {
		t.Errorf("%+v", s)
	}
	if len(j.Proposals) != 1 || j.Proposals[0].Correct.ValidFrom != "2024-05" || j.Proposals[0].Edge != date.ID {
		t.Errorf("%+v", j.Proposals)
	}
	// What is written is what a build reads, and a second application changes nothing.
	var first, second bytes.Buffer
	if err := (Applied{}).With(j).Write(&first); err != nil {
		t.Fatal(err)
	}
	verdicts, findings := ReadApplied(bytes.NewReader(first.Bytes()))
	if len(findings) > 0 || len(verdicts) != len(f.Edges) {
		t.Fatalf("%+v %+v", verdicts, findings)
	}
	judged := Apply(f, verdicts)
	if len(judged.Edges) != len(f.Edges)-1 {
		t.Errorf("%d edges are left", len(judged.Edges))
	}
	for _, e := range judged.Edges {
		if e.Confidence != bdgraph.Supported {
			t.Errorf("%s is %s", e.Type, e.Confidence)
		}
	}
	read, _ := ReadAppliedFile(bytes.NewReader(first.Bytes()))
	if err := read.With(j).Write(&second); err != nil {
		t.Fatal(err)
	}
	if first.String() != second.String() {
		t.Errorf("applied again:\n%s\nbefore:\n%s", second.String(), first.String())
	}
	if len(read.Proposals) != 1 || len(read.Verifiers) != 1 || read.Run.Judged != len(f.Edges) {
		t.Errorf("%+v", read)
	}
	r := NewReport(f, read)
	if r.Verdicts["wrong_date"] != 1 || r.Verdicts["supported"] != len(f.Edges)-1 || r.ByType["CONSTRAINS"]["wrong_date"] != 1 || len(r.Tombstones) != 1 || len(r.Proposals) != 1 ||
		!strings.Contains(r.Tombstones[0].Says, "CONSTRAINS") || r.Tombstones[0].SHA256 != c.Documents[0].SHA256 {
		t.Errorf("%+v", r)
	}
}

func TestVerifiersBeyondTheBoundsAreNotApplied(t *testing.T) {
	c, f, v := roundCorpus()
	packets, key := NewPlan(f, c, v, nil, Key{}, roundOptions)
	for name, judge := range map[string]func(KeyItem) bdgraph.VerdictKind{
		"nods":  func(KeyItem) bdgraph.VerdictKind { return bdgraph.VerdictSupported },
		"kills": func(KeyItem) bdgraph.VerdictKind { return bdgraph.VerdictRefuted },
		"skips": func(k KeyItem) bdgraph.VerdictKind {
			return map[bool]bdgraph.VerdictKind{false: bdgraph.VerdictSupported}[k.Canary.IsFalse()]
		},
		"prefers": func(k KeyItem) bdgraph.VerdictKind {
			return map[bool]bdgraph.VerdictKind{true: bdgraph.VerdictRefuted, false: bdgraph.VerdictSupported}[k.Canary == CanaryDate]
		},
		"copyless": func(k KeyItem) bdgraph.VerdictKind {
			return map[bool]bdgraph.VerdictKind{true: bdgraph.VerdictNotInSource, false: honest(k)}[k.Canary == CanaryCopy]
		},
	} {
		j := Judge(f, c, key, []CheckedAnswer{answer(t, packets[0], key, c, name, judge)}, floors)
		if !j.Failed() || len(j.Verdicts) != 0 || j.Run.Unverified != len(f.Edges) || j.Verifiers[0].Reason == "" {
			t.Errorf("%s: %+v %+v", name, j.Run, j.Verifiers)
		}
	}
}

func TestTheMajorityDecides(t *testing.T) {
	c, f, v := roundCorpus()
	packets, key := NewPlan(f, c, v, nil, Key{}, roundOptions)
	target := f.Edges[0]
	say := func(kind bdgraph.VerdictKind) func(KeyItem) bdgraph.VerdictKind {
		return func(k KeyItem) bdgraph.VerdictKind {
			if k.Canary == "" && k.Edge == target.ID {
				return kind
			}
			return honest(k)
		}
	}
	const yes, no, date = bdgraph.VerdictSupported, bdgraph.VerdictRefuted, bdgraph.VerdictWrongDate
	for name, x := range map[string]struct {
		votes []bdgraph.VerdictKind
		want  bdgraph.VerdictKind // "" is unverified
	}{
		"all for":           {[]bdgraph.VerdictKind{yes, yes, yes}, yes},
		"most for":          {[]bdgraph.VerdictKind{yes, no, yes}, yes},
		"most against":      {[]bdgraph.VerdictKind{no, yes, no}, no},
		"against, split":    {[]bdgraph.VerdictKind{no, yes, date}, no},
		"against, by count": {[]bdgraph.VerdictKind{date, no, date}, date},
		"a tie":             {[]bdgraph.VerdictKind{yes, no}, ""},
		"one silent":        {[]bdgraph.VerdictKind{yes, ""}, yes},
		"all silent":        {[]bdgraph.VerdictKind{"", ""}, ""},
	} {
		var answers []CheckedAnswer
		for i, kind := range x.votes {
			answers = append(answers, answer(t, packets[0], key, c, fmt.Sprintf("v%d", i), say(kind)))
		}
		j := Judge(f, c, key, answers, floors)
		got := bdgraph.VerdictKind("")
		for _, v := range j.Verdicts {
			if v.Edge == target.ID {
				got = v.Kind
			}
		}
		if got != x.want {
			t.Errorf("%s: %q, want %q", name, got, x.want)
		}
		slices.Reverse(answers)
		if turned := Judge(f, c, key, answers, floors); !reflect.DeepEqual(j, turned) {
			t.Errorf("%s: the order of answers matters", name)
		}
	}
}

func TestMalformedVerdictsAreIndeterminate(t *testing.T) {
	c, f, v := roundCorpus()
	packets, key := NewPlan(f, c, v, nil, Key{}, roundOptions)
	good := answer(t, packets[0], key, c, "a", honest).Answer
	real := slices.IndexFunc(good.Verdicts, func(v AnswerVerdict) bool { return key.Items[v.Item].Canary == "" })
	check := func(change func(*Answer)) CheckedAnswer {
		a := good
		a.Verdicts = slices.Clone(good.Verdicts)
		change(&a)
		data, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		return NewChecker(key, c).Check("x.json", data)
	}
	for code, change := range map[string]func(*Answer){
		"verdict_schema":  func(a *Answer) { a.Verdicts[real].Kind = "maybe" },
		"quote_missing":   func(a *Answer) { a.Verdicts[real].Quote = "The mailer drops all mail at once." },
		"quote_length":    func(a *Answer) { a.Verdicts[real].Quote = "mail" },
		"verdict_item":    func(a *Answer) { a.Verdicts[real].Item = "0000000000" },
		"verdict_missing": func(a *Answer) { a.Verdicts = slices.Delete(a.Verdicts, real, real+1) },
		"verdict_text":    func(a *Answer) { a.Verdicts[real].Reason = "so\nit is" },
		"verdict_date": func(a *Answer) {
			a.Verdicts[real].Kind, a.Verdicts[real].Correct = bdgraph.VerdictWrongDate, &Correction{ValidFrom: "2024-02-30"}
		},
	} {
		x := check(change)
		if len(x.Problems) == 0 || !slices.ContainsFunc(codes(x), func(c string) bool { return c == code }) {
			t.Errorf("%s: %v", code, codes(x))
			continue
		}
		j := Judge(f, c, key, []CheckedAnswer{x}, floors)
		if j.Failed() || len(j.Verdicts) != len(f.Edges)-1 || j.Run.Unverified != 1 {
			t.Errorf("%s: %+v", code, j.Run)
		}
	}
	for name, data := range map[string]string{"no JSON": "{", "no packet": `{"packet":"p99","verifier":"a","verdicts":[]}`, "a list": "[]", "key twice": `{"packet":"x","packet":"y","verifier":"a","verdicts":[]}`} {
		x := NewChecker(key, c).Check("x.json", []byte(data))
		if !x.Whole || len(x.Problems) == 0 {
			t.Errorf("%s: %+v", name, x)
		}
		if j := Judge(f, c, key, []CheckedAnswer{x}, floors); len(j.Verdicts) > 0 || j.Run.Indeterminate != 1 {
			t.Errorf("%s: %+v", name, j.Run)
		}
	}
}

func codes(x CheckedAnswer) []string {
	all := map[string]bool{}
	for _, p := range x.Problems {
		all[p.Code] = true
	}
	return slices.Sorted(maps.Keys(all))
}

func TestAChangedClaimIsObsolete(t *testing.T) {
	c, f, v := roundCorpus()
	packets, key := NewPlan(f, c, v, nil, Key{}, roundOptions)
	a := answer(t, packets[0], key, c, "a", honest)
	f.Edges = slices.Clone(f.Edges)
	f.Edges[0].Fact = "Something else."
	j := Judge(f, c, key, []CheckedAnswer{a}, floors)
	if j.Run.Obsolete != 1 || len(j.Verdicts) != len(f.Edges)-1 {
		t.Errorf("%+v", j.Run)
	}
	if rest, _ := NewPlan(f, c, v, bare(j.Verdicts), key, roundOptions); len(rest) != 1 || len(rest[0].Items) < 1 {
		t.Errorf("the changed claim is not asked again: %+v", rest)
	}
}

func bare(applied []AppliedVerdict) []bdgraph.Verdict {
	var out []bdgraph.Verdict
	for _, v := range applied {
		out = append(out, v.Verdict)
	}
	return out
}
