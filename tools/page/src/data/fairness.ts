// What the page knows of a document `couillon.fairness`. A field stands here
// once: its type and its reader follow (schema.ts).

import type { Fields } from "./fields";
import {
  at,
  bounded,
  count,
  flag,
  list,
  mean,
  name,
  number,
  object,
  oneOf,
  optional,
  or,
  record,
  text,
  texts,
  type Infer,
} from "./schema";

const verdict = oneOf("fair", "unfair", "undecided");
export type Verdict = NonNullable<ReturnType<typeof verdict>>;

const unit = or(oneOf("game_points", "score", "share"), "number");
export type Unit = ReturnType<typeof unit>;

const figure = record({
  unit,
  /** Whether the rules leave no choice: it says nothing, and is left out. */
  isFixed: at("fixed_by_rules", flag),
});

/** The name has ".N" at its end for the seat N after eldest hand. */
export type Figure = Infer<typeof figure> & {
  readonly name: string;
  readonly estimate: ReturnType<typeof mean>;
};

const figures = (play: Fields): readonly Figure[] => {
  const all = play.object("figures");
  return all.keys().map((name) => ({
    name,
    estimate: mean(all, name),
    ...figure.read(all.object(name)),
  }));
};

/** The verdict on whole matches of the last bot against itself. */
const matchVerdict = record({
  verdict,
  favours: oneOf("first_dealer", "other"),
  /** Of the first dealer's side, 0 to 1. */
  score: bounded,
  elo: bounded,
});
export type MatchVerdict = Infer<typeof matchVerdict> & {
  readonly verdict: Verdict;
};

function readMatchVerdict(ruleset: Fields): MatchVerdict | null {
  const found = matchVerdict.read(ruleset.object("match_verdict"));
  const { verdict } = found;
  return verdict && { ...found, verdict };
}

/** What the seat of eldest hand is worth in one deal. */
const seatEffect = record({
  bot: name,
  verdict,
  favours: oneOf("eldest", "others"),
  /** Lead in game points per deal. */
  points: at("game_points", bounded),
  /** Whether whole matches are unfair in the same direction. */
  showsInMatches: flag,
});
export type SeatEffect = Infer<typeof seatEffect>;

/** A bot against itself, or random play in bulk, or best play. */
const play = record({
  name: at("bot", name),
  tables: (play) => play.number("tables") ?? play.number("deals"),
  forfeits: number,
  figures,
});
export type Play = Infer<typeof play>;

const FEW_DEALS = 30; // say little about what the cards explain

const pairing = record({
  stronger: name,
  weaker: name,
  elo: bounded,
  luckShare: number,
  pairingGain: number,
  /** Mirrored tables until the stronger is ahead with 95% confidence. */
  tables: at("tables_to_95_mirrored", number),
  /** How much of a result the cards explain: R², 0 to 1. */
  rSquared: (pairing) => {
    const cards = pairing.object("cards");
    const isKnown = (cards.number("deals") ?? 0) >= FEW_DEALS;
    return isKnown ? cards.number("r_squared") : null;
  },
});
export type Pairing = Infer<typeof pairing>;

/** The win rate with so many lines left against so many. */
const race = record({
  lines: at("lines_left", count),
  opponentLines: at("opponent_lines_left", count),
  winRate: number,
  winRateOfEquals: number,
});
export type Race = Infer<typeof race>;

const ruleset = record({
  ruleset: name,
  title: text,
  sides: number,
  sameRulesAs: text,
  sameDealRulesAs: text,
  matchVerdict: readMatchVerdict,
  /** Weakest bot first. */
  seatEffects: list(seatEffect),
  plays: at("mirrors", list(play)),
  playouts: optional(play),
  solved: (ruleset, key) =>
    ruleset.object(key).has("why_not") ? null : optional(play)(ruleset, key),
  whyNotSolved: at("solved.why_not", text),
  pairings: list(pairing),
  matches: object(
    record({
      matches: count,
      medianDeals: number,
      p95Deals: number,
      figures,
      races: list(race),
    }),
  ),
  skillElo: at("skill_range_elo", number),
});
export type Ruleset = Infer<typeof ruleset>;

const change = record({
  unit,
  first: mean,
  second: mean,
  difference: mean,
  /** The difference in standard deviations from deal to deal. */
  size: bounded,
});
export type Change = Infer<typeof change> & { readonly name: string };

// The figures whose names stand at a key.
const changes = (comparison: Fields, key: string): readonly Change[] => {
  const figures = comparison.object("figures");
  return comparison
    .texts(key)
    .map((name) => ({ name, ...change.read(figures.object(name)) }));
};

/** Two readings on the same deals, one bot against itself. */
const comparison = record({
  first: name,
  second: name,
  bot: name,
  /** The largest first. */
  changed: changes,
  unchanged: changes,
});
export type Comparison = Infer<typeof comparison>;

/** The rulesets by verdict on the seat of eldest hand, for one bot. */
const dealVerdicts = record({
  bot: name,
  fair: texts,
  inFavour: texts,
  against: texts,
  undecided: texts,
});

const findings = (run: Fields, kind: string) =>
  run.objects("findings").filter((finding) => finding.text("kind") === kind);

const fairness = record({
  /** Weakest first. */
  bots: texts,
  seed: text,
  deals: number,
  matches: number,
  marginPoints: at("margin_game_points", number),
  marginElo: number,
  /** As the run has them. */
  rulesets: list(ruleset),
  dealVerdicts: (run) => findings(run, "deals").map(dealVerdicts.read),
  contradictions: (run) =>
    findings(run, "contradiction").flatMap((line) => line.texts("rulesets")),
  comparisons: list(comparison),
});

export type Fairness = Infer<typeof fairness> & {
  /** The rulesets by verdict on whole matches, unfair ones first. */
  readonly byVerdict: readonly Ruleset[];
};

export function readFairness(fields: Fields): Fairness {
  const run = fairness.read(fields);
  // An older document has no order: as the run has them.
  const order = fields.texts("rulesets_by_verdict");
  const place = ({ ruleset }: Ruleset) => {
    const at = order.indexOf(ruleset);
    return at < 0 ? order.length : at;
  };
  const byVerdict = [...run.rulesets].sort((a, b) => place(a) - place(b));
  return { ...run, byVerdict };
}

/** How the run was played. */
const fairnessRun = record({
  repeat: at("setup.commands.repeat", text),
  version: at("program.version", text),
  written: text,
});
export type FairnessRun = Infer<typeof fairnessRun>;
export const readFairnessRun = fairnessRun.read;
