// A table to play at: whole games by clicks, in a browser.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { barriers, Browser, overflow, type View } from "./support/browser";
import { Playing, shortMatches } from "./support/playing";
import { LANGUAGES } from "../src/words/words";

const folder = mkdtempSync(join(tmpdir(), "couillon-play-"));
let browser: Browser;
beforeAll(async () => {
  browser = await Browser.start();
});
afterAll(async () => {
  await browser.stop();
  rmSync(folder, { recursive: true });
});

const WITHOUT_PAUSES: View = { reducedMotion: true };

interface Sat {
  readonly game: Playing;
  readonly page: Page;
  readonly problems: string[];
}

async function sit(options: string[], view: View = {}): Promise<Sat> {
  const game = await Playing.start(...options);
  const opened = await browser.visit(game.address, "", {
    ...WITHOUT_PAUSES,
    ...view,
  });
  return { game, ...opened };
}

/** What the reader may press: a card, a call, or what goes on after a deal. */
const choices = (page: Page): Locator =>
  page.locator(
    [
      'button[data-action="choose"]:not(:disabled)',
      'button[aria-disabled="false"]',
      "[data-own] button:not(:disabled):not([aria-disabled])",
      'section[aria-label="Table"] li button:not(:disabled):not([aria-disabled])',
      'button[data-action="next"]',
    ].join(","),
  );

const over = (page: Page): Locator =>
  page.locator('button[data-action="again"]');

/** Presses the first choice again and again, to the end of the game. */
async function playOut(page: Page): Promise<number> {
  for (let presses = 0; ; ++presses) {
    await choices(page).or(over(page)).first().waitFor();
    if (await over(page).isVisible()) return presses;
    const before = await stepOf(page);
    await choices(page).first().click();
    await page.waitForFunction(
      (step) => document.querySelector("main")?.dataset["step"] !== step,
      before,
    );
  }
}

/** The number of the state that is shown. */
const stepOf = async (page: Page) =>
  (await page.locator("main").getAttribute("data-step")) ?? "";

describe("a whole match is played by clicks", () => {
  for (const ruleset of [
    "basic-gerver",
    "troeven-2-stock",
    "troeven-3-dummy",
  ]) {
    test(ruleset, async () => {
      const options = ["--bot", "builtin:greedy", "--ruleset"];
      const { game, page, problems } = await sit(
        [...options, shortMatches(folder, ruleset), "--seed", "clicks"],
        { width: ruleset === "basic-gerver" ? 1280 : 390 },
      );
      expect(await playOut(page)).toBeGreaterThan(10);
      expect(await page.locator("main").innerText()).toContain("clicks");
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await page.getByText("Leave the table").first().waitFor({
        state: "detached",
      });
      expect(problems).toEqual([]);
      await page.close();
      await game.stop();
    });
  }
});

test("one deal by keyboard, with a hint, then analysis", async () => {
  const { game, page, problems } = await sit([
    ...["--deals", "1", "--seed", "example", "--bot", "builtin:heuristic"],
  ]);
  expect(await barriers(page)).toEqual([]);
  await page
    .getByRole("button", { name: "ace of spades", exact: true })
    .focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByText("would choose").waitFor();
  const hand = page.getByRole("list", { name: "Your cards" });
  await hand.getByRole("button").first().focus();
  await page.keyboard.press("ArrowRight");
  const second = hand.getByRole("button").nth(1);
  await expect
    .poll(() => second.evaluate((card) => card === document.activeElement))
    .toBe(true);
  await playOut(page);
  await page.getByText("Analyse the deal").click();
  await page.getByText("with all cards seen").waitFor();
  await page.getByText("All hands").click();
  expect(await barriers(page)).toEqual([]);
  expect(problems).toEqual([]);
  await page.close();
  await game.stop();
});

