// The page in a browser, with reports of real leagues.

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Browser, overflow, pageWith, type View } from "./support/browser";
import {
  arenaReport,
  bothReportsOf,
  cupReport,
  bots,
  brokenBot,
  renamed,
  reportOf,
  TWELVE_RULESETS,
} from "./support/leagues";
import { passes as passesIn } from "./support/passes";
import { LANGUAGES } from "../src/words/words";

const stored = (file: string) =>
  JSON.parse(
    readFileSync(new URL(`data/${file}`, import.meta.url), "utf8"),
  ) as Record<string, unknown>;
const ofReport = (report: unknown) => ({ report, run: null, live: null });

let browser: Browser;
beforeAll(async () => {
  browser = await Browser.start();
});
afterAll(async () => {
  await browser.stop();
});

const passes = (data: unknown, hashes: string[], view: View = {}) =>
  passesIn(browser, data, hashes, view);

describe("every format opens", () => {
  const league = (...options: string[]) =>
    reportOf("league", "run", "--bots", ...options);
  const three = ["builtin:random", "builtin:greedy", "builtin:heuristic"];
  const formats: Record<string, () => Record<string, unknown>> = {
    "round robin": () =>
      league(...three, "--ruleset", "fr,kwajongen", "--deals", "100"),
    matches: () => league(...three, "--ruleset", "fr", "--matches", "20"),
    individual: () =>
      league(...bots(8), "--ruleset", "fr", "--format", "individual"),
    "three-way": () =>
      league(
        ...bots(4),
        ...["--ruleset", "troeven-3-solo", "--format", "three-way"],
        ...["--deals", "50"],
      ),
    gauntlet: () =>
      league(
        ...[...three, "--ruleset", "fr", "--format", "gauntlet"],
        ...["--deals", "100"],
      ),
    "sequential test": () =>
      reportOf(
        ...["match", "builtin:heuristic", "builtin:greedy"],
        ...["--ruleset", "mit-malmedy", "--sprt", "elo0=0", "elo1=10"],
      ),
    "forfeits of a broken bot": () =>
      league(
        ...["builtin:greedy", brokenBot("broken", "illegal")],
        ...["--ruleset", "fr", "--deals", "20"],
      ),
    arena: arenaReport,
  };
  for (const [format, make] of Object.entries(formats)) {
    test(format, async () => {
      const report = make();
      const league = report["league"] as {
        bots: string[];
        rulesets: { ruleset: string }[];
      };
      const [first = "", second = ""] = league.bots;
      const hashes = [
        "#/",
        `#/bot/${encodeURIComponent(first)}`,
        `#/pairing/${encodeURIComponent(first)}/${encodeURIComponent(second)}`,
        `#/ruleset/${league.rulesets[0]?.ruleset ?? ""}`,
      ];
      const page = await passes(ofReport(report), hashes);
      await page.close();
    });
  }
});

test.each(["swiss", "double-knockout"] as const)(
  "the result of a %s comes before the ratings",
  async (format) => {
    const long = "a name of more than twenty letters";
    const names = new Map([["other v1", `${long} v1`]]);
    const report = renamed(cupReport(format), names);
    const isSwiss = format === "swiss";
    const hashes = isSwiss ? ["#/", "#/round/1"] : ["#/"];
    const page = await passes(ofReport(report), hashes);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    if (isSwiss) {
      expect(await page.locator("h1").innerText()).toBe("Round 1");
      expect(await page.locator("tbody tr").count()).toBe(2);
      await page.goBack();
    } else {
      const boxes = page.getByRole("region", { name: "Bracket" });
      const cut = boxes
        .locator("bdi")
        .evaluateAll((names) =>
          names
            .filter((name) => name.scrollWidth > name.clientWidth)
            .map((name) => name.textContent),
        );
      expect(await cut).toEqual([]);
      await boxes.getByRole("link").first().focus();
      await page.keyboard.press("Enter");
      await expect
        .poll(() => page.locator("h1").innerText())
        .toContain(" against ");
      await page.goBack();
    }
    const titles = page.locator("h2");
    await expect.poll(() => titles.first().innerText()).toBe("Result");
    const order = await titles.allInnerTexts();
    expect(order[isSwiss ? 1 : 2]).toBe("Ratings");
    const { winner } = report["result"] as { winner: string };
    expect(await page.locator("main").innerText()).toContain(
      `Winner: ${winner}.`,
    );
    await page.close();
  },
);

