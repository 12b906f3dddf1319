// Package spelling tells how far two words are apart, for "did you mean". In go
// two words, out comes a number; which words are candidates, and how near is near
// enough, is left to the callers.
package spelling

// Distance counts the letters to insert, delete, replace or swap with a
// neighbour that make one word out of the other. Capitals are other letters. The
// cost is the product of both lengths, so words of strangers need a bound first.
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := range x {
		row[0] = i + 1
		for j := range y {
			cost := 1
			if x[i] == y[j] {
				cost = 0
			}
			row[j+1] = min(row[j]+1, last[j+1]+1, last[j]+cost)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(y)]
}
