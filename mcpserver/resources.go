package mcpserver

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"bdgraph"
	"bdgraph/internal/unseen"
)

//go:embed cookbook.md
var cookbook string

// itemTemplate is a resource template for the things of one label.
type itemTemplate struct {
	prefix, variable string
	label            bdgraph.Label
	name, what       string
}

var itemTemplates = []itemTemplate{
	{"bdgraph://issue/", "id", bdgraph.IssueLabel, "issue", "An issue with its texts and links"},
	{"bdgraph://adr/", "path", bdgraph.ADRLabel, "decision-record", "A decision record with its text and links; {path} is its path, ADR-0007 works too"},
	{"bdgraph://memory/", "key", bdgraph.MemoryLabel, "memory", "A memory with its text and links"},
	{"bdgraph://rule/", "name", bdgraph.RuleLabel, "rule", "A rule with its life, reasons and sources"},
}

// uriTemplate is the template in RFC 6570: {+x} lets a path keep its slashes.
func (t itemTemplate) uriTemplate() string { return t.prefix + "{+" + t.variable + "}" }

func (s *Server) addResources() {
	static := func(uri, name, description, mimeType string, read func(context.Context) (string, error)) {
		s.mcp.AddResource(mcp.NewResource(uri, name, mcp.WithResourceDescription(description), mcp.WithMIMEType(mimeType)),
			func(ctx context.Context, _ mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
				text, err := read(ctx)
				if err != nil {
					return nil, resourceError(ctx, err)
				}
				return []mcp.ResourceContents{mcp.TextResourceContents{URI: uri, MIMEType: mimeType, Text: text}}, nil
			})
	}
	static("bdgraph://schema", "schema", "Labels, relationships, properties, and how to ask about a day", "application/json", func(ctx context.Context) (string, error) {
		return s.asResource(runSchema(ctx, s, &call{inputs: inputs{}, page: page{size: s.config.Size}}))
	})
	static("bdgraph://meta", "meta", "When and from what the graph was built, how fresh it is, and what it counts", "application/json", func(ctx context.Context) (string, error) {
		return s.asResource(s.status(ctx))
	})
	static("bdgraph://cookbook", "cookbook", "Queries for common questions, ready for query_graph", "text/markdown", func(context.Context) (string, error) {
		return cookbook, nil
	})
	for _, t := range itemTemplates {
		s.mcp.AddResourceTemplate(
			mcp.NewResourceTemplate(t.uriTemplate(), t.name, mcp.WithTemplateDescription(t.what), mcp.WithTemplateMIMEType("application/json")),
			func(ctx context.Context, request mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
				return s.readItem(ctx, t, request.Params.URI)
			})
	}
}

// readItem reads one thing. The part of the URI after the prefix is decoded once
// and only ever a parameter.
func (s *Server) readItem(ctx context.Context, t itemTemplate, uri string) ([]mcp.ResourceContents, error) {
	name, err := url.PathUnescape(strings.TrimPrefix(uri, t.prefix))
	if err != nil || name == "" || len(name) > longestText {
		return nil, notFound(ctx, "no name of a thing can be read from "+unseen.Show(cut(uri, 200)))
	}
	ctx, cancel := context.WithTimeout(ctx, s.config.Timeout)
	defer cancel()
	shown, err := s.asker.Show(ctx, name, 0)
	if err != nil {
		return nil, resourceError(ctx, err)
	}
	if shown.Label != string(t.label) {
		return nil, notFound(ctx, fmt.Sprintf("%q is no %s but: %s", unseen.Show(cut(name, 200)), t.label, shown.Label))
	}
	properties, err := s.properties(ctx, t.label, shown.Key)
	if err != nil {
		return nil, resourceError(ctx, err)
	}
	text, err := s.asResource(itemAnswer{shown, properties}, nil)
	if err != nil {
		return nil, err
	}
	return []mcp.ResourceContents{mcp.TextResourceContents{URI: uri, MIMEType: "application/json", Text: text}}, nil
}

// longestResource bounds a resource, which holds texts whole, in bytes.
const longestResource = 1 << 20

// asResource writes an answer with its texts whole.
func (s *Server) asResource(answer any, err error) (string, error) {
	if err != nil {
		return "", err
	}
	raw, err := marshal(answer)
	if err != nil {
		return "", err
	}
	sh := shaping{textLimit: longestResource}
	sh.value(raw, 0)
	if len(sh.out) > longestResource {
		return "", fmt.Errorf("%d bytes are more than a resource may have (%d): use get_item", len(sh.out), longestResource)
	}
	var indented strings.Builder
	enc := json.NewEncoder(&indented)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(json.RawMessage(sh.out)); err != nil {
		return "", err
	}
	return indented.String(), nil
}

// resourceError is a protocol error with words of ours alone.
func resourceError(ctx context.Context, err error) error {
	f := explain(err)
	if f.Code == codeUnknown || f.Code == codeAmbiguous {
		return notFound(ctx, f.Message)
	}
	message := f.Code + ": " + f.Message
	if f.Remedy != "" {
		message += ". " + f.Remedy
	}
	return fmt.Errorf("%s", message)
}
