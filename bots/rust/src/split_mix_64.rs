/// A random number generator: the same seed gives the same numbers in the SDK of every
/// language. The value is the seed.
#[derive(Clone, Debug)]
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    /// The next number.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E3779B97F4A7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58476D1CE4E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D049BB133111EB);
        z ^ z >> 31
    }

    /// A number from 0 to n - 1.
    pub fn below(&mut self, n: u64) -> u64 {
        (u128::from(self.next_u64()) * u128::from(n) >> 64) as u64
    }
}
