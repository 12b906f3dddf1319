package main

import (
	"io"
	"maps"
	"net/url"
	"slices"

	"bdgraph"
)

// The parts of SARIF 2.1.0 that findings need.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool    sarifTool     `json:"tool"`
		Results []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID string `json:"id"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations,omitempty"`
		Fingerprints map[string]string `json:"partialFingerprints"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifLocation struct {
		Physical *sarifPhysical `json:"physicalLocation,omitempty"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
	}
	sarifLogical struct {
		Name string `json:"name"`
	}
)

// writeSARIF writes findings as one run of a SARIF log.
func writeSARIF(w io.Writer, fs []bdgraph.Finding) error {
	levels := map[bdgraph.Severity]string{bdgraph.Info: "note", bdgraph.Warning: "warning", bdgraph.Error: "error"}
	codes := map[string]bool{}
	results := []sarifResult{}
	for _, f := range fs {
		codes[f.Code] = true
		text := f.Message
		if f.Remedy != "" {
			text += ". " + f.Remedy
		}
		results = append(results, sarifResult{
			RuleID: f.Code, Level: levels[f.Severity], Message: sarifText{text}, Locations: sarifLocations(f),
			Fingerprints: map[string]string{"bdgraph/v1": fingerprint(f)},
		})
	}
	rules := []sarifRule{}
	for _, code := range slices.Sorted(maps.Keys(codes)) {
		rules = append(rules, sarifRule{code})
	}
	return writeJSON(w, sarifLog{
		Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0",
		Runs: []sarifRun{{sarifTool{sarifDriver{"bdgraph", version(), rules}}, results}},
	})
}

func sarifLocations(f bdgraph.Finding) []sarifLocation {
	var l sarifLocation
	if f.Place.File != "" {
		l.Physical = &sarifPhysical{Artifact: sarifArtifact{(&url.URL{Path: f.Place.File}).String()}}
		if f.Place.Line > 0 {
			l.Physical.Region = &sarifRegion{f.Place.Line, f.Place.Column}
		}
	}
	if f.Document != "" {
		l.Logical = []sarifLogical{{f.Document}}
	}
	if l.Physical == nil && l.Logical == nil {
		return nil
	}
	return []sarifLocation{l}
}
