// Package validtime decides when things hold. It takes the merged graph, in
// which every record states its own life and every edge what its source says,
// and returns the graph in which every document and edge has its effective
// interval, with the closer that ended it.
//
// An interval is half-open, in calendar days, and each of its two ends is
// known between bounds (see [bdgraph.Endpoint]); on a day it HOLDS, is POSSIBLE,
// or does NOT hold. The closure is derived and never written back: it may only
// narrow, so removing a closer restores exactly what was there before, and the
// order of the input changes nothing.
//
// Reading order: life.go turns a record's own words into an interval,
// closers.go finds what ends what and when, cycle.go sets aside the closers that
// go in circles, close.go applies them to documents and then to edges, and
// findings.go reports what a person should look at.
package validtime