test("the lines of the history are told apart", async () => {
  const page = await passes(ofReport(arenaReport()), ["#/"]);
  const chart = page.getByRole("img", { name: /Ratings of each entrant/ });
  const strokes = await chart
    .locator('g[aria-label="line"] path[stroke]')
    .evaluateAll((paths) =>
      paths.map((path) => {
        const style = getComputedStyle(path);
        return `${style.stroke} ${style.strokeDasharray}`;
      }),
    );
  expect(strokes.length).toBeGreaterThan(2);
  expect(new Set(strokes).size).toBe(strokes.length);
  await page.close();
});

test("a bot of a knock-out has what its pairings claim, and no more", async () => {
  const report = cupReport("double-knockout");
  const { stages } = report["result"] as {
    stages: { first_round: number; byes: string[] }[];
  };
  const late = stages[0]?.byes[0] ?? "";
  const round = stages[1]?.first_round;
  const hash = `#/bot/${encodeURIComponent(late)}`;
  const page = await passes(ofReport(report), [hash]);
  const opponents = page.getByRole("table", { name: "By opponent" });
  const rows = await opponents.locator("tbody tr").allInnerTexts();
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row).toMatch(/±|\[/);
  const places = page.getByRole("table", { name: "By place and role" });
  expect(await places.innerText()).not.toMatch(/±|\[/);
  expect(await places.locator('[class*="quiet"]').count()).toBe(0);
  const text = await page.locator("main").innerText();
  expect(text).toContain("has no interval: results decided");
  expect(text).toContain("intervals that hold at any time");
  expect(text).toContain(
    `couillon analyse DIR/rounds/000${round} --losses --bot`,
  );
  await page.close();
});

// 64 deals: means are halves of the last digit shown in one of two cases.
test("figures end in the same digits as in the text", async () => {
  const { report, text } = bothReportsOf(
    ...["league", "run", "--bots", ...bots(6)],
    ...["--ruleset", "fr", "--deals", "64"],
  );
  const plain = (shown: string) => shown.replaceAll("−", "-").trim();
  const { page, problems } = await browser.open(ofReport(report));
  const rows = page.locator("tbody").first().locator("tr");
  const ratings = [
    ...text.matchAll(
      /^ +[\d-]+  (\S+) +([+-][.\d]+) ± ([.\d]+) +(\d+) +(\d+) +(\d+) +([.\d]+%) +(\d+)$/gm,
    ),
  ];
  expect(ratings).toHaveLength(6);
  for (const [i, [, bot, rating, error, ...counts]] of ratings.entries()) {
    const row = plain(await rows.nth(i).innerText());
    expect(row).toContain(bot);
    expect(row).toContain(`${rating} `);
    expect(row).toMatch(new RegExp(`± ${error}\\b|\\[.*\\]`));
    const [wins, draws, losses, score, pairs] = counts;
    expect(row).toContain(`${wins} – ${draws} – ${losses}`);
    expect(row).toContain(score);
    expect(row).toMatch(new RegExp(`\\b${pairs}\\b`));
  }
  const pairings = [
    ...text.matchAll(
      /^ +(\S+) - (\S+) +\d+ +([.\d]+%) +([+-][.\d]+) \[([^,]+), ([^\]]+)\] +(>?[.\d]+%) /gm,
    ),
  ];
  expect(pairings).toHaveLength(15);
  for (const [, first, second, score, lead, lo, hi, los] of pairings) {
    await page.evaluate((to) => {
      window.location.hash = to;
    }, `#/pairing/${first}/${second}`);
    await expect
      .poll(() => page.locator("h1").innerText())
      .toBe(`${first} against ${second}`);
    const row = plain(await page.locator("tbody tr").first().innerText());
    expect(row).toContain(score);
    expect(row.replace("> ", ">")).toContain(los);
    const [value = "", error] = row.split("\t")[1]?.split(" ± ") ?? [];
    const [shown = "", ends] = value.split(" [");
    expect(Number(shown)).toBe(Number(lead));
    if (ends) expect(ends).toBe(`${lo}, ${hi}]`);
    if (error) {
      const half = (Number(hi) - Number(lo)) / 2;
      expect(Math.abs(Number(error) - half)).toBeLessThan(0.0011);
    }
  }
  expect(problems).toEqual([]);
  await page.close();
});

test("faults show their cause and the stderr of the bot", async () => {
  const run = { faults: stored("faults-1.json") };
  const page = await passes({ ...ofReport(stored("report-1.json")), run }, [
    "#/",
    "#/bot/broken",
  ]);
  await page.goBack();
  await expect
    .poll(() => page.locator("main").innerText())
    .toMatch(/\d+ ×\s+Illegal action\s+broken/);
  await page.close();
});

