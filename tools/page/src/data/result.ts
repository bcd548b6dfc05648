// The official result of a format: places by its own rule, and how they came
// about.

import type { Report } from "./report";
import {
  at,
  count,
  flag,
  list,
  name,
  number,
  oneOf,
  optional,
  or,
  record,
  text,
  texts,
  type Infer,
} from "./schema";

const place = record({
  bot: name,
  /** From 1; the first of the places that are shared. */
  place: count,
  /** The number of bots that share it. */
  sharedBy: or(number, 1),
  /** null: of all rulesets. */
  ruleset: text,
  status: text,
  swiss: optional(
    record({
      points: number,
      buchholz: number,
      wins: count,
      draws: count,
      losses: count,
      byes: number,
      decidedBy: text,
    }),
  ),
  knockout: optional(
    record({
      wins: count,
      losses: count,
      /** Stages that the bot sat out. */
      byes: number,
      isIn: flag,
      /** In which the bot went out. */
      stage: number,
    }),
  ),
  total: optional(
    record({
      gamePointsLeft: number,
      gamePointsLeftPerDeal: number,
      deals: number,
    }),
  ),
});
export type Place = Infer<typeof place>;

const round = record({
  round: count,
  finished: flag,
  pairings: list(
    record({
      first: name,
      second: name,
      firstPoints: number,
      secondPoints: number,
      /** Of the first, in game points per deal (or match). */
      lead: number,
      items: number,
    }),
  ),
  byes: texts,
});
export type Round = Infer<typeof round>;
export type RoundPairing = Round["pairings"][number];

const stage = record({
  stage: count,
  firstRound: number,
  lastRound: number,
  finished: flag,
  pairings: list(
    record({
      first: name,
      second: name,
      /** "unbeaten", "one_loss" or "final" of a double knock-out. */
      side: text,
      winner: text,
      /** "interval", "target", "seed" or "walkover". */
      decidedBy: text,
      lead: number,
      items: number,
    }),
  ),
  byes: texts,
});
export type Stage = Infer<typeof stage>;
export type StagePairing = Stage["pairings"][number];

export const result = record({
  /** Its name as in `format_NAME` of the words. */
  format: text,
  /** What decides the places; with "ratings" there are none beside the ranks. */
  rule: or(oneOf("points", "bracket", "game_points"), "ratings"),
  finished: flag,
  roundsPlanned: number,
  roundsFinished: number,
  winner: text,
  places: list(place),
  rounds: list(round),
  stages: list(stage),
});
export type Result = Infer<typeof result>;

export const officialResult = at("result", optional(result));

/** Whether places are by another rule than the ratings. */
export function hasPlaces(report: Report): boolean {
  return (report.result?.places.length ?? 0) > 0;
}

/** The place of a bot under a ruleset, or of all. */
export function placesUnder(result: Result, ruleset: string | null): Place[] {
  const isOne = result.places.every((line) => line.ruleset === null);
  return result.places.filter((line) => isOne || line.ruleset === ruleset);
}

/** The places that a bot may have, as a band of ranks. */
export function bandOf({ place, sharedBy }: Place) {
  return { best: place, worst: place + sharedBy - 1 };
}
