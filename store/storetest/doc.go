// Package storetest is the contract of a store in running form: one suite that
// every store has to pass, and the graphs and query cases that it uses.
//
// What goes in: a function that opens an empty store. The cases in testdata are
// plain files, so that any engine can run the same; see [Cases] for their form.
package storetest
