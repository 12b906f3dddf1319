package phase2

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// relativeForm is a way to speak of a day by another one; span gives the first
// and the last day that it can mean.
type relativeForm struct {
	match *regexp.Regexp
	span  func(said time.Time, parts []string) (from, to time.Time)
}

// relativeForms are those of English, with the commonest of German, French and
// Chinese. Their patterns cost milliseconds, so a process that checks nothing does not compile them.
var relativeForms = sync.OnceValue(func() []relativeForm {
	return []relativeForm{
		{phrases("today|as of now|heute|aujourd'hui|今天|今日"), days(0, 0)},
		{phrases("yesterday|gestern|hier soir|昨天|昨日"), days(-1, -1)},
		{phrases("tomorrow|morgen|demain|明天"), days(1, 1)},
		{phrases("last week|letzte woche|la semaine dernière|上周"), days(-13, -1)},
		{phrases("this week|diese woche|cette semaine|本周"), days(-6, 6)},
		{phrases("next week|nächste woche|la semaine prochaine|下周"), days(1, 13)},
		{phrases("last month|letzten monat|le mois dernier|上个?月"), months(-1)},
		{phrases("this month|diesen monat|ce mois|本月"), months(0)},
		{phrases("next month|nächsten monat|le mois prochain|下个?月"), months(1)},
		{phrases("last year|letztes jahr|l'année dernière|去年"), years(-1)},
		{phrases("this year|dieses jahr|cette année|今年"), years(0)},
		{phrases("next year|nächstes jahr|l'année prochaine|明年"), years(1)},
		{phrases(`(\d{1,3}) days? ago`), func(said time.Time, parts []string) (time.Time, time.Time) {
			n, _ := strconv.Atoi(parts[1])
			return days(-n, -n)(said, nil)
		}},
		{phrases(`(\d{1,2}) weeks? ago`), func(said time.Time, parts []string) (time.Time, time.Time) {
			n, _ := strconv.Atoi(parts[1])
			return days(-7*n-6, -7*n+6)(said, nil)
		}},
		{phrases(`(\d{1,2}) months? ago`), func(said time.Time, parts []string) (time.Time, time.Time) {
			n, _ := strconv.Atoi(parts[1])
			return months(-n)(said, nil)
		}},
	}
})

// phrases matches one of several phrases as words of their own.
func phrases(alternatives string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:^|\P{L}|\p{Han})(?:` + alternatives + `)(?:$|\P{L}|\p{Han})`)
}

type span = func(said time.Time, parts []string) (from, to time.Time)

func days(first, last int) span {
	return func(said time.Time, _ []string) (time.Time, time.Time) {
		return said.AddDate(0, 0, first), said.AddDate(0, 0, last)
	}
}

func months(n int) span {
	return func(said time.Time, _ []string) (time.Time, time.Time) {
		first := time.Date(said.Year(), said.Month()+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
		return first, first.AddDate(0, 1, -1)
	}
}

func years(n int) span {
	return func(said time.Time, _ []string) (time.Time, time.Time) {
		return time.Date(said.Year()+n, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(said.Year()+n, 12, 31, 0, 0, 0, 0, time.UTC)
	}
}

// findRelative returns the first relative expression of a text, and the days
// that it means when it was said on a day.
func findRelative(text string) (phrase string, meant func(time.Time) (from, to time.Time), ok bool) {
	for _, form := range relativeForms() {
		if parts := form.match.FindStringSubmatch(text); parts != nil {
			phrase = strings.Trim(parts[0], " .,;:()-")
			return phrase, func(said time.Time) (time.Time, time.Time) { return form.span(said, parts) }, true
		}
	}
	return "", nil, false
}
