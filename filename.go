package bdgraph

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
)

// ErrFileName is returned (wrapped) when a name is none that [FileName] makes.
var ErrFileName = errors.New("not the file name of a document")

// longestFileName is how many bytes of an escaped id a file system takes with
// room for an extension.
const longestFileName = 200

// FileName returns the name, without extension, of the file that is about a
// document. Different ids have different names, on file systems that ignore
// case or normalise Unicode too: small letters, digits, "-", "_" and "." inside
// stand for themselves, a capital letter is "=" and the small one, and every other
// byte is "%" and two hexadecimal digits. A name that would be longer than 200
// bytes is cut there, with "%~" and a hash of the id instead of the rest.
func FileName(id string) string {
	var b strings.Builder
	for i := range len(id) {
		switch c := id[i]; {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '-', c == '_', c == '.' && i > 0 && i < len(id)-1:
			b.WriteByte(c)
		case c >= 'A' && c <= 'Z':
			b.WriteByte('=')
			b.WriteByte(c - 'A' + 'a')
		default:
			fmt.Fprintf(&b, "%%%02x", c)
		}
	}
	name := b.String()
	if stem, _, _ := strings.Cut(name, "."); reservedNames[stem] {
		name = fmt.Sprintf("%%%02x", name[0]) + name[1:]
	}
	if name == "" {
		return "%"
	}
	if len(name) > longestFileName {
		sum := sha256.Sum256([]byte(id))
		name = name[:longestFileName-34] + "%~" + hex.EncodeToString(sum[:16])
	}
	return name
}

// ParseFileName returns the id that [FileName] turned into a name. The error
// wraps [ErrFileName]; a name that was cut cannot be read back.
func ParseFileName(name string) (string, error) {
	if name == "%" {
		return "", nil
	}
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case c == '=' && i+1 < len(name) && name[i+1] >= 'a' && name[i+1] <= 'z':
			b.WriteByte(name[i+1] - 'a' + 'A')
			i++
		case c == '%' && strings.HasPrefix(name[i:], "%~"):
			return "", fmt.Errorf("%w: %q was cut, since its id is long; the file itself names the document", ErrFileName, name)
		case c == '%' && i+2 < len(name):
			v, err := hex.DecodeString(name[i+1 : i+3])
			if err != nil {
				return "", fmt.Errorf("%w: %q at byte %d: %v", ErrFileName, name, i+1, err)
			}
			b.WriteByte(v[0])
			i += 2
		default:
			b.WriteByte(c)
		}
	}
	if id := b.String(); FileName(id) == name {
		return id, nil
	}
	return "", fmt.Errorf("%w: %q", ErrFileName, name)
}

// reservedNames are those that Windows keeps for devices, whatever their extension.
var reservedNames = func() map[string]bool {
	names := map[string]bool{"con": true, "prn": true, "aux": true, "nul": true}
	for n := '1'; n <= '9'; n++ {
		names["com"+string(n)], names["lpt"+string(n)] = true, true
	}
	return names
}()
