// The words of the page, as files of data: a key and its word on a line, the same
// key on the same line in every language. `{name}` in a word is replaced by a
// value. A key that ends in `_help` explains the word of the key before.

import de from "./de.json";
import en from "./en.json";
import fr from "./fr.json";
import nl from "./nl.json";

/** English is the model: a language that lacks a key of it does not compile. */
export type WordKey = keyof typeof en;
export type Dictionary = Readonly<Record<WordKey, string>>;

export const DICTIONARIES = { en, fr, nl, de } as const satisfies Record<
  string,
  Dictionary
>;
