// What the page knows of a document `couillon.report`. Every figure may be
// missing (null): see fields.ts.

import type { Interval } from "./fields";

export type { Interval } from "./fields";

/** An estimate with its 95% interval. */
export interface Estimate {
  readonly value: number | null;
  readonly interval: Interval | null;
}

/** The ranks that the results leave open to a bot, 1 the best. */
export interface RankBand {
  readonly best: number;
  readonly worst: number;
}

/** Numbers of tables: a table is one deal or match in one seating. */
export interface Wdl {
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
}

export interface BotRating {
  readonly bot: string;
  readonly rank: RankBand | null;
  /** "rated"; "above" and "below" have a bound instead of a value. */
  readonly status: string;
  readonly rating: Estimate;
  readonly bound: number | null;
  readonly eloPerMatch: Estimate;
  readonly eloPerDeal: Estimate;
  readonly counts: Counts;
  readonly places: readonly PlaceFigure[];
}

/** What a bot played, or two bots against each other. */
export interface Counts {
  /** Deals or matches, each in every seating. */
  readonly pairs: number | null;
  readonly wdl: Wdl | null;
  /** Mean score, 0 to 1. */
  readonly score: number | null;
  /** Mean lead in game points per deal. */
  readonly gamePoints: number | null;
}

/** The results of two bots, seen by `first`. */
export interface Pairing {
  readonly first: string;
  readonly second: string;
  /** Deals or matches, each in every seating. */
  readonly pairs: number;
  /** Mean score of `first`, 0 to 1. */
  readonly score: number | null;
  /** Lead in game points per deal. */
  readonly points: Estimate;
  readonly pointsAnytime: Interval | null;
  readonly eloPerMatch: Estimate;
  /** Elo of what was played: of deals or of matches. */
  readonly elo: Estimate;
  readonly eloAnytime: Interval | null;
  readonly nelo: Estimate;
  /** Likelihood that `first` is stronger, 0 to 1. */
  readonly los: number | null;
  readonly wdl: Wdl | null;
  readonly deals: number | null;
  readonly decisions: number | null;
  readonly forfeits: number;
  readonly pairingGain: number | null;
  readonly luckShare: number | null;
  readonly signsDiffer: boolean;
  /** Numbers of pairs by the score of `first`, from both lost to both won. */
  readonly cells: readonly number[];
  readonly withoutForfeits: Estimate | null;
}

/** A running estimate with the interval that holds at any time. */
export interface PathPoint {
  readonly pairs: number;
  readonly estimate: Estimate;
}

/** How the estimate of a pairing went as pairs came in. */
export interface Convergence {
  readonly ruleset: string;
  readonly first: string;
  readonly second: string;
  readonly unit: "points" | "score";
  readonly path: readonly PathPoint[];
}

export type Scale = "points" | "score";

/** The ratings under one ruleset, or over all of them. */
export interface RatingTable {
  /** The id with its switches; null: all rulesets together. */
  readonly ruleset: string | null;
  readonly hash: string | null;
  readonly seatings: number | null;
  readonly items: number | null;
  readonly scale: Scale;
  readonly ratings: readonly BotRating[];
  readonly pairings: readonly Pairing[];
  readonly places: readonly PlaceFigure[];
  readonly drawRateOfEquals: number | null;
  readonly fewDeals: boolean;
  readonly cyclicShare: number | null;
}

/** What a place at the table gained per deal. */
export interface PlaceFigure {
  /** "eldest_side", "dealer_side" and so on. */
  readonly name: string;
  /** Deals in one seating; null: not counted. */
  readonly tables: number | null;
  readonly points: Estimate;
}

export interface SpreadLine {
  readonly bot: string;
  readonly rank: RankBand | null;
  readonly elo: Estimate;
  readonly likeThese: Interval | null;
  readonly betweenRulesets: number | null;
}

/** A line of the first screen of a report. */
export interface StandingsLine {
  readonly bot: string;
  readonly rank: RankBand | null;
  readonly rating: Estimate;
  readonly counts: Counts;
  readonly faults: number | null;
}

/** All rulesets together, each with the same weight. */
export interface Spread {
  readonly rulesets: number;
  readonly unit: "elo_per_match" | "elo_per_deal";
  readonly bots: readonly SpreadLine[];
}

export interface Player {
  readonly bot: string;
  readonly rank: RankBand | null;
  readonly rounds: number | null;
  readonly deals: number | null;
  /** Per deal; the lowest wins. */
  readonly pointsLeft: Estimate;
  /** Relative to the mean player, adjusted for partners. */
  readonly points: Estimate;
  readonly elo: Estimate;
  readonly places: readonly PlaceFigure[];
}

