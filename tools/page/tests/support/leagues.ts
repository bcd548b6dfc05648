// Reports of real leagues, made by the program in $COUILLON.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

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
