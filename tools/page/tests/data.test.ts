// What needs no browser.

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { axisOf, placeOn } from "../src/data/axis";
import { crossTableOf } from "../src/data/cross_table";
import { readDocument } from "../src/data/document";
import { Fields } from "../src/data/fields";
import {
  estimateOf,
  jointDifferenceOf,
  pairingOf,
  turned,
} from "../src/data/pairing";
import { readReport } from "../src/data/report";
import {
  at,
  complete,
  count,
  list,
  number,
  object,
  oneOf,
  optional,
  or,
  record,
} from "../src/data/schema";
import { bandOf, placesUnder } from "../src/data/result";
import { sharesRank, standingsOf } from "../src/data/standings";
import { isAnytime } from "../src/data/summary";
import { termsOf } from "../src/home/terms";
import { explainedIn, readFacts } from "../src/play/state";
import {
  botLink,
  pairingLink,
  roundLink,
  routeOf,
  rulesetLink,
} from "../src/route";
import { DICTIONARIES } from "../src/words/dictionaries";
import { Numbers } from "../src/words/numbers";
import { firstOf, LANGUAGES } from "../src/words/words";

const WHOLE = JSON.parse(
  readFileSync(new URL("data/report-1.json", import.meta.url), "utf8"),
) as Record<string, unknown>;
const REPORT = readReport(WHOLE);

/** All TypeScript of a folder and of those in it. */
function sourceOf(folder: string): string {
  const files = readdirSync(new URL(folder, import.meta.url), {
    recursive: true,
    encoding: "utf8",
  });
  return files
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) =>
      readFileSync(new URL(folder + file, import.meta.url), "utf8"),
    )
    .join("\n");
}

describe("the rules of a table to play at", () => {
  const explained = (heading: string) => [{ heading, sentences: [heading] }];
  const rulesOf = (more: object) =>
    readFacts(
      new Fields({ ruleset: { explained: explained("Cards"), ...more } }),
    ).rules;

  test("are those of the language, or in English", () => {
    const rules = rulesOf({
      translations: [{ language: "fr", explained: explained("Cartes") }],
    });
    expect(explainedIn("fr", rules)).toEqual({
      language: "fr",
      sections: explained("Cartes"),
    });
    expect(explainedIn("de", rules)).toEqual({
      language: "en",
      sections: explained("Cards"),
    });
  });

  test("are in English in a document from before translations", () => {
    expect(explainedIn("fr", rulesOf({}))).toEqual({
      language: "en",
      sections: explained("Cards"),
    });
  });
});

