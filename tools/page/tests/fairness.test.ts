// The pages of a fairness run in a browser, of real runs and a stored one.

import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Browser, overflow } from "./support/browser";
import { fairnessOf, renamed } from "./support/leagues";
import { passes } from "./support/passes";
import { LANGUAGES } from "../src/words/words";

const STORED = JSON.parse(
  readFileSync(new URL("data/fairness-1.json", import.meta.url), "utf8"),
) as Record<string, unknown>;
const RUN = {
  schema: { name: "couillon.run", version: 1 },
  setup: { commands: { repeat: "couillon fairness --ruleset fr" } },
  program: { version: "1.2.3" },
  written: "2026-11-24T12:00:00Z",
};
const ofRun = (report: unknown) => ({ report, run: RUN, live: null });

let browser: Browser;
beforeAll(async () => {
  browser = await Browser.start();
});
afterAll(async () => {
  await browser.stop();
});

const section = (page: Page, name: string) =>
  page.getByRole("region", { name, exact: true });

/** The names of the rows of the first table, without what else they say. */
const rowNames = (within: Locator) =>
  within.getByRole("table").first().getByRole("rowheader").allInnerTexts();

describe("a run of four rulesets", () => {
  const rulesets = ["fr", "mit-malmedy", "troeven-3-solo", "tongres"];
  let data: unknown;
  beforeAll(() => {
    data = ofRun(
      fairnessOf("--ruleset", rulesets.join(","), "--playouts", "5000"),
    );
  });

  test("has a page that passes, and one for each ruleset", async () => {
    const pages = ["#/", ...rulesets.map((id) => `#/ruleset/${id}`)];
    const page = await passes(browser, data, pages);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflow(page), "on a phone").toBeLessThanOrEqual(0);
    await page.close();
  });

  test("says the verdict on whole matches first, then one deal", async () => {
    const { page } = await browser.open(data);
    const titles = await page.locator("h2").allInnerTexts();
    expect(titles.slice(0, 2)).toEqual([
      "Whole matches",
      "What a seat is worth in one deal",
    ]);
    const names = await rowNames(section(page, "Whole matches"));
    expect(names.map((name) => name.trim()).sort()).toEqual(
      [...rulesets].sort(),
    );
    expect(await page.locator("main").innerText()).toContain(
      "couillon fairness --ruleset fr",
    );
    await page.close();
  });

  test("leaves out what cannot happen under a ruleset", async () => {
    const figures = async (id: string) => {
      const { page } = await browser.open(data, `#/ruleset/${id}`);
      const names = await rowNames(section(page, "Single deals").first());
      await page.close();
      return names;
    };
    expect(await figures("fr")).toContain("passed out");
    const solo = await figures("troeven-3-solo");
    expect(solo).toContain("makers win");
    expect(solo).not.toContain("passed out");
    expect(solo.join()).not.toContain("makes trumps, seat");
  });
});

describe("two readings", () => {
  let report: Record<string, unknown>;
  beforeAll(() => {
    report = fairnessOf("--compare", "fr,force-fr");
  });

  test("show what changed by size, the rest folded", async () => {
    const page = await passes(browser, ofRun(report), ["#/"]);
    const changed = section(page, "What changed");
    const heads = await changed.locator("h3").allInnerTexts();
    expect(heads.map((head) => head.split(":")[0])).toEqual([
      "heuristic",
      "greedy",
      "random",
    ]);
    const names = await rowNames(changed);
    const { comparisons } = report as unknown as {
      comparisons: {
        changed: string[];
        figures: Record<string, { size: number }>;
      }[];
    };
    const strongest = comparisons[2];
    expect(names).toHaveLength(strongest?.changed.length ?? -1);
    expect(names[0]).toBe("passed out");
    const sizes = strongest?.changed.map((name) =>
      Math.abs(strongest.figures[name]?.size ?? 0),
    );
    expect(sizes).toEqual([...(sizes ?? [])].sort((a, b) => b - a));

    const rest = changed.getByText("without a significant change").first();
    const figure = changed.getByRole("rowheader", {
      name: "lead of eldest hand’s side",
    });
    expect(await figure.first().isVisible()).toBe(false);
    await rest.focus();
    await page.keyboard.press("Enter");
    await figure.first().waitFor({ state: "visible" });
    await page.close();
  });

  test("that are the same have no change", async () => {
    const same = fairnessOf("--compare", "denexa-24,basic-gerver");
    const page = await passes(browser, ofRun(same), ["#/"]);
    const text = await section(page, "What changed").innerText();
    expect(text).toContain("No figure changed significantly.");
    await page.close();
  });
});

