package tck

import (
	"fmt"
	"os"
	"strings"
)

// feature is a file of scenarios.
type feature struct {
	path      string // from the folder of the TCK, with slashes
	scenarios []scenario
}

// scenario is one scenario with the steps of its Background before its own; of an outline, one for
// each row of its examples.
type scenario struct {
	name    string
	example int // from 1, 0 outside an outline
	steps   []step
}

// step is a line that begins with Given, When, Then, And or But, without that
// word, and what stands below it.
type step struct {
	text  string
	doc   string     // between """ and """, without its indentation
	table [][]string // of the lines between bars
}

// readFeature reads a file in as much of Gherkin as the TCK uses.
func readFeature(path string) ([]scenario, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	r := &reader{}
	text := strings.ReplaceAll(string(data), "\r\n", "\n")
	for i, line := range strings.Split(text, "\n") {
		if err := r.line(line); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, i+1, err)
		}
	}
	r.finish()
	return r.scenarios, nil
}

// reader reads a feature line by line.
type reader struct {
	scenarios  []scenario
	background []step

	section  section
	name     string
	steps    []step
	examples [][]string

	inDoc  bool
	indent int // of the doc string that is being read
}

// section is what the lines being read belong to.
type section int

const (
	preamble section = iota // title and description
	background
	plainScenario
	outline
	examples // of an outline
)

var stepWords = []string{"Given ", "When ", "Then ", "And ", "But "}

func (r *reader) line(line string) error {
	trimmed := strings.TrimSpace(line)
	if r.inDoc {
		last := &r.steps[len(r.steps)-1]
		if trimmed == `"""` {
			r.inDoc = false
			last.doc = strings.TrimSuffix(last.doc, "\n")
			return nil
		}
		indent := min(r.indent, len(line)-len(strings.TrimLeft(line, " ")))
		last.doc += line[indent:] + "\n"
		return nil
	}
	keyword, rest, _ := strings.Cut(trimmed, ":")
	switch {
	case trimmed == "", strings.HasPrefix(trimmed, "#"), strings.HasPrefix(trimmed, "@"):
	case keyword == "Feature":
	case keyword == "Background":
		r.section = background
	case keyword == "Scenario", keyword == "Scenario Outline":
		r.finish()
		r.name = strings.TrimSpace(rest)
		r.section = plainScenario
		if keyword == "Scenario Outline" {
			r.section = outline
		}
	case keyword == "Examples" && (r.section == outline || r.section == examples):
		r.section = examples
	case trimmed == `"""`:
		if len(r.steps) == 0 {
			return fmt.Errorf("a text that belongs to no step")
		}
		r.inDoc = true
		r.indent = strings.Index(line, `"`)
	case strings.HasPrefix(trimmed, "|"):
		if r.section == examples {
			r.examples = append(r.examples, cells(trimmed))
			return nil
		}
		if len(r.steps) == 0 {
			return fmt.Errorf("a table that belongs to no step")
		}
		last := &r.steps[len(r.steps)-1]
		last.table = append(last.table, cells(trimmed))
	case r.section == preamble:
	default:
		for _, word := range stepWords {
			if text, ok := strings.CutPrefix(trimmed, word); ok {
				r.steps = append(r.steps, step{text: strings.TrimSpace(text)})
				return nil
			}
		}
		return fmt.Errorf("not understood: %s", trimmed)
	}
	return nil
}

// finish ends a scenario or the Background.
func (r *reader) finish() {
	switch r.section {
	case background:
		r.background = r.steps
	case plainScenario:
		r.scenarios = append(r.scenarios, scenario{name: r.name, steps: append(r.background[:len(r.background):len(r.background)], r.steps...)})
	case examples:
		for i, row := range r.examples[1:] {
			s := scenario{name: r.name, example: i + 1, steps: r.background[:len(r.background):len(r.background)]}
			fill := replacer(r.examples[0], row)
			for _, st := range r.steps {
				s.steps = append(s.steps, st.filled(fill))
			}
			r.scenarios = append(r.scenarios, s)
		}
	}
	r.steps, r.examples = nil, nil
}

// replacer puts the cells of a row of examples in the place of their names.
func replacer(names, row []string) *strings.Replacer {
	var pairs []string
	for i, name := range names {
		pairs = append(pairs, "<"+name+">", row[i])
	}
	return strings.NewReplacer(pairs...)
}

func (s step) filled(r *strings.Replacer) step {
	out := step{text: r.Replace(s.text), doc: r.Replace(s.doc)}
	for _, row := range s.table {
		filled := make([]string, len(row))
		for i, cell := range row {
			filled[i] = r.Replace(cell)
		}
		out.table = append(out.table, filled)
	}
	return out
}

// cells splits a line of a table. Within a cell \| is a bar, \n ends a line and
// \\ is a backslash.
func cells(line string) []string {
	var out []string
	var cell strings.Builder
	for i := 1; i < len(line); i++ {
		switch c := line[i]; {
		case c == '|':
			out = append(out, strings.TrimSpace(cell.String()))
			cell.Reset()
		case c == '\\' && i+1 < len(line) && strings.IndexByte(`\|n`, line[i+1]) >= 0:
			i++
			if line[i] == 'n' {
				cell.WriteByte('\n')
			} else {
				cell.WriteByte(line[i])
			}
		default:
			cell.WriteByte(c)
		}
	}
	return out
}
