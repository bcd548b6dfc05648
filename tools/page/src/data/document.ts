// What the program put into the page: a report, its run, and whether it is
// live.

import {
  readFairness,
  readFairnessRun,
  type Fairness,
  type FairnessRun,
} from "./fairness";
import { Fields } from "./fields";
import { readLosses, type Losses } from "./losses";
import { readReport, type Report } from "./report";
import { readRun, type Run } from "./run";

export const SCHEMA_NAME = "couillon.report";
export const FAIRNESS_SCHEMA_NAME = "couillon.fairness";
/** The newest versions that the page knows. */
const VERSIONS = new Map([
  [SCHEMA_NAME, 2],
  [FAIRNESS_SCHEMA_NAME, 1],
]);

export type Loaded =
  | {
      readonly kind: "report";
      readonly report: Report;
      readonly run: Run | null;
      /** What decisions cost; null if the page was made without. */
      readonly losses: Losses | null;
      /** The version of the document, if it is newer than this page. */
      readonly newerVersion: number | null;
    }
  | {
      readonly kind: "fairness";
      readonly fairness: Fairness;
      readonly run: FairnessRun;
      readonly newerVersion: number | null;
    }
  /** A live page before its first report, or a page without data. */
  | { readonly kind: "empty" }
  /** Data that this browser cannot unpack: see packed.ts. */
  | { readonly kind: "packed" }
  /** A document that is no report: the name of its schema, if it has one. */
  | { readonly kind: "foreign"; readonly schema: string | null };

export function readDocument(json: unknown): Loaded {
  const fields = new Fields(json);
  if (fields.has("gzip")) return { kind: "packed" };
  if (!fields.has("report")) {
    return json === null || json === undefined || fields.has("live")
      ? { kind: "empty" }
      : { kind: "foreign", schema: fields.object("schema").text("name") };
  }
  const report = fields.object("report");
  const schema = report.object("schema");
  const name = schema.text("name");
  const version = schema.number("version");
  const known = VERSIONS.get(name ?? "") ?? 0;
  const newerVersion = version !== null && version > known ? version : null;
  switch (name) {
    case SCHEMA_NAME:
      return {
        kind: "report",
        report: readReport(report.raw),
        run: fields.has("run") ? readRun(fields.object("run")) : null,
        losses: fields.has("losses")
          ? readLosses(fields.object("losses"))
          : null,
        newerVersion,
      };
    case FAIRNESS_SCHEMA_NAME:
      return {
        kind: "fairness",
        fairness: readFairness(report),
        run: readFairnessRun(fields.object("run")),
        newerVersion,
      };
    default:
      return { kind: "foreign", schema: schema.text("name") };
  }
}

/** Where the program serves deals, relative to the page; null: nowhere. */
export function dealsUrl(json: unknown): string | null {
  return new Fields(json).object("live").text("deals");
}

/** The address of the events of a live page, relative to it. */
export function liveUrl(json: unknown): string | null {
  return new Fields(json).object("live").text("url");
}
