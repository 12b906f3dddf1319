package verify

import (
	"fmt"
	"io"
	"path"
	"text/template"

	"bdgraph"
	"bdgraph/internal/passage"
)

// PromptInput is what a verification prompt is made of.
type PromptInput struct {
	Packet    Packet
	Documents []bdgraph.Document // those of the packet
	Verifier  string
	Folder    string // where verifiers write, as they shall name it
	Check     string // the command that checks a file, without the file
}

// File returns the name of the file of a verifier's answer to a packet.
func File(packet, verifier string) string { return packet + "." + verifier + ".json" }

// promptText is one document in a prompt, with the claims about it.
type promptText struct {
	bdgraph.Document
	Fence    string // stands nowhere in the text
	Numbered string
	Items    []Item
}

// WritePrompt writes the finished text for a verifier of a packet. The template
// is in the syntax of text/template.
func WritePrompt(w io.Writer, text string, in PromptInput) error {
	t, err := template.New("verification").Funcs(template.FuncMap{"ref": describeEnd, "code": passage.Code, "line": passage.Line}).Parse(text)
	if err != nil {
		return fmt.Errorf("verification prompt: %w", err)
	}
	data := struct {
		PromptInput
		Schema, File string
		Texts        []promptText
	}{PromptInput: in, Schema: string(Schema), File: path.Join(in.Folder, File(in.Packet.Name, in.Verifier))}
	for _, d := range in.Documents {
		numbered, _ := passage.Number(d.Text)
		x := promptText{Document: d, Fence: passage.Fence(d.Text), Numbered: numbered}
		for _, item := range in.Packet.Items {
			if item.Document == d.ID {
				x.Items = append(x.Items, item)
			}
		}
		data.Texts = append(data.Texts, x)
	}
	if err := t.Execute(w, data); err != nil {
		return fmt.Errorf("verification prompt: %w", err)
	}
	return nil
}

func describeEnd(r bdgraph.NodeRef) string { return fmt.Sprintf("%s %q", r.Label, r.Key) }
