package verify

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"bdgraph"
)

// Floors are what a verifier must reach for its verdicts to be applied.
type Floors struct {
	Catch     float64 // the least share of false canaries that it does not support
	FalseKill float64 // the greatest share of true ones that it does not support
}

// AppliedVerdict is a line of verdicts/applied.jsonl. For a claim that was not
// supported it is the tombstone, and says what was claimed.
type AppliedVerdict struct {
	bdgraph.Verdict
	Document string `json:"document"`
	SHA256   string `json:"sha256,omitempty"` // of the document's text
	Says     string `json:"says,omitempty"`   // the claim in words
}

// Run is the line that tells what was applied.
type Run struct {
	Type          string         `json:"_type"` // run
	Packets       int            `json:"packets"`
	Answers       int            `json:"answers"` // files
	Claims        int            `json:"claims"`  // in those packets, canaries apart
	Judged        int            `json:"judged"`  // with a verdict
	Unverified    int            `json:"unverified"`
	Indeterminate int            `json:"indeterminate"` // malformed verdicts, and ties
	Obsolete      int            `json:"obsolete"`      // the claim has changed since the packet was made
	Verdicts      map[string]int `json:"verdicts"`      // by kind
	// Agreement is the share of claims with several verdicts on which all agree whether it is supported.
	Agreement float64 `json:"agreement,omitempty"`
}

// VerifierStats is the line that tells how good a verifier is.
type VerifierStats struct {
	Type      string         `json:"_type"` // verifier
	Verifier  string         `json:"verifier"`
	Packets   int            `json:"packets"`
	Canaries  int            `json:"canaries"` // false ones
	Caught    int            `json:"caught"`
	Missed    map[string]int `json:"missed,omitempty"` // by kind of canary
	Copies    int            `json:"copies"`           // true ones
	Killed    int            `json:"killed"`           // of them
	CatchRate float64        `json:"catch_rate"`
	KillRate  float64        `json:"false_kill_rate"`
	Applied   bool           `json:"applied"`
	Reason    string         `json:"reason,omitempty"` // why not
}

// Proposal is the line with what a verifier holds for right.
type Proposal struct {
	Type     string     `json:"_type"` // proposal
	Document string     `json:"document"`
	Edge     string     `json:"edge"`
	Claim    string     `json:"claim"`
	Says     string     `json:"says"`
	Correct  Correction `json:"correct"`
	Reason   string     `json:"reason"`
	Verifier string     `json:"verifier"`
}

// Judgement is what becomes of the answers to packets.
type Judgement struct {
	Run       Run
	Verifiers []VerifierStats // sorted by name
	Verdicts  []AppliedVerdict
	Proposals []Proposal
}

// Failed reports whether a verifier was not applied.
func (j Judgement) Failed() bool {
	return slices.ContainsFunc(j.Verifiers, func(v VerifierStats) bool { return !v.Applied })
}

// Judge strips the canaries from answers, rates each verifier by them, and joins
// what the good ones say of each claim of the fragment: the majority decides; a tie
// or no verdict leaves a claim unverified. The order of answers does not matter.
func Judge(f bdgraph.Fragment, c bdgraph.Corpus, key Key, answers []CheckedAnswer, floors Floors) Judgement {
	j := judge{key: key, votes: make(map[string][]vote), stats: make(map[string]*VerifierStats), packets: make(map[string]bool)}
	j.out.Run = Run{Type: "run", Answers: len(answers), Verdicts: make(map[string]int)}
	answers = slices.Clone(answers)
	slices.SortStableFunc(answers, func(a, b CheckedAnswer) int {
		return cmp.Or(cmp.Compare(a.Answer.Verifier, b.Answer.Verifier), cmp.Compare(a.Answer.Packet, b.Answer.Packet), cmp.Compare(a.File, b.File))
	})
	for _, a := range answers {
		j.count(a)
	}
	for _, name := range slices.Sorted(maps.Keys(j.stats)) {
		s := j.stats[name]
		s.rate(floors)
		j.out.Verifiers = append(j.out.Verifiers, *s)
	}
	edges := make(map[string]bdgraph.Edge, len(f.Edges))
	for _, e := range f.Edges {
		edges[e.ID] = e
	}
	texts := make(map[string]string, len(c.Documents))
	for _, d := range c.Documents {
		texts[d.ID] = d.SHA256
	}
	agreed, several := 0, 0
	for _, name := range slices.Sorted(maps.Keys(key.Items)) {
		item := key.Items[name]
		if item.Canary != "" || !j.packets[item.Packet] {
			continue
		}
		j.out.Run.Claims++
		e, ok := edges[item.Edge]
		if !ok || e.ClaimHash() != item.Claim {
			j.out.Run.Obsolete++
			continue
		}
		given := slices.DeleteFunc(j.votes[name], func(v vote) bool { return !j.stats[v.verifier].Applied })
		if len(given) > 1 {
			several++
			if supports := given[0].Kind == bdgraph.VerdictSupported; !slices.ContainsFunc(given, func(v vote) bool { return (v.Kind == bdgraph.VerdictSupported) != supports }) {
				agreed++
			}
		}
		j.decide(e, texts[e.Source], given)
	}
	if several > 0 {
		j.out.Run.Agreement = float64(agreed) / float64(several)
	}
	j.out.Run.Packets = len(j.packets)
	slices.SortFunc(j.out.Verdicts, func(a, b AppliedVerdict) int {
		return cmp.Or(cmp.Compare(a.Document, b.Document), cmp.Compare(a.Edge, b.Edge))
	})
	slices.SortStableFunc(j.out.Proposals, func(a, b Proposal) int {
		return cmp.Or(cmp.Compare(a.Document, b.Document), cmp.Compare(a.Edge, b.Edge), cmp.Compare(a.Verifier, b.Verifier))
	})
	return j.out
}