export interface Partners {
  readonly players: readonly string[];
  readonly deals: number | null;
  readonly pointsLeft: number | null;
  /** Of their side, 0 to 1. */
  readonly score: Estimate;
  /** Lead in game points per deal; not of matches. */
  readonly points: Estimate;
}

/** Two players on opposite sides, as the first one sees it. */
export interface Opponents {
  readonly first: string;
  readonly second: string;
  readonly pairs: number | null;
  readonly score: Estimate;
  readonly points: Estimate;
}

/** An individual tournament under one ruleset. */
export interface Tournament {
  readonly ruleset: string;
  readonly hash: string | null;
  readonly players: readonly Player[];
  readonly partners: readonly Partners[];
  readonly opponents: readonly Opponents[];
  readonly places: readonly PlaceFigure[];
}

export interface ThreeWayBot {
  readonly bot: string;
  readonly rank: RankBand | null;
  readonly items: number | null;
  readonly lead: Estimate;
  readonly points: number | null;
  readonly places: readonly PlaceFigure[];
}

export interface Difference {
  readonly first: string;
  readonly second: string;
  readonly lead: Estimate;
  readonly significant: boolean;
}

export interface ThreeWay {
  readonly ruleset: string;
  readonly hash: string | null;
  readonly items: number | null;
  readonly plannedItems: number | null;
  readonly deals: number | null;
  readonly decisions: number | null;
  readonly forfeits: number;
  readonly fewItems: boolean;
  readonly bots: readonly ThreeWayBot[];
  readonly differences: readonly Difference[];
  readonly places: readonly PlaceFigure[];
}

/** A sequential test. */
export interface Sprt {
  readonly elo0: number | null;
  readonly elo1: number | null;
  readonly alpha: number | null;
  readonly beta: number | null;
  readonly scale: Scale;
  readonly pairs: number;
  readonly cap: number | null;
  readonly llr: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  /** "H0", "H1", "undecided" or "continue". */
  readonly decision: string | null;
  readonly nelo: Estimate;
  /** Why there is no estimate after the stop, such as "too_strong". */
  readonly stopProblem: string | null;
  readonly points: Estimate;
  readonly path: readonly LlrPoint[];
}

export interface LlrPoint {
  readonly pairs: number;
  readonly llr: number;
}

export interface FaultCount {
  readonly bot: string;
  readonly verdict: string;
  readonly count: number;
}

export interface Entrant {
  readonly name: string;
  readonly status: string | null;
  readonly digest: string | null;
  readonly describesItself: string | null;
  readonly firstRound: number | null;
  readonly lastRound: number | null;
  readonly points: number | null;
}

export interface Arena {
  readonly format: string | null;
  readonly rounds: number | null;
  readonly roundsFinished: number | null;
  readonly entrants: readonly Entrant[];
}

export interface HistoryPoint {
  readonly round: number;
  readonly rating: Estimate;
}

/** The ratings of one ruleset after each round of an arena. */
export interface History {
  readonly ruleset: string;
  readonly unit: "points" | "elo";
  readonly anchor: string | null;
  readonly entrants: readonly {
    readonly name: string;
    readonly points: readonly HistoryPoint[];
  }[];
}

/** How the league treats a bot. */
export interface BotTerms {
  readonly bot: string;
  readonly digest: string | null;
  readonly processes: string | null;
  readonly cards: string | null;
  readonly suits: string | null;
  readonly conventions: readonly Convention[];
}

export interface Convention {
  readonly play: string;
  readonly meaning: string;
}

export interface League {
  readonly format: string | null;
  readonly mode: "deals" | "matches";
  readonly bots: readonly string[];
  readonly items: number | null;
  readonly seed: string | null;
  readonly seedOrigin: string | null;
  readonly commitment: string | null;
  readonly sameDeals: boolean;
  readonly maxFaults: number | null;
  readonly terms: readonly BotTerms[];
  readonly rulesets: readonly RulesetFacts[];
}

export interface RulesetFacts {
  readonly ruleset: string;
  readonly title: string | null;
  readonly sides: number | null;
  readonly seats: number | null;
}

export interface Report {
  /** The version of the program that wrote the report. */
  readonly version: string | null;
  readonly league: League;
  readonly unitsDone: number | null;
  readonly units: number | null;
  /** The whole, the best first; empty in reports of old. */
  readonly standings: readonly StandingsLine[];
  readonly rulesets: readonly RatingTable[];
  readonly overall: RatingTable | null;
  readonly spread: Spread | null;
  readonly tournaments: readonly Tournament[];
  readonly threeWay: readonly ThreeWay[];
  readonly sprt: Sprt | null;
  readonly convergence: readonly Convergence[];
  readonly faults: readonly FaultCount[];
  readonly arena: Arena | null;
  readonly history: readonly History[];
}
