// How the players and sides of a table are called.

import type { WordKey } from "../words/dictionaries";
import type { TableFacts } from "./state";

type Translate = (
  key: WordKey,
  values?: Readonly<Record<string, string>>,
) => string;

/** Untrusted text, if it is the name of a bot. */
export function nameOfSeat(
  facts: TableFacts,
  seat: number,
  t: Translate,
): string {
  const of = facts.seats[seat];
  if (seat === facts.person) return t("play_you");
  if (of?.isDummy) return t("dummy");
  return of?.name ?? t("seat_number", { seat: `${seat + 1}` });
}

/** Side numbers count from 0, and are shown from 1. */
export const nameOfSide = (side: number, t: Translate) =>
  t("side_number", { side: `${side + 1}` });

export const ownSide = (facts: TableFacts) =>
  facts.seats[facts.person]?.side ?? 0;