test("a card that may not be played says why, and is not played", async () => {
  const { game, page, problems } = await sit([
    ...["--deals", "1", "--seed", "example", "--bot", "builtin:heuristic"],
  ]);
  const before = await stepOf(page);
  const card = page.getByRole("button", {
    name: "king of hearts, You have to follow suit.",
  });
  await card.click({ force: true });
  await page.getByRole("status").getByText("You have to follow").waitFor();
  expect(await stepOf(page)).toBe(before);
  expect(problems).toEqual([]);
  await page.close();
  await game.stop();
});

test("a page that is loaded again, or twice, shows the same table", async () => {
  const { game, page, problems } = await sit([
    ...["--deals", "2", "--seed", "example", "--bot", "builtin:heuristic"],
  ]);
  await choices(page).first().click();
  await expect.poll(() => cardsOf(page)).toHaveLength(3);
  await page.reload();
  await expect.poll(() => cardsOf(page)).toHaveLength(3);
  const second = await browser.visit(game.address, "", WITHOUT_PAUSES);
  expect(await cardsOf(second.page)).toEqual(await cardsOf(page));
  // What one window does, the other shows.
  await choices(page).first().click();
  await expect.poll(() => cardsOf(second.page)).toHaveLength(2);
  expect([...problems, ...second.problems]).toEqual([]);
  await second.page.close();
  await page.close();
  await game.stop();
});

test("the rules are in the language of the page", async () => {
  const { game, page, problems } = await sit(
    ["--ruleset", "mit-malmedy", "--bot", "builtin:greedy"],
    { locale: "fr-BE" },
  );
  await page.getByText("Règles", { exact: true }).click();
  const rules = page.locator("details [lang]").first();
  await rules.getByRole("heading", { name: "Donne et atout" }).waitFor();
  expect(await rules.getAttribute("lang")).toBe("fr");
  await rules.getByText("Qui a la dame de pique peut l’annoncer").waitFor();
  await page.getByRole("combobox", { name: "Langue" }).selectOption("de");
  await rules.getByText("Wer Pik-Dame hat, darf diese Karte").waitFor();
  expect(await rules.getAttribute("lang")).toBe("de");
  expect(problems).toEqual([]);
  await page.close();
  await game.stop();
});

async function cardsOf(page: Page): Promise<(string | null)[]> {
  return page
    .getByRole("list", { name: "Your cards" })
    .getByRole("img")
    .evaluateAll((all) => all.map((card) => card.ariaLabel));
}

test("leaving shows the seed and ends the program", async () => {
  const { game, page, problems } = await sit([
    ...["--seed", "example", "--bot", "builtin:heuristic"],
  ]);
  await page.getByRole("button", { name: "Leave the table" }).click();
  await page.getByRole("button", { name: "Leave the table" }).click();
  await page.getByText("You have left the table").waitFor();
  expect(await page.locator("main").innerText()).toContain("example");
  expect(await game.code()).toBe(0);
  expect(problems).toEqual([]);
  await page.close();
});

test("pauses show what the others do one after the other", async () => {
  const { game, page } = await sit(
    ["--ruleset", "six-24", "--seed", "example", "--bot", "builtin:greedy"],
    { reducedMotion: false },
  );
  const seen = new Set<string>();
  const before = await stepOf(page);
  await choices(page).first().click();
  await expect.poll(() => stepOf(page)).not.toBe(before);
  await expect
    .poll(
      async () => {
        seen.add(await stepOf(page));
        return choices(page).count();
      },
      { timeout: 60_000, interval: 50 },
    )
    .toBeGreaterThan(0);
  expect(seen.size).toBeGreaterThan(2);
  await page.close();
  await game.stop();
});

test("the longest name fits on a phone in every language", async () => {
  const name = "w".repeat(40);
  const game = await Playing.start(
    ...["--ruleset", "eight-32", "--seed", "example"],
    ...["--bot", `${name}=builtin:greedy`],
  );
  for (const locale of LANGUAGES) {
    const { page, problems } = await browser.visit(game.address, "", {
      ...WITHOUT_PAUSES,
      width: 390,
      locale,
    });
    await page.getByText(name).first().waitFor();
    expect(await overflow(page), locale).toBeLessThanOrEqual(0);
    if (locale === "en") expect(await barriers(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.close();
  }
  await game.stop();
});
