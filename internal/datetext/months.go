package datetext

import (
	"strings"
	"sync"
)

// monthNames gives the month, from 1, of each lower-case name and abbreviation.
// The languages never disagree on one.
var monthNames = sync.OnceValue(func() map[string]int {
	return readMonthNames(map[string][12]string{
		"en": {"january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug", "september sept sep", "october oct", "november nov", "december dec"},
		"fr": {"janvier janv", "février fevrier févr fevr fév", "mars", "avril avr", "mai", "juin", "juillet juil", "août aout", "septembre", "octobre", "novembre", "décembre decembre déc"},
		"de": {"januar jänner jän", "februar feber", "märz maerz mär mrz", "april", "mai", "juni", "juli", "august", "september", "oktober okt", "november", "dezember dez"},
		"es": {"enero ene", "febrero", "marzo", "abril abr", "mayo", "junio", "julio", "agosto ago", "septiembre setiembre", "octubre", "noviembre", "diciembre dic"},
		"pt": {"janeiro", "fevereiro fev", "março marco", "abril", "maio", "junho", "julho", "agosto", "setembro set", "outubro out", "novembro", "dezembro"},
		"it": {"gennaio gen", "febbraio", "marzo", "aprile", "maggio mag", "giugno giu", "luglio lug", "agosto", "settembre", "ottobre ott", "novembre", "dicembre"},
		"nl": {"januari", "februari", "maart mrt", "april", "mei", "juni", "juli", "augustus", "september", "oktober", "november", "december"},
	})
})

// prepositions stand between day, month and year.
var prepositions = map[string]bool{"of": true, "de": true, "del": true, "di": true, "do": true}

func readMonthNames(languages map[string][12]string) map[string]int {
	names := make(map[string]int)
	for _, months := range languages {
		for i, spellings := range months {
			for name := range strings.FieldsSeq(spellings) {
				names[name] = i + 1
			}
		}
	}
	return names
}
