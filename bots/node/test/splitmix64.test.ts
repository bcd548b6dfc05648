import assert from "node:assert/strict";
import {test} from "node:test";
import {SplitMix64} from "couillon-bot";
import {vectors} from "./vectors.js";

function seeded(seed: string): SplitMix64 {
  const number = BigInt(seed);
  return new SplitMix64(Number(number >> 32n), Number(number & 0xffffffffn));
}

const rows = vectors("random_vectors.txt");

test("the numbers are those of every language", () => {
  for (const [kind, seed, ...numbers] of rows) {
    if (kind !== "next") continue;
    const random = seeded(seed!);
    for (const number of numbers) assert.equal(random.next(), BigInt(number));
  }
});

test("the draws are those of every language", () => {
  let checked = 0;
  for (const [kind, seed, bound, ...draws] of rows) {
    const n = Number(bound);
    if (kind !== "below" || !Number.isSafeInteger(n)) continue;
    const random = seeded(seed!);
    for (const draw of draws) assert.equal(random.below(n), Number(draw));
    checked += draws.length;
  }
  assert.ok(checked >= 200);
});
