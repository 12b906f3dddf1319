package lib

import (
	"math"
	"strings"

	"bdgraph/cypher/value"
)

func spatialFunctions() []*Function {
	return []*Function{
		function("Spatial", "point(input :: MAP) :: POINT",
			"A point from the map of its coordinates: x and y, or longitude and latitude, a third with z or height; crs or srid names the system.", point),
		function("Spatial", "point.distance(from :: POINT, to :: POINT) :: FLOAT",
			"The distance of two points of one system, along the Earth in metres where it is geographic; null for two systems.", pointDistance),
		function("Spatial", "point.withinBBox(point :: POINT, lowerLeft :: POINT, upperRight :: POINT) :: BOOLEAN",
			"Whether a point lies in the box between two others, edges included.", withinBox),
	}
}

func point(env *Env, args []value.Value) (value.Value, error) {
	switch args[0].Kind() {
	case value.KindMap, value.KindNode, value.KindRelationship:
	default:
		return value.Null, wrongArgument("point", "Map", args[0])
	}
	coordinates, err := properties(env, args)
	if err != nil {
		return value.Null, err
	}
	m := coordinates.Map()
	for _, e := range m {
		if e.Value.IsNull() {
			return value.Null, nil
		}
	}
	crs, named, err := coordinateSystem(m)
	if err != nil {
		return value.Null, err
	}
	_, geographic := m.Get("latitude")
	names := [3]string{"x", "y", "z"}
	if geographic {
		names = [3]string{"longitude", "latitude", "height"}
	}
	var numbers [3]float64
	count := 0
	for i, name := range names {
		v, ok := m.Get(name)
		if !ok && name == "height" {
			v, ok = m.Get("z")
		}
		if !ok {
			break
		}
		if !v.IsNumber() {
			return value.Null, value.Errorf(value.ArgumentError, value.InvalidArgumentType, "Cannot assign %s to field '%s'", value.Describe(v), name)
		}
		numbers[i] = v.Number()
		count++
	}
	if count < 2 {
		keys := make([]string, len(m))
		for i, e := range m {
			keys[i] = "'" + e.Key + "'"
		}
		return value.Null, value.Errorf(value.ArgumentError, value.InvalidArgumentValue,
			"A map with keys %s is not describing a valid point: use cartesian coordinates, {x: 2.3, y: 4.5}, or geographic ones, {latitude: 12.78, longitude: 56.7}", strings.Join(keys, ", "))
	}
	if !named {
		crs = [2][2]value.CRS{{value.Cartesian, value.CartesianIn3D}, {value.WGS84, value.WGS84In3D}}[boolIndex(geographic)][count-2]
	}
	switch {
	case geographic && !crs.Geographic():
		return value.Null, value.Errorf(value.ArgumentError, value.InvalidArgumentValue, "Geographic points does not support coordinate reference system: %s", crs)
	case crs.ThreeD() != (count == 3):
		return value.Null, value.Errorf(value.ArgumentError, value.InvalidArgumentValue,
			"Cannot create point with coordinate reference system %s and %d coordinates. Please consider using the equivalent system with as many dimensions", crs, count)
	}
	return validPoint(value.Point{CRS: crs, X: numbers[0], Y: numbers[1], Z: numbers[2]})
}

func boolIndex(b bool) int {
	if b {
		return 1
	}
	return 0
}

// coordinateSystem reads crs or srid.
func coordinateSystem(m value.Map) (crs value.CRS, named bool, err error) {
	if v, ok := m.Get("crs"); ok {
		text, err := stringArgument("point", v)
		if err != nil {
			return 0, false, err
		}
		if crs, named = value.ParseCRS(text); !named {
			return 0, false, value.Errorf(value.ArgumentError, value.InvalidArgumentValue, "Unknown coordinate reference system: %s", text)
		}
		return crs, true, nil
	}
	v, ok := m.Get("srid")
	if !ok {
		return 0, false, nil
	}
	code, err := integerArgument("point", v)
	if err != nil {
		return 0, false, err
	}
	if crs = value.CRS(code); int64(crs) != code || crs.String() == "" {
		return 0, false, value.Errorf(value.ArgumentError, value.InvalidArgumentValue, "Unknown coordinate reference system: code=%d", code)
	}
	return crs, true, nil
}

// validPoint brings longitudes into the range from -180 to 180 and refuses
// latitudes beyond the poles.
func validPoint(p value.Point) (value.Value, error) {
	if p.CRS.Geographic() {
		if p.Y < -90 || p.Y > 90 {
			return value.Null, value.Errorf(value.ArgumentError, value.InvalidArgumentValue,
				"Cannot create WGS84 point with invalid coordinate: latitude %v. Valid range for Y coordinate is [-90, 90].", p.Y)
		}
		if p.X < -180 || p.X > 180 {
			p.X = math.Mod(p.X, 360)
			switch {
			case p.X > 180:
				p.X -= 360
			case p.X < -180:
				p.X += 360
			}
		}
	}
	return value.FromPoint(p), nil
}

const earthRadius = 6_378_140.0 // metres, as Neo4j takes it

func pointDistance(_ *Env, args []value.Value) (value.Value, error) {
	if args[0].Kind() != value.KindPoint || args[1].Kind() != value.KindPoint {
		return value.Null, nil
	}
	p, q := args[0].Point(), args[1].Point()
	if p.CRS != q.CRS {
		return value.Null, nil
	}
	if !p.CRS.Geographic() {
		return value.Float(math.Sqrt((p.X-q.X)*(p.X-q.X) + (p.Y-q.Y)*(p.Y-q.Y) + (p.Z-q.Z)*(p.Z-q.Z))), nil
	}
	height := 0.0
	if p.CRS.ThreeD() {
		height = (p.Z + q.Z) / 2
	}
	along := greatCircle(p, q) * (earthRadius + height)
	if p.CRS.ThreeD() {
		along = math.Sqrt(along*along + (p.Z-q.Z)*(p.Z-q.Z))
	}
	return value.Float(along), nil
}

// greatCircle is the angle between two points of the Earth, by the haversine
// formula.
func greatCircle(p, q value.Point) float64 {
	const radian = math.Pi / 180
	latitude := (q.Y - p.Y) * radian / 2
	longitude := (q.X - p.X) * radian / 2
	a := math.Pow(math.Sin(latitude), 2) + math.Cos(p.Y*radian)*math.Cos(q.Y*radian)*math.Pow(math.Sin(longitude), 2)
	return 2 * math.Asin(math.Sqrt(a))
}

func withinBox(_ *Env, args []value.Value) (value.Value, error) {
	for _, v := range args {
		if v.Kind() != value.KindPoint {
			return value.Null, nil
		}
	}
	p, low, high := args[0].Point(), args[1].Point(), args[2].Point()
	if p.CRS != low.CRS || p.CRS != high.CRS {
		return value.Null, nil
	}
	inX := low.X <= p.X && p.X <= high.X
	if p.CRS.Geographic() && low.X > high.X { // the box crosses the date line
		inX = p.X >= low.X || p.X <= high.X
	}
	return value.Bool(inX && low.Y <= p.Y && p.Y <= high.Y && low.Z <= p.Z && p.Z <= high.Z), nil
}
