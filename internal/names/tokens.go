package names

import "unicode/utf8"

// Tokens estimates how many tokens a model reads a text as: four bytes of ASCII
// make one, each other character one.
func Tokens(text string) int {
	ascii, others := 0, 0
	for _, r := range text {
		if r < utf8.RuneSelf {
			ascii++
		} else {
			others++
		}
	}
	return (ascii+3)/4 + others
}
