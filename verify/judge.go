package verify

import (
	"cmp"
	"fmt"
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
	By       []string `json:"by,omitempty"` // the verifiers who were heard, sorted
	Document string   `json:"document"`
	SHA256   string   `json:"sha256,omitempty"` // of the document's text
	Says     string   `json:"says,omitempty"`   // the claim in words
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
	heard     map[claimID][]string // who judged a claim, whether or not that decided anything
}

// claimID is the id of an edge and the hash of its claim.
type claimID [2]string

// Failed reports whether a verifier was not applied.
func (j Judgement) Failed() bool {
	return slices.ContainsFunc(j.Verifiers, func(v VerifierStats) bool { return !v.Applied })
}

// Judge strips the canaries from answers, rates each verifier by them, and joins
// what the good ones say of each claim of the fragment: the majority decides; a tie
// or no verdict leaves a claim unverified. The order of answers does not matter.
func Judge(f bdgraph.Fragment, c bdgraph.Corpus, key Key, answers []CheckedAnswer, floors Floors) Judgement {
	j := judge{packets: key.byPacket(), votes: make(map[claimID][]vote), stats: make(map[string]*VerifierStats), answered: make(map[string]map[string]bool)}
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
	j.claims(f, c)
	j.out.Run.Packets = len(j.answered)
	slices.SortFunc(j.out.Verdicts, func(a, b AppliedVerdict) int {
		return cmp.Or(cmp.Compare(a.Document, b.Document), cmp.Compare(a.Edge, b.Edge))
	})
	slices.SortStableFunc(j.out.Proposals, func(a, b Proposal) int {
		return cmp.Or(cmp.Compare(a.Document, b.Document), cmp.Compare(a.Edge, b.Edge), cmp.Compare(a.Verifier, b.Verifier))
	})
	return j.out
}

type judge struct {
	packets  map[string]map[string]KeyItem // items by packet and name
	votes    map[claimID][]vote            // one of a verifier, in order of their names
	stats    map[string]*VerifierStats
	answered map[string]map[string]bool // by packet and verifier
	out      Judgement
}

type vote struct {
	AnswerVerdict
	verifier string
	plan     int // that asked for it
}

// count takes the votes of an answer and rates the verifier by the canaries of its packet.
func (j *judge) count(a CheckedAnswer) {
	packet, verifier := a.Answer.Packet, a.Answer.Verifier
	if a.Whole || j.answered[packet][verifier] {
		j.out.Run.Indeterminate++
		return
	}
	if j.answered[packet] == nil {
		j.answered[packet] = make(map[string]bool)
	}
	j.answered[packet][verifier] = true
	s := j.stats[verifier]
	if s == nil {
		s = &VerifierStats{Type: "verifier", Verifier: verifier, Missed: make(map[string]int)}
		j.stats[verifier] = s
	}
	s.Packets++
	given := make(map[string]AnswerVerdict)
	for i, v := range a.Answer.Verdicts {
		if a.Bad[i] {
			j.out.Run.Indeterminate++
			continue
		}
		given[v.Item] = v
	}
	for name, item := range j.packets[packet] {
		v, judged := given[name]
		switch {
		case item.Canary != "":
			s.meet(item.Canary, judged && v.Kind != bdgraph.VerdictSupported)
		case judged:
			j.hear(claimID{item.Edge, item.Claim}, vote{v, verifier, item.Plan})
		}
	}
}

// claims decides on every claim that the answered packets ask about and the fragment still makes.
func (j *judge) claims(f bdgraph.Fragment, c bdgraph.Corpus) {
	edges := make(map[string]bdgraph.Edge, len(f.Edges))
	for _, e := range f.Edges {
		edges[e.ID] = e
	}
	texts := make(map[string]string, len(c.Documents))
	for _, d := range c.Documents {
		texts[d.ID] = d.SHA256
	}
	asked := j.asked()
	j.out.Run.Claims = len(asked)
	j.out.heard = make(map[claimID][]string)
	agreed, several := 0, 0
	for _, claim := range asked {
		e, ok := edges[claim[0]]
		if !ok || e.ClaimHash() != claim[1] {
			j.out.Run.Obsolete++
			continue
		}
		for _, v := range j.votes[claim] {
			j.out.heard[claim] = append(j.out.heard[claim], v.verifier)
		}
		given := slices.DeleteFunc(j.votes[claim], func(v vote) bool { return !j.stats[v.verifier].Applied })
		if len(given) > 1 {
			several++
			if agree(given) {
				agreed++
			}
		}
		j.decide(e, texts[e.Source], given)
	}
	if several > 0 {
		j.out.Run.Agreement = float64(agreed) / float64(several)
	}
}

// asked returns the claims of the answered packets, canaries apart, in order.
func (j *judge) asked() []claimID {
	claims := make(map[claimID]bool)
	for packet := range j.answered {
		for _, item := range j.packets[packet] {
			if item.Canary == "" {
				claims[claimID{item.Edge, item.Claim}] = true
			}
		}
	}
	return slices.SortedFunc(maps.Keys(claims), func(a, b claimID) int { return slices.Compare(a[:], b[:]) })
}

// agree reports whether all votes say the same of whether the claim is supported.
func agree(votes []vote) bool {
	supports := votes[0].Kind == bdgraph.VerdictSupported
	return !slices.ContainsFunc(votes, func(v vote) bool { return (v.Kind == bdgraph.VerdictSupported) != supports })
}

// hear takes a vote on a claim. Whoever was asked again by a later plan has changed their mind.
func (j *judge) hear(claim claimID, v vote) {
	votes := j.votes[claim]
	if i := slices.IndexFunc(votes, func(other vote) bool { return other.verifier == v.verifier }); i < 0 {
		j.votes[claim] = append(votes, v)
	} else if votes[i].plan < v.plan {
		votes[i] = v
	}
}

// meet counts a canary, which the verifier killed or did not.
func (s *VerifierStats) meet(c Canary, killed bool) {
	switch {
	case !c.IsFalse():
		s.Copies++
		if killed {
			s.Killed++
		}
	case killed:
		s.Canaries++
		s.Caught++
	default:
		s.Canaries++
		s.Missed[string(c)]++
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
	for _, v := range given {
		line.By = append(line.By, v.verifier)
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
