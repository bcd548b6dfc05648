// Reads a document `couillon.fairness`.

import type { Fields } from "./fields";
import { readBounded, readMean } from "./read_estimates";
import type {
  Change,
  Comparison,
  DealVerdicts,
  Fairness,
  FairnessRun,
  Figure,
  Matches,
  MatchVerdict,
  Pairing,
  Play,
  Ruleset,
  SeatEffect,
  Unit,
  Verdict,
} from "./fairness";

export function readFairness(fields: Fields): Fairness {
  const rulesets = fields.objects("rulesets").map(readRuleset);
  const findings = fields.objects("findings");
  return {
    bots: fields.texts("bots"),
    seed: fields.text("seed"),
    deals: fields.number("deals"),
    pairingDeals: fields.number("pairing_deals"),
    matches: fields.number("matches"),
    playouts: fields.number("playouts"),
    marginPoints: fields.number("margin_game_points"),
    marginElo: fields.number("margin_elo"),
    rulesets,
    byVerdict: ordered(rulesets, fields.texts("rulesets_by_verdict")),
    dealVerdicts: findings.filter(isOf("deals")).map(readDealVerdicts),
    contradictions: findings
      .filter(isOf("contradiction"))
      .flatMap((finding) => finding.texts("rulesets")),
    comparisons: fields.objects("comparisons").map(readComparison),
  };
}

export function readFairnessRun(fields: Fields): FairnessRun {
  return {
    repeat: fields.object("setup").object("commands").text("repeat"),
    version: fields.object("program").text("version"),
    written: fields.text("written"),
  };
}

function isOf(kind: string) {
  return (finding: Fields) => finding.text("kind") === kind;
}

// An older document has no order: as the run has them.
function ordered(rulesets: readonly Ruleset[], order: readonly string[]) {
  const place = (ruleset: Ruleset) => {
    const at = order.indexOf(ruleset.ruleset);
    return at < 0 ? order.length : at;
  };
  return [...rulesets].sort((a, b) => place(a) - place(b));
}

function readRuleset(fields: Fields): Ruleset {
  const solved = fields.object("solved");
  return {
    ruleset: fields.text("ruleset") ?? "",
    title: fields.text("title"),
    sides: fields.number("sides"),
    sameRulesAs: fields.text("same_rules_as"),
    sameDealRulesAs: fields.text("same_deal_rules_as"),
    matchVerdict: fields.has("match_verdict")
      ? readMatchVerdict(fields.object("match_verdict"))
      : null,
    seatEffects: fields.objects("seat_effects").map(readSeatEffect),
    plays: fields.objects("mirrors").map(readPlay),
    playouts: fields.has("playouts")
      ? readPlay(fields.object("playouts"))
      : null,
    solved:
      fields.has("solved") && !solved.has("why_not") ? readPlay(solved) : null,
    whyNotSolved: solved.text("why_not"),
    pairings: fields.objects("pairings").map(readPairing),
    matches: readMatches(fields.object("matches")),
    skillElo: fields.number("skill_range_elo"),
  };
}

function readVerdict(fields: Fields): Verdict | null {
  const verdict = fields.text("verdict");
  return verdict === "fair" || verdict === "unfair" || verdict === "undecided"
    ? verdict
    : null;
}

function readUnit(fields: Fields): Unit {
  const unit = fields.text("unit");
  return unit === "game_points" || unit === "score" || unit === "share"
    ? unit
    : "number";
}

function readFigures(fields: Fields): Figure[] {
  return fields.keys().map((name) => {
    const figure = fields.object(name);
    return {
      name,
      unit: readUnit(figure),
      estimate: readMean(figure),
      isFixed: figure.flag("fixed_by_rules") ?? false,
      verdict: readVerdict(figure),
    };
  });
}

function readMatchVerdict(fields: Fields): MatchVerdict | null {
  const verdict = readVerdict(fields);
  if (verdict === null) return null;
  const favours = fields.text("favours");
  return {
    bot: fields.text("bot"),
    verdict,
    favours: favours === "first_dealer" || favours === "other" ? favours : null,
    score: readBounded(fields, "score"),
    elo: readBounded(fields, "elo"),
  };
}

function readSeatEffect(fields: Fields): SeatEffect {
  const favours = fields.text("favours");
  return {
    bot: fields.text("bot") ?? "",
    verdict: readVerdict(fields),
    favours: favours === "eldest" || favours === "others" ? favours : null,
    points: readBounded(fields, "game_points"),
    showsInMatches: fields.flag("shows_in_matches") ?? false,
  };
}

function readPlay(fields: Fields): Play {
  return {
    name: fields.text("bot") ?? "",
    tables: fields.number("tables") ?? fields.number("deals"),
    forfeits: fields.number("forfeits"),
    figures: readFigures(fields.object("figures")),
  };
}

function readPairing(fields: Fields): Pairing {
  return {
    stronger: fields.text("stronger") ?? "",
    weaker: fields.text("weaker") ?? "",
    elo: readBounded(fields, "elo"),
    points: readMean(fields.object("game_points")),
    luckShare: fields.number("luck_share"),
    pairingGain: fields.number("pairing_gain"),
    tables: fields.number("tables_to_95_mirrored"),
    rSquared: readRSquared(fields.object("cards")),
  };
}

const FEW_DEALS = 30; // say little about what the cards explain

function readRSquared(cards: Fields): number | null {
  const deals = cards.number("deals") ?? 0;
  return deals < FEW_DEALS ? null : cards.number("r_squared");
}

function readMatches(fields: Fields): Matches {
  return {
    matches: fields.number("matches") ?? 0,
    medianDeals: fields.number("median_deals"),
    p95Deals: fields.number("p95_deals"),
    figures: readFigures(fields.object("figures")),
    races: fields.objects("races").map((race) => ({
      lines: race.number("lines_left") ?? 0,
      opponentLines: race.number("opponent_lines_left") ?? 0,
      winRate: race.number("win_rate"),
      winRateOfEquals: race.number("win_rate_of_equals"),
    })),
  };
}

function readComparison(fields: Fields): Comparison {
  const figures = fields.object("figures");
  const changes = (key: string) =>
    fields.texts(key).map((name) => readChange(name, figures.object(name)));
  return {
    first: fields.text("first") ?? "",
    second: fields.text("second") ?? "",
    bot: fields.text("bot") ?? "",
    changed: changes("changed"),
    unchanged: changes("unchanged"),
  };
}

function readChange(name: string, fields: Fields): Change {
  return {
    name,
    unit: readUnit(fields),
    first: readMean(fields.object("first")),
    second: readMean(fields.object("second")),
    difference: readMean(fields.object("difference")),
    size: readBounded(fields, "size"),
  };
}

function readDealVerdicts(fields: Fields): DealVerdicts {
  return {
    bot: fields.text("bot") ?? "",
    fair: fields.texts("fair"),
    inFavour: fields.texts("in_favour"),
    against: fields.texts("against"),
    undecided: fields.texts("undecided"),
  };
}
