package adr

import (
	"net/url"
	"strings"
)

var badgeAddress = pattern(`^https?://(?:img|raster)\.shields\.io/badge/([^?]+?)(?:\.svg|\.png)?(?:\?.*)?$`)

// badge returns the two texts of a static badge of shields.io, whose address is
// LABEL-MESSAGE-COLOUR; there -- is a hyphen and _ a blank.
func badge(address string) (label, message string, ok bool) {
	m := badgeAddress().FindStringSubmatch(address)
	if m == nil {
		return "", "", false
	}
	text, err := url.PathUnescape(m[1])
	if err != nil {
		text = m[1]
	}
	const hyphen, line = "\x00", "\x01"
	text = strings.NewReplacer("--", hyphen, "__", line, "_", " ").Replace(text)
	parts := strings.Split(text, "-")
	if len(parts) < 2 || len(parts) > 3 {
		return "", "", false
	}
	plain := strings.NewReplacer(hyphen, "-", line, "_")
	if len(parts) == 3 {
		label = strings.TrimSpace(plain.Replace(parts[0]))
	}
	message = strings.TrimSpace(plain.Replace(parts[len(parts)-2]))
	return label, message, message != ""
}
