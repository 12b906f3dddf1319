// Package bench measures what is promised about speed.
//
// It makes graphs of the shape that trackers with decisions have, by size and
// seed ([NewTracker]), and asks them the questions that people and agents ask
// ([Questions]). The figures are taken by the package's benchmarks, which
// docs/performance.md explains, and by the comparison with other systems in the folder
// peers; nothing else depends on this package.
package bench
