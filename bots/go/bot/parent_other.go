//go:build !linux

package bot

func dieWithParent() {} // available on Linux only
