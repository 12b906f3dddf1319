// Package prompts holds what agents are told when they extract from documents and
// when they verify what others extracted. Out come templates in the syntax of
// text/template; what is put into them is left to phase2 and verify.
package prompts

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

// Extraction is the template of the prompt for reading a shard of documents.
//
//go:embed extraction.md
var Extraction string

// Verification is the template of the prompt for judging a packet of claims.
//
//go:embed verification.md
var Verification string

//go:embed agents
var agents embed.FS

// agentFolders says where the files of a client's folder below agents belong in a project.
var agentFolders = map[string]map[string]string{
	"claude": {"agents": ".claude/agents", "commands": ".claude/commands"},
	"codex":  {"agents": ".codex/agents", "skills": ".agents/skills"},
}

// AgentFiles returns the files with which a client (claude, codex) runs a whole
// extraction on one sentence of its user: definitions of the two agents, and a command
// or skill that starts them. The keys are paths in the project; there are none for
// other clients.
func AgentFiles(client string) map[string]string {
	files := make(map[string]string)
	for from, to := range agentFolders[client] {
		root := path.Join("agents", client, from)
		err := fs.WalkDir(agents, root, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := agents.ReadFile(name)
			files[path.Join(to, strings.TrimPrefix(name, root))] = string(data)
			return err
		})
		if err != nil {
			panic(err) // the files are part of the program
		}
	}
	return files
}
