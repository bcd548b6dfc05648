// Random numbers: the same seed gives the same numbers in every SDK. 64 bits are kept as
// two halves, since a BigInt costs an allocation for every step.

const HALF = 2 ** 32;

/** The high 32 bits of the product of two numbers of 32 bits. */
function highProduct(a: number, b: number): number {
  const a0 = a & 0xffff;
  const a1 = a >>> 16;
  const b0 = b & 0xffff;
  const b1 = b >>> 16;
  const low = (a0 * b0) / 65536;
  const middle = a1 * b0 + Math.floor(low) + a0 * b1; // below 2^33: exact
  return a1 * b1 + Math.floor(middle / 65536);
}

/** The generator SplitMix64. */
export class SplitMix64 {
  private high: number;
  private low: number;

  /** Seeds it with the halves of a number of 64 bits. */
  constructor(high: number, low: number) {
    this.high = high >>> 0;
    this.low = low >>> 0;
  }

  /** The next number, 0 to 2^64 - 1. */
  next(): bigint {
    this.step();
    return (BigInt(this.high64) << 32n) | BigInt(this.low64);
  }

  /** A number from 0 to n - 1. Requires: n is a whole number from 1. */
  below(n: number): number {
    if (n > 2 ** 21) return Number((this.next() * BigInt(n)) >> 64n);
    this.step();
    // Below 2^53, so exact: the high 64 of the 96 bits of the product.
    const high = this.high64 * n + Math.floor((this.low64 * n) / HALF);
    return Math.floor(high / HALF);
  }

  /** One of the items: the below(length)-th. */
  choice<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  // The last number drawn.
  private high64 = 0;
  private low64 = 0;

  private step(): void {
    const sum = this.low + 0x7f4a7c15;
    this.low = sum >>> 0;
    this.high = (this.high + 0x9e3779b9 + (sum >= HALF ? 1 : 0)) >>> 0;
    this.high64 = this.high;
    this.low64 = this.low;
    this.foldDown(30);
    this.multiply(0xbf58476d, 0x1ce4e5b9);
    this.foldDown(27);
    this.multiply(0x94d049bb, 0x133111eb);
    this.foldDown(31);
  }

  /** z = z xor (z >> bits), for 1 to 31 bits. */
  private foldDown(bits: number): void {
    this.low64 ^= (this.low64 >>> bits) | (this.high64 << (32 - bits));
    this.low64 >>>= 0;
    this.high64 = (this.high64 ^ (this.high64 >>> bits)) >>> 0;
  }

  /** z = z * factor, modulo 2^64. */
  private multiply(high: number, low: number): void {
    const crossed =
      Math.imul(this.high64, low) +
      Math.imul(this.low64, high) +
      highProduct(this.low64, low);
    this.high64 = crossed >>> 0;
    this.low64 = Math.imul(this.low64, low) >>> 0;
  }
}
