// What the page knows of a document `couillon.report`. A field stands here once:
// its type and its reader follow (schema.ts).

import { Fields } from "./fields";
import {
  convergence,
  jointDifference,
  pairing,
  scale,
  wdl,
  type JointDifference,
  type Pairing,
} from "./pairing";
import { officialResult } from "./result";
import {
  at,
  complete,
  count,
  ended,
  flag,
  here,
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
  type Estimate,
  type Infer,
} from "./schema";

export type { Convergence, Pairing, PathPoint, Wdl } from "./pairing";
export type { Estimate } from "./schema";

/** The ranks that the results leave open to a bot, 1 the best. */
const rank = object(complete(record({ best: number, worst: number })));
export type RankBand = NonNullable<ReturnType<typeof rank>>;

/** What a bot played, or two bots against each other. */
const counts = record({
  /** Deals or matches, each in every seating. */
  pairs: number,
  wdl,
  /** Mean score, 0 to 1. */
  score: number,
  /** Mean lead in game points per deal. */
  gamePoints: (line) =>
    line.number("game_points") ?? line.object("game_points").number("mean"),
});
export type Counts = Infer<typeof counts>;

/** What a place at the table gained per deal. */
const place = record({
  /** "eldest_side", "dealer_side" and so on. */
  name: at("place", name),
  /** Deals in one seating; null: not counted. */
  tables: number,
  points: mean,
});
export type PlaceFigure = Infer<typeof place>;

const botRating = (unit: "points" | "elo") =>
  record({
    bot: name,
    rank,
    /**
     * "rated"; "above" and "below" have a bound instead of a value; "no_result":
     * forfeits alone decide all its pairings.
     */
    status: or(text, "rated"),
    rating: at(unit, ended),
    bound: at(`${unit}_bound`, number),
    counts: at("results", object(counts)),
    places: list(place),
  });
export type BotRating = Infer<ReturnType<typeof botRating>>;

// Of each bot those that it is better than for certain: with all comparisons of
// the table together, 95%.
function beats(table: Fields, key: string): ReadonlyMap<string, Set<string>> {
  const bots = table.texts("matrix_order");
  const rows = table.matrix(key, (cell) => cell === true);
  return new Map(
    bots.map((bot, i) => [
      bot,
      new Set(bots.filter((_, j) => rows[i]?.[j] === true)),
    ]),
  );
}

/** The ratings under one ruleset, or over all of them. */
const ratingTable = record({
  /** The id with its switches; null: all rulesets together. */
  ruleset: text,
  hash: text,
  scale,
  ratings: (table, key): readonly BotRating[] =>
    list(botRating(scaleOf(table) === "points" ? "points" : "elo"))(table, key),
  pairings: (table, key): readonly Pairing[] =>
    list(pairing(scaleOf(table)))(table, key),
  jointDifferences: (table): readonly JointDifference[] =>
    list(jointDifference(scaleOf(table)))(table, "joint_fit_differences"),
  places: list(place),
  beats,
  drawRateOfEquals: (table) => drawRate(table.number("davidson_nu")),
  fewDeals: flag,
  /** Null unless it is significant: there is a mixture then. */
  cyclicShare: (table) =>
    table.has("nash_mixture") ? table.number("cyclic_share") : null,
});
export type RatingTable = Infer<typeof ratingTable>;

const scaleOf = (table: Fields) => scale(table, "scale");

// Davidson's model: two equal bots tie with probability nu / (2 + nu).
const drawRate = (nu: number | null) => (nu === null ? null : nu / (2 + nu));

/** A line of the first screen of a report. */
const standingsLine = record({
  bot: name,
  rank,
  rating: ended,
  counts: here(counts),
  faults: number,
  noResult: at("no_result", flag),
});
export type StandingsLine = Infer<typeof standingsLine>;

/** All rulesets together, each with the same weight. */
const spread = record({
  rulesets: count,
  unit: or(oneOf("elo_per_deal"), "elo_per_match"),
  bots: list(
    record({
      bot: name,
      rank,
      elo: (line): Estimate => ({
        value: line.number("elo"),
        interval: line.interval("interval_these_rulesets"),
      }),
    }),
  ),
});
export type Spread = Infer<typeof spread>;
export type SpreadLine = Spread["bots"][number];

const player = record({
  bot: name,
  rank,
  deals: number,
  /** Per deal; the lowest wins. */
  pointsLeft: at("game_points_left_per_deal", mean),
  /** Relative to the mean player, adjusted for partners. */
  points: (line) => ended(line.object("individual_points"), "points"),
  noResult: at("no_result", flag),
  places: list(place),
});

const partners = record({
  players: texts,
  deals: number,
  pointsLeft: at("game_points_left_per_deal", number),
  /** Of their side, 0 to 1. */
  score: mean,
  /** Lead in game points per deal; not of matches. */
  points: mean,
});
export type Partners = Infer<typeof partners>;

