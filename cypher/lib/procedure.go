package lib

import (
	"slices"
	"strings"
	"sync"

	"bdgraph/cypher/value"
)

// Procedure is what CALL calls. Every procedure of this package reads only.
type Procedure struct {
	Name    string // calls use it exactly
	Help    string // one line
	Params  []Param
	Columns []Column // of its rows; none for a procedure that yields nothing
	Mode    string   // READ or DBMS, as SHOW PROCEDURES has it
	// Call runs the procedure with as many arguments as there are Params, the
	// missing ones filled in by [Procedure.Arguments]. It yields its rows, with one
	// value a column, and stops with the first error that yield returns.
	Call func(env *Env, args []value.Value, yield func(row []value.Value) error) error
}

// Arguments appends the defaults of the parameters that a call leaves out.
func (p *Procedure) Arguments(args []value.Value) []value.Value {
	for _, param := range p.Params[min(len(args), len(p.Params)):] {
		args = append(args, defaults[param.Default])
	}
	return args
}

// defaults are the values of the texts that stand for them in signatures.
var defaults = map[string]value.Value{
	"{}":   value.FromMap(nil),
	"null": value.Null,
}

// Signature writes the procedure as its documentation does.
func (p *Procedure) Signature() string {
	var b strings.Builder
	b.WriteString(p.Name)
	writeParams(&b, p.Params)
	if len(p.Columns) > 0 {
		params := make([]Param, len(p.Columns))
		for i, c := range p.Columns {
			params[i] = Param{Name: c.Name, Type: c.Type}
		}
		b.WriteString(" :: ")
		writeParams(&b, params)
	}
	return b.String()
}

// NewProcedure makes a procedure from its signature, written as
// name(a :: TYPE, b = default :: TYPE) :: (column :: TYPE); it panics where that
// is not understood.
func NewProcedure(signature, help string, call func(*Env, []value.Value, func([]value.Value) error) error) *Procedure {
	p := &Procedure{Help: help, Mode: "READ", Call: call}
	head, columns, _ := strings.Cut(signature, ") :: (")
	if columns != "" {
		head += ")"
	}
	p.Name, p.Params, _, _ = parseSignature(head)
	if columns != "" {
		_, params, _, _ := parseSignature("(" + columns)
		for _, c := range params {
			p.Columns = append(p.Columns, Column{c.Name, c.Type})
		}
	}
	return p
}

var procedures = sync.OnceValue(func() []*Procedure {
	all := slices.Concat(databaseProcedures(), metaProcedures())
	slices.SortFunc(all, func(a, b *Procedure) int { return strings.Compare(a.Name, b.Name) })
	return all
})

var procedureByName = sync.OnceValue(func() map[string]*Procedure {
	m := make(map[string]*Procedure, len(procedures()))
	for _, p := range procedures() {
		m[p.Name] = p
	}
	return m
})

// Procedures lists all procedures by name. The slice must not be changed.
func Procedures() []*Procedure { return procedures() }

// LookupProcedure finds a procedure by its exact name, nil if there is none.
func LookupProcedure(name string) *Procedure { return procedureByName()[name] }

// SuggestProcedure returns the name of the procedure that an unknown name is
// most likely meant for, empty if none is near.
func SuggestProcedure(name string) string {
	names := make([]string, len(procedures()))
	for i, p := range procedures() {
		names[i] = p.Name
	}
	return nearest(name, names)
}
