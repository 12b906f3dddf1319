package clients

import "bytes"

// hookGroup is what a client runs at one event.
type hookGroup struct {
	Matcher string `json:"matcher,omitempty"`
	Hooks   []hook `json:"hooks"`
}

type hook struct {
	Type    string `json:"type"`
	Command string `json:"command"`
	Timeout int    `json:"timeout"` // seconds
}

// hooksIn is a file of hooks. What a client edits with has names that editors matches; edited
// is the event at which it shows a hook's answer to the model.
func hooksIn(client, path, editors, edited string) setting {
	groups := []struct{ event, matcher string }{
		{"SessionStart", "startup|resume|clear"}, {"UserPromptSubmit", ""}, {edited, editors},
	}
	return setting{
		client: client, path: path, hook: true,
		set: func(text []byte) ([]byte, error) {
			for _, g := range groups {
				at, err := findHook(text, g.event)
				if err != nil {
					return nil, err
				}
				if at.ok {
					continue
				}
				text, err = appendElement(text, []string{"hooks", g.event}, hookGroup{g.matcher, []hook{{"command", hookCommand, 5}}})
				if err != nil {
					return nil, err
				}
			}
			return text, nil
		},
		remove: func(text []byte) ([]byte, error) {
			for _, g := range groups {
				at, err := findHook(text, g.event)
				switch {
				case err != nil:
					return nil, err
				case !at.ok:
				case len(at.hooks.members) > 1: // somebody's own stands beside it
					text = removeAt(text, at.hooks, at.hook)
				case len(at.groups.members) > 1:
					text = removeAt(text, at.groups, at.group)
				default:
					if text, err = removeMember(text, []string{"hooks", g.event}); err != nil {
						return nil, err
					}
				}
			}
			return text, nil
		},
	}
}

// hookPlace is where a hook of bdgraph stands.
type hookPlace struct {
	ok            bool
	groups, hooks value // the event's array, and that of the group
	group, hook   int
}

// findHook finds the first hook of an event that runs bdgraph brief, however it is called.
func findHook(text []byte, event string) (hookPlace, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return hookPlace{}, nil
	}
	root, err := parseJSON(text)
	if err != nil {
		return hookPlace{}, err
	}
	all, _ := root.member("hooks")
	groups, _ := all.value.member(event)
	for i, group := range groups.value.members {
		hooks, _ := group.value.member("hooks")
		for k, h := range hooks.value.members {
			command, _ := h.value.member("command")
			if bytes.Contains(text[command.value.start:command.value.end], []byte(hookCommand)) {
				return hookPlace{true, groups.value, hooks.value, i, k}, nil
			}
		}
	}
	return hookPlace{}, nil
}
