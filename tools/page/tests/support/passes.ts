import type { Page } from "playwright-core";
import { expect } from "vitest";
import { barriers, overflow, type Browser, type View } from "./browser";

// Pixels. From the second on, tables have their columns side by side.
const PHONE = 390;
const TABLET = 840;
const WIDE = 1280;

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
    for (const width of [PHONE, TABLET, view.width ?? WIDE]) {
      await page.setViewportSize({ width, height: 900 });
      const name = `overflow of ${hash} at ${width}`;
      expect(await overflow(page), name).toBeLessThanOrEqual(0);
    }
    expect(problems, `problems of ${hash}`).toEqual([]);
  }
  return page;
}
