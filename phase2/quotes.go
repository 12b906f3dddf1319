package phase2

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"bdgraph/internal/passage"
)

// How many characters a quote may have: fewer occur anywhere, more are no
// evidence for one claim.
const (
	shortestQuote = 12
	longestQuote  = 400
)

// checkQuotes checks that every quote is in the document, on the line that is
// given for it, and that the document has the words that state a date.
func checkQuotes(r *reading) []Problem {
	var problems []Problem
	for i, e := range r.extraction.Edges {
		for j, q := range e.Evidence {
			pointer := fmt.Sprintf("/edges/%d/evidence/%d", i, j)
			folded := passage.Fold(q.Text)
			if n := utf8.RuneCountInString(folded); n < shortestQuote || n > longestQuote {
				remedy := "quote more of the sentence"
				if n > longestQuote {
					remedy = "quote only the sentence that says so; several passages are several pieces of evidence"
				}
				problems = append(problems, r.Problem(pointer+"/quote", Problem{
					Code: "quote_length", Found: fmt.Sprintf("%d characters", n), Allowed: fmt.Sprintf("%d to %d", shortestQuote, longestQuote),
					Message: fmt.Sprintf("the quote has %d characters, allowed: %d to %d", n, shortestQuote, longestQuote), Remedy: remedy,
				}))
			}
			if folded == "" || r.page.text.BeginsOn(folded, q.Line) {
				continue
			}
			if line := r.page.text.Find(folded); line == 0 {
				problems = append(problems, r.missing(pointer+"/quote", "quote_missing", folded))
			} else if q.Line <= r.page.text.Lines() { // a line beyond the end has its own problem
				problems = append(problems, r.Problem(pointer+"/line", Problem{
					Code: "quote_line", Found: strconv.Itoa(q.Line), Allowed: strconv.Itoa(line),
					Message: fmt.Sprintf("the quote does not begin on line %d", q.Line), Remedy: fmt.Sprintf("it begins on line %d", line),
				}))
			}
		}
		for j, d := range e.Dates {
			if folded := passage.Fold(d.Quote); r.page.text.Find(folded) == 0 {
				problems = append(problems, r.missing(fmt.Sprintf("/edges/%d/dates/%d/quote", i, j), "date_quote_missing", folded))
			}
		}
	}
	return problems
}

// missing is the problem that the document does not have a passage.
func (r *reading) missing(pointer, code, folded string) Problem {
	near := r.page.text.Nearest(folded)
	p := Problem{
		Code: code, Found: folded, Message: "the document does not say this: " + near.String(),
		Remedy: "copy the words of the document as they stand",
	}
	if near.Line > 0 && utf8.RuneCountInString(near.Prefix) >= shortestQuote {
		p.Allowed = fmt.Sprintf("line %d: %s", near.Line, near.Prefix)
	}
	return r.Problem(pointer, p)
}
