// Package prompts holds what agents are told when they extract from documents and
// when they verify what others extracted. Out come templates in the syntax of
// text/template; what is put into them is left to phase2 and verify.
package prompts

import _ "embed"

// Extraction is the template of the prompt for reading a shard of documents.
//
//go:embed extraction.md
var Extraction string

// Verification is the template of the prompt for judging a packet of claims.
//
//go:embed verification.md
var Verification string
