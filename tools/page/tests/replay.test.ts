// The replayer in a browser, with the deals of real leagues.

import { readFileSync, statSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { barriers, Browser, overflow } from "./support/browser";
import {
  allRulesets,
  bots,
  RecordedLeague,
  serve,
  TWELVE_RULESETS,
} from "./support/leagues";
import { LANGUAGES } from "../src/words/words";

const TWO = ["--bots", "builtin:greedy", "builtin:random"];
const DEALS =
  /(<script id="couillon-deals" type="application\/json">)(.*?)(<\/script>)/s;

let browser: Browser;
beforeAll(async () => {
  browser = await Browser.start();
});
afterAll(async () => {
  await browser.stop();
});

const deal = (ruleset: string, place = "-.0.0", item = 0) =>
  `#/deal/${ruleset}/${item}/${place}/greedy/random`;

async function open(file: string, hash: string, view = {}) {
  const opened = await browser.visit(pathToFileURL(file).href, hash, view);
  await opened.page.locator("article").first().waitFor();
  return opened;
}

const stepOf = (page: Page) =>
  page.getByRole("slider").getAttribute("aria-valuetext");

describe("a league of every ruleset", () => {
  let league: RecordedLeague;
  let file: string;
  const rulesets = allRulesets();
  beforeAll(() => {
    league = new RecordedLeague(
      ...[...TWO, "--ruleset", rulesets.join(","), "--deals", "1"],
    );
    file = league.page("report");
  });
  afterAll(() => league.remove());

  test("steps a deal of each to its recorded result", async () => {
    const tables = league.tables();
    expect(new Set(tables.map(({ ruleset }) => ruleset)).size).toBe(
      rulesets.length,
    );
    const { page, problems } = await open(file, deal(rulesets[0] ?? ""));
    for (const { ruleset, seating, play, first_game_points } of tables) {
      const at = `${ruleset}, seating ${seating}`;
      await page.evaluate(
        (to) => {
          window.location.hash = to;
        },
        deal(ruleset, `${seating}.0.0`),
      );
      await page.getByText(play, { exact: true }).waitFor();
      const actions = play.split(" | ").at(-1)?.split(" ") ?? [];
      // Each card of the first seating; of the others only the end.
      if (seating > 0) await page.keyboard.press("End");
      for (let step = 0; seating === 0 && step < actions.length; ++step) {
        expect(await stepOf(page), at).toBe(
          `Step ${step} of ${actions.length}`,
        );
        await page.keyboard.press("ArrowRight");
      }
      await expectsEnd(page, at);
      const title = await page.locator("article h2").innerText();
      const points = Math.abs(first_game_points);
      expect(title, at).toMatch(new RegExp(`greedy.*${points}$`));
      expect(await overflow(page), at).toBeLessThanOrEqual(0);
    }
    expect(problems).toEqual([]);
    await page.close();
  });

  // What the page has counted card by card is what the program recorded, and
  // no hand has a card left.
  async function expectsEnd(page: Page, at: string) {
    const article = page.locator("article");
    if (await article.getByText("Thrown in").count()) return;
    const result = article.locator("table[data-points]");
    const recorded = await Promise.all(
      ["data-points", "data-tricks"].map((key) => result.getAttribute(key)),
    );
    const counted = await article
      .locator("section > ul > li")
      .filter({ hasText: /point/ })
      .allInnerTexts();
    const numbers = counted.map((text) => text.match(/\d+(?= (point|trick))/g));
    expect(
      [0, 1].map((i) => numbers.map((list) => list?.[i]).join(" ")),
      at,
    ).toEqual(recorded);
    expect(await article.getByRole("alert").count(), at).toBe(0);
    const held = article.getByRole("list", { name: /^Cards of/ });
    expect(await held.getByRole("img").count(), at).toBe(0);
  }

  test("shows both seatings of a pair side by side", async () => {
    const { page, problems } = await open(file, deal("fr"));
    const tables = page.locator("article");
    expect(await tables.count()).toBe(2);
    const [left, right] = await Promise.all(
      [0, 1].map((i) => tables.nth(i).boundingBox()),
    );
    expect(left?.y).toBe(right?.y);
    expect(left?.x).toBeLessThan(right?.x ?? 0);
    await page.keyboard.press("End");
    expect(await page.locator("table[data-points]").count()).toBe(2);
    expect(problems).toEqual([]);
    await page.close();
  });

  test("is read by keyboard, by address and by screen readers", async () => {
    const { page, problems } = await open(file, deal("fr", "0.0.3"));
    expect(await stepOf(page)).toMatch(/^Step 3 of/);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => stepOf(page)).toMatch(/^Step 1 of/);
    expect(page.url()).toContain(deal("fr", "0.0.1"));
    const said = page.locator("article [aria-live]");
    await expect.poll(() => said.innerText()).toMatch(/^(greedy|random) \(/);
    await page.keyboard.press("Home");
    await expect.poll(() => said.innerText()).toContain("deals.");
    await page.keyboard.press("Space");
    await expect
      .poll(() => stepOf(page), { timeout: 60_000 })
      .toMatch(/^Step [2-9] of/);
    await page.keyboard.press("Space");
    await page.keyboard.press("End");
    await page.reload();
    await page.locator("table[data-points], p").first().waitFor();
    expect(await stepOf(page)).toMatch(/^Step (\d+) of \1$/);
    await page.goBack();
    expect(problems).toEqual([]);
    await page.close();
  });

  test("leads from the list to a deal and from a bot to its deals", async () => {
    const { page, problems } = await browser.visit(
      pathToFileURL(file).href,
      "#/pairing/greedy/random",
    );
    await page.getByRole("link", { name: "Look at the deals" }).click();
    await page.getByLabel("Ruleset").selectOption("kujong");
    const link = page.getByRole("link", { name: "Deal 0" });
    await expect.poll(() => link.count()).toBe(1);
    await expect
      .poll(() => page.locator("tbody td").last().innerText())
      .toMatch(/\d +[+−]?\d/);
    await link.click();
    await page.locator("article").first().waitFor();
    expect(page.url()).toContain("#/deal/kujong/0/");
    expect(problems).toEqual([]);
    await page.close();
  });

  test("has no barriers, in the dark and on a phone in every language", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const { page } = await open(file, deal("mit-malmedy", "-.0.9"), {
        colorScheme,
      });
      expect(await barriers(page), colorScheme).toEqual([]);
      await page.close();
    }
    for (const locale of LANGUAGES) {
      const view = { width: 390, locale };
      const { page, problems } = await open(file, deal("eight-32"), view);
      for (const ruleset of ["troeven-2-layout", "troeven-3-solo", "kujong"]) {
        await page.evaluate(
          (to) => {
            window.location.hash = to;
          },
          deal(ruleset, "-.0.7"),
        );
        await page.locator("article").nth(1).waitFor();
        expect(
          await overflow(page),
          `${locale} ${ruleset}`,
        ).toBeLessThanOrEqual(0);
      }
      expect(problems).toEqual([]);
      await page.close();
    }
  });

  test("says which deals a page leaves out", async () => {
    const cut = file.replace(".html", "-cut.html");
    const page = readFileSync(file, "utf8");
    writeFileSync(
      cut,
      page.replace(DEALS, (_, begin: string, json: string, end: string) => {
        const deals = JSON.parse(json) as { recorded: number; held: number };
        deals.recorded = 1_000_000;
        return begin + JSON.stringify(deals) + end;
      }),
    );
    const opened = await browser.visit(pathToFileURL(cut).href, "#/deals");
    await opened.page.getByText(/of 1,000,000 recorded deals/).waitFor();
    await opened.page.close();
  });

  test("names a deal that is not there", async () => {
    const { page } = await browser.visit(
      pathToFileURL(file).href,
      deal("fr", "-.0.0", 77),
    );
    await page.getByText("There is no such deal here.").waitFor();
    await page.close();
  });

  test("a served page asks for deals and for their values", async () => {
    const server = await serve(league.directory);
    const { page, problems } = await browser.visit(
      server.address,
      deal("basic-gerver", "0.0.99"),
    );
    await page.locator("table[data-points]").waitFor();
    await page.getByRole("button", { name: "Show values" }).click();
    await page
      .getByRole("button", { name: "Show values" })
      .waitFor({ state: "detached" });
    await page.keyboard.press("Home");
    await page.getByText("What each action is worth").waitFor();
    expect(problems).toEqual([]);
    await page.close();
    server.stop();
  });
});

