// What the machine knows of a league: host, times, and what each bot used.
// Unlike a report, it differs from run to run.

import { Fields } from "./fields";

/** One process of the program that played a part of the league. */
export interface HostRun {
  readonly cpu: string | null;
  readonly cores: number | null;
  readonly kernel: string | null;
  readonly version: string | null;
  readonly workers: number | null;
  readonly began: string | null;
  readonly ended: string | null;
  readonly seconds: number | null;
}

export interface Usage {
  readonly bot: string;
  readonly isRemote: boolean;
  readonly starts: number | null;
  readonly decisions: number | null;
  readonly busySeconds: number | null;
  readonly cpuSeconds: number | null;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
}

export interface Identity {
  readonly bot: string;
  readonly digest: string | null;
  /** Name and version that the bot gives itself. */
  readonly describesItself: string | null;
}

/** Faults of a bot with the same cause. */
export interface FaultGroup {
  readonly bot: string;
  readonly verdict: string;
  readonly count: number;
  /** How many of them forfeited a table. */
  readonly forfeits: number | null;
  readonly cause: string | null;
  /** Of an example: what happened, where, and its stderr tail. */
  readonly detail: string | null;
  readonly ruleset: string | null;
  readonly stderr: string | null;
}

export interface Run {
  readonly written: string | null;
  readonly hosts: readonly HostRun[];
  readonly policy: readonly string[];
  readonly repeat: string | null;
  readonly verify: string | null;
  readonly identities: readonly Identity[];
  readonly usage: readonly Usage[];
  readonly faults: readonly FaultGroup[];
}

export function readRun(fields: Fields): Run {
  const setup = fields.object("setup");
  const commands = setup.object("commands");
  return {
    written: fields.text("written"),
    hosts: fields.objects("hosts").map(readHost),
    policy: joinedLines(setup.texts("policy")),
    repeat: commands.text("repeat"),
    verify: commands.text("verify"),
    identities: setup.objects("identities").map(readIdentity),
    usage: fields.object("status").objects("usage").map(readUsage),
    faults: fields.objects("faults").map(readFaultGroup),
  };
}

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

function readHost(fields: Fields): HostRun {
  return {
    cpu: fields.text("cpu"),
    cores: fields.number("cores"),
    kernel: fields.text("kernel"),
    version: fields.text("version"),
    workers: fields.number("workers"),
    began: fields.text("began"),
    ended: fields.text("ended"),
    seconds: fields.number("seconds"),
  };
}

function readIdentity(fields: Fields): Identity {
  const name = fields.text("described_name");
  const version = fields.text("described_version");
  const known = [name, version].filter((part) => part !== null);
  return {
    bot: fields.text("bot") ?? "",
    digest: fields.text("digest"),
    describesItself: known.length > 0 ? known.join(" ") : null,
  };
}

function readUsage(fields: Fields): Usage {
  const latency = fields.object("latency_ms");
  return {
    bot: fields.text("bot") ?? "",
    isRemote: fields.flag("remote") ?? false,
    starts: fields.number("starts"),
    decisions: fields.number("decisions"),
    busySeconds: fields.number("busy_seconds"),
    cpuSeconds: fields.number("cpu_seconds"),
    p50Ms: latency.number("p50"),
    p99Ms: latency.number("p99"),
  };
}

function readFaultGroup(fields: Fields): FaultGroup {
  const example = fields.object("example");
  return {
    bot: fields.text("bot") ?? "",
    verdict: fields.text("verdict") ?? "",
    count: fields.number("count") ?? 0,
    forfeits: fields.number("forfeits"),
    cause: fields.text("cause"),
    detail: example.text("detail"),
    ruleset: example.text("ruleset"),
    stderr: example.text("last_stderr"),
  };
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
