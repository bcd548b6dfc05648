// Connects a bot to an arena, which plays it on that connection: for bots that
// cannot be called. docs/remote-bots.md explains it.

import {setTimeout as sleep} from "node:timers/promises";
import {Client, type ServiceError, status} from "@grpc/grpc-js";
import {type Arena, type Endpoint, arenaFromEnvironment, endpointOf} from "./arena.js";
import type {PlayRequest} from "./decision.js";
import {
  type BotOptions,
  type Decide,
  PlaySession,
  descriptionOf,
  deserializePlayRequest,
  print,
  serializePlayResponse,
} from "./play.js";
import {messageType} from "./protocol.js";

const SUBMIT_MS = 30_000;
const KEEPALIVE_MS = 30_000;
const CHANNEL = {
  "grpc.max_receive_message_length": -1,
  "grpc.max_send_message_length": -1,
  "grpc.keepalive_time_ms": KEEPALIVE_MS,
  "grpc.keepalive_timeout_ms": KEEPALIVE_MS,
  // Every try is a connection of its own, without the state of earlier ones.
  "grpc.use_local_subchannel_pool": 1,
};
// What a later try would not change.
const LASTING = new Set([
  status.FAILED_PRECONDITION,
  status.INVALID_ARGUMENT,
  status.UNAUTHENTICATED,
  status.PERMISSION_DENIED,
  status.RESOURCE_EXHAUSTED,
  status.UNIMPLEMENTED,
]);

const submitRequest = messageType("SubmitRequest");
const submitResponse = messageType("SubmitResponse");

interface SubmitResponse {
  label: string;
  session: string;
  streams: number;
}

/** Pauses between tries, in milliseconds: each twice the one before. */
export interface Pauses {
  first: number;
  longest: number;
}

/** Another try would fail in the same way. Its message is one line. */
export class Refused extends Error {}

function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && "code" in error && "details" in error;
}

function textOf(error: ServiceError): string {
  return `${status[error.code]}: ${error.details.replaceAll(/\s+/g, " ")}`;
}

/** Why another Submit would fail in the same way; empty if it may not. */
function lastingReason(error: ServiceError, arena: string): string {
  const text = textOf(error);
  if (LASTING.has(error.code)) return `the arena ${arena} refuses it: ${text}`;
  // gRPC tells these from a server that is not there by their text only.
  if (error.code !== status.UNAVAILABLE || !/Last error: Error\b/.test(text)) return "";
  if (/certificate/i.test(text)) {
    return `the certificate of the arena ${arena} is not trusted: ${text}; expected one ` +
      "for its host, and its issuer in the file COUILLON_ARENA_CA";
  }
  if (text.includes("wrong version number")) {
    return `the arena ${arena} answers without TLS: ${text}; expected one with TLS, ` +
      `or the address plaintext:${arena}`;
  }
  return "";
}

/** A bot that is connected to an arena until it is stopped. */
export class Connection {
  private readonly endpoint: Endpoint;
  private readonly submission: Submission;
  private readonly ending = new AbortController();
  private readonly streams = new Map<number, Promise<void>>();
  private readonly heard = new Set<number>(); // streams on which a message came
  private failure: unknown;
  private shown = "";

  /** Throws an Error if the arena's address or token cannot be used. */
  constructor(
    private readonly decide: Decide,
    private readonly options: BotOptions,
    private readonly arena: Arena,
    private readonly pauses: Pauses = {first: 1000, longest: 30_000},
  ) {
    this.endpoint = endpointOf(arena);
    this.submission = submitRequest.fromObject({
      name: arena.name || options.name,
      description: descriptionOf(options),
    });
  }

  /** Plays until it is stopped; throws Refused, or what the bot threw. */
  async run(): Promise<void> {
    this.keepOpen(1);
    await new Promise<void>((resolve) => {
      const {signal} = this.ending;
      if (signal.aborted) resolve();
      signal.addEventListener("abort", () => resolve());
    });
    await Promise.all(this.streams.values());
    if (this.failure !== undefined) throw this.failure;
  }

  /** Makes `run` end. */
  stop(): void {
    this.ending.abort();
  }

  private keepOpen(streams: number): void {
    for (let index = 0; index < streams; ++index) {
      if (this.streams.has(index)) continue;
      this.streams.set(
        index,
        this.keep(index)
          .catch((error: unknown) => {
            this.failure ??= error; // the bot ends with it
            this.stop();
          })
          .finally(() => this.streams.delete(index)),
      );
    }
  }