// Each pairing plays one deal of each ruleset in both seatings. The times are
// printed, not judged: bench/notes/report.md has such figures.
test("30 bots under 12 rulesets open with 10,440 deals", async () => {
  const league = new RecordedLeague(
    ...["--bots", ...bots(30), "--ruleset", TWELVE_RULESETS, "--deals", "1"],
  );
  const file = league.page("report");
  expect(statSync(file).size).toBeLessThan(3_000_000);
  const deals = DEALS.exec(readFileSync(file, "utf8"))?.[2] ?? "null";
  expect(JSON.parse(deals)).toMatchObject({ recorded: 10_440, held: 10_440 });

  let start = Date.now();
  const { page, problems } = await browser.visit(pathToFileURL(file).href);
  await page.getByRole("grid").waitFor();
  const taken = [`${Date.now() - start} ms to the cross table`];
  start = Date.now();
  await page.getByRole("link", { name: "Look at the deals" }).click();
  await page.getByRole("link", { name: "Deal 0" }).first().click();
  await page.locator("article").first().waitFor();
  taken.push(`${Date.now() - start} ms to a deal`);
  start = Date.now();
  const end = Number(await page.getByRole("slider").getAttribute("max"));
  for (let step = 0; step < end; ++step) {
    await page.keyboard.press("ArrowRight");
  }
  await expect
    .poll(() => page.locator("article table[data-points]").count())
    .toBe(2);
  taken.push(`${Date.now() - start} ms for ${end} steps`);
  console.log(`30 bots, 12 rulesets, 10,440 deals: ${taken.join(", ")}`);
  expect(problems).toEqual([]);
  await page.close();
  league.remove();
});

