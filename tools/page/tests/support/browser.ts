// The built page in Debian's chromium.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { AxeResults } from "axe-core";
import {
  chromium,
  type Browser as ChromiumBrowser,
  type Page,
} from "playwright-core";
import { expect } from "vitest";

export const BUILT = new URL(
  "../../../../build/page/index.html",
  import.meta.url,
);
const EMPTY =
  '<script id="couillon-data" type="application/json">null</script>';

/** The page with data in it, as the program writes it. */
export function pageWith(data: unknown): string {
  const parts = readFileSync(BUILT, "utf8").split(EMPTY);
  expect(parts, "the place for data, once").toHaveLength(2);
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return parts.join(EMPTY.replace("null", () => json));
}

export interface View {
  readonly width?: number;
  readonly locale?: string;
  readonly colorScheme?: "light" | "dark";
  readonly reducedMotion?: boolean;
}

/** A page in a browser, with what it should not have done. */
export interface Opened {
  readonly page: Page;
  readonly problems: string[];
}

export class Browser {
  private readonly folder = mkdtempSync(join(tmpdir(), "couillon-page-"));
  private files = 0;
  private readonly browser: ChromiumBrowser;

  private constructor(browser: ChromiumBrowser) {
    this.browser = browser;
  }

  /** With a new profile, which the end of the browser removes. */
  static async start(): Promise<Browser> {
    const browser = await chromium.launch({
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
      headless: true,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    });
    return new Browser(browser);
  }

  async stop() {
    await this.browser.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Opens a report from a file, at a page of it. */
  async open(data: unknown, hash = "#/", view: View = {}): Promise<Opened> {
    const file = join(this.folder, `${this.files++}.html`);
    writeFileSync(file, pageWith(data));
    return this.visit(pathToFileURL(file).href, hash, view);
  }

  async visit(url: string, hash = "#/", view: View = {}): Promise<Opened> {
    const { width = 1280, locale = "en", colorScheme = "light" } = view;
    const viewport = { width, height: 900 };
    const reducedMotion = view.reducedMotion ? "reduce" : "no-preference";
    const page = await this.browser.newPage({
      ...{ viewport, locale, colorScheme, reducedMotion },
    });
    const problems: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") {
        problems.push(message.text());
      }
    });
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("request", (request) => {
      const to = request.url();
      const isOwn = to.startsWith(url) || to.startsWith("data:");
      if (!isOwn) problems.push(`request: ${to}`);
    });
    await page.goto(url + hash);
    await page.waitForSelector("h1");
    return { page, problems };
  }
}

/** How far the page is wider than the window. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
}

const AXE = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** What axe-core finds that is serious, as lines. */
export async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const results = await page.evaluate(() =>
    (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return results.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map((node) => `${id}: ${node.html.slice(0, 200)}`),
    );
}
