// What the page knows of a document `couillon.fairness`. Every figure may be
// missing (null): see fields.ts.

import type { Estimate } from "./report";

export type Verdict = "fair" | "unfair" | "undecided";
export type Unit = "game_points" | "score" | "share" | "number";

export interface Figure {
  /** With ".N" at its end for the seat N after eldest hand. */
  readonly name: string;
  readonly unit: Unit;
  readonly estimate: Estimate;
  /** Whether the rules leave no choice: it says nothing, and is left out. */
  readonly isFixed: boolean;
  readonly verdict: Verdict | null;
}

/** The verdict on whole matches of the last bot against itself. */
export interface MatchVerdict {
  readonly bot: string | null;
  readonly verdict: Verdict;
  readonly favours: "first_dealer" | "other" | null;
  /** Of the first dealer's side, 0 to 1. */
  readonly score: Estimate;
  readonly elo: Estimate;
}

/** What the seat of eldest hand is worth in one deal. */
export interface SeatEffect {
  readonly bot: string;
  readonly verdict: Verdict | null;
  readonly favours: "eldest" | "others" | null;
  /** Lead in game points per deal. */
  readonly points: Estimate;
  /** Whether whole matches are unfair in the same direction. */
  readonly showsInMatches: boolean;
}

/** A bot against itself, or random play in bulk, or best play. */
export interface Play {
  readonly name: string;
  readonly tables: number | null;
  readonly forfeits: number | null;
  readonly figures: readonly Figure[];
}

export interface Pairing {
  readonly stronger: string;
  readonly weaker: string;
  readonly elo: Estimate;
  readonly points: Estimate;
  readonly luckShare: number | null;
  readonly pairingGain: number | null;
  /** Mirrored tables until the stronger is ahead with 95% confidence. */
  readonly tables: number | null;
  /** How much of a result the cards explain: R², 0 to 1. */
  readonly rSquared: number | null;
}

/** The win rate with so many lines left against so many. */
export interface Race {
  readonly lines: number;
  readonly opponentLines: number;
  readonly winRate: number | null;
  readonly winRateOfEquals: number | null;
}

export interface Matches {
  readonly matches: number;
  readonly medianDeals: number | null;
  readonly p95Deals: number | null;
  readonly figures: readonly Figure[];
  readonly races: readonly Race[];
}

export interface Ruleset {
  readonly ruleset: string;
  readonly title: string | null;
  readonly sides: number | null;
  readonly sameRulesAs: string | null;
  readonly sameDealRulesAs: string | null;
  readonly matchVerdict: MatchVerdict | null;
  /** Weakest bot first. */
  readonly seatEffects: readonly SeatEffect[];
  readonly plays: readonly Play[];
  readonly playouts: Play | null;
  readonly solved: Play | null;
  readonly whyNotSolved: string | null;
  readonly pairings: readonly Pairing[];
  readonly matches: Matches;
  readonly skillElo: number | null;
}

export interface Change {
  readonly name: string;
  readonly unit: Unit;
  readonly first: Estimate;
  readonly second: Estimate;
  readonly difference: Estimate;
  /** The difference in standard deviations from deal to deal. */
  readonly size: Estimate;
}

/** Two readings on the same deals, one bot against itself. */
export interface Comparison {
  readonly first: string;
  readonly second: string;
  readonly bot: string;
  /** The largest first. */
  readonly changed: readonly Change[];
  readonly unchanged: readonly Change[];
}

/** The rulesets by verdict on the seat of eldest hand, for one bot. */
export interface DealVerdicts {
  readonly bot: string;
  readonly fair: readonly string[];
  readonly inFavour: readonly string[];
  readonly against: readonly string[];
  readonly undecided: readonly string[];
}

export interface Fairness {
  /** Weakest first. */
  readonly bots: readonly string[];
  readonly seed: string | null;
  readonly deals: number | null;
  readonly pairingDeals: number | null;
  readonly matches: number | null;
  readonly playouts: number | null;
  readonly marginPoints: number | null;
  readonly marginElo: number | null;
  /** As the run has them. */
  readonly rulesets: readonly Ruleset[];
  /** The same by verdict on whole matches, unfair ones first. */
  readonly byVerdict: readonly Ruleset[];
  readonly dealVerdicts: readonly DealVerdicts[];
  readonly contradictions: readonly string[];
  readonly comparisons: readonly Comparison[];
}

/** Of how the run was played. */
export interface FairnessRun {
  readonly repeat: string | null;
  readonly version: string | null;
  readonly written: string | null;
}
