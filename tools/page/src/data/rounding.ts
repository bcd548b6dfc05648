// Numbers are rounded as the text of a report rounds them: the exact value of a
// double, and half to even.

const EXACT = 60; // decimals; two doubles of a figure differ before them

/** The nearest number with so many decimals; of two the even one, never -0. */
export function roundedTo(value: number, decimals: number): number {
  if (!Number.isFinite(value)) return value;
  const rounded = Number(value.toFixed(decimals)); // half away from zero
  const isHalf = /^50*$/.test(value.toFixed(EXACT).slice(decimals - EXACT));
  const step = 10 ** -decimals;
  const isOdd = Math.abs(Math.round(rounded / step)) % 2 === 1;
  if (!isHalf || !isOdd) return rounded + 0;
  return Number((rounded - Math.sign(value) * step).toFixed(decimals)) + 0;
}