  /** Keeps one stream open until the arena wants fewer. */
  private async keep(index: number): Promise<void> {
    const {first, longest} = this.pauses;
    for (let pause = first; !this.ending.signal.aborted; ) {
      const start = performance.now();
      this.heard.delete(index);
      if (!(await this.tryOnce(index))) return;
      if (this.heard.has(index) || performance.now() - start > longest) {
        pause = first;
      } else {
        await this.wait(pause);
        pause = Math.min(2 * pause, longest);
      }
    }
  }

  private async wait(milliseconds: number): Promise<void> {
    const {signal} = this.ending;
    await sleep(milliseconds, undefined, {signal}).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  /**
   * Connects, and plays until the connection or the stream ends; false if this
   * stream is one too many.
   */
  private async tryOnce(index: number): Promise<boolean> {
    const {target, credentials} = this.endpoint;
    const client = new Client(target, credentials, CHANNEL);
    try {
      const {label, session, streams} = await this.submit(client);
      this.show(
        `connected to the arena ${this.arena.address} as ${label}; ` +
          "a new version is checked before it plays",
      );
      if (index >= Math.max(streams, 1)) return false;
      this.keepOpen(streams);
      await this.attend(client, session, index);
    } catch (error) {
      if (!isServiceError(error)) throw error;
      if (index === 0 && !this.heard.has(index) && !this.ending.signal.aborted) {
        this.show(`tries again to play in the arena ${this.arena.address}: ${textOf(error)}`);
      }
    } finally {
      client.close();
    }
    return true;
  }

  private submit(client: Client): Promise<SubmitResponse> {
    return new Promise((resolve, reject) => {
      const call = client.makeUnaryRequest(
        "/couillon.v1.ArenaService/Submit",
        (value: Submission) => submitRequest.encode(value).finish() as Buffer,
        (bytes) => submitResponse.decode(bytes) as unknown as SubmitResponse,
        this.submission,
        this.endpoint.metadata,
        {deadline: Date.now() + SUBMIT_MS},
        (error, response) => {
          unlink();
          if (error !== null) {
            const reason = lastingReason(error, this.arena.address);
            reject(reason ? new Refused(reason) : error);
          } else {
            resolve(response!);
          }
        },
      );
      const unlink = this.onEnding(() => call.cancel());
    });
  }

  /** Answers every message of one stream until the arena ends it. */
  private attend(client: Client, session: string, index: number): Promise<void> {
    const play = new PlaySession(this.decide, this.options);
    const metadata = this.endpoint.metadata.clone();
    metadata.set("couillon-session", session);
    const stream = client.makeBidiStreamRequest(
      "/couillon.v1.ArenaService/Attend",
      serializePlayResponse,
      deserializePlayRequest,
      metadata,
    );
    const unlink = this.onEnding(() => stream.cancel());
    return new Promise<void>((resolve, reject) => {
      stream.on("data", (request: PlayRequest) => {
        this.heard.add(index);
        if (this.ending.signal.aborted) return;
        try {
          const response = play.answer(request);
          if (response !== undefined) stream.write(response);
        } catch (error) {
          this.failure ??= error; // also if it looks like an error of gRPC
          this.stop();
        }
      });
      stream.on("error", reject);
      stream.on("status", () => resolve());
    }).finally(unlink);
  }

  /** Calls `act` when the connection is stopped; returns how to forget it. */
  private onEnding(act: () => void): () => void {
    const {signal} = this.ending;
    if (signal.aborted) act();
    signal.addEventListener("abort", act);
    return () => signal.removeEventListener("abort", act);
  }

  /** Writes a line to stderr, unless it is the last one again. */
  private show(text: string): void {
    if (text !== this.shown) console.error(`${this.options.name}: ${text}`);
    this.shown = text;
  }
}

type Submission = ReturnType<typeof submitRequest.fromObject>;

/**
 * Connects a bot to an arena, by default the one in the environment variable
 * COUILLON_ARENA, and plays there until SIGTERM or Ctrl-C, which a decision under
 * way delays. A lost connection is made again, after a pause that grows to 30
 * seconds. If the arena refuses the bot, or the bot throws, the process ends with
 * the reason on stderr and exit code 1.
 */
export async function connect(
  decide: Decide,
  options: BotOptions,
  arena?: Arena,
): Promise<void> {
  let connection: Connection;
  try {
    connection = new Connection(decide, options, arena ?? arenaFromEnvironment());
  } catch (error) {
    console.error(`${options.name}: ${(error as Error).message}`);
    process.exit(1);
  }
  process.on("SIGTERM", () => connection.stop());
  process.on("SIGINT", () => connection.stop());
  try {
    await connection.run();
  } catch (error) {
    if (error instanceof Refused) console.error(`${options.name}: ${error.message}`);
    else print(error, options.name);
    process.exit(1);
  }
  process.exit(0);
}
