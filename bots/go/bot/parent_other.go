//go:build !linux

package bot

func dieWithParent() {} // a comfort that Linux alone offers
