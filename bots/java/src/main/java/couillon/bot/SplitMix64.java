package couillon.bot;

/** A random number generator: the same seed gives the same numbers in the SDK of every language. */
public final class SplitMix64 {
  private long state;

  public SplitMix64(long seed) {
    state = seed;
  }

  /** The next number, of 64 unsigned bits. */
  public long next() {
    state += 0x9E3779B97F4A7C15L;
    long z = state;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }

  /** A number from 0 to n - 1. All numbers are unsigned. */
  public long below(long n) {
    long z = next();
    // Math.multiplyHigh is signed; Java 18 has one that is not.
    return Math.multiplyHigh(z, n) + (z >> 63 & n) + (n >> 63 & z);
  }

  /** A number from 0 to n - 1. */
  public int below(int n) {
    return (int) below((long) n);
  }
}