test("a bot that could not be divided is marked", async () => {
  const text = JSON.stringify(stored("report-1.json")).replace(
    '"bot":"greedy","cards":"own","processes":"divided"',
    '"bot":"greedy","cards":"own","processes":"remote"',
  );
  const page = await passes(ofReport(JSON.parse(text)), ["#/"]);
  const standings = page.locator("main");
  await expect
    .poll(() => standings.innerText())
    .toMatch(/greedy \(not divided\)[^]*Not divided: nothing keeps/);
  expect(await standings.getByText("(not divided)").count()).toBe(1);
  await page.close();
});

test("a test whose end gives no estimate says why", async () => {
  const report = reportOf(
    ...["match", "builtin:greedy", "same=builtin:greedy"],
    ...["--ruleset", "mit-malmedy", "--sprt", "elo0=0", "elo1=10", "cap=64"],
  );
  const page = await passes(ofReport(report), ["#/"]);
  await expect
    .poll(() => page.locator("main").innerText())
    .toContain("All results are equal");
  await page.close();
});

describe("a stored report of version 1", () => {
  const data = ofReport(stored("report-1.json"));

  test("shows its standings and figures", async () => {
    const page = await passes(data, ["#/"]);
    const first = page.locator("tbody tr").first();
    await expect.poll(() => first.innerText()).toMatch(/heuristic\s+\+470\.2/);
    expect(await page.locator("code").allInnerTexts()).toContain("page");
    await page.close();
  });

  test("shows no share of cycles that is not significant", async () => {
    const page = await passes(data, ["#/ruleset/kwajongen"]);
    expect(await page.getByText("Cyclic share").count()).toBe(0);
    await page.close();
  });

  test("has pages for bots, pairings and rulesets", async () => {
    const pages = {
      "#/ruleset/kwajongen": "kwajongen",
      "#/bot/greedy": "greedy",
      "#/pairing/greedy/random": "greedy against random",
    };
    for (const [hash, heading] of Object.entries(pages)) {
      const page = await passes(data, [hash]);
      expect(await page.locator("h1").innerText()).toBe(heading);
      await page.close();
    }
  });

  test("says how to get the figures that it does not have", async () => {
    const commands = {
      "#/ruleset/kwajongen": "couillon fairness --ruleset kwajongen",
      "#/bot/greedy": "couillon analyse DIR --losses --bot greedy --record",
    };
    for (const [hash, command] of Object.entries(commands)) {
      const page = await passes(data, [hash]);
      expect(await page.locator("main").innerText()).toContain(command);
      expect(await page.getByText("By place and role").count()).toBe(0);
      await page.close();
    }
  });

  test("is readable in the dark", async () => {
    const page = await passes(data, ["#/"], { colorScheme: "dark" });
    const paper = await page.evaluate(
      () => getComputedStyle(document.body).backgroundColor,
    );
    expect(paper).not.toBe("rgb(255, 255, 255)");
    await page.close();
  });

  test("fits on a phone in every language", async () => {
    for (const locale of LANGUAGES) {
      const { page, problems } = await browser.open(data, "#/", {
        width: 390,
        locale,
      });
      expect(await page.locator("html").getAttribute("lang")).toBe(locale);
      for (const hash of ["#/", "#/bot/greedy", "#/pairing/greedy/random"]) {
        await page.evaluate((to) => {
          window.location.hash = to;
        }, hash);
        expect(await page.locator("h1").innerText()).not.toBe("");
        expect(await overflow(page), `${locale} ${hash}`).toBeLessThanOrEqual(
          0,
        );
      }
      expect(problems).toEqual([]);
      await page.close();
    }
  });

  test("changes its language", async () => {
    const { page } = await browser.open(data);
    await page.getByLabel("Language").selectOption("fr");
    await expect
      .poll(() => page.locator("h1").innerText())
      .toBe("Rapport de ligue");
    await page.close();
  });

  test("leads from a cell of the cross table by keyboard", async () => {
    const { page, problems } = await browser.open(data);
    await page.getByRole("grid").locator('[tabindex="0"]').focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.locator("h1").innerText())
      .toBe("heuristic against random");
    await page.goBack();
    await expect
      .poll(() => page.locator("h1").innerText())
      .toBe("League report");
    expect(problems).toEqual([]);
    await page.close();
  });

  test("explains a label to the keyboard", async () => {
    const { page } = await browser.open(data);
    const label = page.getByRole("button", { name: "Elo per match" }).first();
    await label.focus();
    const help = page.getByText("Elo of whole matches.").first();
    await help.waitFor({ state: "visible" });
    await page.keyboard.press("Escape");
    await page
      .locator(".mantine-Popover-dropdown")
      .waitFor({ state: "detached" });
    await page.close();
  });

  test("orders the cross table by name", async () => {
    const { page } = await browser.open(data);
    await page.getByLabel("Order").selectOption("name");
    const rows = page.getByRole("grid").getByRole("rowheader");
    await expect
      .poll(() => rows.allInnerTexts())
      .toEqual(["greedy", "heuristic", "random"]);
    await page.close();
  });
});

