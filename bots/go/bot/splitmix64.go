package bot

import "math/bits"

// A SplitMix64 generates random numbers: the same seed gives the same numbers in the SDK of
// every language. The value is the seed.
type SplitMix64 uint64

// Next returns the next number.
func (s *SplitMix64) Next() uint64 {
	*s += 0x9E3779B97F4A7C15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// Below returns a number from 0 to n - 1.
func (s *SplitMix64) Below(n uint64) uint64 {
	high, _ := bits.Mul64(s.Next(), n)
	return high
}
