// Reads a document `couillon.report`.

import { Fields } from "./fields";
import { readCounts, readEnded, readRank } from "./read_estimates";
import {
  readRatingTable,
  readScale,
  readSpread,
  readThreeWay,
  readTournament,
} from "./read_tables";
import type {
  Arena,
  BotTerms,
  Convergence,
  FaultCount,
  History,
  League,
  Report,
  Sprt,
  StandingsLine,
} from "./report";

export function readReport(json: unknown): Report {
  const fields = new Fields(json);
  return {
    version: fields.object("program").text("version"),
    league: readLeague(fields.object("league")),
    unitsDone: fields.number("units_done"),
    units: fields.number("units"),
    standings: readStandings(fields.object("standings")),
    rulesets: fields.objects("rulesets").map(readRatingTable),
    overall: fields.has("overall")
      ? readRatingTable(fields.object("overall"))
      : null,
    spread: fields.has("all_rulesets")
      ? readSpread(fields.object("all_rulesets"))
      : null,
    tournaments: fields.objects("tournaments").map(readTournament),
    threeWay: fields.objects("three_way").map(readThreeWay),
    sprt: fields.has("sprt") ? readSprt(fields.object("sprt")) : null,
    convergence: fields.objects("convergence").map(readConvergence),
    faults: fields.objects("faults").map(readFault),
    arena: fields.has("arena") ? readArena(fields.object("arena")) : null,
    history: fields.objects("history").map(readHistory),
  };
}

function readLeague(fields: Fields): League {
  const bots = fields.texts("bots");
  return {
    format: fields.text("format"),
    mode: fields.text("mode") === "matches" ? "matches" : "deals",
    bots,
    items: fields.number("items"),
    seed: fields.text("seed"),
    seedOrigin: fields.text("seed_origin"),
    commitment: fields.text("seed_commitment"),
    sameDeals: fields.object("integrity").text("deals") === "same",
    maxFaults: fields.number("max_faults"),
    terms: bots.map((bot) => readTerms(fields, bot)),
    rulesets: fields.objects("rulesets").map((line) => ({
      ruleset: line.text("ruleset") ?? "",
      title: line.text("title"),
      sides: line.number("sides"),
      seats: line.number("seats"),
    })),
  };
}

function readTerms(league: Fields, bot: string): BotTerms {
  const of = (lines: Fields[]) =>
    lines.find((line) => line.text("bot") === bot) ?? new Fields(null);
  const integrity = of(league.object("integrity").objects("bots"));
  return {
    bot,
    digest: of(league.objects("changed_bots")).text("digest"),
    processes: integrity.text("processes"),
    cards: integrity.text("cards"),
    suits: integrity.text("suits"),
    conventions: of(league.objects("system_cards"))
      .objects("conventions")
      .map((line) => ({
        play: line.text("play") ?? "",
        meaning: line.text("meaning") ?? "",
      })),
  };
}

function readStandings(fields: Fields): StandingsLine[] {
  return fields.objects("bots").map((line) => ({
    bot: line.text("bot") ?? "",
    rank: readRank(line.object("rank")),
    rating: readEnded(line, "rating"),
    counts: readCounts(line),
    faults: line.number("faults"),
  }));
}

function readConvergence(fields: Fields): Convergence {
  return {
    ruleset: fields.text("ruleset") ?? "",
    first: fields.text("first") ?? "",
    second: fields.text("second") ?? "",
    unit: fields.text("unit") === "score" ? "score" : "points",
    path: fields.objects("steps").map((step) => ({
      pairs: step.number("pairs") ?? 0,
      estimate: {
        value: step.number("mean"),
        interval: step.bounds("lo", "hi"),
      },
    })),
  };
}

function readSprt(fields: Fields): Sprt {
  const stopped = fields.object("after_stop");
  return {
    elo0: fields.number("elo0"),
    elo1: fields.number("elo1"),
    alpha: fields.number("alpha"),
    beta: fields.number("beta"),
    scale: readScale(fields),
    pairs: fields.number("pairs") ?? 0,
    cap: fields.number("cap"),
    llr: fields.number("llr"),
    lower: fields.number("lower"),
    upper: fields.number("upper"),
    decision: fields.text("decision"),
    nelo: readEnded(stopped, "nelo"),
    stopProblem: fields.text("after_stop_problem"),
    points: readEnded(stopped, "points"),
    path: fields.objects("history").flatMap((point) => {
      const llr = point.number("llr");
      return llr === null ? [] : [{ pairs: point.number("pairs") ?? 0, llr }];
    }),
  };
}

function readFault(fields: Fields): FaultCount {
  return {
    bot: fields.text("bot") ?? "",
    verdict: fields.text("verdict") ?? "",
    count: fields.number("count") ?? 0,
  };
}

function readArena(fields: Fields): Arena {
  return {
    format: fields.text("format"),
    rounds: fields.number("rounds"),
    roundsFinished: fields.number("rounds_finished"),
    entrants: fields.objects("entrants").map((line) => ({
      name: line.text("entrant") ?? "",
      status: line.text("status"),
      digest: line.text("digest"),
      describesItself: line.text("describes_itself"),
      firstRound: line.number("first_round"),
      lastRound: line.number("last_round"),
      points: line.number("points"),
    })),
  };
}

function readHistory(fields: Fields): History {
  return {
    ruleset: fields.text("ruleset") ?? "",
    unit: fields.text("unit") === "points" ? "points" : "elo",
    anchor: fields.text("anchor"),
    entrants: fields.objects("entrants").map((line) => ({
      name: line.text("entrant") ?? "",
      points: line.objects("ratings").map((point) => ({
        round: point.number("round") ?? 0,
        rating: readEnded(point, "rating"),
      })),
    })),
  };
}
