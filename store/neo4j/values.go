package neo4j

import (
	"fmt"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j/dbtype"

	"bdgraph/cypher/temporal"
	"bdgraph/cypher/value"
)

// Value converts what the driver returned, such as a value of a record, to a
// value of the query language. Element ids stay those of the server.
func Value(x any) (value.Value, error) { return fromDriver(x) }

// fromDriver converts what the driver returned.
func fromDriver(x any) (value.Value, error) {
	switch x := x.(type) {
	case nil, bool, int64, float64, string:
		return value.Of(x)
	case []any:
		elements, err := fromDrivers(x)
		return value.List(elements), err
	case map[string]any:
		m, err := fromProperties(x)
		return value.FromMap(m), err
	case dbtype.Node:
		return fromNode(x)
	case dbtype.Relationship:
		return fromRelationship(x)
	case dbtype.Path:
		return fromPath(x)
	case dbtype.Point2D:
		return value.FromPoint(value.Point{CRS: value.CRS(x.SpatialRefId), X: x.X, Y: x.Y}), nil
	case dbtype.Point3D:
		return value.FromPoint(value.Point{CRS: value.CRS(x.SpatialRefId), X: x.X, Y: x.Y, Z: x.Z}), nil
	case dbtype.Date:
		return value.Date(temporal.DateOf(x.Time())), nil
	case dbtype.LocalTime:
		return value.LocalTime(temporal.LocalTimeOf(x.Time())), nil
	case dbtype.Time:
		return value.Time(temporal.TimeOf(x.Time())), nil
	case dbtype.LocalDateTime:
		return value.LocalDateTime(temporal.LocalDateTimeOf(x.Time())), nil
	case time.Time:
		return value.DateTime(temporal.DateTimeOf(x)), nil
	case dbtype.Duration:
		return value.Duration(temporal.NewDuration(x.Months, x.Days, x.Seconds, int64(x.Nanos))), nil
	case *dbtype.InvalidValue:
		return value.Null, fmt.Errorf("the server sent a value that cannot be read: %s: %w", x.Message, x.Err)
	}
	return value.Null, fmt.Errorf("the server sent a value of an unknown kind (%T)", x)
}

func fromDrivers(list []any) ([]value.Value, error) {
	values := make([]value.Value, len(list))
	for i, x := range list {
		v, err := fromDriver(x)
		if err != nil {
			return nil, err
		}
		values[i] = v
	}
	return values, nil
}

func fromProperties(properties map[string]any) (value.Map, error) {
	entries := make([]value.Entry, 0, len(properties))
	for key, x := range properties {
		v, err := fromDriver(x)
		if err != nil {
			return nil, err
		}
		entries = append(entries, value.Entry{Key: key, Value: v})
	}
	return value.NewMap(entries...), nil
}

func fromNode(n dbtype.Node) (value.Value, error) {
	properties, err := fromProperties(n.Props)
	return value.FromNode(&value.Node{ElementID: n.ElementId, Labels: n.Labels, Properties: properties}), err
}

func fromRelationship(r dbtype.Relationship) (value.Value, error) {
	properties, err := fromProperties(r.Props)
	return value.FromRelationship(&value.Relationship{
		ElementID: r.ElementId, Type: r.Type,
		StartElementID: r.StartElementId, EndElementID: r.EndElementId,
		Properties: properties,
	}), err
}

// fromPath puts the nodes in the order of the walk: the driver lists each node
// once, however often the path comes by.
func fromPath(p dbtype.Path) (value.Value, error) {
	nodes := make(map[string]value.Value, len(p.Nodes))
	for _, n := range p.Nodes {
		v, err := fromNode(n)
		if err != nil {
			return value.Null, err
		}
		nodes[n.ElementId] = v
	}
	at := p.Nodes[0].ElementId
	path := &value.Path{Nodes: []value.Value{nodes[at]}}
	for _, r := range p.Relationships {
		v, err := fromRelationship(r)
		if err != nil {
			return value.Null, err
		}
		if at == r.StartElementId {
			at = r.EndElementId
		} else {
			at = r.StartElementId
		}
		path.Relationships = append(path.Relationships, v)
		path.Nodes = append(path.Nodes, nodes[at])
	}
	return value.FromPath(path), nil
}

// toDriver converts a parameter. Nodes, relationships and paths are no
// parameters.
func toDriver(v value.Value) (any, error) {
	switch v.Kind() {
	case value.KindNull:
		return nil, nil
	case value.KindBool:
		return v.Bool(), nil
	case value.KindInt:
		return v.Int(), nil
	case value.KindFloat:
		return v.Float(), nil
	case value.KindString:
		return v.Str(), nil
	case value.KindList:
		list := make([]any, 0, len(v.List()))
		for _, element := range v.List() {
			x, err := toDriver(element)
			if err != nil {
				return nil, err
			}
			list = append(list, x)
		}
		return list, nil
	case value.KindMap:
		m := make(map[string]any, len(v.Map()))
		for _, e := range v.Map() {
			x, err := toDriver(e.Value)
			if err != nil {
				return nil, err
			}
			m[e.Key] = x
		}
		return m, nil
	case value.KindPoint:
		p := v.Point()
		if p.CRS.ThreeD() {
			return dbtype.Point3D{SpatialRefId: uint32(p.CRS), X: p.X, Y: p.Y, Z: p.Z}, nil
		}
		return dbtype.Point2D{SpatialRefId: uint32(p.CRS), X: p.X, Y: p.Y}, nil
	case value.KindDate:
		return dbtype.Date(v.Date().GoTime()), nil
	case value.KindLocalTime:
		return dbtype.LocalTime(v.LocalTime().GoTime()), nil
	case value.KindTime:
		return dbtype.Time(v.Time().GoTime()), nil
	case value.KindLocalDateTime:
		return dbtype.LocalDateTime(v.LocalDateTime().GoTime()), nil
	case value.KindDateTime:
		return toDriverTime(v.DateTime()), nil
	case value.KindDuration:
		d := v.Duration()
		return dbtype.Duration{Months: d.Months(), Days: d.Days(), Seconds: d.Seconds(), Nanos: int(d.Nanosecond())}, nil
	}
	return nil, fmt.Errorf("a %s is no parameter", v.Kind())
}

// toDriverTime keeps a region where there is one. The driver takes a zone of the
// name Offset for a plain offset; any other name, UTC included, would be stored as a region.
func toDriverTime(t temporal.DateTime) time.Time {
	if t.Zone().Region() != "" {
		return t.GoTime()
	}
	return t.GoTime().In(time.FixedZone("Offset", t.Offset()))
}
