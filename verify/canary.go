package verify

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"

	"bdgraph"
	"bdgraph/internal/datetext"
	"bdgraph/internal/passage"
)

// Canary says how a planted item was made from a real one. All but true copies
// are false; whoever calls them supported does not look.
type Canary string

// The canaries.
const (
	CanaryDate      Canary = "date"      // a day shifted to one that the document does not state
	CanaryComponent Canary = "component" // another component, which the document does not name
	CanaryDirection Canary = "direction" // ends swapped
	CanaryQuote     Canary = "quote"     // a passage of another section
	CanaryCopy      Canary = "copy"      // true: the claim in the document's own words
)

// IsFalse reports whether a verifier must not support the item.
func (c Canary) IsFalse() bool { return c != "" && c != CanaryCopy }

// planted is a canary before it has a name.
type planted struct {
	edge  bdgraph.Edge
	claim Claim
	kind  Canary
}

// canaries makes so many canaries of some edges, one in three a true copy, the
// others of every kind that can be made, in turn.
func (p *planner) canaries(edges []bdgraph.Edge, wanted int, random *rand.Rand) []planted {
	kinds := []Canary{CanaryComponent, CanaryQuote, CanaryCopy, CanaryDate, CanaryDirection, CanaryCopy}
	order := random.Perm(len(edges))
	var made []planted
	used := make(map[string]bool)
	for round := 0; len(made) < wanted && round < wanted+len(kinds); round++ {
		kind := kinds[round%len(kinds)]
		for n := range edges {
			e := edges[order[(n+round)%len(edges)]]
			if used[e.ID+string(kind)] {
				continue
			}
			if claim, ok := p.falsify(e, kind, random); ok {
				used[e.ID+string(kind)] = true
				made = append(made, planted{e, claim, kind})
				break
			}
		}
	}
	return made
}

// falsify returns the variant of a claim; ok is false where it cannot be made
// so that it surely is false (or, a copy, surely true).
func (p *planner) falsify(e bdgraph.Edge, kind Canary, random *rand.Rand) (Claim, bool) {
	page, c := p.pages[e.Source], claimFrom(e)
	switch kind {
	case CanaryDate:
		ok := shiftDate(&c, page, random)
		return c, ok
	case CanaryComponent:
		ok := p.swapComponent(&c, page, random)
		return c, ok
	case CanaryDirection:
		if c.Type == bdgraph.Contradicts || c.From.Label != c.To.Label || !c.Type.Allows(c.To.Label, c.From.Label) {
			return c, false
		}
		c.From, c.To = c.To, c.From
		c.Fact = strings.Join([]string{c.From.Key, phrase(c.Type), c.To.Key}, " ")
		return c, true
	case CanaryQuote:
		ok := p.moveQuote(&c, page, random)
		return c, ok
	default:
		// A rule in the document's own words: true if anything of the extraction is.
		if c.Type != bdgraph.Establishes || len(c.Quotes) == 0 || c.Fact == c.Quotes[0].Text {
			return c, false
		}
		c.Fact = c.Quotes[0].Text
		return c, true
	}
}

// phrase says a type of relationship in words.
func phrase(t bdgraph.RelType) string {
	return strings.ToLower(strings.ReplaceAll(string(t), "_", " "))
}

// shiftDate lets the claim begin on a day near one of the document, which the
// document does not state.
func shiftDate(c *Claim, page *page, random *rand.Rand) bool {
	found := datetext.Find(page.Text, "")
	base := c.ValidFrom
	for _, f := range found {
		if base == "" && f.Date.Precision() == bdgraph.PrecisionDay {
			base = f.Date.Text
		}
	}
	date, err := bdgraph.ParseDate(base)
	if base == "" || err != nil {
		return false
	}
	days := []int{3, 9, 40, 75, 366, -3, -9, -40, -75, -366}
	for _, n := range random.Perm(len(days)) {
		shifted := bdgraph.DateOfDay(date.Earliest.Add(days[n])).Text[:len(base)]
		stated := slices.ContainsFunc(found, func(f datetext.Found) bool {
			return strings.HasPrefix(f.Date.Text, shifted)
		})
		if !stated && shifted != base {
			c.ValidFrom = shifted
			return true
		}
	}
	return false
}

// swapComponent lets the claim be about a component that the document does not name.
func (p *planner) swapComponent(c *Claim, page *page, random *rand.Rand) bool {
	if c.To.Label != bdgraph.ComponentLabel || c.From.Label == bdgraph.ComponentLabel {
		return false
	}
	text := strings.ToLower(page.Title + "\n" + page.Text)
	for _, n := range random.Perm(len(p.vocabulary.Components)) {
		x := p.vocabulary.Components[n]
		if called(x, text) || x.Name == c.To.Key || p.holds(x.Name, c.To.Key) || p.holds(c.To.Key, x.Name) {
			continue
		}
		c.Fact = strings.ReplaceAll(c.Fact, c.To.Key, x.Name)
		c.To.Key = x.Name
		return true
	}
	return false
}

// called reports whether a text in small letters has a name of a component in it, in whatever word.
func called(x bdgraph.Component, text string) bool {
	return slices.ContainsFunc(append([]string{x.Name}, x.Aliases...), func(name string) bool {
		return strings.Contains(text, strings.ToLower(name))
	})
}

// names reports whether a line names an end that is a component.
func (p *planner) names(line string, end bdgraph.NodeRef) bool {
	return end.Label == bdgraph.ComponentLabel && slices.ContainsFunc(p.vocabulary.Components, func(x bdgraph.Component) bool {
		return x.Name == end.Key && called(x, strings.ToLower(line))
	})
}

// holds reports whether a component is a part of another, at any depth.
func (p *planner) holds(whole, part string) bool {
	for range p.vocabulary.Components {
		i := slices.IndexFunc(p.vocabulary.Components, func(x bdgraph.Component) bool { return x.Name == part })
		if i < 0 || p.vocabulary.Components[i].Parent == "" {
			return false
		}
		if part = p.vocabulary.Components[i].Parent; part == whole {
			return true
		}
	}
	return false
}

// moveQuote rests the claim on a line of another section, which does not name its
// component. That a document is about one may follow from its title, whatever is quoted.
func (p *planner) moveQuote(c *Claim, page *page, random *rand.Rand) bool {
	if len(c.Quotes) == 0 || c.Type == bdgraph.About {
		return false
	}
	path := page.text.Path(c.Quotes[0].Line)
	own := passage.Fold(c.Fact) + " " + c.From.Key + " " + c.To.Key
	for _, q := range c.Quotes {
		own += " " + passage.Fold(q.Text)
	}
	var others []bdgraph.Quote
	number := 0
	for line := range strings.SplitSeq(page.Text, "\n") {
		number++
		folded := passage.Fold(line)
		n := utf8.RuneCountInString(folded)
		if n < 20 || n > 400 || page.text.Path(number) == path || strings.HasPrefix(line, "#") || shared(folded, own) > 0.25 || p.names(line, c.From) || p.names(line, c.To) {
			continue
		}
		others = append(others, bdgraph.Quote{Text: strings.TrimSpace(line), Line: number})
	}
	if len(others) == 0 {
		return false
	}
	c.Quotes = []bdgraph.Quote{others[random.IntN(len(others))]}
	return true
}

// shared returns which part of a text's runs of three characters another text has too.
func shared(text, other string) float64 {
	r, found := []rune(text), 0
	for i := range len(r) - 2 {
		if strings.Contains(other, string(r[i:i+3])) {
			found++
		}
	}
	return float64(found) / float64(max(1, len(r)-2))
}
