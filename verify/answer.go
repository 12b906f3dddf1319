package verify

import (
	_ "embed"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"bdgraph"
	"bdgraph/internal/agentfile"
	"bdgraph/internal/passage"
)

// Schema is the JSON Schema (2020-12) of a verifier's answer, as agents get it.
//
//go:embed verdicts.schema.json
var Schema []byte

var form = sync.OnceValue(func() *agentfile.Schema {
	return agentfile.Compile("verdicts.schema.json", Schema, map[string]agentfile.Hint{
		"verifier":   {Allowed: "at most 32 small letters, digits and hyphens", Remedy: "copy the name from the prompt"},
		"valid_from": agentfile.DateHint,
		"invalid_at": agentfile.DateHint,
		"correct":    {Message: "a supported claim needs no correction", Remedy: "remove it, or choose another verdict"},
		"quote":      {Message: "a supported claim needs the passage that supports it", Remedy: "quote it word for word; if there is none, the claim is not supported"},
	})
})

// Answer is what one verifier says about one packet.
type Answer struct {
	Packet   string          `json:"packet"`
	Verifier string          `json:"verifier"`
	Verdicts []AnswerVerdict `json:"verdicts"`
}

// AnswerVerdict is a verdict on one item.
type AnswerVerdict struct {
	Item    string              `json:"item"`
	Kind    bdgraph.VerdictKind `json:"verdict"`
	Quote   string              `json:"quote,omitempty"`
	Reason  string              `json:"reason"`
	Correct *Correction         `json:"correct,omitempty"`
}

// Correction is what a verifier holds for right. It never changes an edge.
type Correction struct {
	ValidFrom string `json:"valid_from,omitempty"`
	InvalidAt string `json:"invalid_at,omitempty"`
	Component string `json:"component,omitempty"`
}

// String says what is proposed, in words.
func (c Correction) String() string {
	var parts []string
	for _, x := range []struct{ name, value string }{{"it begins on", c.ValidFrom}, {"it ends on", c.InvalidAt}, {"the component is", c.Component}} {
		if x.value != "" {
			parts = append(parts, x.name+" "+x.value)
		}
	}
	return strings.Join(parts, ", ")
}

// CheckedAnswer is an answer with everything that is wrong with it. Verdicts
// with a problem are indeterminate: they count neither for nor against.
type CheckedAnswer struct {
	File     string
	Answer   Answer
	Problems []agentfile.Problem
	Bad      map[int]bool // indexes of verdicts with a problem
	Whole    bool         // the file as a whole is of no use
}

// Checker holds answers against the key and the documents.
type Checker struct {
	key     Key
	packets map[string]map[string]KeyItem
	pages   map[string]*page
	files   map[[2]string]string // by packet and verifier, as far as they were checked
}

// NewChecker returns a checker of answers to the packets of a key.
func NewChecker(key Key, c bdgraph.Corpus) *Checker {
	checker := &Checker{key, key.byPacket(), make(map[string]*page), make(map[[2]string]string)}
	wanted := make(map[string]bool)
	for _, item := range key.Items {
		wanted[item.Document] = true
	}
	for _, d := range c.Documents {
		if wanted[d.ID] {
			checker.pages[d.ID] = &page{d, passage.New(d)}
		}
	}
	return checker
}

// CheckFile reads a file of a folder and checks it; file is its path for people.
func (c *Checker) CheckFile(folder fs.FS, name, file string) CheckedAnswer {
	data, err := agentfile.Read(folder, name)
	if err != nil {
		return CheckedAnswer{File: file, Whole: true, Problems: []agentfile.Problem{{
			Code: "verdict_unreadable", Message: fmt.Sprintf("it cannot be read: %v", err), Remedy: "make the file readable, or remove it",
		}}}
	}
	return c.Check(file, data)
}