test("hostile names stay text", async () => {
  const names = new Map([
    ["random", "<script>window.hacked=1</script>"],
    ["greedy", `"><img src=x onerror="window.hacked=1">`],
    ["heuristic", `\u202Eمرحبا${"w".repeat(200)}`],
  ]);
  const report = renamed(stored("report-1.json"), names);
  const hostile = [...names.values()].map(encodeURIComponent);
  const [a = "", b = "", c = ""] = hostile;
  const hashes = ["#/", `#/bot/${a}`, `#/bot/${c}`, `#/pairing/${b}/${c}`];
  const page = await passes(ofReport(report), hashes, { width: 390 });
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  expect(await page.locator("img").count()).toBe(0);
  await page.close();
});

test("30 bots under 12 rulesets open", async () => {
  const report = reportOf(
    ...["league", "run", "--bots", ...bots(30)],
    ...["--ruleset", TWELVE_RULESETS, "--deals", "2"],
  );
  const start = Date.now();
  const { page, problems } = await browser.open(ofReport(report));
  await page.getByRole("grid").waitFor();
  console.log(
    `30 bots, 12 rulesets: ${Date.now() - start} ms to the cross table`,
  );
  expect(await page.getByRole("grid").locator("td a").count()).toBe(30 * 29);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.evaluate(() => {
    window.location.hash = "#/bot/random-2";
  });
  const places = page.getByRole("table", { name: "By place and role" });
  expect(await places.getByRole("rowheader").count()).toBe(2 * 12);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.goBack();
  await page.getByLabel("Ruleset", { exact: true }).selectOption("kujong");
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(problems).toEqual([]);
  await page.close();
});

describe("a document that is no report of this version", () => {
  const heading = async (data: unknown) => {
    const { page, problems } = await browser.open(data);
    const text = await page.locator("main").innerText();
    expect(problems).toEqual([]);
    await page.close();
    return text;
  };

  test("a newer version shows a warning and what is known", async () => {
    const report = {
      ...stored("report-1.json"),
      schema: { name: "couillon.report", version: 7 },
    };
    const text = await heading(ofReport(report));
    expect(text).toContain("version 7");
    expect(text).toContain("heuristic");
  });

  test("another schema is named", async () => {
    const other = { schema: { name: "couillon.exploit", version: 1 } };
    expect(await heading(ofReport(other))).toContain("couillon.exploit");
  });

  test("no data is said", async () => {
    expect(await heading(null)).toContain("no data");
  });

  test("compressed data is unpacked, and shown as such if damaged", async () => {
    const json = JSON.stringify(ofReport(stored("report-1.json")));
    const gzip = gzipSync(json).toString("base64");
    expect(await heading({ gzip })).toContain("heuristic");
    expect(await heading({ gzip: gzip.slice(0, 100) })).toContain("unpack");
  });

  test("garbage in every figure does not matter", async () => {
    const spoilt = JSON.parse(
      JSON.stringify(stored("report-1.json"), (key, value: unknown) =>
        typeof value === "number" && key !== "version" ? "?" : value,
      ),
    ) as unknown;
    expect(await heading(ofReport(spoilt))).toContain("Standings");
  });
});

test("a live page follows its events and says when it is cut off", async () => {
  const responses = new Set<ServerResponse>();
  const data = { report: null, run: null, live: { url: "events" } };
  const server = createServer((request, response) => {
    if (!request.url?.endsWith("/events")) {
      response.setHeader("content-type", "text/html");
      response.end(pageWith(data));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    responses.add(response);
    const send = (event: string, json: unknown) =>
      response.write(`event: ${event}\ndata: ${JSON.stringify(json)}\n\n`);
    send("progress", { units_done: 3, units: 4, rate: 120, seconds_left: 65 });
    send("report", { report: stored("report-1.json"), run: null });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;

  const { page } = await browser.visit(`http://127.0.0.1:${port}/token/`);
  await expect.poll(() => page.locator("h1").innerText()).toBe("League report");
  const body = await page.locator("body").innerText();
  expect(body).toContain("75%");
  expect(body).toContain("120 deals per second");
  expect(body).toContain("1 min 5 s left");
  expect(body).toContain("Live");

  server.close();
  for (const response of responses) response.destroy();
  await expect
    .poll(() => page.getByRole("status").first().innerText(), {
      timeout: 60_000,
    })
    .toContain("Connection lost");
  await page.close();
});
