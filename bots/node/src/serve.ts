// Serves a bot: the service BotService around one function.

import {
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServiceDefinition,
  type sendUnaryData,
  status,
} from "@grpc/grpc-js";
import type {Action} from "./action.js";
import {type Decision, type PlayRequest, readPlayRequest} from "./decision.js";
import {Observation} from "./observation.js";
import {messageType} from "./protocol.js";
import {Rules} from "./rules.js";

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
}

/** A bot that listens. */
export interface BotServer {
  /** Ends all streams and stops listening. */
  stop(): void;
}

const LAST_ACTION = 44;
const PARENT_CHECK_MS = 1000;

const describeRequest = messageType("DescribeRequest");
const describeResponse = messageType("DescribeResponse");
const playResponse = messageType("PlayResponse");

interface PlayResponse {
  decisionIds: number[];
  actions: number[];
}

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
    requestDeserialize: readPlayRequest,
    requestSerialize: () => {
      throw new Error("a bot sends no requests");
    },
    responseDeserialize: (bytes) => playResponse.decode(bytes),
    responseSerialize: (value) => playResponse.encode(value).finish() as Buffer,
  },
};

function decideAll(
  decide: Decide,
  decisions: Decision[],
  rulesets: ReadonlyMap<number, Rules>,
): PlayResponse {
  const response: PlayResponse = {decisionIds: [], actions: []};
  for (const decision of decisions) {
    const action = decide(new Observation(decision, rulesets));
    if (!Number.isInteger(action) || action < 0 || action > LAST_ACTION) {
      throw new TypeError(
        `the bot has to return a card or an action, 0 to ${LAST_ACTION}, ` +
          `but returned ${String(action)}`,
      );
    }
    response.decisionIds.push(decision.decisionId);
    response.actions.push(action);
  }
  return response;
}

type PlayStream = ServerDuplexStream<PlayRequest, PlayResponse>;

/** Answers every message with one message, until the referee closes. */
function play(decide: Decide, stream: PlayStream): void {
  const rulesets = new Map<number, Rules>();
  let failed = false;
  stream.on("data", (request: PlayRequest) => {
    if (failed) return;
    try {
      for (const {handle, ruleset, hash} of request.rulesets) {
        rulesets.set(handle, new Rules(ruleset, hash));
      }
      if (request.decisions.length === 0) return;
      stream.write(decideAll(decide, request.decisions, rulesets));
    } catch (error) {
      failed = true;
      console.error(error);
      stream.emit("error", {code: status.INTERNAL, details: `the bot failed: ${error}`});
    }
  });
  stream.on("end", () => stream.end());
}

/** Listens at `address`: "unix:/path" or "host:port". */
export async function startServer(
  address: string,
  decide: Decide,
  options: BotOptions,
): Promise<BotServer> {
  const server = new Server({
    "grpc.max_receive_message_length": -1,
    "grpc.max_send_message_length": -1,
    "grpc.so_reuseport": 0, // a second server on one port is an error
  });
  server.addService(service, {
    Describe: (_call: unknown, answer: sendUnaryData<BotOptions>) =>
      answer(null, options),
    Play: (stream: PlayStream) => play(decide, stream),
  });
  await new Promise<void>((resolve, reject) => {
    server.bindAsync(address, ServerCredentials.createInsecure(), (error) =>
      error ? reject(error) : resolve(),
    );
  });
  return {stop: () => server.forceShutdown()};
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
  const end = () => {
    server.stop();
    process.exit(0);
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  setInterval(() => {
    if (process.ppid !== parent) end();
  }, PARENT_CHECK_MS).unref();
}
