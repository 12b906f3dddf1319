//go:build !linux

package export

func replaceFolder(tmp, dir string) error { return replaceInTwoSteps(tmp, dir) }
