// A bot as its referee sees it, over a unix socket.

import assert from "node:assert/strict";
import {spawn} from "node:child_process";
import {once} from "node:events";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after, test} from "node:test";
import {Client, Metadata, type ServiceError, credentials, status} from "@grpc/grpc-js";
import {type Decide, startServer} from "couillon-bot";
import {messageType} from "../src/protocol.js";
import {SDK} from "../src/sdk.js";
import {makeCertificate} from "./certificate.js";

const folder = mkdtempSync(join(tmpdir(), "couillon-bot-"));
after(() => rmSync(folder, {recursive: true}));

interface Answers {
  decisionIds: number[];
  actions: number[];
}

const encode = (type: string) => (value: object) => {
  const message = messageType(type).fromObject(value);
  return messageType(type).encode(message).finish() as Buffer;
};
const decode = (type: string) => (bytes: Buffer) =>
  messageType(type).toObject(messageType(type).decode(bytes)) as Answers;

/** Sends the requests to a bot and returns its answers, or the error. */
async function play(decide: Decide, requests: object[]): Promise<Answers[]> {
  const address = `unix:${join(folder, "bot.sock")}`;
  const server = await startServer(address, decide, {name: "test"});
  try {
    return await call(new Client(address, credentials.createInsecure()), requests);
  } finally {
    server.stop();
  }
}

async function call(client: Client, requests: object[], metadata = new Metadata()) {
  try {
    const stream = client.makeBidiStreamRequest(
      "/couillon.v1.BotService/Play",
      encode("PlayRequest"),
      decode("PlayResponse"),
      metadata,
    );
    for (const request of requests) stream.write(request);
    stream.end();
    const answers: Answers[] = [];
    for await (const answer of stream) answers.push(answer);
    return answers;
  } finally {
    client.close();
  }
}

const introduction = {
  handle: 1,
  ruleset: {id: "small", table: {players: 4, sides: 2, ranks: "AK", cardPoints: [4, 3]}},
};
const decision = {decisionId: 7, rulesetHandle: 1, legalActions: 1};

test("every decision is answered, in batches above 4 MiB too", async () => {
  const many = Array.from({length: 60000}, (_, i) => ({
    ...decision,
    decisionId: i,
    playedCards: new Uint8Array(100),
  }));
  const answers = await play((seen) => seen.worth(31) + seen.legalActions[0]!, [
    {rulesets: [introduction]},
    {decisions: many},
    {decisions: [decision]},
  ]);
  assert.deepEqual(answers.map(({actions}) => actions.length), [60000, 1]);
  assert.deepEqual(answers[1], {decisionIds: [7], actions: [4]});
});

test("what a bot throws is the status of its stream", async () => {
  const failing: Decide[] = [
    () => {
      throw new Error("no idea");
    },
    (seen) => seen.worth(31), // of a ruleset that was never sent
  ];
  const reasons = [/^the bot failed: Error: no idea$/, /ruleset 1 was never sent/];
  for (const [i, decide] of failing.entries()) {
    await assert.rejects(play(decide, [{decisions: [decision]}]), (error: ServiceError) => {
      assert.equal(error.code, status.INTERNAL);
      assert.match(error.details, reasons[i]!);
      return true;
    });
  }
});

test("a wrong answer is named, without a place in the SDK", async (t) => {
  const wanted = "the bot has to return a card or an action, 0 to 44,";
  const promise = `${wanted} at once, but returned a promise: decide cannot be async`;
  const wrong: [() => unknown, string][] = [
    [() => undefined, `${wanted} but returned undefined`],
    [() => "KH", `${wanted} but returned 'KH'`],
    [() => 45, `${wanted} but returned 45`],
    [() => -1, `${wanted} but returned -1`],
    [() => 0.5, `${wanted} but returned 0.5`],
    [() => ({card: Symbol("a")}), `${wanted} but returned { card: Symbol(a) }`],
    [async () => 1, promise],
    [async () => Promise.reject(new Error("of no interest")), promise],
  ];
  for (const [decide, reason] of wrong) {
    const printed = t.mock.method(console, "error", () => {});
    await assert.rejects(play(decide as Decide, [{decisions: [decision]}]), (error: ServiceError) => {
      assert.equal(error.code, status.INTERNAL);
      assert.equal(error.details, reason);
      return true;
    });
    assert.deepEqual(printed.mock.calls.map((call) => call.arguments), [[`test: ${reason}`]]);
    printed.mock.restore();
  }
});

test("a signal ends an endless decision, and the address is free again", async (t) => {
  const code = `
    import {writeSync} from "node:fs";
    import {serve} from "couillon-bot";
    await serve(() => { writeSync(1, "."); for (;;); }, {name: "endless"});
    writeSync(1, ".");`;
  const address = `unix:${join(folder, "endless.sock")}`;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    const bot = spawn(process.execPath, ["--input-type=module", "-e", code], {
      env: {...process.env, COUILLON_LISTEN: address},
      stdio: ["ignore", "pipe", "inherit"],
    });
    t.after(() => bot.kill("SIGKILL"));
    await once(bot.stdout, "data");
    const client = new Client(address, credentials.createInsecure());
    const answers = assert.rejects(call(client, [{decisions: [decision]}]));
    await once(bot.stdout, "data");
    const exit = once(bot, "exit");
    bot.kill(signal);
    assert.deepEqual(await exit, [null, signal]);
    await answers;
  }
});

test("with TLS and a token it plays with those who have the token", async (t) => {
  const {certificate, privateKey} = makeCertificate(folder);
  const place = {address: "localhost:0", certificate, privateKey, token: "s3cret"};
  const server = await startServer(place, () => 5, {name: "far"});
  t.after(() => server.stop());
  const fails = (code: status, details: RegExp) => (error: ServiceError) => {
    assert.equal(error.code, code);
    assert.match(error.details, details);
    return true;
  };
  const dial = (secure = credentials.createSsl(certificate)) => new Client(server.address, secure);
  const given = (value: string) => {
    const metadata = new Metadata();
    metadata.set("authorization", value);
    return metadata;
  };
  const describe = (metadata: Metadata) =>
    new Promise<object>((resolve, reject) => {
      const client = dial();
      client.makeUnaryRequest("/couillon.v1.BotService/Describe", encode("DescribeRequest"),
        decode("DescribeResponse"), {}, metadata, (error, answer) => {
          client.close();
          if (error) reject(error);
          else resolve(answer!);
        });
    });
  const token = given("Bearer s3cret");
  assert.deepEqual(await describe(token), {name: "far", wantsResults: false, sdk: SDK});
  assert.match(SDK, /^couillon-node \d+\.\d+\.\d+$/);
  const requests = [{decisions: [decision]}];
  assert.deepEqual(await call(dial(), requests, token), [{decisionIds: [7], actions: [5]}]);
  for (const [metadata, reason] of [
    [new Metadata(), /no token was sent/],
    [given("Bearer s3creT"), /not the right one/],
    [given("Bearer s3cre"), /not the right one/],
  ] as const) {
    const refused = fails(status.UNAUTHENTICATED, reason);
    await assert.rejects(describe(metadata), refused);
    await assert.rejects(call(dial(), requests, metadata), refused);
  }
  await assert.rejects(call(dial(credentials.createInsecure()), requests, token),
    fails(status.UNAVAILABLE, /./));
});