type judge struct {
	key     Key
	votes   map[string][]vote // by item
	stats   map[string]*VerifierStats
	packets map[string]bool // with an answer
	out     Judgement
}

type vote struct {
	AnswerVerdict
	verifier string
}

// count takes the votes of an answer and rates the verifier by the canaries of its packet.
func (j *judge) count(a CheckedAnswer) {
	if a.Whole {
		j.out.Run.Indeterminate++
		return
	}
	s := j.stats[a.Answer.Verifier]
	if s == nil {
		s = &VerifierStats{Type: "verifier", Verifier: a.Answer.Verifier, Missed: make(map[string]int)}
		j.stats[a.Answer.Verifier] = s
	}
	s.Packets++
	j.packets[a.Answer.Packet] = true
	given := make(map[string]AnswerVerdict)
	for i, v := range a.Answer.Verdicts {
		if a.Bad[i] {
			j.out.Run.Indeterminate++
			continue
		}
		given[v.Item] = v
	}
	for name, item := range j.key.Items {
		v, judged := given[name]
		killed := judged && v.Kind != bdgraph.VerdictSupported
		switch {
		case item.Packet != a.Answer.Packet:
		case item.Canary.IsFalse():
			s.Canaries++
			if killed {
				s.Caught++
			} else {
				s.Missed[string(item.Canary)]++
			}
		case item.Canary == CanaryCopy:
			s.Copies++
			if killed {
				s.Killed++
			}
		case judged:
			if slices.ContainsFunc(j.votes[name], func(v vote) bool { return v.verifier == a.Answer.Verifier }) {
				continue // the same verifier again: its first word counts
			}
			j.votes[name] = append(j.votes[name], vote{v, a.Answer.Verifier})
		}
	}
}

// rate decides whether a verifier's verdicts are applied.
func (s *VerifierStats) rate(floors Floors) {
	s.CatchRate, s.KillRate = 1, 0
	if s.Canaries > 0 {
		s.CatchRate = float64(s.Caught) / float64(s.Canaries)
	}
	if s.Copies > 0 {
		s.KillRate = float64(s.Killed) / float64(s.Copies)
	}
	switch {
	case s.CatchRate < floors.Catch:
		s.Reason = fmt.Sprintf("it caught %d of %d false claims, less than %.0f %%", s.Caught, s.Canaries, 100*floors.Catch)
	case s.KillRate > floors.FalseKill:
		s.Reason = fmt.Sprintf("it killed %d of %d true claims, more than %.0f %%", s.Killed, s.Copies, 100*floors.FalseKill)
	default:
		s.Applied = true
	}
}

// decide applies the majority of the votes on an edge.
func (j *judge) decide(e bdgraph.Edge, sha256 string, given []vote) {
	if len(given) == 0 {
		j.out.Run.Unverified++
		return
	}
	byKind := make(map[bdgraph.VerdictKind]int)
	for _, v := range given {
		byKind[v.Kind]++
	}
	against := len(given) - byKind[bdgraph.VerdictSupported]
	kind := bdgraph.VerdictSupported
	switch {
	case 2*against == len(given):
		j.out.Run.Indeterminate++
		j.out.Run.Unverified++
		return
	case 2*against > len(given):
		delete(byKind, bdgraph.VerdictSupported)
		kind = slices.MaxFunc(slices.Sorted(maps.Keys(byKind)), func(a, b bdgraph.VerdictKind) int {
			return cmp.Or(cmp.Compare(byKind[a], byKind[b]), cmp.Compare(b, a))
		})
	}
	j.out.Run.Judged++
	j.out.Run.Verdicts[string(kind)]++
	first := given[slices.IndexFunc(given, func(v vote) bool { return v.Kind == kind })]
	line := AppliedVerdict{
		Verdict:  bdgraph.Verdict{Edge: e.ID, Claim: e.ClaimHash(), Kind: kind, Quote: first.Quote, Verifiers: len(given)},
		Document: e.Source,
	}
	if kind != bdgraph.VerdictSupported {
		line.Reason, line.SHA256, line.Says = first.Reason, sha256, says(e)
	}
	j.out.Verdicts = append(j.out.Verdicts, line)
	for _, v := range given {
		if v.Correct != nil && kind != bdgraph.VerdictSupported {
			j.out.Proposals = append(j.out.Proposals, Proposal{
				Type: "proposal", Document: e.Source, Edge: e.ID, Claim: e.ClaimHash(), Says: says(e), Correct: *v.Correct, Reason: v.Reason, Verifier: v.verifier,
			})
		}
	}
}

func says(e bdgraph.Edge) string { return claimOf(e) + ": " + e.Fact }

// WriteApplied writes the file of applied verdicts: what was applied before and
// is not judged anew, and then the judgement. Verdicts that no claim has any more are
// kept, since they tell what was decided.
func WriteApplied(w io.Writer, before []AppliedVerdict, j Judgement) error {
	out := bufio.NewWriter(w)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	again := make(map[[2]string]bool, len(j.Verdicts))
	for _, v := range j.Verdicts {
		again[[2]string{v.Edge, v.Claim}] = true
	}
	lines := []any{j.Run}
	for _, v := range j.Verifiers {
		lines = append(lines, v)
	}
	for _, v := range before {
		if !again[[2]string{v.Edge, v.Claim}] {
			lines = append(lines, v)
		}
	}
	for _, v := range j.Verdicts {
		lines = append(lines, v)
	}
	for _, p := range j.Proposals {
		lines = append(lines, p)
	}
	for _, line := range lines {
		if err := enc.Encode(line); err != nil {
			return fmt.Errorf("write %s: %w", AppliedFile, err)
		}
	}
	return out.Flush()
}