// Check checks an answer: JSON, form, items, and quotes by the rules of
// extractions. One checker expects one answer of a verifier to a packet.
func (c *Checker) Check(file string, data []byte) CheckedAnswer {
	out := CheckedAnswer{File: file, Bad: make(map[int]bool)}
	s, problems := agentfile.Parse("verdict", data)
	if !slices.ContainsFunc(problems, agentfile.Problem.IsSyntax) {
		problems = append(problems, form().Check(s)...)
	}
	// A file of another form may still hold verdicts that can be read.
	if more := s.Decode(&out.Answer); len(problems) == 0 {
		problems = more
	}
	for _, p := range problems {
		if i, ok := verdictIndex(p.Pointer); ok {
			out.Bad[i] = true
		} else {
			out.Whole = true
		}
	}
	out.Problems = problems
	if out.Whole {
		return out
	}
	items := c.packets[out.Answer.Packet]
	if items == nil {
		out.Whole = true
		out.Problems = append(out.Problems, s.Problem("/packet", agentfile.Problem{
			Code: "verdict_packet", Found: out.Answer.Packet, Message: fmt.Sprintf("no packet is called %q", out.Answer.Packet),
			Remedy: "copy the name from the prompt",
		}))
		return out
	}
	by := [2]string{out.Answer.Packet, out.Answer.Verifier}
	if other, again := c.files[by]; again && other != file {
		out.Whole = true
		out.Problems = append(out.Problems, s.Problem("/verifier", agentfile.Problem{
			Code: "verdict_again", Found: out.Answer.Verifier, Message: fmt.Sprintf("the verifier %q has answered this packet in %s already", out.Answer.Verifier, other),
			Remedy: "keep one of the two files, or correct the verifier's name",
		}))
		return out
	}
	c.files[by] = file
	seen := make(map[string]bool)
	for i, v := range out.Answer.Verdicts {
		if out.Bad[i] {
			seen[v.Item] = true
			continue
		}
		for _, p := range c.checkVerdict(out.Answer.Packet, v, seen) {
			out.Bad[i] = true
			out.Problems = append(out.Problems, s.Problem(fmt.Sprintf("/verdicts/%d%s", i, p.Pointer), p))
		}
		seen[v.Item] = true
	}
	for _, name := range slices.Sorted(maps.Keys(items)) {
		if !seen[name] {
			out.Problems = append(out.Problems, s.Problem("/verdicts", agentfile.Problem{
				Code: "verdict_missing", Allowed: name, Message: fmt.Sprintf("the claim %s has no verdict", name), Remedy: "judge every claim of the packet",
			}))
		}
	}
	return out
}

func (c *Checker) checkVerdict(packet string, v AnswerVerdict, seen map[string]bool) []agentfile.Problem {
	item, ok := c.key.Items[v.Item]
	switch {
	case !ok || item.Packet != packet:
		return []agentfile.Problem{{Pointer: "/item", Code: "verdict_item", Found: v.Item, Message: fmt.Sprintf("the packet has no claim %q", v.Item), Remedy: "copy the name from the prompt"}}
	case seen[v.Item]:
		return []agentfile.Problem{{Pointer: "/item", Code: "verdict_item", Found: v.Item, Message: fmt.Sprintf("the claim %s has a verdict already", v.Item), Remedy: "keep one of the two"}}
	}
	var problems []agentfile.Problem
	page := c.pages[item.Document]
	if v.Quote != "" && page != nil {
		folded := passage.Fold(v.Quote)
		if n := utf8.RuneCountInString(folded); n < shortestQuote || n > longestQuote {
			problems = append(problems, agentfile.Problem{
				Pointer: "/quote", Code: "quote_length", Found: fmt.Sprintf("%d characters", n), Allowed: fmt.Sprintf("%d to %d", shortestQuote, longestQuote),
				Message: fmt.Sprintf("the quote has %d characters, allowed: %d to %d", n, shortestQuote, longestQuote), Remedy: "quote the sentence that decides",
			})
		} else if page.text.Find(folded) == 0 {
			problems = append(problems, agentfile.Problem{
				Pointer: "/quote", Code: "quote_missing", Found: folded, Message: "the document does not say this: " + page.text.Nearest(folded).String(),
				Remedy: "copy the words of the document as they stand",
			})
		}
	}
	for pointer, text := range map[string]string{"/reason": v.Reason, "/correct/component": component(v.Correct)} {
		if wrong := agentfile.TextProblem(text); text != "" && wrong != "" {
			problems = append(problems, agentfile.Problem{
				Pointer: pointer, Code: "verdict_text", Found: agentfile.Quoted(text), Allowed: "one line of visible text", Message: "the text cannot be shown: " + wrong, Remedy: "write it anew",
			})
		}
	}
	if v.Correct != nil {
		for pointer, date := range map[string]string{"/correct/valid_from": v.Correct.ValidFrom, "/correct/invalid_at": v.Correct.InvalidAt} {
			if _, err := bdgraph.ParseDate(date); date != "" && err != nil {
				problems = append(problems, agentfile.Problem{Pointer: pointer, Code: "verdict_date", Found: date, Message: err.Error(), Remedy: "correct the date, or leave it out"})
			}
		}
	}
	return problems
}

func component(c *Correction) string {
	if c == nil {
		return ""
	}
	return c.Component
}

// As for extractions.
const (
	shortestQuote = 12
	longestQuote  = 400
)

// verdictIndex returns the index of the verdict that a pointer leads into.
func verdictIndex(pointer string) (int, bool) {
	rest, ok := strings.CutPrefix(pointer, "/verdicts/")
	if !ok {
		return 0, false
	}
	number, _, _ := strings.Cut(rest, "/")
	i, err := strconv.Atoi(number)
	return i, err == nil
}
