// The tables of ratings of a report: round robin, individual, three-way.

import type { Fields } from "./fields";
import {
  readBounded,
  readCounts,
  readEnded,
  readMean,
  readRank,
} from "./read_estimates";
import type {
  BotRating,
  Estimate,
  Pairing,
  PlaceFigure,
  RatingTable,
  Scale,
  Spread,
  ThreeWay,
  Tournament,
} from "./report";

export function readScale(fields: Fields): Scale {
  return fields.text("scale") === "points" ? "points" : "score";
}

export function readRatingTable(fields: Fields): RatingTable {
  const scale = readScale(fields);
  return {
    ruleset: fields.text("ruleset"),
    hash: fields.text("hash"),
    seatings: fields.number("seatings"),
    items: fields.number("items"),
    scale,
    ratings: fields.objects("ratings").map((line) => readRating(line, scale)),
    pairings: fields
      .objects("pairings")
      .map((pairing) => readPairing(pairing, scale)),
    places: readPlaces(fields),
    drawRateOfEquals: tieRate(fields.number("davidson_nu")),
    fewDeals: fields.flag("few_deals") ?? false,
    cyclicShare: fields.number("cyclic_share"),
  };
}

// Davidson's model: two equal bots tie with probability nu / (2 + nu).
function tieRate(nu: number | null): number | null {
  return nu === null ? null : nu / (2 + nu);
}

function readRating(line: Fields, scale: Scale): BotRating {
  const unit = scale === "points" ? "points" : "elo";
  return {
    bot: line.text("bot") ?? "",
    rank: readRank(line.object("rank")),
    status: line.text("status") ?? "rated",
    rating: readEnded(line, unit),
    bound: line.number(`${unit}_bound`),
    eloPerMatch: readEnded(line, "elo_per_match"),
    eloPerDeal: readEnded(line, "elo_per_deal"),
    counts: readCounts(line.object("results")),
    places: readPlaces(line),
  };
}

function readPairing(fields: Fields, scale: Scale): Pairing {
  const free = fields.object("without_forfeits");
  const byPoints = scale === "points" && fields.has("points");
  return {
    first: fields.text("first") ?? "",
    second: fields.text("second") ?? "",
    pairs: fields.number("pairs") ?? 0,
    score: fields.number("score"),
    points: readBounded(fields, "points"),
    pointsAnytime: fields.interval("anytime_points_interval"),
    eloPerMatch: readBounded(fields, "match_elo"),
    elo: readBounded(fields, "elo"),
    eloAnytime: fields.interval("anytime_elo_interval"),
    nelo: readBounded(fields, byPoints ? "points_nelo" : "nelo"),
    los: fields.number(byPoints ? "points_los" : "los"),
    wdl: readCounts(fields).wdl,
    deals: fields.number("deals"),
    decisions: fields.number("decisions"),
    forfeits: fields.number("forfeits") ?? 0,
    pairingGain: fields.number("pairing_gain"),
    luckShare: fields.number("luck_share"),
    signsDiffer: fields.flag("signs_differ") ?? false,
    cells: fields.numbers("pentanomial").map((count) => count ?? 0),
    withoutForfeits: free.has("score")
      ? readBounded(free, byPoints ? "points" : "elo")
      : null,
  };
}

function readPlaces(fields: Fields): PlaceFigure[] {
  return fields.objects("places").map((line) => ({
    name: line.text("place") ?? "",
    tables: line.number("tables"),
    points: readMean(line.object("points")),
  }));
}

export function readSpread(fields: Fields): Spread {
  return {
    rulesets: fields.number("rulesets") ?? 0,
    unit:
      fields.text("unit") === "elo_per_deal" ? "elo_per_deal" : "elo_per_match",
    bots: fields.objects("bots").map((line) => ({
      bot: line.text("bot") ?? "",
      rank: readRank(line.object("rank")),
      elo: {
        value: line.number("elo"),
        interval: line.interval("interval_these_rulesets"),
      },
      likeThese: line.interval("interval_rulesets_like_these"),
      betweenRulesets: line.number("between_rulesets"),
    })),
  };
}

export function readTournament(fields: Fields): Tournament {
  return {
    ruleset: fields.text("ruleset") ?? "",
    hash: fields.text("hash"),
    players: fields.objects("players").map((line) => ({
      bot: line.text("bot") ?? "",
      rank: readRank(line.object("rank")),
      rounds: line.number("rounds"),
      deals: line.number("deals"),
      pointsLeft: readMean(line.object("game_points_left_per_deal")),
      points: readEnded(line.object("individual_points"), "points"),
      elo: readEnded(line.object("individual_elo"), "elo"),
      places: readPlaces(line),
    })),
    partners: fields.objects("partners").map((line) => ({
      players: line.texts("players"),
      deals: line.number("deals"),
      pointsLeft: line.number("game_points_left_per_deal"),
      score: readMean(line.object("score")),
      points: readMean(line.object("points")),
    })),
    opponents: fields.objects("opponents").map((line) => ({
      first: line.text("first") ?? "",
      second: line.text("second") ?? "",
      pairs: line.number("pairs"),
      score: readMean(line.object("score")),
      points: readMean(line.object("points")),
    })),
    places: readPlaces(fields),
  };
}

export function readThreeWay(fields: Fields): ThreeWay {
  return {
    ruleset: fields.text("ruleset") ?? "",
    hash: fields.text("hash"),
    items: fields.number("items"),
    plannedItems: fields.number("planned_items"),
    deals: fields.number("deals"),
    decisions: fields.number("decisions"),
    forfeits: fields.number("forfeits") ?? 0,
    fewItems: fields.flag("few_items") ?? false,
    bots: fields.objects("bots").map((line) => ({
      bot: line.text("bot") ?? "",
      rank: readRank(line.object("rank")),
      items: line.number("items"),
      lead: readMean(line.object("lead")),
      points: line.number("points"),
      places: readPlaces(line),
    })),
    differences: fields.objects("differences").map((line) => ({
      first: line.text("first") ?? "",
      second: line.text("second") ?? "",
      lead: readMean(line.object("lead")),
      significant: line.flag("significant") ?? false,
    })),
    places: readPlaces(fields),
  };
}

/** Whether an estimate has something to show. */
export function isKnown(estimate: Estimate): boolean {
  return estimate.value !== null;
}
