// Serves a bot: the service BotService around one function.

import {timingSafeEqual} from "node:crypto";
import {rmSync, statSync} from "node:fs";
import {
  type Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServiceDefinition,
  type StatusObject,
  type sendUnaryData,
  status,
} from "@grpc/grpc-js";
import type {PlayRequest} from "./decision.js";
import {
  type BotOptions,
  type Decide,
  type PlayResponse,
  PlaySession,
  descriptionOf,
  deserializePlayRequest,
  print,
  reasonOf,
  serializePlayResponse,
} from "./play.js";
import {messageType} from "./protocol.js";

/** The address, TLS settings and token of a bot that no referee starts. */
export interface ServingPlace {
  /** "host:port", port 0 for any, or "unix:/path". */
  address: string;
  /** In PEM, with its chain; without it there is no TLS. */
  certificate?: Buffer;
  /** Of the certificate, in PEM. */
  privateKey?: Buffer;
  /** Every call must carry it as "authorization: Bearer TOKEN"; default: any client may call. */
  token?: string;
}

/** A bot that listens. */
export interface BotServer {
  /** Where it listens, with the actual port. */
  readonly address: string;
  /** Ends all streams and stops listening. */
  stop(): void;
}

const PARENT_CHECK_MS = 1000;

const describeRequest = messageType("DescribeRequest");
const describeResponse = messageType("DescribeResponse");

const service: ServiceDefinition = {
  Describe: {
    path: "/couillon.v1.BotService/Describe",
    requestStream: false,
    responseStream: false,
    requestDeserialize: (bytes) => describeRequest.decode(bytes),
    requestSerialize: (value) => describeRequest.encode(value).finish() as Buffer,
    responseDeserialize: (bytes) => describeResponse.decode(bytes),
    responseSerialize: (value) => describeResponse.encode(value).finish() as Buffer,
  },
  Play: {
    path: "/couillon.v1.BotService/Play",
    requestStream: true,
    responseStream: true,
    requestDeserialize: deserializePlayRequest,
    requestSerialize: () => {
      throw new Error("a bot sends no requests");
    },
    responseDeserialize: () => {
      throw new Error("a bot receives no responses");
    },
    responseSerialize: serializePlayResponse,
  },
};

type PlayStream = ServerDuplexStream<PlayRequest, PlayResponse>;

/** Answers every message with one message, until the referee closes. */
function play(decide: Decide, options: BotOptions, stream: PlayStream): void {
  const session = new PlaySession(decide, options);
  let failed = false;
  stream.on("data", (request: PlayRequest) => {
    if (failed) return;
    try {
      const response = session.answer(request);
      if (response !== undefined) stream.write(response);
    } catch (error) {
      failed = true;
      print(error, options.name);
      stream.emit("error", {code: status.INTERNAL, details: reasonOf(error)});
    }
  });
  stream.on("end", () => stream.end());
}

function credentialsOf({certificate, privateKey}: ServingPlace): ServerCredentials {
  if (!certificate) return ServerCredentials.createInsecure();
  if (!privateKey) throw new Error("a certificate needs its private key");
  const pair = {cert_chain: certificate, private_key: privateKey};
  return ServerCredentials.createSsl(null, [pair]);
}

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Why a call is not admitted; undefined if it is. */
function refusal(token: string | undefined, metadata: Metadata): Partial<StatusObject> | undefined {
  if (!token) return undefined;
  const [given] = metadata.get("authorization");
  if (given !== undefined && isSame(String(given), `Bearer ${token}`)) return undefined;
  const details = given === undefined ? "no token was sent" : "the token is not the right one";
  return {code: status.UNAUTHENTICATED, details};
}

/** Removes the socket that a killed bot has left: nothing could listen there. */
function removeSocket(address: string): void {
  if (!address.startsWith("unix:")) return;
  const path = address.slice("unix:".length);
  if (statSync(path, {throwIfNoEntry: false})?.isSocket()) rmSync(path);
}

/** Listens at `place`, or at an address without TLS and token. */
export async function startServer(
  place: string | ServingPlace,
  decide: Decide,
  options: BotOptions,
): Promise<BotServer> {
  if (typeof place === "string") place = {address: place};
  const {address, token} = place;
  const server = new Server({
    "grpc.max_receive_message_length": -1,
    "grpc.max_send_message_length": -1,
    "grpc.so_reuseport": 0, // a second server on one port is an error
  });
  server.addService(service, {
    Describe: (call: ServerUnaryCall<unknown, object>, answer: sendUnaryData<object>) =>
      answer(refusal(token, call.metadata) ?? null, descriptionOf(options)),
    Play: (stream: PlayStream) => {
      const refused = refusal(token, stream.metadata);
      if (refused) stream.emit("error", refused);
      else play(decide, options, stream);
    },
  });
  removeSocket(address);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(address, credentialsOf(place), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return {
    address: address.startsWith("unix:") ? address : address.replace(/:[0-9]+$/, `:${port}`),
    stop: () => server.forceShutdown(),
  };
}

function endOnSignals(end: () => void): void {
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
}

function endWith(server: BotServer): () => void {
  return () => {
    server.stop();
    process.exit(0);
  };
}

/**
 * Serves a bot at an address of its own, optionally with TLS and a token, until
 * SIGTERM or Ctrl-C, which a decision under way delays; also when the process
 * that started it ends. Prints "serving at ADDRESS" to stdout as soon as clients
 * can connect.
 */
export async function serveAt(
  place: ServingPlace,
  decide: Decide,
  options: BotOptions,
): Promise<void> {
  const server = await startServer(place, decide, options);
  endOnSignals(endWith(server));
  console.log(`serving at ${server.address}`);
}

/**
 * Serves a bot at the address in the environment variable COUILLON_LISTEN
 * until SIGTERM, Ctrl-C, or the end of the process that started it. What
 * `decide` throws goes to stderr and ends the stream.
 */
export async function serve(decide: Decide, options: BotOptions): Promise<void> {
  const address = process.env["COUILLON_LISTEN"];
  if (!address) {
    console.error(
      `${options.name}: set COUILLON_LISTEN to the address to serve at, ` +
        "such as unix:/tmp/bot.sock or 127.0.0.1:5000",
    );
    process.exit(1);
  }
  const parent = process.ppid;
  const server = await startServer(address, decide, options);
  const end = endWith(server);
  // Without a handler a signal ends the process at once. A handler would wait for
  // the decision under way, which may never end. But process 1 of a container
  // gets only the signals that it handles.
  if (process.pid === 1) endOnSignals(end);
  setInterval(() => {
    if (process.ppid !== parent) end();
  }, PARENT_CHECK_MS).unref();
}
