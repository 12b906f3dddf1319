package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"bdgraph"
	"bdgraph/internal/config"
	"bdgraph/internal/names"
	"bdgraph/internal/unseen"
)

// page is text of a bounded length, made of whole lines.
type page struct {
	head    string
	lines   []string
	left    int // tokens
	dropped int
}

// add puts a line down, if there is room. Stored texts become one line each.
func (p *page) add(format string, args ...any) {
	line := "- " + unseen.Show(strings.Join(strings.Fields(fmt.Sprintf(format, args...)), " "))
	size := names.Tokens(line + "\n")
	switch {
	case slices.Contains(p.lines, line):
	case size > p.left:
		p.dropped++
	default:
		p.left -= size
		p.lines = append(p.lines, line)
	}
}

func (p *page) text() string {
	text := p.head + "\n" + strings.Join(p.lines, "\n")
	if p.dropped > 0 {
		text += fmt.Sprintf("\n(%d more: ask governs or list_changes)", p.dropped)
	}
	return text
}

// briefState is what brief remembers between hooks, in brief.json.
type briefState struct {
	Day bdgraph.Day `json:"day,omitzero"` // up to which changes have been told
	// Sessions hold the files that were told of, the latest session last.
	Sessions []toldSession `json:"sessions,omitempty"`
	before   string
}

type toldSession struct {
	ID    string   `json:"id"`
	Paths []string `json:"paths"`
}

const (
	briefFile    = "brief.json"
	mostSessions = 20
	mostPaths    = 500
)

func readBriefState(p config.Project) (briefState, error) {
	var s briefState
	data, err := os.ReadFile(p.State(briefFile))
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &s)
	}
	if err != nil {
		return briefState{}, fmt.Errorf("%s: %w", p.State(briefFile), err)
	}
	s.before = string(data)
	return s, nil
}

// tell notes that a session is told of a path, and reports whether it is news to it.
func (s *briefState) tell(session, path string) bool {
	i := slices.IndexFunc(s.Sessions, func(t toldSession) bool { return t.ID == session })
	if i < 0 {
		s.Sessions = append(s.Sessions, toldSession{ID: session})
		s.Sessions = s.Sessions[max(0, len(s.Sessions)-mostSessions):]
		i = len(s.Sessions) - 1
	}
	t := &s.Sessions[i]
	if session == "" || len(t.Paths) >= mostPaths {
		return true
	}
	if slices.Contains(t.Paths, path) {
		return false
	}
	t.Paths = append(t.Paths, path)
	return true
}

// write keeps the state, unless it is as it was. It does not wait for the disk:
// what a crash loses is told twice.
func (s briefState) write(p config.Project) error {
	data, err := json.Marshal(s)
	if err != nil || string(data) == s.before {
		return err
	}
	f, err := os.CreateTemp(p.State(), briefFile+".tmp-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), p.State(briefFile))
	}
	if err != nil {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}
