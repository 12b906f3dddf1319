package bdgraph

// VerdictKind is a verifier's answer to one claim.
type VerdictKind string

// The verdicts. A missing verdict leaves an edge unverified, never supported.
const (
	VerdictSupported      VerdictKind = "supported"
	VerdictRefuted        VerdictKind = "refuted"
	VerdictWrongDate      VerdictKind = "wrong_date"
	VerdictWrongComponent VerdictKind = "wrong_component"
	VerdictWrongDirection VerdictKind = "wrong_direction"
	VerdictNotInSource    VerdictKind = "not_in_source"
)

// Verdict is one applied judgement on one extracted edge. It holds for the
// claim it was made on: an edge whose [Edge.ClaimHash] differs is unverified again.
type Verdict struct {
	Edge      string      `json:"edge"`  // edge id
	Claim     string      `json:"claim"` // claim hash
	Kind      VerdictKind `json:"verdict"`
	Quote     string      `json:"quote,omitempty"`
	Reason    string      `json:"reason,omitempty"`
	Verifiers int         `json:"verifiers,omitempty"` // how many were asked
}
