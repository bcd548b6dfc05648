// The vectors that all languages share, in tests/bots.

import {readFileSync} from "node:fs";

/** The words of each row of a file of vectors. */
export function vectors(file: string): string[][] {
  const url = new URL(`../../../../tests/bots/${file}`, import.meta.url);
  const rows = readFileSync(url, "utf8").split("\n");
  return rows.filter((row) => /^[^#]/.test(row)).map((row) => row.split(" "));
}

/** A list of vectors: "QC,QH", or "-" for none. */
export function list(word: string): string[] {
  return word === "-" ? [] : word.split(",");
}
