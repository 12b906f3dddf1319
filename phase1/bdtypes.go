package phase1

import (
	"strings"

	"bdgraph"
)

// dependencyType says what one dependency type of bd means. bd stores "the
// issue points to the target"; reversed means that the word reads the other way.
type dependencyType struct {
	relation  bdgraph.RelType
	reversed  bool
	symmetric bool // stored in both directions, or without one
}

// bdTypes is the closed table of docs/formats/relationships.md. bd accepts any
// string, so the aliases that people and tools write stand beside bd's own words.
var bdTypes = map[string]dependencyType{
	"parent-child": {relation: bdgraph.ChildOf}, // the issue is the child
	"parent":       {relation: bdgraph.ChildOf}, // "its parent is"
	"child-of":     {relation: bdgraph.ChildOf},
	"part-of":      {relation: bdgraph.ChildOf},
	"parent-of":    {relation: bdgraph.ChildOf, reversed: true},
	"child":        {relation: bdgraph.ChildOf, reversed: true}, // "its child is"
	"has-child":    {relation: bdgraph.ChildOf, reversed: true},

	"blocks":             {relation: bdgraph.DependsOn}, // bd: the target blocks the issue
	"conditional-blocks": {relation: bdgraph.DependsOn},
	"waits-for":          {relation: bdgraph.DependsOn},
	"blocked-by":         {relation: bdgraph.DependsOn},
	"is-blocked-by":      {relation: bdgraph.DependsOn},
	"blocks-on":          {relation: bdgraph.DependsOn},
	"depends-on":         {relation: bdgraph.DependsOn},
	"depends":            {relation: bdgraph.DependsOn},
	"requires":           {relation: bdgraph.DependsOn},
	"needs":              {relation: bdgraph.DependsOn},
	"waits-on":           {relation: bdgraph.DependsOn},
	"required-by":        {relation: bdgraph.DependsOn, reversed: true},
	"unblocks":           {relation: bdgraph.DependsOn, reversed: true},

	"discovered-from": {relation: bdgraph.DiscoveredFrom},
	"found-in":        {relation: bdgraph.DiscoveredFrom},

	"related":    {relation: bdgraph.RelatesTo, symmetric: true},
	"relates-to": {relation: bdgraph.RelatesTo, symmetric: true},
	"related-to": {relation: bdgraph.RelatesTo, symmetric: true},
	"relates":    {relation: bdgraph.RelatesTo, symmetric: true},
	"see-also":   {relation: bdgraph.RelatesTo, symmetric: true},

	"authored-by": {relation: bdgraph.RelatesTo}, // bd's own words that have no type here
	"assigned-to": {relation: bdgraph.RelatesTo},
	"approved-by": {relation: bdgraph.RelatesTo},
	"attests":     {relation: bdgraph.RelatesTo},

	"duplicates":    {relation: bdgraph.Duplicates},
	"duplicate-of":  {relation: bdgraph.Duplicates},
	"duplicate":     {relation: bdgraph.Duplicates},
	"duplicated-by": {relation: bdgraph.Duplicates, reversed: true},

	"supersedes":    {relation: bdgraph.Supersedes, reversed: true}, // see pointsBack
	"superseded-by": {relation: bdgraph.Supersedes, reversed: true},
	"replaced-by":   {relation: bdgraph.Supersedes, reversed: true},
	"replaces":      {relation: bdgraph.Supersedes},

	"replies-to":     {relation: bdgraph.RepliesTo},
	"reply-to":       {relation: bdgraph.RepliesTo},
	"caused-by":      {relation: bdgraph.CausedBy},
	"causes":         {relation: bdgraph.CausedBy, reversed: true},
	"validates":      {relation: bdgraph.Validates},
	"validated-by":   {relation: bdgraph.Validates, reversed: true},
	"tracks":         {relation: bdgraph.Tracks},
	"tracked-by":     {relation: bdgraph.Tracks, reversed: true},
	"until":          {relation: bdgraph.Until},
	"delegated-from": {relation: bdgraph.DelegatedFrom},
	"delegates-to":   {relation: bdgraph.DelegatedFrom, reversed: true},
}

// canonicalType writes a dependency type with small letters and hyphens.
func canonicalType(raw string) string {
	return hyphens.Replace(strings.ToLower(strings.TrimSpace(raw)))
}

var hyphens = strings.NewReplacer("_", "-", " ", "-")

// bdType looks a dependency type up. No word at all is one that blocks, as in bd. A
// word that the table lacks relates two issues, and nothing more is known of it.
func bdType(raw string) (t dependencyType, known bool) {
	if raw == "" {
		return bdTypes["blocks"], true
	}
	if t, known = bdTypes[raw]; known {
		return t, true
	}
	if t, known = bdTypes[canonicalType(raw)]; known {
		return t, true
	}
	return dependencyType{relation: bdgraph.RelatesTo}, false
}
