// An arena for tests: the test answers Submit and speaks on every Attend.

import {
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServiceDefinition,
  type sendUnaryData,
  status,
} from "@grpc/grpc-js";
import {messageType} from "../src/protocol.js";

const encode = (type: string) => (value: object) =>
  messageType(type).encode(messageType(type).fromObject(value)).finish() as Buffer;
const decode = (type: string) => (bytes: Buffer) =>
  messageType(type).toObject(messageType(type).decode(bytes), {defaults: true});

const method = (name: string, request: string, response: string, stream: boolean) => ({
  path: `/couillon.v1.ArenaService/${name}`,
  requestStream: stream,
  responseStream: stream,
  requestDeserialize: decode(request),
  requestSerialize: encode(request),
  responseDeserialize: decode(response),
  responseSerialize: encode(response),
});
const service: ServiceDefinition = {
  Submit: method("Submit", "SubmitRequest", "SubmitResponse", false),
  Attend: method("Attend", "PlayResponse", "PlayRequest", true),
};

export interface Answer {
  decisionIds: number[];
  actions: number[];
}

export interface Submission {
  name: string;
  description: {name: string; version: string; wantsResults: boolean};
  authorization: unknown;
}

type Stream = ServerDuplexStream<Answer, object>;

/** Values that one side adds and the other waits for. */
class Queue<T> {
  private readonly values: T[] = [];
  private readonly waiting: Array<(value: T) => void> = [];

  add(value: T): void {
    const next = this.waiting.shift();
    if (next) next(value);
    else this.values.push(value);
  }

  next(): Promise<T> {
    if (this.values.length > 0) return Promise.resolve(this.values.shift()!);
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}

/** One Attend call, as the arena sees it. */
export class Attendance {
  private readonly answers = new Queue<Answer>();
  readonly cancelled: Promise<void>;

  constructor(readonly stream: Stream) {
    stream.on("data", (answer: Answer) => this.answers.add(answer));
    stream.on("error", () => {});
    this.cancelled = new Promise((resolve) => stream.on("cancelled", resolve));
  }

  /** The metadata of the call. */
  get(key: string): unknown {
    return this.stream.metadata.get(key)[0];
  }

  /** Sends a message and returns the answer. */
  ask(request: object): Promise<Answer> {
    this.stream.write(request);
    return this.answers.next();
  }

  /** Ends the call. */
  end(code = status.OK): void {
    if (code === status.OK) this.stream.end();
    else this.stream.emit("error", {code, details: "over"});
  }
}

/** `refusals` are the statuses of the next Submit calls; `unknown` sessions may not attend. */
export class FakeArena {
  readonly submissions = new Queue<Submission>();
  readonly attendances = new Queue<Attendance>();
  refusals: Array<{code: status; details: string}> = [];
  unknown: string[] = [];
  streams = 1;
  address = "";
  private count = 0;
  private readonly server = new Server({"grpc.so_reuseport": 0});

  /** Listens at the address, by default at a free port. */
  static async start(
    address = "127.0.0.1:0",
    credentials = ServerCredentials.createInsecure(),
  ): Promise<FakeArena> {
    const arena = new FakeArena();
    arena.server.addService(service, {
      Submit: (call: ServerUnaryCall<Submission, object>, answer: sendUnaryData<object>) =>
        arena.submit(call, answer),
      Attend: (stream: Stream) => arena.attend(stream),
    });
    const port = await new Promise<number>((resolve, reject) => {
      arena.server.bindAsync(address, credentials, (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    arena.address = address.replace(/:0$/, `:${port}`);
    return arena;
  }

  stop(): void {
    this.server.forceShutdown();
  }

  private submit(
    {request, metadata}: ServerUnaryCall<Submission, object>,
    answer: sendUnaryData<object>,
  ): void {
    this.submissions.add({...request, authorization: metadata.get("authorization")[0]});
    const refusal = this.refusals.shift();
    if (refusal) return answer(refusal);
    const session = `session-${++this.count}`;
    answer(null, {label: `${request.name} v1`, session, streams: this.streams});
  }

  private attend(stream: Stream): void {
    const session = String(stream.metadata.get("couillon-session")[0]);
    if (this.unknown.includes(session)) {
      stream.emit("error", {code: status.NOT_FOUND, details: "unknown session"});
    } else {
      this.attendances.add(new Attendance(stream));
    }
  }
}