describe("matches", () => {
  let league: RecordedLeague;
  beforeAll(() => {
    league = new RecordedLeague(
      ...[...TWO, "--ruleset", "basic-gerver", "--matches", "1"],
    );
  });
  afterAll(() => league.remove());

  test("end with a side that is home on the slate", async () => {
    const file = league.page("report");
    const deals = league.tables().filter(({ seating }) => seating === 0).length;
    const { page, problems } = await open(
      file,
      deal("basic-gerver", `0.${deals - 1}.999`),
    );
    await expect
      .poll(() => page.getByRole("region", { name: "Slate" }).innerText())
      .toContain("home");
    await page.getByLabel("Deal of the match").selectOption("0");
    await expect.poll(() => stepOf(page)).toMatch(/^Step 0 of/);
    expect(problems).toEqual([]);
    await page.close();
  });

  test("open alone with values and costs", async () => {
    const file = league.page("replay", "--match", "0", "--values");
    const { page, problems } = await browser.visit(pathToFileURL(file).href);
    await page.getByRole("link", { name: "Match 0" }).click();
    await page.locator("article").first().waitFor();
    await page.getByText("What each action is worth").first().waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  test("keep hostile names as text", async () => {
    const file = league.page("replay", "--match", "0");
    const hostile =
      "<img src=x onerror=window.hacked=1>\u202E" + "w".repeat(99);
    const page = readFileSync(file, "utf8").replace(
      DEALS,
      (_, begin: string, json: string, end: string) => {
        const deals = JSON.parse(json) as { bots: string[] };
        deals.bots = deals.bots.map((name) => name + hostile);
        return begin + JSON.stringify(deals).replaceAll("<", "\\u003c") + end;
      },
    );
    writeFileSync(file, page);
    const opened = await browser.visit(pathToFileURL(file).href, "#/deals", {
      width: 390,
    });
    await opened.page.getByRole("link", { name: "Match 0" }).click();
    await opened.page.locator("article").first().waitFor();
    expect(await overflow(opened.page)).toBeLessThanOrEqual(0);
    expect(await opened.page.locator("main img").count()).toBe(0);
    expect(await opened.page.evaluate(() => "hacked" in window)).toBe(false);
    expect(opened.problems).toEqual([]);
    await opened.page.close();
  });
});
