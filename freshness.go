package bdgraph

// Freshness says whether the sources are still those that something was read or
// built from.
type Freshness struct {
	Stale  string `json:"stale"`                  // yes, no or unknown
	Reason string `json:"stale_reason,omitempty"` // why; "" when no
}
