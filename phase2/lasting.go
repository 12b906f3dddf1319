package phase2

import (
	"regexp"
	"sync"

	"bdgraph"
	"bdgraph/internal/datetext"
)

// lastingWords are how texts say that something lasts up to a date and over it.
type lastingWords struct{ before, after, between *regexp.Regexp }

// lastingForms are the words of the languages that decision records are read in.
// What stands between the word and the date ("the end of", an article, a mark) may
// follow in any number. Chinese and Japanese have words after the date too.
var lastingForms = sync.OnceValue(func() lastingWords {
	const (
		mark    = "[\\s*_`\"'’“”„«(:,.-]"
		starts  = `(?i)(?:^|[^\p{L}])(?:`
		western = `until|till|til|through|thru|up to|as long as|end of|last day|` +
			`jusqu['’]\p{L}+|fin|dernier jour|` +
			`bis|ende|letzter tag|letzten tag|` +
			`hasta|fin de|finales de|final de|último día|` +
			`até|ao? fim de|fim de|último dia`
		link = `is|are|the|and|to|including|inclusive|of|on|end|last|day|month|year|close|` +
			`est|le|la|les|à|a|au|aux|en|de|du|des|d|fin|et|compris|inclus|mois|` +
			`ist|zum|zu|dem|der|den|des|im|einschließlich|einschliesslich|inklusive|und|mit|ende|jahres|monats|` +
			`es|el|los|finales|final|incluso|inclusive|mes|año|` +
			`é|ao|o|os|do|da|fim|e|mês|ano`
	)
	return lastingWords{
		before:  regexp.MustCompile(starts + western + `)` + mark + `+(?:(?:` + link + `)` + mark + `+)*$|(?:直到|截至|截止|持续|延续|有效期|到|至)[到至于:： ]*$`),
		after:   regexp.MustCompile(`^\s*(?:年|月)?\s*(?:の?(?:底|末|末日|终|終わり|月底|年底))?\s*(?:まで|迄|いっぱい|为止|為止|止|底|末)`),
		between: regexp.MustCompile(`(?i)^` + mark + `*(?:to|through|thru|until|till|bis|au|à|al|a|hasta|até|至|到|から|[–—〜~～-])` + mark + `*$`),
	}
})

// longestLead is how many bytes before a date may hold the words of lasting.
const longestLead = 120

// afterLasting returns, for each date of a text up to which something is said to
// last, the first day after it: what holds until the end of June does not on 1 July. The
// first date of "from May to June" is none.
func afterLasting(text string, stated []datetext.Found) []datetext.Found {
	var after []datetext.Found
	words := lastingForms()
	for i, f := range stated {
		if f.Date.IsZero() || f.Date.Latest >= bdgraph.MaxDay {
			continue
		}
		lasts := words.before.MatchString(text[max(0, f.Start-longestLead):f.Start]) || words.after.MatchString(text[f.End:])
		if !lasts && i > 0 {
			lasts = words.between.MatchString(text[stated[i-1].End:f.Start])
		}
		if lasts {
			f.Date = bdgraph.DateOfDay(f.Date.Latest.Add(1))
			after = append(after, f)
		}
	}
	return after
}
