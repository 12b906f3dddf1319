package value

// CRS is a coordinate reference system, by its SRID.
type CRS int32

// The four systems.
const (
	WGS84         CRS = 4326 // longitude, latitude in degrees
	WGS84In3D     CRS = 4979 // and height in metres
	Cartesian     CRS = 7203 // x, y
	CartesianIn3D CRS = 9157 // x, y, z
)

// String returns the system's name in Cypher, empty for an unknown one.
func (c CRS) String() string {
	switch c {
	case WGS84:
		return "wgs-84"
	case WGS84In3D:
		return "wgs-84-3d"
	case Cartesian:
		return "cartesian"
	case CartesianIn3D:
		return "cartesian-3d"
	}
	return ""
}

// ParseCRS returns the system of a name.
func ParseCRS(name string) (CRS, bool) {
	for _, c := range []CRS{WGS84, WGS84In3D, Cartesian, CartesianIn3D} {
		if c.String() == name {
			return c, true
		}
	}
	return 0, false
}

// Geographic reports whether coordinates are longitude and latitude.
func (c CRS) Geographic() bool { return c == WGS84 || c == WGS84In3D }

// ThreeD reports whether there is a third coordinate.
func (c CRS) ThreeD() bool { return c == WGS84In3D || c == CartesianIn3D }

// Point is a point of a coordinate reference system. X is the longitude and Y
// the latitude where the system is geographic; Z is 0 in two dimensions.
type Point struct {
	CRS     CRS
	X, Y, Z float64
}