describe("a stored run of version 1", () => {
  const data = ofRun(STORED);

  test("has a verdict of each kind, unfair ones first", async () => {
    const page = await passes(browser, data, ["#/"]);
    const verdicts = section(page, "Whole matches").getByRole("row");
    const lines = await verdicts.allInnerTexts();
    const at = (ruleset: string) =>
      lines.find((line) => line.includes(ruleset)) ?? "";
    expect(at("tongres")).toContain("unfair");
    expect(at("kujong")).toContain("undecided");
    expect(at("fr")).toMatch(/=\s+fair/);
    expect(at("troeven-3-solo")).toContain("no verdict");
    expect(lines[1]).toContain("tongres");
    await page.close();
  });

  test("warns only of what whole matches show", async () => {
    const colours = async (ruleset: string) => {
      const { page } = await browser.open(data, `#/ruleset/${ruleset}`);
      const found = await section(page, "What a seat is worth in one deal")
        .getByText(/unfair$/)
        .evaluateAll((items) =>
          items.map((item) => getComputedStyle(item).color),
        );
      const text = await page.locator("main").innerText();
      await page.close();
      return { found: new Set(found), text };
    };
    const warning = "rgb(154, 74, 0)";
    const shown = await colours("tongres");
    expect(shown.found).toContain(warning);
    expect(shown.text).toContain("unfair in the same direction");
    const open = await colours("kujong");
    expect(open.found.size).toBe(1);
    expect(open.found).not.toContain(warning);
    expect(open.text).toContain("Whole matches do not show it.");
    expect((await colours("troeven-3-solo")).found).not.toContain(warning);
  });

  test("leads to a ruleset and back by keyboard", async () => {
    const { page, problems } = await browser.open(data);
    await page.getByRole("link", { name: "tongres" }).first().focus();
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.locator("h1").innerText())
      .toBe("Couillon of Tongres");
    await page.getByRole("link", { name: "Whole report" }).focus();
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.locator("h1").innerText())
      .toBe("How fair are 4 rulesets?");
    expect(problems).toEqual([]);
    await page.close();
  });

  test("fits on a phone in every language", async () => {
    for (const locale of LANGUAGES) {
      const { page, problems } = await browser.open(data, "#/", {
        width: 390,
        locale,
      });
      for (const hash of ["#/", "#/ruleset/fr"]) {
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

  test("has no barrier in the dark on the page of a ruleset", async () => {
    const view = { colorScheme: "dark" } as const;
    const hashes = ["#/ruleset/tongres", "#/", "#/ruleset/none"];
    const page = await passes(browser, data, hashes, view);
    expect(await page.locator("h1").innerText()).toContain("none");
    await page.close();
  });

  test("draws a mark for each ruleset and bot", async () => {
    const { page } = await browser.open(data);
    const plot = page.getByRole("img", { name: "The lead of eldest hand" });
    await plot.locator("svg").waitFor();
    expect(await plot.locator('g[aria-label="dot"] path').count()).toBe(12);
    await page.close();
  });

  test("of a newer version shows a warning and what is known", async () => {
    const report = {
      ...STORED,
      schema: { name: "couillon.fairness", version: 7 },
    };
    const { page } = await browser.open(ofRun(report));
    const text = await page.locator("main").innerText();
    expect(text).toContain("version 7");
    expect(text).toContain("kujong");
    await page.close();
  });

  test("with garbage in every figure does not matter", async () => {
    const spoilt = JSON.parse(
      JSON.stringify(STORED, (key, value: unknown) =>
        typeof value === "number" && key !== "version" ? "?" : value,
      ),
    ) as unknown;
    for (const hash of ["#/", "#/ruleset/fr"]) {
      const { page, problems } = await browser.open(ofRun(spoilt), hash);
      expect(await page.locator("h2").count()).toBeGreaterThan(2);
      expect(problems).toEqual([]);
      await page.close();
    }
  });
});

test("without matches the page says so", async () => {
  const report = fairnessOf(
    ...["--ruleset", "fr", "--matches", "0", "--pairing-deals", "0"],
    ...["--bots", "builtin:random", "builtin:greedy", "--solved-deals", "0"],
  );
  const page = await passes(browser, ofRun(report), ["#/", "#/ruleset/fr"]);
  await page.goBack();
  await expect
    .poll(() => section(page, "Whole matches").innerText())
    .toContain("No matches were played");
  await page.close();
});

test("hostile names stay text", async () => {
  const names = new Map([
    ["random", "<script>window.hacked=1</script>"],
    ["greedy", `"><img src=x onerror="window.hacked=1">`],
    ["heuristic", `\u202Eمرحبا${"w".repeat(200)}`],
    ["tongres", `<b>${"x".repeat(200)}`],
    ["Couillon of Tongres", `<img src=x onerror="window.hacked=1">`],
  ]);
  const report = renamed(STORED, names);
  const ruleset = encodeURIComponent(names.get("tongres") ?? "");
  const hashes = ["#/", `#/ruleset/${ruleset}`];
  const page = await passes(browser, ofRun(report), hashes, { width: 390 });
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  expect(await page.locator("img").count()).toBe(0);
  await page.close();
});
