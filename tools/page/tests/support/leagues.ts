// Reports of real leagues, made by the program in $COUILLON.

import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { BUILT } from "./browser";

type Json = Record<string, unknown>;

function program(): string {
  const path = process.env["COUILLON"];
  if (!path) throw new Error("COUILLON must name the program couillon");
  return path;
}

/** A bot that breaks the contract in a way, for `--bots`. */
export function brokenBot(name: string, fault: string): string {
  const path = join(dirname(program()), "couillon-broken-bot");
  return `${name}=${path} --fault ${fault}`;
}

/** Runs `couillon ARGUMENTS --out DIRECTORY` and returns the report as JSON. */
export function reportOf(...command: string[]): Json {
  return inFolder((folder) => {
    const league = join(folder, "league");
    run(...command, "--seed", "page", "--quiet", "--out", league);
    return jsonOf("report", league, "--format", "json");
  });
}

/** The report of a league as JSON and as text. */
export function bothReportsOf(...command: string[]) {
  return inFolder((folder) => {
    const league = join(folder, "league");
    run(...command, "--seed", "page", "--quiet", "--out", league);
    return {
      report: jsonOf("report", league, "--format", "json"),
      text: run("report", league),
    };
  });
}

/** The report of an arena of three entrants, one of them replaced. */
export function arenaReport(): Json {
  return inFolder((folder) => {
    const arena = join(folder, "arena");
    const options = ["--ruleset", "fr", "--deals", "40", "--seed", "page"];
    run("arena", "init", arena, ...options);
    run("arena", "submit", arena, "random", "greedy", "heuristic");
    run("arena", "run", arena, "--quiet");
    run("arena", "submit", arena, "greedy=builtin:heuristic");
    run("arena", "run", arena, "--quiet");
    return jsonOf("report", arena, "--format", "json");
  });
}

/** The report of an arena of five entrants that has played to its end. */
export function cupReport(format: "swiss" | "double-knockout"): Json {
  return inFolder((folder) => {
    const arena = join(folder, "arena");
    // Intervals that hold at any time begin at 50 pairs.
    const options = ["--ruleset", "fr", "--deals", "64", "--seed", "page"];
    run("arena", "init", arena, "--format", format, ...options);
    const bots = ["random", "greedy", "heuristic", "first-legal"];
    run("arena", "submit", arena, ...bots, "other=builtin:greedy");
    run("arena", "run", arena, "--quiet");
    return jsonOf("report", arena, "--format", "json");
  });
}

function inFolder<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "couillon-page-"));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(...command: string[]): string {
  return execFileSync(program(), command, {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    env: withPage(),
    stdio: ["ignore", "pipe", "pipe"],
  });
}

function jsonOf(...command: string[]): Json {
  return JSON.parse(run(...command)) as Json;
}

/** `count` bots, strong and weak ones in turn, as arguments of `--bots`. */
export function bots(count: number): string[] {
  const programs = ["greedy", "heuristic", "random"];
  return Array.from({ length: count }, (_, i) => {
    const name = programs[i % programs.length] ?? "random";
    return `${name}-${i}=builtin:${name}`;
  });
}

export const TWELVE_RULESETS =
  "fr,kwajongen,kujong,troeven,mit-malmedy,basic-gerver,ardennes,tongres,denexa,cooyah,force-fr,force-gerver";

/** The same report with other names of bots. */
export function renamed(
  report: Json,
  names: ReadonlyMap<string, string>,
): Json {
  const rename = (value: unknown): unknown => {
    if (typeof value === "string") return names.get(value) ?? value;
    if (Array.isArray(value)) return value.map(rename);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, rename(item)]),
    );
  };
  return rename(report) as Json;
}

const SMALL_RUN = {
  "--deals": "400",
  "--pairing-deals": "100",
  "--matches": "200",
  "--solved-deals": "20",
  "--seed": "page",
};

/** A fairness run as JSON: a small one, but for the options given. */
export function fairnessOf(...options: string[]): Json {
  const small = Object.entries(SMALL_RUN).filter(
    ([option]) => !options.includes(option),
  );
  return jsonOf(
    ...["fairness", "--quiet", "--format", "json"],
    ...[...small.flat(), ...options],
  );
}

/** A recorded table, as `couillon export --what deals` lists it. */
export interface RecordedTable {
  readonly ruleset: string;
  readonly item: number;
  readonly seating: number;
  readonly number: number;
  readonly first_game_points: number;
  readonly play: string;
}

/** A league with its deals, in a folder of its own until `remove()`. */
export class RecordedLeague {
  private readonly folder = mkdtempSync(join(tmpdir(), "couillon-page-"));
  readonly directory = join(this.folder, "league");

  constructor(...options: string[]) {
    const command = ["league", "run", ...options, "--record", "deals"];
    run(...command, "--seed", "page", "--quiet", "--out", this.directory);
  }

  tables(): RecordedTable[] {
    return run(
      ...["export", this.directory, "--what", "deals", "--format", "jsonl"],
    )
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as RecordedTable);
  }

  /** The file of `couillon COMMAND DIRECTORY --format html`. */
  page(command: "report" | "replay", ...options: string[]): string {
    const file = join(this.folder, `${command}.html`);
    run(
      ...[command, this.directory, ...options],
      ...["--format", "html", "--out", file],
    );
    return file;
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The ids of all rulesets of the program. */
export function allRulesets(): string[] {
  const document = jsonOf("rules", "--format", "json") as {
    readonly rulesets: readonly { readonly id: string }[];
  };
  return document.rulesets.map(({ id }) => id);
}

/** A program that serves a page until `stop()`. */
export async function serve(directory: string): Promise<{
  readonly address: string;
  stop(): void;
}> {
  const server = spawn(program(), ["view", directory], {
    env: withPage(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const address = await new Promise<string>((found, failed) => {
    let text = "";
    server.stdout.on("data", (bytes: Buffer) => {
      text += bytes.toString();
      const url = /http:\S+/.exec(text)?.[0];
      if (url) found(url);
    });
    server.on("exit", () => failed(new Error(`couillon view ended: ${text}`)));
  });
  return { address, stop: () => server.kill("SIGINT") };
}

// The page that is tested, not the one inside the program.
function withPage() {
  return { ...process.env, COUILLON_PAGE: fileURLToPath(BUILT) };
}