describe("words", () => {
  test("every language has every key, with the same values in it", () => {
    const en: Record<string, string> = DICTIONARIES.en;
    const values = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const language of LANGUAGES) {
      const words: Record<string, string> = DICTIONARIES[language];
      expect(Object.keys(words)).toEqual(Object.keys(en));
      for (const [key, text] of Object.entries(en)) {
        expect(words[key], `${language} ${key}`).not.toBe("");
        expect(values(words[key] ?? ""), `${language} ${key}`).toEqual(
          values(text),
        );
      }
    }
  });

  // A key is written out, or begins with what `named` or a template puts first.
  test("each is used", () => {
    const source = sourceOf("../src/");
    const families = [...source.matchAll(/named\(\s*"(\w+)"|`(\w+_)\$\{/g)].map(
      ([, name, template]) => template ?? `${name}_`,
    );
    const isUsed = (key: string) =>
      source.includes(`"${key}"`) || families.some((it) => key.startsWith(it));
    const unused = Object.keys(DICTIONARIES.en).filter(
      (key) => !isUsed(key) && !isUsed(key.replace(/_help$/, "")),
    );
    expect(unused).toEqual([]);
  });

  test("the first language of the reader that the page speaks is taken", () => {
    expect(firstOf(["pl-PL", "fr-BE", "nl"])).toBe("fr");
    expect(firstOf(["pl"])).toBe("en");
  });

  test("numbers are written as the language does", () => {
    expect(new Numbers("en").signed(-1234.5, 1)).toBe("−1,234.5");
    expect(new Numbers("de").signed(1234.5, 1)).toBe("+1.234,5");
    expect(new Numbers("en").signed(null, 1)).toBe("–");
  });

  // Halves that a double holds exactly, and such that it does not.
  test("numbers are rounded once, and half to even, as in a text", () => {
    const numbers = new Numbers("en");
    expect(numbers.fixed(0.3125, 3)).toBe("0.312");
    expect(numbers.signed(0.4375, 3)).toBe("+0.438");
    expect(numbers.signed(-0.15625, 4)).toBe("−0.1562");
    expect(numbers.fixed(2.5, 0)).toBe("2");
    expect(numbers.fixed(1.005, 2)).toBe("1.00");
    expect(numbers.fixed(1.115, 2)).toBe("1.11");
    expect(numbers.fixed(0.12350000000000001, 3)).toBe("0.124");
    expect(numbers.percent(0.53125, 0)).toBe("53%");
    expect(numbers.percent(0.5625, 1)).toBe("56.2%");
    expect(numbers.percent(-0.6)).toBe("−60.0%");
    expect(numbers.signed(-0.0004, 3)).toBe("0.000");
    expect(numbers.fixed(-0.0004, 3)).toBe("0.000");
  });

  test("no probability is certain", () => {
    const numbers = new Numbers("en");
    expect(numbers.probability(1)).toBe("> 99.9%");
    expect(numbers.probability(0)).toBe("< 0.1%");
    expect(numbers.probability(0.5)).toBe("50.0%");
  });

  test("a lopsided interval is written with its ends", () => {
    const numbers = new Numbers("en");
    const even = { value: 1, interval: { lo: 0.5, hi: 1.5 } };
    const lopsided = { value: 1, interval: { lo: 0.8, hi: 3 } };
    expect(numbers.estimate(even, 1)).toBe("+1.0 ± 0.5");
    expect(numbers.estimate(lopsided, 1)).toBe("+1.0 [+0.8, +3.0]");
    const lost = { value: null, interval: { lo: -Infinity, hi: -600 } };
    expect(numbers.estimate(lost, 0)).toBe("< −600");
    expect(numbers.error(lopsided, 1, false)).toBe("[0.8, 3.0]");
    const open = { value: -436, interval: { lo: -Infinity, hi: -200 } };
    expect(numbers.estimate(open, 0)).toBe("−436 [open, −200]");
    expect(numbers.estimate({ value: null, interval: null }, 0)).toBe("–");
  });
});

describe("the reader", () => {
  test("takes keys of another type as missing", () => {
    const fields = new Fields({ a: "1", b: [1, "2"], c: null, d: { e: 3 } });
    expect(fields.number("a")).toBeNull();
    expect(fields.numbers("b")).toEqual([1, null]);
    expect(fields.texts("b")).toEqual(["2"]);
    expect(fields.has("c")).toBe(false);
    expect(fields.object("d").number("e")).toBe(3);
    expect(fields.object("a").number("e")).toBeNull();
    expect(new Fields([1]).keys()).toEqual([]);
  });

  test("takes an end that is null, or beyond all reason, as infinite", () => {
    const fields = new Fields({
      a: [null, 3],
      b: [-9e8, 9e8],
      c: [null, null],
    });
    expect(fields.interval("a")).toEqual({ lo: -Infinity, hi: 3 });
    expect(fields.interval("b")).toEqual({ lo: -Infinity, hi: Infinity });
    expect(fields.interval("c")).toBeNull();
  });

  test("says what a document is", () => {
    const report = { schema: { name: "couillon.report", version: 3 } };
    expect(readDocument({ report })).toMatchObject({
      kind: "report",
      newerVersion: 3,
    });
    expect(readDocument(null).kind).toBe("empty");
    expect(readDocument({ report: null, live: { url: "events" } }).kind).toBe(
      "empty",
    );
    expect(readDocument({ report: {} })).toEqual({
      kind: "foreign",
      schema: null,
    });
  });

  test("reads a stored report of version 1", () => {
    expect(REPORT.league.bots).toEqual(["random", "greedy", "heuristic"]);
    expect(REPORT.rulesets.map((table) => table.ruleset)).toEqual([
      "fr",
      "kwajongen",
    ]);
  });
});

describe("a schema", () => {
  const rank = record({ best: number, worst: number });
  const read = (json: unknown) =>
    record({
      gamePoints: number,
      pairs: count,
      unit: or(oneOf("points"), "elo"),
      p50: at("latency_ms.p50", number),
      rank: object(complete(rank)),
      bounds: optional(rank),
      lines: list(rank),
    }).read(new Fields(json));

  test("reads fields at their names in snake case", () => {
    const json = {
      ...{ game_points: 0.5, pairs: 7, unit: "points", latency_ms: { p50: 3 } },
      ...{ rank: { best: 1, worst: 2 }, bounds: {}, lines: [{ best: 4 }] },
    };
    expect(read(json)).toEqual({
      ...{ gamePoints: 0.5, pairs: 7, unit: "points", p50: 3 },
      rank: { best: 1, worst: 2 },
      bounds: { best: null, worst: null },
      lines: [{ best: 4, worst: null }],
    });
  });

  test("has null, or a value of its own, for what is missing", () => {
    for (const json of [
      null,
      [1],
      { pairs: "7", unit: "x", rank: { best: 1 } },
    ]) {
      expect(read(json)).toEqual({
        ...{ gamePoints: null, pairs: 0, unit: "elo", p50: null },
        ...{ rank: null, bounds: null, lines: [] },
      });
    }
  });
});

describe("standings", () => {
  test("of the whole are in Elo per match, the best first", () => {
    const whole = standingsOf(REPORT, null);
    expect(whole?.unit).toBe("elo_match");
    expect(whole?.rows.map((row) => row.bot)).toEqual([
      "heuristic",
      "greedy",
      "random",
    ]);
    expect(whole?.rows[0]?.counts.score).toBeGreaterThan(0.5);
    expect(whole?.rows[0]?.counts.pairs).toBe(8000);
  });

  test("of a ruleset are in its own unit", () => {
    expect(standingsOf(REPORT, "fr")?.unit).toBe("points");
    expect(standingsOf(REPORT, "no-such")).toBeNull();
  });

  test("of an individual tournament are the ratings, the best first", () => {
    const player = (bot: string, left: number, points: number) => ({
      ...{ bot, game_points_left_per_deal: { mean: left } },
      individual_points: { points, points_lo: 0, points_hi: 1 },
    });
    const report = readReport({
      tournaments: [
        {
          ruleset: "fr",
          players: [player("a", -0.3, 0.4), player("b", -0.2, 0.5)],
        },
      ],
    });
    const standings = standingsOf(report, "fr");
    expect(standings?.unit).toBe("adjusted");
    expect(standings?.rows.map(({ rating }) => rating)).toEqual([
      { value: 0.5, interval: { lo: 0, hi: 1 } },
      { value: 0.4, interval: { lo: 0, hi: 1 } },
    ]);
  });

  test("of a bot whose forfeits alone decide have no rating", () => {
    const line = { bot: "a", rank: null, items: 8, points: -2 };
    const report = readReport({
      three_way: [
        { ruleset: "three", bots: [{ ...line, no_result: true }, line] },
      ],
    });
    const rows = standingsOf(report, "three")?.rows;
    expect(rows?.map((row) => row.status)).toEqual(["no_result", "rated"]);
  });

  test("bots share a block if some rank is open to both", () => {
    const band = (best: number, worst: number) => ({ best, worst });
    expect(sharesRank(band(1, 2), band(2, 3))).toBe(true);
    expect(sharesRank(band(1, 1), band(2, 3))).toBe(false);
  });
});

describe("a cross table", () => {
  const pairing = (first: string, second: string, points: number) => ({
    ...{ first, second, points, score: 0.5, pairs: 9 },
    points_interval: [points - 0.001, points + 0.001],
  });
  const report = (beats: readonly (readonly (boolean | null)[])[]) =>
    readReport({
      league: { bots: ["a", "b", "c"] },
      rulesets: [
        {
          ...{ ruleset: "fr", scale: "points", beats },
          matrix_order: ["a", "b", "c"],
          ratings: ["a", "b", "c"].map((bot) => ({ bot })),
          pairings: [
            pairing("a", "b", 0.3),
            pairing("a", "c", -0.2),
            pairing("b", "c", 0.001),
          ],
        },
      ],
    });
  const clear = (of: ReturnType<typeof report>, row: string, column: string) =>
    crossTableOf(of, "fr")?.cell(row, column)?.clear;
  const all = report([
    [null, true, true],
    [false, null, true],
    [false, false, null],
  ]);

  test("marks what all results show, not what one pairing does", () => {
    const none = report([]);
    expect(clear(all, "a", "b")).toBe(true);
    expect(clear(all, "b", "a")).toBe(true);
    expect(clear(none, "a", "b")).toBe(false);
  });

  test("marks no number that reads as even or as the opposite", () => {
    expect(clear(all, "a", "c")).toBe(false);
    expect(clear(all, "b", "c")).toBe(false);
  });

  test("of all rulesets marks bots whose ranks exclude each other", () => {
    const whole = (best: number, worst: number) =>
      crossTableOf(
        readReport({
          ...WHOLE,
          standings: {
            bots: [
              { bot: "heuristic", rank: { best: 1, worst: 2 } },
              { bot: "random", rank: { best, worst } },
            ],
          },
        }),
        null,
      );
    expect(whole(3, 3)?.kind).toBe("score");
    expect(whole(3, 3)?.cell("heuristic", "random")?.clear).toBe(true);
    expect(whole(2, 3)?.cell("heuristic", "random")?.clear).toBe(false);
  });
});

describe("the terms that are explained", () => {
  test("are those of the figures that a report has", () => {
    const terms = termsOf(REPORT);
    expect(terms).toContain("rank");
    expect(terms).toContain("los");
    expect(terms).not.toContain("rating_elo_deal");
    expect(terms).not.toContain("rating_lead");
  });

  test("of a knock-out are neither ranks nor LOS", () => {
    const knockout = readReport({
      rulesets: [
        {
          ...{ ruleset: "fr", scale: "points" },
          ratings: [{ bot: "a", points: 0.5 }],
          pairings: [{ first: "a", second: "b", pairs: 2, points: 0.5 }],
        },
      ],
    });
    expect(termsOf(knockout)).toEqual([
      "rating_points",
      "points_per_deal",
      "pairs",
      "faults",
    ]);
  });
});

describe("a pairing", () => {
  const table = REPORT.rulesets[0];
  if (!table) throw new Error("the stored report has rulesets");

  test("is seen from both sides", () => {
    const one = pairingOf(table, "heuristic", "random");
    const other = pairingOf(table, "random", "heuristic");
    expect((one?.score ?? 0) + (other?.score ?? 0)).toBeCloseTo(1);
    expect((one?.los ?? 0) + (other?.los ?? 0)).toBeCloseTo(1);
    expect(one?.points.interval?.lo).toBe(-(other?.points.interval?.hi ?? 0));
    expect(one?.cells).toEqual([...(other?.cells ?? [])].reverse());
  });

  test("has its anytime interval if its lead decides how long it goes on", () => {
    const arena = (intervals: string) =>
      readReport({
        units: 1,
        units_done: 1,
        arena: { why_no_intervals: "a reason", pairing_intervals: intervals },
      });
    expect(isAnytime(arena("anytime"))).toBe(true);
    expect(isAnytime(arena("fixed_sample"))).toBe(false);
    expect(arena("anytime").arena?.whyNoIntervals).toBe("a reason");
    expect(isAnytime(REPORT)).toBe(false);
  });

  test("is estimated on the scale of the ratings", () => {
    const line = { first: "a", second: "b", points: 0.5, elo: 20 };
    const on = (scale: string) =>
      pairingOf(
        readReport({ rulesets: [{ ruleset: "fr", scale, pairings: [line] }] })
          .rulesets[0] ?? { pairings: [] },
        "a",
        "b",
      );
    const [points, score] = [on("points"), on("score")];
    expect(points && estimateOf(points).value).toBe(0.5);
    expect(score && estimateOf(score).value).toBe(20);
  });

  test("turned twice is itself", () => {
    const [pairing] = table.pairings;
    if (!pairing) throw new Error("the stored report has pairings");
    const twice = turned(turned(pairing));
    expect(twice.first).toBe(pairing.first);
    expect(twice.points).toEqual(pairing.points);
    expect(twice.score).toBeCloseTo(pairing.score ?? 0);
  });
});

describe("the zero of ratings", () => {
  test("is the mean unless the report names a bot", () => {
    expect(readReport({ anchor: null }).anchor).toBeNull();
    expect(readReport({ anchor: "a", anchor_elo: 9 }).anchorElo).toBe(9);
  });

  test("is the first bot in reports from older versions", () => {
    expect(readReport({ league: { bots: ["a", "b"] } }).anchor).toBe("a");
  });
});

test("bots that did not meet have a difference from either side", () => {
  const line = {
    ...{ first: "a", second: "b", los: 0.9 },
    ...{ points: 0.5, points_interval: [0.25, 0.75] },
  };
  const [table] = readReport({
    rulesets: [{ scale: "points", joint_fit_differences: [line] }],
  }).rulesets;
  if (!table) throw new Error("there is a table");
  expect(jointDifferenceOf(table, "b", "a")?.difference).toEqual({
    value: -0.5,
    interval: { lo: -0.75, hi: -0.25 },
  });
  expect(jointDifferenceOf(table, "a", "c")).toBeNull();
});

describe("a result", () => {
  const place = (bot: string, ruleset: string | null) => ({
    ...{ bot, ruleset, place: 3, shared_by: 2 },
  });

  test("shares places, of all rulesets or of one", () => {
    const ofAll = readReport({ result: { places: [place("a", null)] } }).result;
    const ofOne = readReport({
      result: { places: [place("a", "fr"), place("b", "troeven")] },
    }).result;
    if (!ofAll || !ofOne) throw new Error("there are results");
    const [shared] = placesUnder(ofAll, "fr");
    expect(shared && bandOf(shared)).toEqual({ best: 3, worst: 4 });
    expect(placesUnder(ofOne, "troeven").map(({ bot }) => bot)).toEqual(["b"]);
  });

  test("is missing in reports from older versions", () => {
    expect(readReport({}).result).toBeNull();
  });
});

describe("an axis", () => {
  const estimate = (value: number, lo: number, hi: number) => ({
    value,
    interval: { lo, hi },
  });

  test("includes zero, all ends, and round numbers", () => {
    const axis = axisOf([estimate(3, 2, 4.4), estimate(9, 8, 10)], true);
    if (!axis) throw new Error("there are estimates");
    expect(axis.ticks).toEqual([0, 5, 10]);
    expect(placeOn(axis, 0)).toBeGreaterThan(0);
    expect(placeOn(axis, 10)).toBeLessThan(100);
  });

  test("of a single value has a width", () => {
    const axis = axisOf([estimate(0, 0, 0)], true);
    expect(axis && axis.hi > axis.lo).toBe(true);
  });

  test("of nothing does not exist", () => {
    expect(axisOf([{ value: null, interval: null }], true)).toBeNull();
  });
});

describe("links", () => {
  test("name any text and find it again", () => {
    const name = "a/b#c?%<>\u202E é";
    expect(routeOf(botLink(name))).toEqual({ page: "bot", bot: name });
    expect(routeOf(rulesetLink(name))).toEqual({
      page: "ruleset",
      ruleset: name,
    });
    expect(routeOf(roundLink(3))).toEqual({ page: "round", round: 3 });
    expect(routeOf(pairingLink(name, "b"))).toEqual({
      page: "pairing",
      first: name,
      second: "b",
    });
  });

  test("that are cut lead home or as far as they go", () => {
    expect(routeOf("")).toEqual({ page: "home" });
    expect(routeOf("#/bot")).toEqual({ page: "home" });
    expect(routeOf("#/bot/%E0%A4%A")).toEqual({ page: "bot", bot: "%E0%A4%A" });
  });
});
