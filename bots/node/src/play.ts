// A bot as one function, and its answers to the messages of a stream.

import {inspect} from "node:util";
import {Action} from "./action.js";
import {
  type Decision,
  type PlayRequest,
  type TableResult,
  readPlayRequest,
} from "./decision.js";
import {Observation} from "./observation.js";
import {messageType} from "./protocol.js";
import {Rules} from "./rules.js";
import {SDK} from "./sdk.js";

/** Takes what a seat may see and returns a legal action. */
export type Decide = (seen: Observation) => Action;

/** A bot's name, rulesets and limits, for the referee. */
export interface BotOptions {
  name: string;
  version?: string;
  author?: string;
  /** Ids of the rulesets that it plays; none for all. */
  rulesets?: string[];
  /** Maximum number of decisions in a message; 0 for no limit. */
  maxBatch?: number;
  /** Maximum number of unanswered messages; 0 for no limit. */
  maxInFlight?: number;
  /**
   * Called with the result of every table that the bot has played, without
   * naming it. A bot whose decisions depend on results is not reproducible.
   */
  onResult?: (rules: Rules, result: TableResult) => void;
}

/** couillon.v1.PlayResponse. */
export interface PlayResponse {
  decisionIds: number[];
  actions: number[];
}

/** `decide` returned something else than an action. */
export class WrongAnswer extends Error {
  constructor(returned: unknown) {
    const wanted = `the bot has to return a card or an action, 0 to ${Action.NOTHING}`;
    const value = inspect(returned, {breakLength: Infinity, depth: 1, maxStringLength: 100});
    super(
      isThenable(returned)
        ? `${wanted}, at once, but returned a promise: decide cannot be async`
        : `${wanted}, but returned ${value}`,
    );
  }
}

function isThenable(value: unknown): boolean {
  return typeof (value as {then?: unknown} | undefined | null)?.then === "function";
}

function isAction(value: unknown): value is Action {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= Action.NOTHING;
}

/** What made the bot fail, for its status. */
export function reasonOf(error: unknown): string {
  return error instanceof WrongAnswer ? error.message : `the bot failed: ${error}`;
}

/**
 * Writes what made the bot fail to stderr. A wrong answer without its stack: no
 * line of the bot is in it, and one of the SDK would look like the cause.
 */
export function print(error: unknown, name: string): void {
  console.error(error instanceof WrongAnswer ? `${name}: ${error.message}` : error);
}

const playResponse = messageType("PlayResponse");

export const deserializePlayRequest: (bytes: Buffer) => PlayRequest = readPlayRequest;
export const serializePlayResponse = (value: PlayResponse) =>
  playResponse.encode(value as object).finish() as Buffer;

/** The fields of couillon.v1.DescribeResponse. */
export function descriptionOf({onResult, ...fields}: BotOptions): object {
  return {...fields, wantsResults: onResult !== undefined, sdk: SDK};
}

/** One stream of messages to a bot, with the rulesets that came with it. */
export class PlaySession {
  private readonly rulesets = new Map<number, Rules>();

  constructor(
    private readonly decide: Decide,
    private readonly options: BotOptions,
  ) {}

  /** The answer to a message; undefined if it needs none. Throws what the bot throws. */
  answer(request: PlayRequest): PlayResponse | undefined {
    for (const {handle, ruleset, hash} of request.rulesets) {
      this.rulesets.set(handle, new Rules(ruleset, hash));
    }
    const decisions = request.decisions;
    const response = decisions.length > 0 ? this.decideAll(decisions) : undefined;
    for (const result of request.results) this.handOver(result);
    return response;
  }

  private handOver(result: TableResult): void {
    if (this.options.onResult === undefined) return;
    const rules = this.rulesets.get(result.rulesetHandle);
    if (rules === undefined) {
      throw new Error(`ruleset ${result.rulesetHandle} was never sent`);
    }
    this.options.onResult(rules, result);
  }

  private decideAll(decisions: Decision[]): PlayResponse {
    const response: PlayResponse = {decisionIds: [], actions: []};
    for (const decision of decisions) {
      const action: unknown = this.decide(new Observation(decision, this.rulesets));
      if (!isAction(action)) {
        // That it also fails later is of no interest, and would end the process.
        if (action instanceof Promise) action.catch(() => undefined);
        throw new WrongAnswer(action);
      }
      response.decisionIds.push(decision.decisionId);
      response.actions.push(action);
    }
    return response;
  }
}
