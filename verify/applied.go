package verify

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"bdgraph"
)

// AppliedFile is the name of the file of applied verdicts, the only verdict
// file that a build reads.
const AppliedFile = "applied.jsonl"

// kinds are the verdicts that there are.
var kinds = map[bdgraph.VerdictKind]bool{
	bdgraph.VerdictSupported: true, bdgraph.VerdictRefuted: true, bdgraph.VerdictWrongDate: true,
	bdgraph.VerdictWrongComponent: true, bdgraph.VerdictWrongDirection: true, bdgraph.VerdictNotInSource: true,
}

// ReadApplied reads applied verdicts, one JSON object a line. A line with a
// "_type" other than "verdict" tells of the run (catch rates, tombstones) and is
// passed over. A line that is no verdict is a finding, and the edge it was
// meant for stays unverified; an error of the reader is one too, and what was read
// before it counts.
func ReadApplied(r io.Reader) ([]bdgraph.Verdict, []bdgraph.Finding) {
	var verdicts []bdgraph.Verdict
	findings := eachLine(r, func(text []byte) error {
		v, ok, err := parseVerdict(text)
		if ok {
			verdicts = append(verdicts, v)
		}
		return err
	})
	return verdicts, findings
}

// eachLine gives every line that is not empty to take, and reports those that it
// refuses, and an error of the reader.
func eachLine(r io.Reader, take func(text []byte) error) []bdgraph.Finding {
	var findings []bdgraph.Finding
	in := bufio.NewReader(r)
	for line := 1; ; line++ {
		data, err := in.ReadBytes('\n')
		if text := bytes.TrimSpace(data); len(text) > 0 {
			if bad := take(text); bad != nil {
				findings = append(findings, malformed(line, bad))
			}
		}
		if errors.Is(err, io.EOF) {
			return findings
		}
		if err != nil {
			return append(findings, malformed(line, err))
		}
	}
}

// parseVerdict reads one line; ok is false for a line that is about something else.
func parseVerdict(text []byte) (v bdgraph.Verdict, ok bool, err error) {
	var typed struct {
		Type string `json:"_type"`
	}
	if err := json.Unmarshal(text, &typed); err != nil {
		return v, false, err
	}
	if typed.Type != "" && typed.Type != "verdict" {
		return v, false, nil
	}
	if err := json.Unmarshal(text, &v); err != nil {
		return v, false, err
	}
	switch {
	case v.Edge == "" || v.Claim == "":
		return v, false, errors.New("edge or claim is missing")
	case !kinds[v.Kind]:
		return v, false, fmt.Errorf("found verdict %q, allowed are supported, refuted, wrong_date, wrong_component, wrong_direction, not_in_source", v.Kind)
	}
	return v, true, nil
}

func malformed(line int, err error) bdgraph.Finding {
	return bdgraph.Finding{
		Code: "malformed_verdict", Severity: bdgraph.Warning, Count: 1, Place: bdgraph.Place{File: AppliedFile, Line: line},
		Message: fmt.Sprintf("the line is no verdict: %v", err), Remedy: "apply the verdicts anew: bdgraph verify apply",
	}
}
