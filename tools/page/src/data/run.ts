// What the machine knows of a league: host, times, and what each bot used.
// Unlike a report, it differs from run to run.

import {
  at,
  count,
  list,
  name,
  number,
  record,
  text,
  type Infer,
} from "./schema";

/** One process of the program that played a part of the league. */
const host = record({
  cpu: text,
  cores: number,
  kernel: text,
  version: text,
  workers: number,
  began: text,
  seconds: number,
});
export type HostRun = Infer<typeof host>;

const usage = record({
  bot: name,
  starts: number,
  decisions: number,
  busySeconds: number,
  cpuSeconds: number,
  p50Ms: at("latency_ms.p50", number),
  p99Ms: at("latency_ms.p99", number),
});
export type Usage = Infer<typeof usage>;

const identity = record({
  bot: name,
  digest: text,
  /** Name and version that the bot gives itself. */
  describesItself: (line) => {
    const parts = [line.text("described_name"), line.text("described_version")];
    return parts.filter((part) => part !== null).join(" ") || null;
  },
});
export type Identity = Infer<typeof identity>;

/** Faults of a bot with the same cause. */
const faultGroup = record({
  bot: name,
  verdict: name,
  count,
  /** How many of them forfeited a table. */
  forfeits: number,
  cause: text,
  /** An example: what happened, where, and its stderr tail. */
  detail: at("example.detail", text),
  ruleset: at("example.ruleset", text),
  stderr: at("example.last_stderr", text),
});
export type FaultGroup = Infer<typeof faultGroup>;

const run = record({
  written: text,
  hosts: list(host),
  policy: (run) => joinedLines(run.object("setup").texts("policy")),
  repeat: at("setup.commands.repeat", text),
  verify: at("setup.commands.verify", text),
  identities: at("setup.identities", list(identity)),
  usage: at("status.usage", list(usage)),
  faults: list(faultGroup),
});
export type Run = Infer<typeof run>;
export const readRun = run.read;

// A line that begins with blanks continues the one before.
function joinedLines(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    if (last !== undefined && line.startsWith(" ")) {
      joined[joined.length - 1] = `${last} ${line.trim()}`;
    } else if (line.trim() !== "") {
      joined.push(line);
    }
  }
  return joined;
}

/** The groups, or counts as groups if only they are known. */
export function faultsToShow(
  run: Run | null,
  counts: readonly {
    readonly bot: string;
    readonly verdict: string;
    readonly count: number;
  }[],
): readonly FaultGroup[] {
  if (run && run.faults.length > 0) return run.faults;
  return counts.map((line) => ({
    ...line,
    forfeits: line.count,
    cause: null,
    detail: null,
    ruleset: null,
    stderr: null,
  }));
}
