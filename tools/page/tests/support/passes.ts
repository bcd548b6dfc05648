import type { Page } from "playwright-core";
import { expect } from "vitest";
import { barriers, overflow, type Browser, type View } from "./browser";

/**
 * Opens pages of a document and checks what holds for every page. That axe-core
 * finds nothing takes a second per page, so only the first is asked.
 */
export async function passes(
  browser: Browser,
  data: unknown,
  hashes: readonly string[],
  view: View = {},
): Promise<Page> {
  const { page, problems } = await browser.open(data, hashes[0], view);
  expect(await barriers(page), `barriers of ${hashes[0]}`).toEqual([]);
  for (const hash of hashes) {
    await page.evaluate((to) => {
      window.location.hash = to;
    }, hash);
    expect(await page.locator("h1").innerText()).not.toBe("");
    expect(await overflow(page), `overflow of ${hash}`).toBeLessThanOrEqual(0);
    expect(problems, `problems of ${hash}`).toEqual([]);
  }
  return page;
}
