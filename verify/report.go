package verify

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"bdgraph"
)

// Applied is the file of applied verdicts with all its lines.
type Applied struct {
	Run       Run // of the last run; zero where the file does not tell
	Verifiers []VerifierStats
	Verdicts  []AppliedVerdict
	Proposals []Proposal
	Other     []json.RawMessage // lines of a kind that this version does not know
}

// With returns what a file says after a judgement: its verdicts and proposals, and
// those before on claims that were not judged anew. A verdict falls where one of those who made it has been
// heard again and nothing came of that: a tie, or a verifier who turned out to be careless.
// Verdicts that no claim has any more are kept, since they tell what was decided.
func (a Applied) With(j Judgement) Applied {
	decided := make(map[claimID]bool, len(j.Verdicts))
	for _, v := range j.Verdicts {
		decided[claimID{v.Edge, v.Claim}] = true
	}
	fallen := make(map[claimID]bool)
	out := Applied{Run: j.Run, Verifiers: j.Verifiers, Other: a.Other}
	for _, v := range a.Verdicts {
		claim := claimID{v.Edge, v.Claim}
		heard := j.heard[claim]
		if decided[claim] || len(heard) > 0 && (len(v.By) == 0 || slices.ContainsFunc(v.By, func(name string) bool { return slices.Contains(heard, name) })) {
			fallen[claim] = true
			continue
		}
		out.Verdicts = append(out.Verdicts, v)
	}
	for _, p := range a.Proposals {
		if claim := (claimID{p.Edge, p.Claim}); !decided[claim] && !fallen[claim] {
			out.Proposals = append(out.Proposals, p)
		}
	}
	out.Verdicts, out.Proposals = append(out.Verdicts, j.Verdicts...), append(out.Proposals, j.Proposals...)
	return out
}

// Write writes the file of applied verdicts.
func (a Applied) Write(w io.Writer) error {
	lines := []any{a.Run}
	for _, v := range a.Verifiers {
		lines = append(lines, v)
	}
	for _, v := range a.Verdicts {
		lines = append(lines, v)
	}
	for _, p := range a.Proposals {
		lines = append(lines, p)
	}
	for _, line := range a.Other {
		lines = append(lines, line)
	}
	out := bufio.NewWriter(w)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	for _, line := range lines {
		if err := enc.Encode(line); err != nil {
			return fmt.Errorf("write %s: %w", AppliedFile, err)
		}
	}
	return out.Flush()
}

// ReadAppliedFile reads applied verdicts with what the file tells of the run. Lines that
// cannot be read are findings, as those of [ReadApplied] are.
func ReadAppliedFile(r io.Reader) (Applied, []bdgraph.Finding) {
	var a Applied
	findings := eachLine(r, a.add)
	return a, findings
}

func (a *Applied) add(text []byte) error {
	var typed struct {
		Type string `json:"_type"`
	}
	if err := json.Unmarshal(text, &typed); err != nil {
		return err
	}
	switch typed.Type {
	case "run":
		return json.Unmarshal(text, &a.Run)
	case "verifier":
		return addLine(&a.Verifiers, text)
	case "proposal":
		return addLine(&a.Proposals, text)
	case "", "verdict":
		if _, _, err := parseVerdict(text); err != nil {
			return err
		}
		return addLine(&a.Verdicts, text)
	}
	a.Other = append(a.Other, bytes.Clone(text))
	return nil
}

func addLine[T any](lines *[]T, text []byte) error {
	var line T
	if err := json.Unmarshal(text, &line); err != nil {
		return err
	}
	*lines = append(*lines, line)
	return nil
}

// Report is what verification found about the claims that there are now.
type Report struct {
	Claims     int                       `json:"claims"`
	Verdicts   map[string]int            `json:"verdicts"` // of the claims; "unverified" without one
	Run        Run                       `json:"run"`
	Verifiers  []VerifierStats           `json:"verifiers"`
	ByType     map[string]map[string]int `json:"by_type"`
	ByDocument map[string]map[string]int `json:"by_document"`
	Tombstones []AppliedVerdict          `json:"tombstones"` // claims that were turned down
	Proposals  []Proposal                `json:"proposals"`  // for claims that there are still
}

// NewReport counts verdicts on the claims of a fragment. Of several on one claim the last counts.
func NewReport(f bdgraph.Fragment, a Applied) Report {
	r := Report{
		Run: a.Run, Verifiers: a.Verifiers, Verdicts: make(map[string]int), ByType: make(map[string]map[string]int), ByDocument: make(map[string]map[string]int),
		Tombstones: []AppliedVerdict{}, Proposals: []Proposal{},
	}
	if r.Verifiers == nil {
		r.Verifiers = []VerifierStats{}
	}
	last := make(map[[2]string]AppliedVerdict, len(a.Verdicts))
	for _, v := range a.Verdicts {
		last[[2]string{v.Edge, v.Claim}] = v
	}
	current := make(map[[2]string]bool, len(f.Edges))
	for _, e := range f.Edges {
		if e.Phase != 2 {
			continue
		}
		claim := [2]string{e.ID, e.ClaimHash()}
		current[claim] = true
		kind := string(bdgraph.Unverified)
		if v, ok := last[claim]; ok {
			kind = string(v.Kind)
			if v.Kind != bdgraph.VerdictSupported {
				v.Document, v.Says = e.Source, says(e)
				r.Tombstones = append(r.Tombstones, v)
			}
		}
		r.Claims++
		r.Verdicts[kind]++
		addCount(r.ByType, string(e.Type), kind)
		addCount(r.ByDocument, e.Source, kind)
	}
	for _, p := range a.Proposals {
		if current[[2]string{p.Edge, p.Claim}] {
			r.Proposals = append(r.Proposals, p)
		}
	}
	slices.SortStableFunc(r.Tombstones, func(a, b AppliedVerdict) int { return bytes.Compare([]byte(a.Document), []byte(b.Document)) })
	return r
}

func addCount(counts map[string]map[string]int, name, kind string) {
	if counts[name] == nil {
		counts[name] = make(map[string]int)
	}
	counts[name][kind]++
}

// ProposalsFor returns, by document, what verifiers propose for the claims that
// a fragment still makes, each once and in words.
func (a Applied) ProposalsFor(f bdgraph.Fragment) map[string][]string {
	out := make(map[string][]string)
	for _, p := range NewReport(f, a).Proposals {
		text := p.Says + ": " + p.Correct.String()
		if !slices.Contains(out[p.Document], text) {
			out[p.Document] = append(out[p.Document], text)
		}
	}
	return out
}