/** Two players on opposite sides, as the first one sees it. */
const opponents = record({
  first: name,
  second: name,
  pairs: number,
  score: mean,
  points: mean,
});

/** An individual tournament under one ruleset. */
const tournament = record({
  ruleset: name,
  hash: text,
  players: list(player),
  partners: list(partners),
  opponents: list(opponents),
  places: list(place),
});
export type Tournament = Infer<typeof tournament>;

const threeWayBot = record({
  bot: name,
  rank,
  items: number,
  lead: mean,
  points: number,
  noResult: at("no_result", flag),
  places: list(place),
});

const threeWay = record({
  ruleset: name,
  hash: text,
  items: number,
  fewItems: flag,
  bots: list(threeWayBot),
  differences: list(
    record({ first: name, second: name, lead: mean, significant: flag }),
  ),
  places: list(place),
});
export type ThreeWay = Infer<typeof threeWay>;

/** A sequential test. */
const sprt = record({
  elo0: number,
  elo1: number,
  pairs: count,
  cap: number,
  llr: number,
  lower: number,
  upper: number,
  /** "H0", "H1", "undecided", "continue" or "forfeits". */
  decision: text,
  allEven: at("all_even", flag),
  nelo: at("after_stop.nelo", ended),
  /** Why there is no estimate after the stop, such as "went_on". */
  stopProblem: at("after_stop_problem", text),
  path: (test) =>
    list(complete(record({ pairs: count, llr: number })))(
      test,
      "history",
    ).filter((look) => look !== null),
});
export type Sprt = Infer<typeof sprt>;

const entrant = record({
  name: at("entrant", name),
  status: text,
  digest: text,
  describesItself: text,
  firstRound: number,
  lastRound: number,
});
export type Entrant = Infer<typeof entrant>;

/** The ratings of one ruleset after each round of an arena. */
const history = record({
  ruleset: name,
  unit: or(oneOf("points"), "elo"),
  anchor: text,
  entrants: list(
    record({
      name: at("entrant", name),
      points: at("ratings", list(record({ round: count, rating: ended }))),
    }),
  ),
});
export type History = Infer<typeof history>;

/** How the league treats a bot. */
export interface BotTerms {
  readonly bot: string;
  readonly digest: string | null;
  readonly processes: string | null;
  readonly conventions: Infer<typeof systemCard>["conventions"];
}

const systemCard = record({
  conventions: list(record({ play: name, meaning: name })),
});

function readTerms(league: Fields, bot: string): BotTerms {
  const of = (lines: Fields[]) =>
    lines.find((line) => line.text("bot") === bot) ?? new Fields(null);
  const integrity = league.object("integrity").objects("bots");
  return {
    bot,
    digest: of(league.objects("changed_bots")).text("digest"),
    processes: of(integrity).text("processes"),
    ...systemCard.read(of(league.objects("system_cards"))),
  };
}

const league = record({
  format: text,
  mode: or(oneOf("matches"), "deals"),
  bots: texts,
  seed: text,
  seedOrigin: text,
  commitment: at("seed_commitment", text),
  sameDeals: (league) => league.object("integrity").text("deals") === "same",
  maxFaults: number,
  terms: (league) => league.texts("bots").map((bot) => readTerms(league, bot)),
  rulesets: list(record({ ruleset: name, title: text })),
});

// In reports from older versions it is the first bot, without a key.
function anchorOf(report: Fields): string | null {
  if (report.keys().includes("anchor")) return report.text("anchor");
  return report.object("league").texts("bots")[0] ?? null;
}

const report = record({
  /** The version of the program that wrote the report. */
  version: at("program.version", text),
  league: object(league),
  unitsDone: number,
  units: number,
  /** Overall, best first; empty in reports from older versions. */
  result: officialResult,
  standings: at("standings.bots", list(standingsLine)),
  /** The bot that ratings are relative to; null: the mean of the field. */
  anchor: (report) => anchorOf(report),
  anchorElo: number,
  rulesets: list(ratingTable),
  overall: optional(ratingTable),
  spread: at("all_rulesets", optional(spread)),
  tournaments: list(tournament),
  threeWay: list(threeWay),
  sprt: optional(sprt),
  convergence: list(convergence),
  faults: list(record({ bot: name, verdict: name, count })),
  arena: optional(
    record({
      format: text,
      /** Null if ratings have intervals. */
      whyNoIntervals: text,
      /** "anytime" if the lead of a pairing decides how long it goes on. */
      pairingIntervals: text,
      /** "every_look" if ranks and marks hold however often one looks. */
      marks: text,
      entrants: list(entrant),
    }),
  ),
  history: list(history),
});
export type Report = Infer<typeof report>;

export function readReport(json: unknown): Report {
  return report.read(new Fields(json));
}
