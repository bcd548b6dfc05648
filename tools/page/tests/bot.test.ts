// The page of a bot and of a ruleset: places, partners and opponents, what
// decisions cost, and the worst deals.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriers, Browser, overflow } from "./support/browser";
import { bots, RecordedLeague, renamed } from "./support/leagues";
import { LANGUAGES } from "../src/words/words";

let browser: Browser;
let league: RecordedLeague;
let file: string;
beforeAll(async () => {
  browser = await Browser.start();
  league = new RecordedLeague(
    ...["--bots", "builtin:random", "builtin:greedy", "builtin:heuristic"],
    ...["--ruleset", "fr,troeven-3-solo", "--deals", "20"],
  );
  file = league.page("report");
});
afterAll(async () => {
  league.remove();
  await browser.stop();
});

const dataOf = (page: string) => {
  const text = readFileSync(page, "utf8");
  const begin = text.indexOf('<script id="couillon-data"');
  return JSON.parse(
    text.slice(text.indexOf(">", begin) + 1, text.indexOf("</script>", begin)),
  ) as Record<string, unknown>;
};

test("a worst deal opens before the decision that cost most", async () => {
  const { page, problems } = await browser.visit(
    pathToFileURL(file).href,
    "#/bot/random",
  );
  expect(await barriers(page)).toEqual([]);
  const main = await page.locator("main").innerText();
  for (const part of ["eldest’s side", "second side", "made trumps"]) {
    expect(main).toContain(part);
  }
  expect(main).toContain("All decisions");
  expect(main).toMatch(
    /couillon replay DIR --deal \d+ --seating \d --ruleset fr --bots \w+ \w+ --values/,
  );
  const link = page.getByRole("link", { name: /^Deal \d+, seating \d$/ });
  const title = await link.first().innerText();
  await link.first().focus();
  await page.keyboard.press("Enter");
  const number = /\d+/.exec(title)?.[0] ?? "";
  await expect
    .poll(() => page.locator("h1").innerText())
    .toBe(`Deal ${number}`);
  const ply = /\.0\.(\d+)\//.exec(page.url())?.[1] ?? "?";
  await expect
    .poll(() => page.locator("main").innerText())
    .toContain(`Step ${ply} of`);
  // The bot is the one to decide.
  await expect.poll(() => page.locator("main").innerText()).toContain("random");
  expect(problems).toEqual([]);
  await page.close();
});

test("the costs of another ruleset are one choice away", async () => {
  const { page, problems } = await browser.visit(
    pathToFileURL(file).href,
    "#/bot/greedy",
    { width: 390, colorScheme: "dark", locale: "de" },
  );
  await page.getByLabel("Regelwerk").last().selectOption("troeven-3-solo");
  await expect
    .poll(() => page.locator("main").innerText())
    .toContain("--ruleset troeven-3-solo");
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(await barriers(page)).toEqual([]);
  expect(problems).toEqual([]);
  await page.close();
});

test("a ruleset says what its seats gained", async () => {
  const { page } = await browser.visit(
    pathToFileURL(file).href,
    "#/ruleset/troeven-3-solo",
  );
  const rows = page.getByRole("table").filter({ hasText: "dealer’s side" });
  expect(await rows.innerText()).toMatch(/eldest’s side[^]*second side/);
  await page.close();
});

test("without what decisions cost the page says how to get it", async () => {
  const data = dataOf(league.page("report", "--losses", "0"));
  const { page, problems } = await browser.open(data, "#/bot/random");
  expect(await page.locator("main").innerText()).toContain(
    "couillon analyse DIR --losses --bot random --record",
  );
  expect(problems).toEqual([]);
  await page.close();
});

test("an individual tournament has partners and opponents", async () => {
  const tournament = new RecordedLeague(
    ...["--bots", ...bots(5), "--ruleset", "fr", "--deals", "16"],
    ...["--format", "individual"],
  );
  try {
    const { page, problems } = await browser.visit(
      pathToFileURL(tournament.page("report")).href,
      "#/bot/greedy-0",
    );
    expect(await barriers(page)).toEqual([]);
    for (const name of ["By partner", "By opponent"]) {
      const table = page.getByRole("table", { name });
      expect(await table.getByRole("rowheader").count()).toBe(4);
    }
    await page
      .getByRole("link", { name: /^Deal \d+, seat/ })
      .first()
      .click();
    await page.getByText(/^Step \d+ of \d+$/).waitFor();
    expect(problems).toEqual([]);
    await page.close();
  } finally {
    tournament.remove();
  }
});

test("hostile names stay text in every language and on a phone", async () => {
  const names = new Map([
    ["random", "<script>window.hacked=1</script>"],
    ["greedy", `\u202Eمرحبا' ${"w".repeat(200)}`],
  ]);
  const data = renamed(dataOf(file), names);
  for (const locale of LANGUAGES) {
    const { page, problems } = await browser.open(
      data,
      `#/bot/${encodeURIComponent(names.get("greedy") ?? "")}`,
      { width: 390, locale },
    );
    expect(await overflow(page), locale).toBeLessThanOrEqual(0);
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
    expect(problems).toEqual([]);
    await page.close();
  }
});

test("what is folded is open on paper", async () => {
  const { page } = await browser.visit(pathToFileURL(file).href);
  const rule = page.locator("details li").first();
  expect(await rule.isVisible()).toBe(false);
  await page.emulateMedia({ media: "print" });
  expect(await rule.isVisible()).toBe(true);
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  expect(await page.locator("details[open]").count()).toBeGreaterThan(0);
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  expect(await page.locator("details[open]").count()).toBe(0);
  await page.close();
});
