// A bot as its referee sees it, over a unix socket.

import assert from "node:assert/strict";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after, test} from "node:test";
import {Client, type ServiceError, credentials, status} from "@grpc/grpc-js";
import {type Decide, startServer} from "couillon-bot";
import {messageType} from "../src/protocol.js";

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
  const client = new Client(address, credentials.createInsecure());
  try {
    const stream = client.makeBidiStreamRequest(
      "/couillon.v1.BotService/Play",
      encode("PlayRequest"),
      decode("PlayResponse"),
    );
    for (const request of requests) stream.write(request);
    stream.end();
    const answers: Answers[] = [];
    for await (const answer of stream) answers.push(answer);
    return answers;
  } finally {
    client.close();
    server.stop();
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
    () => undefined as unknown as number,
    (seen) => seen.worth(31), // of a ruleset that was never sent
  ];
  const reasons = [/no idea/, /returned undefined/, /ruleset 1 was never sent/];
  for (const [i, decide] of failing.entries()) {
    await assert.rejects(play(decide, [{decisions: [decision]}]), (error: ServiceError) => {
      assert.equal(error.code, status.INTERNAL);
      assert.match(error.details, reasons[i]!);
      return true;
    });
  }
});
